"""Pagination: one order, and each page links to the next."""

import re
from typing import Any

import pytest

from tests.api.helpers import Api, Json, Table, expect


def walked(api: Api, address: str) -> list[Json]:
    """Every page from this address on, as far as Link leads."""
    pages, following = [], address
    while following:
        response: Any = api.client.get(following)
        pages.append(expect(response, 200))
        headers = re.fullmatch(r'<([^>]+)>; rel="next"', response.headers.get("Link", ""))
        assert headers or "Link" not in response.headers
        following = headers[1] if headers else ""
        assert len(pages) < 200
    return pages


@pytest.mark.parametrize("limit", [1, 3, 200])
def test_the_log_of_a_game_is_read_page_by_page(api: Api, table: Table, limit: int) -> None:
    whole = expect(table.get("/events?limit=200"), 200)["events"]
    pages = walked(api, f"{table.path}/events?limit={limit}")
    assert [entry for page in pages for entry in page["events"]] == whole
    assert len(pages) == -(-len(whole) // limit)


def test_the_list_of_games_is_read_page_by_page_with_its_filters(api: Api) -> None:
    made = [api.table("me open", "mexican-2").id for _ in range(3)]
    api.table("me open")
    pages = walked(api, "/v1/games?limit=1&variant=mexican-2")
    games = [game["game"] for page in pages for game in page["games"]]
    assert sorted(games) == sorted(made)
    assert games == [
        game["game"] for game in expect(api.client.get("/v1/games?variant=mexican-2"), 200)["games"]
    ]
