"""Dates, times and intervals as a consumer reads them; see decoder.py.

The truths of SQL are counted: days, or microseconds, since 1970 or midnight.
"""

import re
from typing import Any

from .decoder import Decode, Modes, integer, string

DAY = 86_400_000_000
INT64 = 1 << 63
_INFINITE_DATES = {"infinity": -2147472692, "-infinity": -2147472691}
_INFINITE_ISO_DATES = {"infinity": "-5877611-06-21Z", "-infinity": "-5877611-06-22Z"}
_INFINITE_ISO = {"infinity": "+294247-01-10T04:00:25.2Z", "-infinity": "-290308-12-21T19:59:27.6Z"}
_INFINITE_MICROS = {"infinity": 9223372036825200, "-infinity": -9223372036832400}
_PER_SECOND = {"millis": 1_000, "micros": 1_000_000, "nanos": 1_000_000_000}


def days_of(text: str) -> int:
    """Of a proleptic Gregorian date in ISO's form, by counting (Python's own end at year 1)."""
    match = re.fullmatch(r"([+-]?)(\d{4,})-(\d\d)-(\d\d)", text)
    assert match, f"no ISO date: {text}"
    sign, digits, month, day = match[1], match[2], int(match[3]), int(match[4])
    # Java's: a plus comes with a fifth digit, and only then.
    assert sign == "-" or (sign == "+") == (len(digits) > 4), text
    year = -int(digits) if sign == "-" else int(digits)
    # March first, so that the leap day ends a year.
    moved = year - (month <= 2)
    in_year = (153 * ((month + 9) % 12) + 2) // 5 + day - 1
    return moved * 365 + moved // 4 - moved // 100 + moved // 400 + in_year - 719_468


def micros_of(text: str, digits: int | None = None) -> int:
    """Of `HH:MM:SS.ffffff`; `digits` of fraction, None for the shortest."""
    match = re.fullmatch(r"(\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?", text)
    assert match, f"no time: {text}"
    fraction = match[4] or ""
    assert (not fraction.endswith("0")) if digits is None else len(fraction) == digits, text
    whole = (int(match[1]) * 60 + int(match[2])) * 60 + int(match[3])
    return whole * 1_000_000 + int(fraction.ljust(6, "0"))


def _unit(modes: Modes, digits: int, of_time: bool) -> str:
    mode = modes.get("time.precision.mode", "adaptive")
    fixed = {"connect": "millis", "microseconds": "micros", "nanoseconds": "nanos"}
    if of_time and mode == "adaptive_time_microseconds":
        return "micros"
    return fixed.get(mode, "millis" if digits <= 3 else "micros")


def _iso(modes: Modes) -> bool:
    return modes.get("time.precision.mode") == "isostring"


def _utc(value: Any) -> str:
    assert string(value).endswith("Z"), value
    return value[:-1]


def decode_date(value: Any, truth: str, modes: Modes) -> str | None:
    if "infinity" in truth:
        wanted = _INFINITE_ISO_DATES[truth] if _iso(modes) else _INFINITE_DATES[truth]
        return truth if wanted == (value if _iso(modes) else integer(value)) else repr(value)
    return str(days_of(_utc(value)) if _iso(modes) else integer(value))


def _counted(value: Any, micros: int, unit: str) -> str:
    """`micros` itself, when the value is what they are in a unit, rounded down."""
    wanted = micros * _PER_SECOND[unit] // 1_000_000
    return str(micros) if integer(value) == wanted else repr(value)


def decode_time(digits: int) -> Decode:
    def decode(value: Any, truth: str, modes: Modes) -> str | None:
        if _iso(modes):  # 24:00:00 is the next day's midnight
            return truth if micros_of(_utc(value)) == int(truth) % DAY else repr(value)
        return _counted(value, int(truth), _unit(modes, digits, of_time=True))

    return decode


def decode_timetz(value: Any, truth: str, modes: Modes) -> str | None:
    """`truth` is counted from UTC's midnight, so it may lie a day before or after."""
    return truth if micros_of(_utc(value)) == int(truth) % DAY else repr(value)


def decode_timestamp(digits: int) -> Decode:
    def decode(value: Any, truth: str, modes: Modes) -> str | None:
        unit = _unit(modes, digits, of_time=False)
        if "infinity" in truth:
            wanted = _INFINITE_ISO[truth] if _iso(modes) else _infinite(truth, unit)
            return truth if wanted == (value if _iso(modes) else integer(value)) else repr(value)
        if _iso(modes):
            return str(_moment(_utc(value), None))
        # Counted from the beginning of the day: one that only partly fits in 64 bits does not.
        of_day = int(truth) // DAY * DAY * _PER_SECOND[unit] // 1_000_000
        last = int(truth) * _PER_SECOND[unit] // 1_000_000
        if not (-INT64 <= of_day < INT64 and last < INT64):
            assert value is None, f"{value} for what has no place"
            return truth
        return _counted(value, int(truth), unit)

    return decode


def _infinite(truth: str, unit: str) -> int:
    if unit == "nanos":
        return INT64 - 1 if truth == "infinity" else -INT64
    return _INFINITE_MICROS[truth] * (1_000 if unit == "micros" else 1)


def _moment(text: str, digits: int | None) -> int:
    date, _, time = text.partition("T")
    return days_of(date) * DAY + micros_of(time, digits)


def decode_timestamptz(digits: int) -> Decode:
    def decode(value: Any, truth: str, modes: Modes) -> str | None:
        if "infinity" in truth:
            return string(value)
        return str(_moment(_utc(value), digits))

    return decode


_ISO_INTERVAL = re.compile(r"P(-?\d+)Y(-?\d+)M(-?\d+)DT(-?\d+)H(-?\d+)M(-?)(\d+)(?:\.(\d{1,6}))?S")


def decode_interval(value: Any, truth: str, modes: Modes) -> str | None:
    """`truth` is months, days and microseconds."""
    months, days, micros = map(int, truth.split())
    if modes.get("interval.handling.mode") != "string":
        wanted = months * 2_629_800_000_000 + days * DAY + micros
        if not -INT64 <= wanted < INT64:
            assert value is None, f"{value} for what has no place"
            return truth
        return truth if integer(value) == wanted else repr(value)
    match = _ISO_INTERVAL.fullmatch(string(value))
    assert match, f"no interval: {value}"
    fraction = int((match[8] or "").ljust(6, "0"))
    seconds = (int(match[7]) * 1_000_000 + fraction) * (-1 if match[6] else 1)
    clock = (int(match[4]) * 60 + int(match[5])) * 60_000_000 + seconds
    return f"{int(match[1]) * 12 + int(match[2])} {int(match[3])} {clock}"
