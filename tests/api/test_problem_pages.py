"""Pages of error codes: cause, remedy and sentence of each, in three languages."""

import re

import pytest
from markupsafe import escape

from app.api.causes import CAUSES
from app.games.registry import reasons
from app.http.errors import CODES, Problem
from tests.api.helpers import Api, expect, refused


def test_every_code_has_a_page_and_is_listed_in_the_docs(api: Api) -> None:
    docs = api.client.get("/docs")
    assert (docs.status_code, docs.mimetype) == (200, "text/html")
    assert set(reasons()) <= set(CODES)
    listed = expect(api.client.get("/problems"), 200)["problems"]
    assert [row["code"] for row in listed] == sorted(CODES)
    for problem in listed:
        code, known = problem["code"], CODES[problem["code"]]
        kind = Problem(code).as_dict()["type"]
        assert expect(api.client.get(kind), 200) == problem
        assert problem["statuses"] == [known.status, *known.also]
        page = api.client.get(kind, headers={"Accept": "text/html,*/*;q=0.8"})
        assert (page.status_code, page.mimetype) == (200, "text/html")
        assert all(str(escape(problem[name])) in page.text for name in ("code", "title", "cause", "remedy"))
        for translation in problem["translations"].values():
            assert str(escape(translation["sentence"])) in page.text
        assert f"<code>{code}</code>" in docs.text


def test_every_code_of_the_rules_is_explained_in_three_languages(api: Api) -> None:
    for code in reasons():
        answer = expect(api.client.get(f"/problems/{code}"), 200)
        assert set(answer["translations"]) >= {"es", "fr"}
        assert answer["rule"]
    for code in CODES:
        assert code in CAUSES or code in reasons(), f"{code} has no cause in app/api/causes.py"
    assert set(CAUSES) <= set(CODES)


@pytest.mark.parametrize("language", ["en", "es", "fr"])
def test_no_cause_repeats_its_title_or_its_remedy(api: Api, language: str) -> None:
    for problem in expect(api.client.get(f"/problems?lang={language}"), 200)["problems"]:
        plain = {
            name: re.sub(r"\W+", " ", problem[name]).casefold().strip()
            for name in ("title", "cause", "remedy")
        }
        assert len(set(plain.values())) == 3, problem


def test_remedies_fit_the_refused_operation(api: Api) -> None:
    listed = expect(api.client.get("/problems"), 200)["problems"]
    remedies = {row["code"]: row["remedy"] for row in listed}
    of_a_move = {code for code, remedy in remedies.items() if "GET /v1/games/{game}/moves" in remedy}
    assert not of_a_move & {"seat_unknown", "invitation_invalid", "not_host", "seed_invalid"}
    assert "awaited" not in remedies["history_rolled_back"] + remedies["seat_taken"]
    assert "operator" in remedies["history_rolled_back"]


@pytest.mark.parametrize("language", ["es", "fr"])
def test_problems_are_explained_in_the_language_of_the_reader(api: Api, language: str) -> None:
    english = expect(api.client.get("/problems"), 200)["problems"]
    wished = api.client.get("/problems", headers={"Accept-Language": f"{language}-MX, en;q=0.5"})
    assert wished.headers["Content-Language"] == language
    assert {"Accept", "Accept-Language"} <= set(wished.vary)
    asked = api.client.get(f"/problems?lang={language}", headers={"Accept-Language": "en"})
    assert asked.get_json() == wished.get_json()
    for problem, other in zip(english, wished.get_json()["problems"], strict=True):
        assert problem["code"] == other["code"]
        assert problem["cause"] != other["cause"], problem["code"]
        assert problem["remedy"] != other["remedy"], problem["code"]
        assert problem["title"] != other["title"], problem["code"]
        assert problem["cause"] != problem["title"].rstrip(".") + ".", problem["code"]
        address = f"/problems/{problem['code']}"
        assert api.client.get(f"{address}?lang={language}").get_json() == other
    page = api.client.get(f"/problems/run_gap?lang={language}", headers={"Accept": "text/html"})
    answer = expect(api.client.get(f"/problems/run_gap?lang={language}"), 200)
    assert page.headers["Content-Language"] == language
    assert f'<html lang="{language}">' in page.text
    assert f'href="/problems?lang={language}"' in page.text
    assert all(str(escape(answer[name])) in page.text for name in ("title", "cause", "remedy"))
    whole = api.client.get("/problems", headers={"Accept": "text/html", "Accept-Language": language})
    assert str(escape(answer["cause"])) in whole.text
    plain = api.client.get("/problems/run_gap")
    assert plain.headers["Content-Language"] == "en"
    assert api.client.get("/problems?lang=de").status_code == 422


def test_an_unknown_code_has_no_page(api: Api) -> None:
    refused(api.client.get("/problems/no_such_code"), 404, "not_found")
