"""HTTP caching: entity tags, conditional requests and lifetimes."""

import gzip
from typing import Any

import pytest

from app.i18n import Language, translate
from app.service.rulebook import BINDS
from tests.api.conversation import conversation
from tests.api.helpers import Api, Table, expect, refused

FOR_EVER = "max-age=31536000, immutable"
NEVER_THE_SAME = ("/metrics", "/v1/operator")
"""Answers with numbers that change by themselves."""


def again(api: Api, response: Any, method: str = "GET", **more: str) -> Any:
    """The answer to the same request once more, with more headers."""
    asked = response.request
    headers = [item for item in asked.headers.items() if item[0] != "If-None-Match"]
    named = [(name.replace("_", "-"), text) for name, text in more.items()]
    address = asked.environ.get("RAW_URI", asked.url)
    return api.client.open(address, method=method, headers=[*headers, *named])


def test_every_get_is_revalidated_and_has_a_head(api: Api) -> None:
    tried, whole = set(), set()
    for path, method, response in conversation(api):
        if method != "get" or response.status_code != 200 or path in NEVER_THE_SAME:
            continue
        assert response.headers["ETag"], path
        now = again(api, response)
        head = again(api, response, "HEAD")
        assert (head.status_code, head.data) == (200, b"")
        assert {name for name, _ in head.headers} == {name for name, _ in now.headers}, path
        for tag in (now.headers["ETag"], f"W/{now.headers['ETag']}", f'"x", {now.headers["ETag"]}', "*"):
            known = again(api, response, If_None_Match=tag)
            if known.status_code == 200 and "provisional" in known.text:
                whole.add(path)
                continue
            assert (known.status_code, known.data) == (304, b""), (path, tag)
            assert known.headers["ETag"] == now.headers["ETag"]
            assert known.headers.get("Cache-Control") == now.headers.get("Cache-Control")
            assert "Content-Type" not in known.headers
        assert again(api, response, If_None_Match='"another"').status_code == 200
        tried.add(path)
    assert whole <= {"/v1/games/{game}"}  # disputes have plies of their own
    assert len(tried) > 30


def test_views_may_not_be_cached(api: Api) -> None:
    table = api.table("me open", "mexican-2")
    for rest in ("", "/moves", "/events", "/positions/1", "/head"):
        answer = table.get(rest, 0)
        assert answer.headers["Cache-Control"] == "private, no-store", rest
        assert "Authorization" in answer.headers["Vary"]


@pytest.mark.parametrize("path", ["/v1/rulebooks/1", "/v1/rulebooks/2"])
def test_an_edition_of_the_rulebook_is_cached_for_ever(api: Api, path: str) -> None:
    assert api.client.get(path).headers["Cache-Control"] == f"public, {FOR_EVER}"
    asked = api.client.get(path, headers={"Authorization": "Bearer x"})
    assert asked.headers["Cache-Control"] == f"private, {FOR_EVER}"


def test_a_translated_rulebook_has_another_tag_than_the_edition(api: Api) -> None:
    path = "/v1/rulebooks/4"
    plain, english = api.client.get(path), api.client.get(path, headers={"Accept-Language": "en-GB"})
    spanish = api.client.get(path, headers={"Accept-Language": "es-MX, en;q=0.5"})
    french = api.client.get(f"{path}?lang=fr", headers={"Accept-Language": "es"})
    assert plain.data == english.data == api.client.get(f"{path}?lang=en").data
    assert len({one.headers["ETag"] for one in (plain, english, spanish, french)}) == 3
    assert all("Accept-Language" in one.headers["Vary"] for one in (plain, english, spanish, french))
    assert plain.headers["Content-Language"] == "en"
    assert plain.headers["Cache-Control"] == f"public, {FOR_EVER}"
    for answer, language in ((spanish, "es"), (french, "fr")):
        assert {*answer.content_language} == {"en", language}
        assert answer.headers["Cache-Control"] == "public, max-age=300"
        assert again(api, answer, If_None_Match=answer.headers["ETag"]).status_code == 304
        body = expect(answer, 200)
        translation = body.pop("translation")
        assert body == plain.json
        assert translation["language"] == language
        assert translation["note"] == translate(Language(language), BINDS)
        assert translation["paragraphs"].keys() == body["paragraphs"].keys()


def test_an_older_edition_is_translated_where_its_text_is_unchanged(api: Api) -> None:
    old, new = (expect(api.client.get(f"/v1/rulebooks/{number}?lang=es"), 200) for number in (1, 4))
    there = old["translation"]["paragraphs"]
    assert 0 < len(there) < len(old["paragraphs"])
    for number in there:
        assert old["paragraphs"][number] == new["paragraphs"][number]


@pytest.mark.parametrize("query", ["?lang=de", "?lang="])
def test_a_language_that_the_rulebook_does_not_have_is_refused(api: Api, query: str) -> None:
    refused(api.client.get(f"/v1/rulebooks/4{query}"), 422, "validation_failed")


def test_a_complete_record_is_cached_for_ever(api: Api, table: Table) -> None:
    before = table.get("/record")
    assert before.headers["Cache-Control"] == "private, no-store"
    assert '"checkpoint":null' in before.text


def test_a_position_is_another_once_the_cards_are_open(api: Api) -> None:
    table = api.table("me greedy")
    ply = table.view()["ply"]
    hidden = table.get(f"/positions/{ply}", 0)
    assert hidden.headers["ETag"] == f'"{ply}"'
    table.play(seed=3)
    known = {"If-None-Match": hidden.headers["ETag"]}
    answer = table.get(f"/positions/{ply}", 0, **known)
    assert "revealed" in expect(answer, 200)


def test_open_positions_are_shown_from_the_view_of_any_seat(api: Api) -> None:
    table = api.table("me greedy")
    ply, own = table.view()["ply"], table.view(0)["hand"]
    assert expect(table.get(f"/positions/{ply}?seat=0", 0), 200)["view"]["hand"] == own
    refused(table.get(f"/positions/{ply}?seat=1", 0), 409, "not_before_end")
    refused(table.get(f"/positions/{ply}?seat=0"), 409, "not_before_end")
    table.play(seed=3)
    hands = [expect(table.get(f"/positions/{ply}?seat={seat}"), 200)["view"]["hand"] for seat in (0, 1)]
    assert hands[0] == own
    assert hands[1] not in (None, own)
    assert expect(table.get(f"/positions/{ply}"), 200)["view"]["hand"] is None
    refused(table.get(f"/positions/{ply}?seat=2"), 404, "not_found")


def test_no_precondition_of_a_write_makes_a_read_fail(api: Api) -> None:
    table = api.table("me open", "mexican-2")
    for rest in ("", "/moves", "/events", "/positions/1"):
        assert table.get(rest, 0, **{"If-Match": '"999"'}).status_code == 200
    assert api.client.get("/v1/variants", headers={"If-Match": '"x"'}).status_code == 200


@pytest.mark.parametrize("path", ["/docs", "/openapi.json"])
def test_large_documents_are_compressed_if_the_client_accepts_it(api: Api, path: str) -> None:
    plain = api.client.get(path, headers={"Accept-Encoding": "gzip;q=0, br"})
    packed = api.client.get(path, headers={"Accept-Encoding": "br, gzip"})
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) * 5 < len(plain.data)
    for answer in (plain, packed):
        assert "Accept-Encoding" in answer.headers["Vary"]
    assert packed.headers["ETag"] != plain.headers["ETag"]
    again = {"Accept-Encoding": "gzip", "If-None-Match": packed.headers["ETag"]}
    assert api.client.get(path, headers=again).status_code == 304
