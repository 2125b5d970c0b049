"""Damage to the bytes of a file: flipped bits, lost and doubled pieces, lines that are not canonical JSON."""

import re
from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import Final

from tests.verifier.tampered import Unfit

_NUMBER: Final = re.compile(rb"(?<=[:,\[])-?[0-9]+(?=[,\]}])")
_LETTER: Final = re.compile(rb"[a-z]")
_MARK: Final = re.compile(rb"[,:{}\[\]]")
_VALUE: Final = rb'(?:-?[0-9]+|"[^"\\]*"|null|true|false|\[\]|\{\})'
_MEMBER: Final = re.compile(rb'("[a-z_]+":)' + _VALUE)
_PAIR: Final = re.compile(rb'("[a-z_]+":' + _VALUE + rb'),("[a-z_]+":' + _VALUE + rb")")


def _bit(rng: Random, data: bytes) -> bytes:
    at = rng.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]


def _byte(rng: Random, data: bytes) -> bytes:
    at = rng.randrange(len(data))
    return data[:at] + rng.randbytes(1) + data[at + 1 :]


def _deleted(rng: Random, data: bytes) -> bytes:
    at = rng.randrange(len(data))
    return data[:at] + data[at + rng.choice((1, 1, 2, 30, 300)) :]


def _inserted(rng: Random, data: bytes) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + rng.choice((rng.randbytes(1), b"\n", b"0", b"}", b'"', b",", b"\r\n")) + data[at:]


def _cut(rng: Random, data: bytes) -> bytes:
    return data[: rng.choice((rng.randrange(len(data)), -1))]


def _crlf(rng: Random, data: bytes) -> bytes:
    return data.replace(b"\n", b"\r\n")


def _longer(rng: Random, data: bytes) -> bytes:
    return data + rng.choice((b"x", b"{}", b"\n", b"{}\n", b"\0", data.splitlines(keepends=True)[-1]))


def _doubled_line(rng: Random, lines: list[bytes], at: int) -> None:
    lines.insert(rng.randrange(len(lines) + 1), lines[at])


def _lost_line(rng: Random, lines: list[bytes], at: int) -> None:
    del lines[at]


def _exchanged_lines(rng: Random, lines: list[bytes], at: int) -> None:
    to = rng.randrange(len(lines))
    lines[at], lines[to] = lines[to], lines[at]


def _other_line(rng: Random, lines: list[bytes], at: int) -> None:
    strange = rng.choice((b"", b" ", b"{}", b"[]", b"null", b"5", b'{"proof":1}', b'{"public":1}'))
    lines[at : at + rng.randrange(2)] = [strange]


def _spaced(rng: Random, lines: list[bytes], at: int) -> None:
    lines[at] = _with(rng, _MARK, lines[at], lambda match: rng.choice((b" ", b"\t", b"\r")) + match[0])


def _ended_by_return(rng: Random, lines: list[bytes], at: int) -> None:
    lines[at] += b"\r"


def _byte_order_mark(rng: Random, lines: list[bytes], at: int) -> None:
    lines[at] = b"\xef\xbb\xbf" + lines[at]


def _number(rng: Random, lines: list[bytes], at: int) -> None:
    def other(match: re.Match[bytes]) -> bytes:
        digits = match[0]
        near = (
            digits + b"e0",
            digits + b".0",
            b"-" + digits,
            b"0" + digits,
            b"+" + digits,
            digits + b"0" * 17,
        )
        return rng.choice((*near, b"-0", b"1e400", b"NaN"))

    lines[at] = _with(rng, _NUMBER, lines[at], other)


def _letter(rng: Random, lines: list[bytes], at: int) -> None:
    def other(match: re.Match[bytes]) -> bytes:
        same = b"\\u%04x" % match[0][0]
        strange = (b"\\ud800", b"\\u0000", b"\x00", b"\xff", b"\xed\xa0\x80", b"\\/", b"\x7f", b"\x0b")
        return rng.choice((same, same, b"\\" + match[0], *strange, "\u00e9".encode(), "\u2028".encode()))

    lines[at] = _with(rng, _LETTER, lines[at], other)


def _doubled_key(rng: Random, lines: list[bytes], at: int) -> None:
    def twice(match: re.Match[bytes]) -> bytes:
        more = rng.choice((match[0], *(match[1] + value for value in (b"1.5", b"7", b"[" * 40 + b"]" * 40))))
        return b",".join(rng.sample((match[0], more), 2))

    lines[at] = _with(rng, _MEMBER, lines[at], twice)


def _unsorted(rng: Random, lines: list[bytes], at: int) -> None:
    lines[at] = _with(rng, _PAIR, lines[at], lambda match: match[2] + b"," + match[1])


def _with(
    rng: Random, form: re.Pattern[bytes], line: bytes, made: Callable[[re.Match[bytes]], bytes]
) -> bytes:
    """The line with one of the pieces of this form replaced; Unfit if it has none."""
    pieces = list(form.finditer(line))
    if not pieces:
        raise Unfit
    match = rng.choice(pieces)
    return line[: match.start()] + made(match) + line[match.end() :]


_OF_BYTES: Final = (_bit, _byte, _deleted, _inserted, _cut, _crlf, _longer)
_OF_LINES: Final = (
    _doubled_line,
    _lost_line,
    _exchanged_lines,
    _other_line,
    _spaced,
    _ended_by_return,
    _byte_order_mark,
    _number,
    _letter,
    _doubled_key,
    _unsorted,
)


def _lines(change: Callable[[Random, list[bytes], int], None]) -> Callable[[Random, bytes], bytes]:
    def changed(rng: Random, data: bytes) -> bytes:
        lines = data.split(b"\n")[:-1]
        if not lines:
            raise Unfit
        change(rng, lines, rng.randrange(len(lines)))
        return b"".join(line + b"\n" for line in lines)

    return changed


WAYS: Mapping[str, Callable[[Random, bytes], bytes]] = MappingProxyType(
    {way.__name__.strip("_"): way for way in _OF_BYTES}
    | {one.__name__.strip("_"): _lines(one) for one in _OF_LINES}
)
"""The ways to damage a file, by name."""


def damaged(rng: Random, data: bytes) -> bytes:
    """The file `data` damaged in a way drawn from a seed; half of the time a bit is flipped."""
    if not data:
        raise Unfit
    way = "bit" if rng.random() < 0.5 else rng.choice(sorted(WAYS))
    changed = WAYS[way](rng, data)
    if changed == data:
        raise Unfit
    return changed
