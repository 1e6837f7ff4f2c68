"""Stands between clients and a broker, knows requests by their API key, and can lose an answer.

A broker that advertises the proxy's port has all its clients go through it:

    proxy = KafkaProxy()
    broker = KafkaBroker(settings=proxy.broker_settings)
    broker.start()
    proxy.serve(broker)
"""

import socket
import struct
import threading

from .kafka_broker import KafkaBroker

END_TXN = 26


class KafkaProxy:
    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._target = 0
        self._lock = threading.Lock()
        self._api_key_to_lose: int | None = None
        self._lost = 0

    @property
    def broker_settings(self) -> dict[str, str]:
        port = self._listener.getsockname()[1]
        return {"advertised.listeners": f"PLAINTEXT://127.0.0.1:{port}"}

    def serve(self, broker: KafkaBroker) -> None:
        self._target = broker.port
        self._start(self._accept)

    def close(self) -> None:
        """Connections that are open end with their client or with the broker."""
        self._listener.close()

    def lose_next_answer(self, api_key: int) -> None:
        """The next such request is carried out, but its client only sees the connection end."""
        with self._lock:
            self._api_key_to_lose = api_key

    @property
    def lost(self) -> int:
        """How many answers were lost so far."""
        return self._lost

    def _start(self, target: object, *arguments: object) -> None:
        threading.Thread(target=target, args=arguments, daemon=True).start()  # type: ignore

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            try:
                server = socket.create_connection(("127.0.0.1", self._target))
            except OSError:  # the broker is down: so is the proxy
                client.close()
                continue
            for one in (client, server):
                one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connection = _Connection(self, client, server)
            self._start(connection.carry_requests)
            self._start(connection.carry_answers)

    def must_lose(self, api_key: int) -> bool:
        with self._lock:
            if api_key != self._api_key_to_lose:
                return False
            self._api_key_to_lose = None
            return True

    def count_lost(self) -> None:
        self._lost += 1


class _Connection:
    def __init__(self, proxy: KafkaProxy, client: socket.socket, server: socket.socket) -> None:
        self._proxy = proxy
        self._client = client
        self._server = server
        self._correlation_to_lose: int | None = None

    def carry_requests(self) -> None:
        """A request begins with its API key, version and correlation id."""
        try:
            while frame := _frame(self._client):
                api_key, _, correlation = struct.unpack(">hhi", frame[:8])
                if self._proxy.must_lose(api_key):
                    self._correlation_to_lose = correlation
                self._server.sendall(struct.pack(">i", len(frame)) + frame)
        except OSError:
            pass
        self._end(self._client)

    def carry_answers(self) -> None:
        """An answer begins with its request's correlation id."""
        try:
            while frame := _frame(self._server):
                if struct.unpack(">i", frame[:4])[0] == self._correlation_to_lose:
                    self._proxy.count_lost()
                    break
                self._client.sendall(struct.pack(">i", len(frame)) + frame)
        except OSError:
            pass
        self._end(self._server)

    def _end(self, source: socket.socket) -> None:
        """Wakes the other direction too; each closes the socket that only it reads."""
        for one in (self._client, self._server):
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        source.close()


def _frame(source: socket.socket) -> bytes:
    """Empty at the end of the connection."""
    size = _exactly(source, 4)
    return _exactly(source, struct.unpack(">i", size)[0]) if size else b""


def _exactly(source: socket.socket, count: int) -> bytes:
    parts = bytearray()
    while len(parts) < count:
        part = source.recv(count - len(parts))
        if not part:
            return b""
        parts += part
    return bytes(parts)
