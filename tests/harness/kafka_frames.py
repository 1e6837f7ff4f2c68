"""Kafka's requests and answers on a socket: each a length and as many bytes."""

import socket
import struct


def read_frame(source: socket.socket) -> bytes:
    """Empty at the end of the connection."""
    size = _exactly(source, 4)
    return _exactly(source, struct.unpack(">i", size)[0]) if size else b""


def framed(message: bytes) -> bytes:
    return struct.pack(">i", len(message)) + message


def shut(one: socket.socket, how: int) -> None:
    """Also one that has ended already."""
    try:
        one.shutdown(how)
    except OSError:
        pass


def _exactly(source: socket.socket, count: int) -> bytes:
    parts = bytearray()
    while len(parts) < count:
        part = source.recv(count - len(parts))
        if not part:
            return b""
        parts += part
    return bytes(parts)
