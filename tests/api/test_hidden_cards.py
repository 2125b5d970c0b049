"""Hidden cards stay hidden: searched for at every ply, and in games that differ only in them."""

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from werkzeug.test import TestResponse

from app.games.cards import Seat
from app.games.conquian.commands import Keep, Pass
from app.games.conquian.events import Dealt
from app.games.table.commands import Deal
from app.games.table.decide import decide
from app.games.table.evolve import fold
from app.games.table.view import legal
from app.service.entry_codec import Position, encode_entry
from app.service.games import GameService
from app.store.canonical import parse
from app.store.entry import At
from app.store.errors import OutcomeUnknown
from app.store.keys import GameId
from tests.api.helpers import CARD, Api, Table, running
from tests.service.helpers import GAME, KEYS, START_MS, Clock, play_on, table_for
from tests.service.races import Raced, away_at
from tests.store.helpers import kept


def hidden_from(position: Position, seat: int | None) -> set[str]:
    """The cards in other hands and in the stock."""
    hand = position.table.hand
    others = (card for at, cards in enumerate(hand.hands) if at != seat for card in cards)
    return {*others, *hand.stock}


def own_gift(position: Position, games: GameService, seat: int | None) -> set[str]:
    """The card a seat has given away in the exchange, which it may remember wherever it lies now."""
    parts = (part for entry in games.entries(position.game, 0) for part in entry.parts)
    events = [event for part in parts if part.audience == seat for event in events_of(part.body)]
    return {event["given"] for event in events if event.get("given")}


def events_of(body: bytes) -> list[Any]:
    return list(parse(body).get("events", {}).values())


def readings(table: Table, ply: int, *, pictures: bool = True) -> Iterator[tuple[int | None, TestResponse]]:
    """Every answer that a game gives to those who only read, at this ply, with or without its pictures."""
    rules = [str(rule) for rule in table.api.app.url_map.iter_rules() if "GET" in (rule.methods or ())]
    paths = [rule for rule in rules if rule.startswith("/v1/games/<game_id:game>")]
    assert len(paths) >= 6
    paths = [rule for rule in paths if pictures or not rule.endswith(".png")]
    for seat in (*table.tokens, None):
        for rule in paths:
            path = rule.replace("<game_id:game>", table.id).replace("<ply:ply>", str(ply))
            headers = table.headers(seat, {"Accept": "*/*"})
            for query in ("", "?expand=1", "?after=0&limit=200")[
                : 3 if "moves" in path or "events" in path else 1
            ]:
                yield seat, table.api.client.get(path + query, headers=headers)


def refusals(table: Table) -> Iterator[tuple[int | None, TestResponse]]:
    """Answers to moves that are refused, with a card of every face."""
    for seat in table.tokens:
        for card in ("2d", "Kc", "7h", "As"):
            for body in (
                {"type": "meld", "use": [card], "discard": card},
                {"type": "meld", "melds": [[card, card, card]]},
                {"type": "keep", "discard": card},
                {"type": "exchange", "card": card},
            ):
                response = table.post(seat, body, Idempotency_Key="canary")
                assert response.status_code in (409, 422)
                yield None, response


def text_of(response: TestResponse) -> str:
    """Return the body as a text; what is none in a picture is replaced."""
    body: bytes = response.data
    return body.decode(errors="replace")


@pytest.mark.parametrize(
    ("variant", "seats"),
    [("north-american", "me open"), ("mexican-2", "me open"), ("mexican-3", "open me greedy")],
)
def test_no_answer_at_any_ply_names_a_card_that_its_reader_may_not_know(
    variant: str, seats: str, api: Api
) -> None:
    table = api.table(seats, variant)
    scanned = 0

    def scan() -> None:
        nonlocal scanned
        position = api.games.current(GameId(table.id))
        if position.table.is_over:
            return
        # A picture has no names but in what comes with it, which is always the same; drawing one takes long.
        answers = [*readings(table, position.ply, pictures=not scanned)]
        if not scanned:
            answers += refusals(table) if variant == "north-american" else ()
        for seat, response in answers:
            allowed = own_gift(position, api.games, seat) if seat is not None else set()
            headers = set(CARD.findall(text_of(response))) | set(
                CARD.findall(repr(list(response.headers.values())))
            )
            assert not headers & (hidden_from(position, seat) - allowed), (seat, text_of(response))
            scanned += 1

    table.play(seed=11, each=scan)
    assert scanned > 100


def test_the_canary_would_be_seen(api: Api) -> None:
    table = api.table("me open")
    position = api.games.current(GameId(table.id))
    own = set(CARD.findall(table.get(seat=0).text))
    assert own & hidden_from(position, 1)
    assert not own & hidden_from(position, 0)


SECRET = re.compile(
    rb'"deadline":[0-9]+|"digest":"[0-9a-f]{64}"|"signature":"[0-9a-f]{128}"|"time":[0-9]+|'
    rb'(?<=\[[0-9],")[0-9a-f]{64}|(?<=\[255,")[0-9a-f]{64}'
)


