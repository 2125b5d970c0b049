"""Rules sheets over HTTP: explained in three languages, checked, and played when they are custom."""

import json
import re
from typing import Any

import pytest

from app.games.card_names import within
from app.games.cards import faces
from app.games.conquian.reasons import REASONS
from app.games.conquian.variants import TABLE_OF_VARIANTS, VARIANTS
from app.http.errors import CODES
from app.i18n import translate, translations
from app.service.entry_codec import rules_hash
from tests.api.helpers import Api, Json, expect, refused

ALL = {"es", "en", "fr"}
HOUSE = {"variant": "mexican-3", "fold": True, "run_max": 5, "packs": 2, "waste": "face_down"}


def _get(api: Api, address: str, **headers: str) -> Json:
    return expect(api.client.get(address, headers=headers), 200)


def _check(api: Api, body: Json, **headers: str) -> Any:
    return api.client.post("/v1/rules", json=body, headers=headers)


@pytest.mark.parametrize("name", VARIANTS)
def test_a_variant_explains_every_parameter_in_three_languages(api: Api, name: str) -> None:
    sheet = _get(api, f"/v1/variants/{name}")
    assert sheet["rules_hash"] == rules_hash(sheet["rules"])
    assert [parameter["name"] for parameter in sheet["parameters"]] == list(sheet["rules"])
    assert set(sheet["name"]) == set(sheet["sentence"]) == ALL
    for row in sheet["parameters"]:
        assert row["value"] == sheet["rules"][row["name"]]
        assert set(row["sentence"]) == ALL
        assert all(set(texts) == ALL for texts in row.get("values", {}).values())
        said_value = str(row["value"]).lower() if isinstance(row["value"], bool) else row["value"]
        if row["value"] is not None and "values" in row and not isinstance(row["value"], int):
            assert said_value in row["values"]


def test_parameters_that_a_table_may_choose_name_their_option_and_its_values(api: Api) -> None:
    sheet = _get(api, "/v1/variants/mexican-3")
    by_name = {parameter["name"]: parameter for parameter in sheet["parameters"]}
    assert (by_name["claims"]["option"], by_name["claims"]["allowed"]) == ("me_sirve", [False, True])
    assert (by_name["hand_sizes"]["option"], by_name["hand_sizes"]["allowed"]) == ("hand_size", [8, 9, 10])
    assert (by_name["stake"]["minimum"], by_name["stake"]["maximum"]) == (0, 10**6)
    assert "option" not in by_name["fold"]
    assert {parameter["option"] for parameter in sheet["parameters"] if "option" in parameter} == set(
        sheet["options"]
    )


def test_one_language_is_chosen_by_the_address_or_by_the_header(api: Api) -> None:
    address = "/v1/variants/paco"
    french = {"fr": _get(api, address)["sentence"]["fr"]}
    assert _get(api, address + "?lang=fr")["sentence"] == french
    assert _get(api, address, **{"Accept-Language": "fr-CA, de;q=0.9"})["sentence"] == french
    assert set(_get(api, address + "?lang=es", **{"Accept-Language": "fr"})["sentence"]) == {"es"}
    assert set(_get(api, address, **{"Accept-Language": "de, *;q=0.5"})["sentence"]) == ALL
    answer = api.client.get(address + "?lang=fr")
    assert answer.headers["Content-Language"] == "fr"
    assert "Accept-Language" in answer.headers["Vary"]
    refused(api.client.get(address + "?lang=de"), 422, "validation_failed")


def test_a_variant_with_options_is_returned_as_its_canonical_sheet(api: Api) -> None:
    answer = expect(_check(api, {"variant": "mexican-3", "options": {"me_sirve": True, "stake": 5}}), 200)
    assert (answer["variant"], answer["custom"]) == ("mexican-3", False)
    assert answer["equals"] == {"variant": "mexican-3", "options": {"me_sirve": True, "stake": 5}}
    assert (answer["rules"]["claims"], answer["rules"]["stake"]) == (True, 5)


def test_a_custom_sheet_is_returned_with_its_hash_and_the_equal_variant(api: Api) -> None:
    answer = expect(_check(api, {"rules": HOUSE}), 200)
    assert (answer["variant"], answer["custom"], answer["equals"]) == ("custom", True, None)
    assert answer["rules"] == {**_get(api, "/v1/variants/mexican-3")["rules"], **HOUSE, "variant": "custom"}
    assert answer["rules_hash"] == rules_hash(answer["rules"])
    again = expect(_check(api, {"rules": answer["rules"]}), 200)
    assert again == answer
    like = expect(_check(api, {"rules": {"variant": "navajo-tens", "stake": 3}}), 200)
    assert (like["custom"], like["equals"]) == (True, {"variant": "navajo-tens", "options": {"stake": 3}})


