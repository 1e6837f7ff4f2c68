"""Stands between a client and PostgreSQL; the network between them can go half-open: nothing
arrives any more, and neither side is told."""

import socket
import threading

_CHUNK = 65536


class PostgresProxy:
    def __init__(self, port: int) -> None:
        """`port` of the server; `self.port` is where clients connect instead."""
        self._target = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._open = threading.Event()
        self._open.set()
        threading.Thread(target=self._accept, daemon=True).start()

    def go_half_open(self) -> None:
        """What is under way stays under way; new connections are accepted and hear nothing."""
        self._open.clear()

    def heal(self) -> None:
        """What was under way arrives now, as after a partition that TCP survived."""
        self._open.set()

    def close(self) -> None:
        self.heal()
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._connect, args=(client,), daemon=True).start()

    def _connect(self, client: socket.socket) -> None:
        self._open.wait()
        try:
            server = socket.create_connection(("127.0.0.1", self._target))
        except OSError:
            client.close()
            return
        for ends in ((client, server), (server, client)):
            threading.Thread(target=self._carry, args=ends, daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket) -> None:
        try:
            while chunk := source.recv(_CHUNK):
                self._open.wait()
                target.sendall(chunk)
        except OSError:
            pass
        self._open.wait()  # an end is not heard of either
        for one in (source, target):
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        source.close()
