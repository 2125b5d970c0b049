"""Pictures of positions: PNG files that show what a spectator may see."""

from io import BytesIO

import pytest
from PIL import Image

from app.api import position_picture
from app.api.position_picture import HEIGHT, WIDTH, Place, draw
from app.games.cards import CARD_CODES, HIDDEN, Card, OpenCards
from app.games.registry import game_of
from tests.api.helpers import Api, Json, Table, expect, refused

SUITS = ("7O", "7C", "7E", "7B", "7d", "7h", "7s", "7c")


def drawn(table: Table, query: str = "") -> Image.Image:
    answer = table.get(f"/picture.png{query}")
    assert (answer.status_code, answer.content_type) == (200, "image/png"), answer.text
    return Image.open(BytesIO(answer.data))


def test_a_picture_has_the_size_of_previews_and_differs_by_ply(table: Table) -> None:
    last, first = drawn(table), drawn(table, "?ply=1")
    assert (last.format, last.size) == ("PNG", (WIDTH, HEIGHT))
    assert first.tobytes() != last.tobytes()
    assert drawn(table, f"?ply={table.view()['ply']}").tobytes() == last.tobytes()
    for ply in (0, 9_999):
        refused(table.get(f"/picture.png?ply={ply}"), 404, "not_found")


@pytest.mark.parametrize(
    ("variant", "bot", "held"),
    [("mexican-2", "greedy", 9), ("paco", "greedy", 10), ("caesars-holdem", "random", 2)],
)
def test_a_picture_of_a_live_game_has_only_backs_of_hands(
    variant: str, bot: str, held: int, api: Api
) -> None:
    seats = ["open", {"bot": bot}, {"bot": bot}][: 2 if variant == "mexican-2" else 3]
    made: Json = expect(api.client.post("/v1/games", json={"variant": variant, "seats": seats}), 201)
    table = Table(api, made["game"])
    table.sit()
    seen = table.view()
    cards = game_of(variant).open_cards(seen, None)
    assert [groups[-1] for groups in cards.seats] == [(HIDDEN,) * held] * len(seats)
    assert drawn(table).size == (WIDTH, HEIGHT)


def test_a_picture_of_a_game_that_is_over_shows_the_hands(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures = list[OpenCards]()

    def noted(title: str, ply: int, cards: OpenCards, places: list[Place]) -> Image.Image:
        pictures.append(cards)
        return draw(title, ply, cards, places)

    monkeypatch.setattr(position_picture, "draw", noted)
    ply = table.view()["ply"]
    for at in (ply // 2, ply):
        drawn(table, f"?ply={at}")
        hands = expect(table.get(f"/positions/{at}"), 200)["revealed"]["hands"]
        assert any(hands)
        assert [groups[-1] for groups in pictures[-1].seats] == [tuple(hand) for hand in hands]


@pytest.mark.parametrize("variant", ["mexican-2", "caesars-holdem"])
def test_a_table_that_waits_has_a_picture_without_cards(variant: str, api: Api) -> None:
    made: Json = expect(
        api.client.post(
            "/v1/games", json={"variant": variant, "seats": ["open"] * (2 if variant == "mexican-2" else 3)}
        ),
        201,
    )
    table = Table(api, made["game"])
    cards = game_of(variant).open_cards(table.view(), None)
    assert not any(map(any, cards.seats))
    assert not any(cards.middle)
    assert drawn(table).size == (WIDTH, HEIGHT)


def test_every_suit_and_the_back_look_different() -> None:
    alone = [
        draw("", 1, OpenCards(((Card(code),),), ((),)), [Place("", 0, False)]).tobytes()
        for code in (*SUITS, HIDDEN, Card("12O"))
    ]
    assert len(set(alone)) == len(alone)


def test_twelve_seats_with_long_names_and_every_card_have_a_picture() -> None:
    packs = tuple((card,) for card in sorted(CARD_CODES))
    seats = (((HIDDEN,) * 15, *packs[:12]),) * 12
    picture = draw("Paco", 99_999, OpenCards(packs, seats), [Place("W" * 64, -1_000, True)] * 12)
    assert picture.size == (WIDTH, HEIGHT)


@pytest.mark.parametrize("number", range(1, 13))
def test_each_number_of_seats_fits_beside_each_other(number: int) -> None:
    seats = ((tuple(map(Card, SUITS)), (HIDDEN,) * 9),) * number
    assert draw("x", 1, OpenCards((), seats), [Place("Lupe", 1, False)] * number).size == (WIDTH, HEIGHT)
