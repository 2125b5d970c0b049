"""Random requests: every answer has a documented schema, and none is an internal error."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.bots.roster import BOTS
from app.games.conquian.commands import COMMANDS
from app.games.conquian.variants import VARIANTS
from tests.api.helpers import PROBLEM, Api, Table, running

OPTIONS = sorted({name for row in VARIANTS.values() for name in row.options})
CARDS = ["2d", "Kc", "7h", "As", "1O", "12B", "??", "", "Td"]

scalars = st.none() | st.booleans() | st.integers(-(2**54), 2**54) | st.floats() | st.text(max_size=8)
anything = st.recursive(
    scalars | st.sampled_from(["me", "open", "pass", *CARDS]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
seats = st.sampled_from(["me", "open"]) | st.sampled_from(sorted(BOTS)).map(lambda bot: {"bot": bot})
options = st.dictionaries(
    st.sampled_from(OPTIONS),
    st.booleans()
    | st.integers(-2, 14)
    | st.none()
    | st.sampled_from(["spanish40", "french52", "same", "double"]),
    max_size=4,
)
creations = st.fixed_dictionaries(
    {"variant": st.sampled_from(sorted(VARIANTS)), "seats": st.lists(seats, min_size=2, max_size=6)},
    optional={"options": options, "entropy": st.sampled_from(["none", "seats"])},
)
faces = st.sampled_from(CARDS)
commands = st.fixed_dictionaries(
    {"type": st.sampled_from([*COMMANDS, "ready", "reveal"])},
    optional={
        "card": faces,
        "discard": faces,
        "use": st.lists(faces, max_size=4),
        "melds": st.lists(st.lists(faces, min_size=1, max_size=4), max_size=3),
        "seat": st.integers(0, 12),
        "entropy": st.sampled_from(["ab" * 16, "ab" * 65, "zz"]),
        "entropy_commitment": st.sampled_from(["ab" * 32, "AB" * 32]),
        "expected_ply": st.integers(0, 8),
    },
)
bounded = settings(max_examples=50)
"""Fewer examples than the soak has, which sends every operation what its schema allows and forbids."""


def damaged(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Bodies of the strategy, some with a field that holds anything."""
    names = st.sampled_from(
        ["variant", "seats", "options", "type", "use", "melds", "card", "x", "expected_ply"]
    )
    changed = st.builds(lambda body, name, value: {**body, name: value}, strategy, names, anything)
    return strategy | changed | anything


@pytest.fixture(scope="module")
def api(valkey_socket: Path) -> Iterator[Api]:
    """One API for all examples, over a database of its own, so that no other test empties it."""
    with running(f"unix://{valkey_socket}?db=3") as api:
        yield api


@pytest.fixture(scope="module")
def tables(api: Api) -> list[Table]:
    """Games in several phases; what the examples do to them goes on from example to example."""
    made = [
        api.table("me open", "mexican-2"),
        api.table("me open open", "mexican-3"),
        api.table("me open"),
        api.table("me open", entropy="seats"),
    ]
    for table in made[1:3]:
        table.play(seed=1, plies=6)
    return made


def check(response: Any, statuses: set[int]) -> None:
    """Check an answer: JSON, a known status, a problem for a refusal."""
    assert response.status_code in statuses, (response.status, response.text)
    assert response.mimetype == (PROBLEM if response.status_code >= 400 else "application/json")
    json.loads(response.data)


@bounded
@given(body=damaged(creations))
def test_no_creation_makes_the_service_fail(body: Any, api: Api) -> None:
    data = json.dumps(body).encode()
    response = api.client.post("/v1/games", data=data, content_type="application/json")
    check(response, {201, 400, 413, 422})
    if response.status_code == 201:
        api.bots(response.get_json()["game"])


@bounded
@given(
    body=damaged(commands), at=st.integers(0, 3), seat=st.integers(0, 1), key=st.sampled_from(["k", "", None])
)
def test_no_move_makes_the_service_fail(
    body: Any, at: int, seat: int, key: str | None, api: Api, tables: list[Table]
) -> None:
    table = tables[at]
    headers = table.headers(seat, {} if key is None else {"Idempotency-Key": key})
    data = json.dumps(body).encode()
    path = f"{table.path}/moves"
    check(
        api.client.post(path, data=data, content_type="application/json", headers=headers),
        {200, 400, 409, 413, 422, 428},
    )


@bounded
@given(data=st.binary(max_size=60) | anything.map(lambda value: json.dumps(value).encode()[:40]))
def test_no_bytes_make_the_service_fail(data: bytes, api: Api, tables: list[Table]) -> None:
    table = tables[0]
    for path in ("/v1/games", f"{table.path}/seats", f"{table.path}/moves"):
        response = api.client.post(path, data=data, content_type="application/json", headers=table.headers(0))
        check(response, {201, 400, 409, 411, 413, 422, 428})


@bounded
@given(
    name=st.sampled_from(
        ["Authorization", "If-Match", "Idempotency-Key", "If-None-Match", "Accept", "Content-Type"]
    ),
    text=st.text(st.characters(min_codepoint=32, max_codepoint=255), max_size=40)
    | st.sampled_from(["Bearer cq_seat_", '"1"', "*", '"', "application/json;q=x", "*/*;q=2"]),
)
def test_no_header_makes_the_service_fail(name: str, text: str, api: Api, tables: list[Table]) -> None:
    table = tables[2]
    headers = table.headers(0) | {name: text}
    statuses = {200, 304, 400, 401, 406, 409, 411, 412, 415, 422, 428}
    for path in ("", "/moves", "/events", "/positions/1", "/audit"):
        response = api.client.get(table.path + path, headers=headers)
        assert response.status_code in statuses, response.text
    sent = {"Content-Type": "application/json", **headers}
    response = api.client.post(f"{table.path}/moves", data=b'{"type":"keep","discard":"2d"}', headers=sent)
    assert response.status_code in statuses, response.text


@bounded
@given(
    query=st.dictionaries(
        st.sampled_from(["after", "wait", "limit", "expand", "x"]), st.text(max_size=6), max_size=3
    )
)
def test_no_query_makes_the_service_fail(query: dict[str, str], api: Api, tables: list[Table]) -> None:
    safe = {name: "0" if name == "wait" and text.isdigit() else text for name, text in query.items()}
    for path in ("", "/moves", "/events"):
        response = api.client.get(tables[1].path + path, headers=tables[1].headers(0), query_string=safe)
        check(response, {200, 400, 422})