@pytest.mark.parametrize("address", ["/v1/rules", "/v1/games"])
@pytest.mark.parametrize(
    ("sheet", "code", "pointer"),
    [
        ({"tarot": 1}, "config_option", "/rules/tarot"),
        ({"<b>": 1}, "config_option", "/rules"),
        ({"hand_sizes": [99]}, "config_hand_size", "/rules/hand_sizes"),
        ({"exchange": "yes"}, "config_option", "/rules/exchange"),
        ({"teams": 2}, "config_teams", "/rules/teams"),
        ({"stake": -1}, "config_stake", "/rules/stake"),
        ({"players_max": 40}, "config_players", "/rules/players_max"),
        ({"deal_style": "packets_3_5", "hand_sizes": [10]}, "config_packets", "/rules/deal_style"),
        ({"variant": "tarot"}, "config_option", "/rules/variant"),
        ({"waste": {"deep": [1]}}, "config_option", "/rules/waste"),
    ],
)
def test_an_inconsistent_sheet_is_refused_at_its_field(
    api: Api, address: str, sheet: Json, code: str, pointer: str
) -> None:
    seats = {"seats": ["me", "open"]} if address == "/v1/games" else {}
    problem = refused(api.client.post(address, json={"rules": sheet, **seats}), 422, code)
    assert [error["pointer"] for error in problem["errors"]] == [pointer]
    assert "rule" in problem


@pytest.mark.parametrize(
    "body", [{}, {"options": {"stake": 1}}, {"rules": {}, "variant": "paco"}, {"rules": []}, {"rules": None}]
)
def test_a_body_names_either_a_variant_or_a_sheet(api: Api, body: Json) -> None:
    refused(_check(api, body), 422, "validation_failed")


def test_options_of_a_variant_do_not_go_with_a_sheet(api: Api) -> None:
    problem = refused(_check(api, {"rules": {}, "options": {"stake": 1}}), 422, "config_option")
    assert problem["errors"][0]["pointer"] == "/options/stake"


def test_a_sheet_may_have_64_kib(api: Api) -> None:
    body = json.dumps({"rules": HOUSE}).encode()
    fits, headers = body.ljust(65_536), {"Content-Type": "application/json"}
    expect(api.client.post("/v1/rules", data=fits, headers=headers), 200)
    refused(api.client.post("/v1/rules", data=fits + b" ", headers=headers), 413, "body_too_large")


def test_a_game_of_a_custom_sheet_is_marked_pins_it_and_is_played_to_its_end(api: Api) -> None:
    checked = expect(_check(api, {"rules": HOUSE}), 200)
    bots = [{"bot": "greedy"}, {"bot": "random"}]
    body = {"rules": HOUSE, "options": {"reveal": "hand"}, "seats": ["open", *bots]}
    made = expect(api.post(body), 201)
    assert made["view"]["variant"] == "custom"
    table = api.adopt(made["game"], [])
    table.sit()
    (first, *_) = expect(table.get("/events"), 200)["events"]
    public = first["public"]
    assert public["rules_hash"] == checked["rules_hash"]
    assert public["rules_version"] == checked["rules_version"]
    assert public["events"][0]["rules"] == checked["rules"]
    assert table.play(seed=3)["status"] == "finished"


def test_a_refusal_is_in_the_requested_language_and_keeps_its_code(api: Api) -> None:
    body = {"rules": {"stake": -1}}
    english = _check(api, body)
    assert "Content-Language" not in english.headers
    for asked, language, title in (
        ("es-MX, en;q=0.9", "es", "Apuesta no jugada"),
        ("en;q=0.5, fr", "fr", "Enjeu non joué"),
    ):
        answer = _check(api, body, **{"Accept-Language": asked})
        problem = refused(answer, 422, "config_stake")
        assert answer.headers["Content-Language"] == language
        assert problem["title"] == title
        assert problem["errors"][0]["detail"] == problem["detail"] != english.get_json()["detail"]
    for asked in ("en, es;q=0.9", "de", "*", ";;q=ñ"):
        answer = _check(api, body, **{"Accept-Language": asked})
        assert answer.get_json() == english.get_json()
        assert "Content-Language" not in answer.headers


def test_a_refused_move_is_explained_in_the_language_of_the_seat(api: Api) -> None:
    table = api.table("me me", "mexican-2")
    answer = table.post(0, {"type": "fold"}, Accept_Language="es", If_Match=f'"{table.view(0)["ply"]}"')
    assert answer.get_json()["code"] == "wrong_phase"
    assert answer.get_json()["title"] == "No es lo que se pregunta"


@pytest.mark.parametrize("seats", [1, 13])
def test_more_or_fewer_seats_than_the_game_has_are_refused_with_how_many_it_has(api: Api, seats: int) -> None:
    body = {"variant": "paco", "seats": ["me", *["open"] * (seats - 1)]}
    problem = refused(api.client.post("/v1/games", json=body), 422, "config_players")
    (fault,) = problem["errors"]
    assert (fault["pointer"], fault["minimum"], fault["maximum"]) == ("/seats", 2, 12)
    assert problem["detail"] == fault["detail"] == "There are 2 to 12 seats by these rules."


