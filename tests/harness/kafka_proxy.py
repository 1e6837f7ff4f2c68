"""Stands between clients and a broker, knows requests by their API key, can lose an answer,
and can cut all clients off at a request.

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
        self._api_key_to_cut_at: int | None = None
        self._cut_is_delivered = False
        self._cuts = 0
        self._connections: list[_Connection] = []  # the open ones, and some that have ended
        self._away = False

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

    def cut_at_next(self, api_key: int, *, delivered: bool) -> None:
        """At the next such request all connections end and new ones are refused until restore().
        The request itself is `delivered` or not; its answer is lost in either case."""
        with self._lock:
            self._api_key_to_cut_at = api_key
            self._cut_is_delivered = delivered

    def restore(self) -> None:
        with self._lock:
            self._away = False
            self._api_key_to_cut_at = None

    @property
    def cuts(self) -> int:
        """How many times the clients were cut off so far."""
        return self._cuts

    def _start(self, target: object, *arguments: object) -> None:
        threading.Thread(target=target, args=arguments, daemon=True).start()  # type: ignore

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            if self._away:
                client.close()
                continue
            try:
                server = socket.create_connection(("127.0.0.1", self._target))
            except OSError:  # the broker is down: so is the proxy
                client.close()
                continue
            for one in (client, server):
                one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connection = _Connection(self, client, server)
            with self._lock:
                self._connections.append(connection)
            self._start(connection.carry_requests)
            self._start(connection.carry_answers)

    def must_lose(self, api_key: int) -> bool:
        with self._lock:
            if api_key != self._api_key_to_lose:
                return False
            self._api_key_to_lose = None
            return True

    def must_cut_at(self, api_key: int) -> bool:
        with self._lock:
            if api_key != self._api_key_to_cut_at:
                return False
            self._api_key_to_cut_at = None
            self._away = True
            return True

    def cut(self, request: bytes, server: socket.socket) -> None:
        """Everyone's connections end before an answer can come back."""
        with self._lock:
            open_ones, self._connections = self._connections, []
            delivered = self._cut_is_delivered
        for connection in open_ones:
            connection.end_client()
        if delivered:
            server.sendall(request)
        for connection in open_ones:
            connection.end()
        self._cuts += 1

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
                request = struct.pack(">i", len(frame)) + frame
                if self._proxy.must_cut_at(api_key):
                    self._proxy.cut(request, self._server)
                    break
                self._server.sendall(request)
        except OSError:
            pass
        self._close(self._client)

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
        self._close(self._server)

    def end_client(self) -> None:
        _shut(self._client, socket.SHUT_RDWR)

    def end(self) -> None:
        """Wakes both directions. What was sent to the server before arrives."""
        self.end_client()
        _shut(self._server, socket.SHUT_WR)

    def _close(self, source: socket.socket) -> None:
        """Wakes the other direction too; each closes the socket that only it reads."""
        self.end_client()
        _shut(self._server, socket.SHUT_RDWR)
        source.close()


def _shut(one: socket.socket, how: int) -> None:
    try:
        one.shutdown(how)
    except OSError:
        pass


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
