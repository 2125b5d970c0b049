"""Trace context of W3C: which headers are taken over, and what goes with log lines and jobs."""

import logging

import orjson
import pytest

from app.observability.logs import (
    Trace,
    begin,
    current_origin,
    current_trace,
    formatter,
    has_trace,
    on_behalf_of,
    parent_id,
)
from app.settings.parsers import LogFormat

ID, PARENT = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"
HEADER = f"00-{ID}-{PARENT}-01"
BAD = [
    "",
    f"00-{ID}-{PARENT}",
    f"00-{ID}-{PARENT}-1",
    f"00-{ID}-{PARENT}-011",
    f"00-{ID}-{PARENT}-01-",
    f"00-{ID}-{PARENT}-01-more",
    f"00-{ID}-{PARENT}-0x",
    f"00-{ID.upper()}-{PARENT}-01",
    f"00-{ID[:-1]}-{PARENT}-01",
    f"00-{ID}0-{PARENT}-01",
    f"00-{'0' * 32}-{PARENT}-01",
    f"00-{ID}-{'0' * 16}-01",
    f"00-{ID}-{PARENT.upper()}-01",
    f"00-{ID}-{PARENT[:-1]}-01",
    f"ff-{ID}-{PARENT}-01",
    f"0-{ID}-{PARENT}-01",
    f"CC-{ID}-{PARENT}-01",
    f"cc-{ID}-{PARENT}-01.more",
    f"{HEADER},{HEADER}",
    f"00-{ID}_{PARENT}-01",
    f"00-\u0660{ID[1:]}-{PARENT}-01",
]


def line(message: str = "done") -> dict[str, object]:
    """Return a written line, parsed."""
    record = logging.LogRecord("app.test", logging.INFO, __file__, 1, message, None, None)
    written: dict[str, object] = orjson.loads(formatter(LogFormat.JSON).format(record))
    return written


@pytest.mark.parametrize("text", BAD)
def test_a_malformed_header_is_no_trace(text: str) -> None:
    assert Trace.of_header(text) is None


@pytest.mark.parametrize(
    ("sent", "flags"), [("00", "00"), ("01", "01"), ("02", "02"), ("03", "03"), ("ff", "03"), ("fd", "01")]
)
def test_only_known_flags_are_passed_on(sent: str, flags: str) -> None:
    trace = Trace.of_header(f"00-{ID}-{PARENT}-{sent}")
    assert trace == Trace(ID, flags)
    assert trace.header("00f067aa0ba902b7") == f"00-{ID}-00f067aa0ba902b7-{flags}"


@pytest.mark.parametrize("more", ["", "-", "-what-the-future-will-be-like"])
def test_of_a_later_version_the_known_members_are_read(more: str) -> None:
    assert Trace.of_header(f"cc-{ID}-{PARENT}-01{more}") == Trace(ID, "01")


def test_each_parent_id_is_new_and_well_formed() -> None:
    names = {parent_id() for _ in range(50)}
    assert len(names) == 50
    assert all(Trace.of_header(f"00-{ID}-{name}-01") for name in names)


def test_the_trace_of_a_request_goes_with_its_lines_and_with_the_work_that_it_causes() -> None:
    begin("request-1", Trace.of_header(HEADER))
    origin = current_origin()
    assert (line()["request"], line()["trace_id"]) == ("request-1", ID)
    begin("request-2")
    assert line()["request"] == "request-2"
    assert "trace_id" not in line()
    assert (has_trace(origin), has_trace(current_origin())) == (True, False)
    with on_behalf_of(origin):
        assert (line()["request"], line()["trace_id"]) == ("request-1", ID)
        assert current_trace() == Trace(ID, "01")
        assert current_origin() == origin
    assert current_origin() == "request-2"
    begin("")


@pytest.mark.parametrize(
    "origin",
    [
        f" {ID}-01",
        f"request-1  {ID}-01",
        f"request-1 {ID}-01 ",
        f"request-1 {ID}-04",
        f"request-1 {ID}",
        f"request-1 {HEADER}",
        f"request-1 {'0' * 32}-01",
        f"cq_seat_x {ID}-01",
        "request-1 ",
    ],
)
def test_an_origin_that_is_not_well_formed_is_none(origin: str) -> None:
    with on_behalf_of(origin):
        assert (current_origin(), current_trace()) == ("", None)
        assert {"request", "trace_id"}.isdisjoint(line())
