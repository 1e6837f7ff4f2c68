"""What a consumer reads, brought back to what PostgreSQL says in SQL (see families.py).

Written from the description of Debezium's types and knowing nothing of walrelay's code. Exact:
numbers of a JSON text stay text until integers or decimals are made of them.
"""

import base64
import json
import re
import struct
from collections.abc import Callable
from decimal import Context, Decimal
from typing import Any

from harness.records import strict_json

# A value's text in SQL, or None; `modes` are the connector's options.
Modes = dict[str, str]
Decode = Callable[[Any, str, Modes], str | None]

# numeric has at most 131072 digits before the point and 16383 after it.
_EXACT = Context(prec=200_000, Emax=999_999, Emin=-999_999)


class Number(str):
    """The text of a JSON number."""


def parse(text: str) -> Any:
    """The record, its numbers as text; refuses what no strict reader takes."""
    text.encode()  # a lone surrogate is no text
    strict_json(text)
    return json.loads(text, parse_int=Number, parse_float=Number)


def number(value: Any) -> str:
    assert isinstance(value, Number), f"no number: {value!r}"
    return str(value)


def integer(value: Any) -> int:
    text = number(value)
    assert re.fullmatch(r"-?(0|[1-9]\d*)", text) and text != "-0", text
    return int(text)


def string(value: Any) -> str:
    assert isinstance(value, str) and not isinstance(value, Number), f"no string: {value!r}"
    return value


def raw_bytes(value: Any) -> bytes:
    return base64.b64decode(string(value), validate=True)


