"""Log lines while games are played: every request, no secret."""

import io
import logging
from collections.abc import Iterator
from typing import Any

import orjson
import pytest

from app.observability.logs import formatter
from app.settings.parsers import LogFormat
from tests.api.helpers import CARD, Api
from tests.api.player_requests import person


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """All lines of this process, down to the least important."""
    stream = io.StringIO()
    handler, root = logging.StreamHandler(stream), logging.getLogger()
    handler.setFormatter(formatter(LogFormat.JSON))
    before = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield stream
    root.removeHandler(handler)
    root.setLevel(before)


def test_no_line_holds_a_token_a_card_or_a_name(api: Api, written: io.StringIO) -> None:
    lupe = person(api, "Guadalupe Canary")
    table = api.table("me greedy")
    table.play(5, plies=12)
    table.post(0, {"type": "meld", "use": ["7O"], "discard": "canary"})
    lupe.get("/v1/players/me")
    api.client.get(f"{table.path}?token={table.tokens[0]}", headers=table.headers(0))
    text = written.getvalue()
    assert text.count("entry written") > 10
    assert not CARD.findall(text)
    for secret in (table.tokens[0], lupe.key, table.tokens[0][-40:], lupe.key[-40:], "Guadalupe", "canary"):
        assert secret not in text


def test_each_ply_is_traced_to_the_request_that_wrote_it(api: Api, written: io.StringIO) -> None:
    body = {"variant": "north-american", "seats": [{"bot": "greedy"}, {"bot": "greedy"}]}
    made = api.post(body, X_Request_Id="trace-me-1234").get_json()
    lines = [orjson.loads(line) for line in written.getvalue().splitlines()]
    plies = {line["ply"]: line["request"] for line in lines if line["message"] == "entry written"}
    assert plies == dict.fromkeys(range(1, made["ply"] + 1), "trace-me-1234")
    outbox: Any = [row for key in api.redis.scan_iter("cq:*:ob") for row in api.redis.xrange(key) or ()]
    assert {fields[b"r"] for _, fields in outbox} == {b"trace-me-1234"}


def test_each_ply_is_traced_to_the_trace_of_its_request_and_no_entry_has_it(
    api: Api, written: io.StringIO
) -> None:
    name = "0af7651916cd43dd8448eb211c80319c"
    body = {"variant": "north-american", "seats": [{"bot": "greedy"}, {"bot": "greedy"}]}
    sent = {"X_Request_Id": "trace-me-1234", "traceparent": f"00-{name}-b7ad6b7169203331-01"}
    made = api.post(body, **sent).get_json()
    lines = [orjson.loads(line) for line in written.getvalue().splitlines()]
    assert {line["trace_id"] for line in lines if line["message"] == "entry written"} == {name}
    outbox: Any = [row for key in api.redis.scan_iter("cq:*:ob") for row in api.redis.xrange(key) or ()]
    assert {fields[b"r"] for _, fields in outbox} == {f"trace-me-1234 {name}-01".encode()}
    for path in ("", "/events", "/head", "/receipts"):
        assert name not in api.client.get(f"/v1/games/{made['game']}{path}").get_data(as_text=True), path
    keys: Any = api.redis.scan_iter(f"*{made['game']}*")
    assert name.encode() not in b"".join(api.redis.dump(key) or b"" for key in keys)