def twin(api: Api, other: bool) -> Table:
    """A dealt game; in the `other` twin the hand of seat 1 and the deep stock have changed places."""
    with suppress(OutcomeUnknown):
        GameService(Raced(api.games.store._redis, away_at(2)), 1, Clock()).create(
            table_for("person person"), None
        )
    made = api.games.current(GAME)
    events = decide(made.table, None, Deal())
    dealt = next(event for event in events if isinstance(event, Dealt))
    mine, theirs = dealt.hands
    deep = len(theirs)
    swapped = Dealt((mine, dealt.stock[-deep:]), (*dealt.stock[:-deep], *theirs))
    changed = tuple(swapped if other and event is dealt else event for event in events)
    table = fold(made.table, 2, changed)
    entry = encode_entry(made, table, None, Deal(), changed, START_MS)
    api.games.store.append(entry, after=At(1, made.digest), status="playing", live=True)
    return api.adopt(made.game, (0, 1))


def tell(table: Table, plies: int) -> list[tuple[object, ...]]:
    """Return every answer that seat 0 and a spectator can get while seat 1 passes."""
    heard: list[tuple[object, ...]] = []
    for _ in range(plies):
        ply = table.view()["ply"]
        answers = [each for seat, each in readings(table, ply) if seat != 1]
        seat = table.asked()
        assert seat is not None
        tried = table.moves(0)[0] if seat == 0 else {"type": "pass"}
        answers += [
            table.post(0, {"type": "meld", "use": ["As"], "discard": card}, Idempotency_Key=f"{ply}{card}")
            for card in ("2d", "3d", "Kc", "7h")
        ]
        moved = table.post(seat, tried)
        heard += [comparable(each) for each in (*answers, *([moved] if seat == 0 else []))]
    return heard


def comparable(response: TestResponse) -> tuple[object, ...]:
    """An answer without clocks, the number of the request, and what commits to hidden cards by a salt."""
    headers = sorted(
        (name, text) for name, text in response.headers.items() if name not in ("X-Request-Id", "Date")
    )
    return response.status, headers, len(response.data), SECRET.sub(b"", response.data)


def test_games_that_differ_only_in_hidden_cards_get_the_same_bytes(
    redis_url: str,
) -> None:
    heard, hands = [], []
    for other in (False, True):
        with running(redis_url) as api:
            api.games.store._redis.flushall()
            table = twin(api, other)
            heard.append(tell(table, plies=9))
            hands.append(api.games.current(GAME).table.hand.hands)
    assert hands[0][0] == hands[1][0]
    assert not set(hands[0][1]) & set(hands[1][1])
    assert len(heard[0]) > 100
    assert heard[0] == heard[1]


def test_a_token_is_shown_to_its_seat_once_and_stored_as_a_hash(api: Api) -> None:
    table = api.table("me open")
    for ply in (1, 2, 3):
        for seat, response in readings(table, ply):
            assert "cq_seat_" not in text_of(response), (seat, ply)
    position = api.games.current(GameId(table.id))
    stored = [place.token_hash for place in position.table.places]
    assert [len(text) for text in stored] == [64, 64]
    for seat in table.tokens:
        for entry in table.get("/events", seat).get_json()["events"]:
            assert not any(text in str(entry) for text in (*stored, position.table.game_key))


def test_stored_values_contain_no_hidden_card_and_no_key(api: Api) -> None:
    table = api.table("me open")
    position = api.games.current(GameId(table.id))
    raw = kept(api.redis)
    assert table.id.encode() in raw
    assert position.table.game_key.encode() not in raw
    assert KEYS.vault not in raw
    cards = {card for hand in position.table.hand.hands for card in hand} | set(position.table.hand.stock)
    assert not {f'"{card}"'.encode() for card in cards} & set(re.findall(rb'"\w+"', raw))


def test_a_keep_that_may_still_be_forced_looks_like_a_pass_to_other_seats(redis_url: str) -> None:
    pairs = []
    for kind in (Pass, Keep):
        with running(redis_url) as api:
            table, seat = answered_before_a_force(api, kind)
            ply = table.view()["ply"]
            pairs.append([comparable(each) for reader, each in readings(table, ply) if reader != seat])
    assert pairs[0] == pairs[1]


def answered_before_a_force(api: Api, kind: type[Pass | Keep]) -> tuple[Table, Seat]:
    """A game whose seat on turn has answered, by `kind`, a card that may be kept and be forced on it."""
    api.games.store._redis.flushall()
    api.games.create(
        table_for("person person", "mexican-2", keep_centre=True, force_by_turn_player=False), None
    )
    for seed in range(200):
        table = play_on(api.games, GAME, seed, plies=1).table
        (seat, *others) = table.hand.awaited
        kinds = {type(move): move for move in legal(table, seat)}
        if not others and {Pass, Keep} <= set(kinds) and "force_window" in str(decide(table, seat, Pass())):
            api.games.act(GAME, seat, kinds[kind])
            return api.adopt(GAME, (0, 1)), seat
    raise AssertionError("no card could be both kept and forced")