def unscaled(value: Any) -> int:
    octets = raw_bytes(value)
    whole = int.from_bytes(octets, "big", signed=True)
    shortest = max(1, (whole if whole >= 0 else ~whole).bit_length() // 8 + 1)
    assert len(octets) == shortest, f"{octets.hex()} is not the shortest form of {whole}"
    return whole


def scaled(whole: int, scale: int) -> str:
    """Plain digits, `scale` of them after the point, as numeric_out writes them."""
    if scale <= 0:  # not str(), which Python limits to 4300 digits
        return format(Decimal(whole * 10**-scale), "f")
    return format(Decimal(whole).scaleb(-scale, _EXACT), "f")


def decode_integer(value: Any, truth: str, modes: Modes) -> str | None:
    return str(integer(value))


def decode_boolean(value: Any, truth: str, modes: Modes) -> str | None:
    assert isinstance(value, bool)
    return "true" if value else "false"


def decode_string(value: Any, truth: str, modes: Modes) -> str | None:
    return string(value)


def _floating(value: Any) -> float:
    if isinstance(value, Number):
        assert re.fullmatch(r"-?\d+\.\d+(E-?\d+)?", value), f"not Java's spelling: {value}"
        return float(value)
    assert value in ("NaN", "Infinity", "-Infinity"), value
    return float(value)


def _hex(form: str, value: float) -> str:
    return "nan" if value != value else struct.pack(form, value).hex()


def decode_float8(value: Any, truth: str, modes: Modes) -> str | None:
    """`truth` is the float's bytes in hex."""
    return _hex(">d", _floating(value))


def decode_float4(value: Any, truth: str, modes: Modes) -> str | None:
    digits = re.sub(r"E.*|\D", "", value).strip("0")
    assert len(digits) <= 9, f"a float4 that was widened: {value}"
    return _hex(">f", _floating(value))


def _as_double(value: Any, truth: str) -> str | None:
    """`truth` itself, when it is the nearest double that is there."""
    nearest = float(truth)
    return truth if _hex(">d", nearest) == _hex(">d", _floating(value)) else repr(value)


def decode_numeric(scale: int | None) -> Decode:
    """`scale` is the column's; None where each value has its own."""

    def decode(value: Any, truth: str, modes: Modes) -> str | None:
        mode = modes.get("decimal.handling.mode", "precise")
        if mode == "string":
            return string(value)
        if mode == "double":
            return _as_double(value, truth)
        if truth in ("NaN", "Infinity", "-Infinity"):
            assert value is None, "no number has no place in a precise one"
            return truth
        if scale is None:
            return _variable(value, truth)
        if modes.get("value.converter.decimal.format") == "NUMERIC":
            # Java writes an exponent where it is shorter; the scale stays the column's.
            assert -Decimal(number(value)).as_tuple().exponent == scale, value
            return _same_number(number(value), truth)
        return scaled(unscaled(value), scale)

    return decode


def _variable(value: Any, truth: str) -> str:
    assert list(value) == ["scale", "value"], value
    own_scale, whole = integer(value["scale"]), unscaled(value["value"])
    assert own_scale >= 0 and not (own_scale and whole % 10 == 0), value
    return _same_number(scaled(whole, own_scale), truth)


def _same_number(found: str, truth: str) -> str:
    """For forms that do not keep the zeros at the end."""
    return truth if _EXACT.create_decimal(found) == _EXACT.create_decimal(truth) else found


def decode_one_bit(value: Any, truth: str, modes: Modes) -> str | None:
    if truth == "":
        assert value is None  # varbit(1) without a bit
        return truth
    assert isinstance(value, bool)
    return "1" if value else "0"


def decode_bits(value: Any, truth: str, modes: Modes) -> str | None:
    octets = raw_bytes(value)
    assert not octets.endswith(b"\0"), "cut after the highest bit that is set"
    whole = int.from_bytes(octets, "little")
    # The form does not hold how many zeros come first.
    return format(whole, "b").rjust(len(truth), "0") if whole or truth else ""


def decode_bytea(value: Any, truth: str, modes: Modes) -> str | None:
    mode = modes.get("binary.handling.mode", "bytes")
    if mode == "hex":
        return string(value)
    if mode == "base64-url-safe":
        assert not re.search("[+/]", string(value))
        return base64.urlsafe_b64decode(string(value)).hex()
    return raw_bytes(value).hex()


def decode_hstore(value: Any, truth: str, modes: Modes) -> str | None:
    """Both have their members in an order of their own."""
    members = value if modes.get("hstore.handling.mode") == "map" else strict_json(string(value))
    return truth if members == json.loads(truth) else repr(members)


def decode_point(value: Any, truth: str, modes: Modes) -> str | None:
    """`truth` is both coordinates' bytes in hex."""
    assert list(value) == ["x", "y", "wkb", "srid"] and value["srid"] is None
    coordinates = [_floating(value["x"]), _floating(value["y"])]
    from_wkb = struct.unpack("<bidd", raw_bytes(value["wkb"]))
    assert from_wkb[:2] == (1, 1)
    found = "".join(_hex(">d", coordinate) for coordinate in coordinates)
    assert found == "".join(_hex(">d", coordinate) for coordinate in from_wkb[2:])
    return found


def decode_array(element: Decode) -> Decode:
    """`truth` is a JSON array: array_dims(), then the elements' truths without the nesting."""

    def decode(value: Any, truth: str, modes: Modes) -> str | None:
        dimensions, truths = json.loads(truth)
        assert isinstance(value, list), value
        sizes = [int(high) - int(low) + 1 for low, high in _bounds(dimensions)]
        items = _flat(value, sizes)
        assert len(items) == len(truths), f"{len(items)} elements, not {len(truths)}"
        found = [
            None if item is None and wanted is None else element(item, wanted, modes)
            for item, wanted in zip(items, truths)
        ]
        return truth if found == truths else json.dumps([dimensions, found])

    return decode


def _bounds(dimensions: str | None) -> list[tuple[str, str]]:
    return re.findall(r"\[(-?\d+):(-?\d+)\]", dimensions or "[1:0]")


def _flat(value: list[Any], sizes: list[int]) -> list[Any]:
    assert len(value) == sizes[0], f"{len(value)} elements where there are {sizes[0]}"
    if len(sizes) == 1:
        return value
    return [item for inner in value for item in _flat(inner, sizes[1:])]