@pytest.mark.parametrize(
    ("options", "detail"),
    [
        ({"frobnicate": 1}, "There is no option called frobnicate."),
        ({"exchange": False, "me_sirve": 3}, REASONS["config_option"].sentence),
        ({"<b>": 1}, REASONS["config_option"].sentence),
    ],
)
def test_an_option_that_does_not_exist_is_named(api: Api, options: Json, detail: str) -> None:
    body = {"variant": "mexican-3", "seats": ["me", "open", "open"], "options": options}
    problem = refused(api.client.post("/v1/games", json=body), 422, "config_option")
    assert (problem["detail"], problem["errors"][0]["detail"]) == (detail, detail)


def test_an_unknown_member_of_a_sheet_is_refused_with_the_similar_name(api: Api) -> None:
    problem = refused(api.client.post("/v1/rules", json={"rules": {"hand_size": 8}}), 422, "config_option")
    assert problem["detail"] == "There is no option called hand_size. Perhaps hand_sizes is meant."
    assert problem["errors"][0]["pointer"] == "/rules/hand_size"


@pytest.mark.parametrize("language", ["en", "es", "fr"])
def test_a_refused_move_points_to_its_member_and_names_the_card(api: Api, language: str) -> None:
    table = api.table("me me")
    seat = table.asked()
    assert seat is not None
    view = table.view(seat)
    centre, hand = view["centre"]["card"], view["hand"]
    missing = next(card for card in faces("french40") if card not in (centre, *hand))
    headers = {"Accept_Language": language, "If_Match": f'"{view["ply"]}"'}
    unheld = {"type": "meld", "melds": [[centre, missing, hand[0]]], "discard": hand[1]}
    problem = refused(table.post(seat, unheld, **headers), 422, "card_not_yours")
    assert problem["errors"][0]["pointer"] == "/melds/0/1"
    assert problem["detail"] == problem["errors"][0]["detail"]
    apart = next([card, two] for card in hand for two in hand if card[0] != two[0] and card[-1] != two[-1])
    discard = next(card for card in hand if card not in apart)
    lone = {"type": "meld", "use": apart, "discard": discard}
    problem = refused(table.post(seat, lone, **headers), 422, "no_layout")
    assert translate(language, within(centre)) in problem["detail"]
    short = {"type": "meld", "melds": [[centre, hand[0]]], "discard": hand[1]}
    problem = refused(table.post(seat, short, **headers), 422, "combo_too_short")
    assert problem["errors"][0]["pointer"] == "/melds/0"
    assert problem["detail"] == problem["errors"][0]["detail"]


def test_the_stake_is_described_as_unused_where_cards_are_paid_for(api: Api) -> None:
    stakes = {
        name: next(
            parameter
            for parameter in _get(api, f"/v1/variants/{name}")["parameters"]
            if parameter["name"] == "stake"
        )
        for name in ("paco", "paco-teams", "mexican-2")
    }
    assert stakes["paco"]["sentence"] == stakes["paco-teams"]["sentence"] != stakes["mexican-2"]["sentence"]
    assert set(stakes["paco"]["sentence"]) == ALL
    assert "pay cards" in stakes["paco"]["sentence"]["en"]


def test_every_refusal_is_translated_into_spanish_and_french(api: Api) -> None:
    answer = api.client.get("/v1/variants/chess", headers={"Accept-Language": "es"})
    assert refused(answer, 404, "not_found")["title"] == "No encontrado"
    assert answer.headers["Content-Language"] == "es"
    for row in _get(api, "/problems")["problems"]:
        texts = [row["translations"][language] for language in ("es", "fr")]
        titles = {row["title"], *(text["title"] for text in texts)}
        assert len(titles) > 1, row["code"]
        assert all(text["sentence"] for text in texts), row["code"]


def test_every_title_describes_the_error_and_is_not_its_code() -> None:
    def letters(text: str) -> str:
        return "".join(filter(str.isalnum, text.lower()))

    for code, known in CODES.items():
        titles = translations(known.title)
        for language, title in titles.items():
            assert letters(title) != letters(code), (language, code)
            assert re.fullmatch(r"[A-ZÉÚ¿][^.]{3,50}", title), (language, code, title)
        assert letters(known.title) not in letters(known.remedy), code


def test_the_sheet_of_a_variant_is_the_one_that_its_games_pin(api: Api) -> None:
    sheet = _get(api, "/v1/variants/french-page")
    made = expect(_check(api, {"variant": "french-page"}), 200)
    assert made["rules_hash"] == sheet["rules_hash"]
    assert TABLE_OF_VARIANTS.sheet("french-page", {}).variant == made["rules"]["variant"]
