"""Stands between clients and a broker, knows requests by their API key, and can lose an answer or a
request, deliver a request a second time when nobody expects it any more, or cut all clients off.

A broker that advertises the proxy's port has all its clients go through it:

    proxy = KafkaProxy()
    broker = KafkaBroker(settings=proxy.broker_settings)
    broker.start()
    proxy.serve(broker)
"""

import enum
import socket
import struct
import threading

from .kafka_broker import KafkaBroker
from .kafka_frames import framed, read_frame, shut

PRODUCE = 0
END_TXN = 26
# Of a transaction: its first record goes to the checkpoint's partition, the second has rows.
_PRODUCED_BEFORE_COPY = 2


class _Fate(enum.Enum):
    CARRY = enum.auto()
    LOSE_REQUEST = enum.auto()
    LOSE_ANSWER = enum.auto()


class KafkaProxy:
    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._target = 0
        self._lock = threading.Lock()
        self._fates: dict[int, _Fate] = {}
        self._lost = 0
        self._api_key_to_cut_at: int | None = None
        self._cut_is_delivered = False
        self._cuts = 0
        self._connections: list[_Connection] = []  # the open ones, and some that have ended
        self._away = False
        self._late = _LateCopy()

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
            self._fates[api_key] = _Fate.LOSE_ANSWER

    def lose_requests(self, api_key: int) -> None:
        """From now on no such request arrives; its client only sees the connection end."""
        with self._lock:
            self._fates[api_key] = _Fate.LOSE_REQUEST

    def carry_all(self) -> None:
        with self._lock:
            self._fates.clear()

    def end_next_transaction_late(self) -> None:
        """The answer to the next EndTxn is lost, and a copy of that request arrives once more, when
        rows of the transaction after it are with the broker."""
        with self._lock:
            self._late = _LateCopy(armed=True)
            self._fates[END_TXN] = _Fate.LOSE_ANSWER

    @property
    def late_answer(self) -> int | None:
        """What the broker said to the late copy: Kafka's error code, 0 for done."""
        return self._late.answer

    @property
    def lost(self) -> int:
        """How many requests or answers were lost so far."""
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

    def fate_of(self, api_key: int, frame: bytes) -> _Fate:
        with self._lock:
            fate = self._fates.get(api_key, _Fate.CARRY)
            if fate is _Fate.LOSE_ANSWER:
                del self._fates[api_key]
            if api_key == END_TXN:
                self._late.end_seen(frame)
            return fate

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

    def answered(self, api_key: int) -> None:
        with self._lock:
            if self._late.due_after(api_key):
                self._late.deliver(self._target)


class _LateCopy:
    """Armed: keeps the next EndTxn, sees the client send it again, counts what is produced then."""

    def __init__(self, armed: bool = False) -> None:
        self.answer: int | None = None
        self._armed = armed
        self._frame = b""
        self._sent_again = False
        self._produced = 0

    def end_seen(self, frame: bytes) -> None:
        self._sent_again = bool(self._frame)
        if self._armed and not self._frame:
            self._frame = frame

    def due_after(self, api_key: int) -> bool:
        if not self._armed or not self._sent_again or api_key != PRODUCE:
            return False
        self._produced += 1
        return self._produced == _PRODUCED_BEFORE_COPY

    def deliver(self, port: int) -> None:
        """Before the client sees the answer that made it due, so that its transaction is open."""
        self._armed = False
        with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
            connection.sendall(framed(self._frame))
            # Correlation id, throttle time, error code (EndTxn up to version 2).
            self.answer = struct.unpack(">iih", read_frame(connection)[:10])[2]


class _Connection:
    def __init__(self, proxy: KafkaProxy, client: socket.socket, server: socket.socket) -> None:
        self._proxy = proxy
        self._client = client
        self._server = server
        self._asked: dict[int, int] = {}  # API keys by correlation id
        self._correlation_to_lose: int | None = None

    def carry_requests(self) -> None:
        """A request begins with its API key, version and correlation id."""
        try:
            while frame := read_frame(self._client):
                api_key, _, correlation = struct.unpack(">hhi", frame[:8])
                fate = self._proxy.fate_of(api_key, frame)
                if fate is _Fate.LOSE_REQUEST:
                    self._proxy.count_lost()
                    break
                if fate is _Fate.LOSE_ANSWER:
                    self._correlation_to_lose = correlation
                self._asked[correlation] = api_key
                request = framed(frame)
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
            while frame := read_frame(self._server):
                (correlation,) = struct.unpack(">i", frame[:4])
                if correlation == self._correlation_to_lose:
                    self._proxy.count_lost()
                    break
                self._proxy.answered(self._asked.pop(correlation))
                self._client.sendall(framed(frame))
        except OSError:
            pass
        self._close(self._server)

    def end_client(self) -> None:
        shut(self._client, socket.SHUT_RDWR)

    def end(self) -> None:
        """Wakes both directions. What was sent to the server before arrives."""
        self.end_client()
        shut(self._server, socket.SHUT_WR)

    def _close(self, source: socket.socket) -> None:
        """Wakes the other direction too; each closes the socket that only it reads."""
        self.end_client()
        shut(self._server, socket.SHUT_RDWR)
        source.close()
