"""`/v1/bots`: the bots that can be seated."""

from app.bots.roster import BOTS
from app.i18n import translate
from tests.api.helpers import Api, expect


def test_the_bots_are_listed_the_weakest_first_and_each_can_be_seated(api: Api) -> None:
    rows = expect(api.client.get("/v1/bots"), 200)["bots"]
    assert [row["bot"] for row in rows] == list(BOTS)
    assert [row["difficulty"] for row in rows] == ["easy", "normal", "hard", "expert", "master"]
    for row in rows:
        assert set(row["sentence"]) == {"es", "en", "fr"}
        expect(api.post({"variant": "mexican-2", "seats": ["me", {"bot": row["bot"]}]}), 201)


def test_descriptions_of_bots_come_in_the_requested_language_only(api: Api) -> None:
    rows = expect(api.client.get("/v1/bots?lang=es"), 200)["bots"]
    assert [row["sentence"] for row in rows] == [
        {"es": translate("es", bot.sentence)} for bot in BOTS.values()
    ]
    assert api.client.get("/v1/bots?lang=de").status_code == 422


def test_each_game_has_its_bots(api: Api) -> None:
    listed = {
        variant: [
            (row["bot"], row["sentence"])
            for row in expect(api.client.get(f"/v1/bots?variant={variant}&lang=en"), 200)["bots"]
        ]
        for variant in ("mexican-3", "caesars-holdem")
    }
    conquian, holdem = ([bot for bot, _ in rows] for rows in listed.values())
    assert (conquian[-1], holdem) == ("searcher", ["random", "greedy", "careful", "counter"])
    assert listed["mexican-3"][1] != listed["caesars-holdem"][1]
    assert api.client.get("/v1/bots?variant=poker").status_code == 422
