"""The list of open disputes: visibility, pages, and when a dispute leaves it."""

from base64 import urlsafe_b64decode
from typing import Any, NoReturn

import pytest

from app.service.signing import now_ms
from app.store.dispute_index import DisputeIndex
from app.store.errors import StoreUnavailable, UnknownSchema
from app.store.keys import GameId, LogKind, bucket, game_id_from, log_key, state_key, unsettled_key
from replays.archive.archiver import Archiver
from replays.archive.errors import DamagedBlob, RecordRemoved
from replays.disputes.service import DAY_MS, DisputeService
from tests.api.disputing import dispute, dispute_service, finish, judged, say
from tests.api.helpers import Api, Json, Table, expect, refused
from tests.api.player_requests import Person, operator, person

PATH = "/v1/disputes"


def finished(api: Api, who: Person, **more: str) -> Table:
    """A game of `who` with a bot, played to its end."""
    body = {"variant": "mexican-2", "seats": ["me", {"bot": "random"}], **more}
    made = expect(who.post("/v1/games", body), 201)
    table = Table(api, made["game"], {0: made["seats"][0]["token"]})
    finish(api, table)
    return table


def names(page: Json) -> list[str]:
    return [one["dispute"] for one in page["disputes"]]


def listed(who: Person, query: str = "") -> list[str]:
    return names(expect(who.get(PATH + query), 200))


def test_an_arbiter_lists_disputes_that_wait_for_a_ruling(api: Api, table: Table, arbiter: Person) -> None:
    quiet = judged(api, table, "time_out")["dispute"]
    contested = judged(api, table, "wrong_payment")["dispute"]
    assert set(listed(arbiter)) == {quiet, contested}
    assert listed(arbiter, "?for_arbiter=1") == []
    expect(say(table, contested, 1, "contest", text="we had agreed otherwise"), 200)
    assert listed(arbiter, "?for_arbiter=1") == [contested]
    assert listed(arbiter, "?for_arbiter=0&state=judged") == [quiet]
    page = expect(arbiter.get(f"{PATH}?for_arbiter=1"), 200)
    alone = expect(arbiter.get(f"{PATH}/{contested}"), 200)
    assert [{**one, "signed": alone["signed"]} for one in page["disputes"]] == [alone]
    ruling = {"type": "rule", "outcome": "rejected", "reason": "as it is written"}
    expect(arbiter.post(f"{PATH}/{contested}/moves", ruling, Idempotency_Key="1"), 200)
    assert listed(arbiter) == [quiet]


def test_a_dispute_without_an_answer_leaves_the_list_at_its_end(
    api: Api, table: Table, arbiter: Person
) -> None:
    name = judged(api, table)["dispute"]
    assert listed(arbiter, "?state=judged") == [name]
    dispute_service(api, now_ms() + 8 * DAY_MS).settle(GameId(name))
    assert listed(arbiter) == []
    assert api.redis.zcard(unsettled_key(bucket(name))) == 0


def test_disputes_that_are_over_are_listed_once_they_are_archived(
    api: Api, table: Table, arbiter: Person, keeping_archiver: Archiver
) -> None:
    claims = ("deck_chosen", "illegal_move", "wrong_payment")
    over = [judged(api, table, claim)["dispute"] for claim in claims]
    quiet = judged(api, table, "time_out")["dispute"]
    for name in over:
        expect(say(table, name, 0, "withdraw"), 200)
    assert listed(arbiter, "?over=1") == []
    keeping_archiver.round()
    ended = [one for _, one in sorted((when(arbiter, name), name) for name in over)][::-1]
    assert listed(arbiter, "?over=true") == listed(operator(api), "?over=1") == ended
    assert listed(arbiter) == listed(operator(api)) == [quiet]
    first = expect(arbiter.get(f"{PATH}?over=1&limit=2"), 200)
    assert names(first) == ended[:2]
    assert listed(arbiter, f"?over=1&limit=2&cursor={first['next']}") == ended[2:]
    assert listed(person(api), "?over=1") == []


def when(who: Person, dispute: str) -> int:
    """Return the time of the last entry of a dispute."""
    log = expect(who.get(f"{PATH}/{dispute}/events"), 200)["events"]
    return int(log[-1]["public"]["time"])


def test_pages_follow_one_another_without_gap_or_repeat(api: Api, table: Table, arbiter: Person) -> None:
    claims = ("deck_chosen", "illegal_move", "wrong_payment", "time_out", "other")
    every = [expect(dispute(table, seat, claim), 201)["dispute"] for claim in claims for seat in (0, 1)]
    response, seen = arbiter.get(f"{PATH}?limit=3"), list[str]()
    while following := expect(response, 200)["next"]:
        assert f"cursor={following}" in response.headers["Link"]
        seen += names(response.get_json())
        response = arbiter.get(f"{PATH}?limit=3&cursor={following}")
    seen += names(response.get_json())
    assert sorted(seen) == sorted(every)
    since = [expect(arbiter.get(f"{PATH}/{name}"), 200)["since"] for name in seen]
    assert since == sorted(since, reverse=True)


def test_a_player_finds_the_disputes_it_is_a_party_of(api: Api, table: Table) -> None:
    lupe, beto = person(api), person(api, "Beto")
    own = finished(api, lupe)
    other = expect(dispute(table, 0), 201)["dispute"]
    name = expect(dispute(own, 0), 201)["dispute"]
    assert listed(lupe) == [name]
    assert listed(beto) == []
    assert other not in listed(lupe)


def test_unopened_and_closed_disputes_are_skipped(api: Api, table: Table, arbiter: Person) -> None:
    never = game_id_from(bytes(32), LogKind.DISPUTE)
    over = judged(api, table, "deck_chosen")["dispute"]
    expect(say(table, over, 0, "withdraw"), 200)
    for name in (never, over):
        api.redis.zadd(unsettled_key(bucket(name)), {name: 1})
    name = judged(api, table, "time_out")["dispute"]
    assert listed(arbiter) == [name]
    assert api.redis.zscore(unsettled_key(bucket(over)), over) is None


def test_the_list_is_for_players_alone(api: Api, table: Table) -> None:
    refused(api.client.get(PATH), 401, "unauthenticated")
    refused(api.client.get(PATH, headers=table.headers(0)), 401, "unauthenticated")
    refused(person(api).with_scopes("spectate").get(PATH), 403, "scope_missing")
    refused(person(api).get(f"{PATH}?state=ruled"), 422, "validation_failed")
    refused(person(api).get(f"{PATH}?cursor=x"), 422, "validation_failed")


def at_once(api: Api) -> None:
    """Let all disputes have been opened in one moment."""
    for key in (*api.redis.scan_iter("cq:*:disputes"), *api.redis.scan_iter("cq:*:party-*")):
        names: Any = api.redis.zrange(key, 0, -1)
        api.redis.zadd(key, dict.fromkeys(names, 1))


def test_pages_are_full_and_their_boundaries_reveal_no_disputes_of_other_players(
    api: Api, table: Table
) -> None:
    lupe = person(api)
    own = finished(api, lupe)
    claims = ("deck_chosen", "illegal_move", "wrong_payment", "time_out", "other")
    mine = [expect(dispute(own, 0, claim), 201)["dispute"] for claim in claims]
    others = [expect(dispute(table, seat, claim), 201)["dispute"] for claim in claims for seat in (0, 1)]
    at_once(api)
    page, pages = expect(lupe.get(f"{PATH}?limit=2"), 200), list[list[str]]()
    while following := page["next"]:
        cursor = urlsafe_b64decode(f"{following}==").decode()
        assert not any(name in cursor for name in others)
        pages.append(names(page))
        page = expect(lupe.get(f"{PATH}?limit=2&cursor={following}"), 200)
    pages.append(names(page))
    assert list(map(len, pages)) == [2, 2, 1]
    assert sorted(name for some in pages for name in some) == sorted(mine)


def test_pages_that_wait_for_a_ruling_are_full_beside_many_that_do_not(
    api: Api, table: Table, arbiter: Person
) -> None:
    waiting = [judged(api, table, claim)["dispute"] for claim in ("deck_chosen", "wrong_payment", "time_out")]
    judged(api, table, "illegal_move")
    for name in waiting:
        expect(say(table, name, 1, "contest", text="we had agreed otherwise"), 200)
    first = expect(arbiter.get(f"{PATH}?for_arbiter=1&limit=2"), 200)
    assert names(first) == waiting[:0:-1]
    rest = expect(arbiter.get(f"{PATH}?for_arbiter=1&limit=2&cursor={first['next']}"), 200)
    assert (names(rest), rest["next"]) == (waiting[:1], None)
    assert len(listed(arbiter, "?for_arbiter=0")) == 1
    assert listed(arbiter, "?for_arbiter=1&state=open") == listed(arbiter, "?over=1&for_arbiter=1") == []


def test_an_interrupted_command_leaves_a_dispute_in_the_list_where_it_belongs(
    api: Api, table: Table, arbiter: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = judged(api, table, "time_out")["dispute"]
    with monkeypatch.context() as patch:
        patch.setattr(DisputeIndex, "leave", unavailable)
        refused(say(table, name, 1, "contest", text="we had agreed otherwise"), 503, "store_unavailable")
    assert listed(arbiter, "?for_arbiter=1") == [name]
    assert listed(arbiter, "?for_arbiter=0") == []
    assert listed(arbiter) == [name]
    with monkeypatch.context() as patch:
        patch.setattr(DisputeIndex, "settled", unavailable)
        assert say(table, name, 0, "withdraw").status_code == 503
    assert listed(arbiter, "?for_arbiter=1") == listed(arbiter) == []
    assert [*api.redis.scan_iter("cq:*:disputes-*")] == []


def unavailable(*_: object) -> NoReturn:
    raise StoreUnavailable("away")


def test_open_disputes_of_an_earlier_version_are_listed_after_some_passes_of_the_clock(
    api: Api, table: Table, arbiter: Person
) -> None:
    lupe, beto = person(api), person(api, "Beto")
    visible, hidden = finished(api, lupe), finished(api, lupe, visibility="private")
    public = judged(api, visible, "time_out")["dispute"]
    private = expect(dispute(hidden, 0), 201)["dispute"]
    expect(say(visible, public, 0, "contest", text="we had agreed otherwise"), 200)
    judged(api, table, "time_out")
    keys = [key for end in ("disputes", "party", "public") for key in api.redis.scan_iter(f"cq:*:{end}-*")]
    before = {key: api.redis.zrange(key, 0, -1) for key in keys}
    api.redis.delete(*keys)
    assert listed(lupe) == listed(arbiter, "?for_arbiter=1") == []
    fill = dispute_service(api).earlier(at_once=2)
    fill()
    assert api.redis.get("cq:phases") is None, "the first two of three"
    fill()
    assert {key: api.redis.zrange(key, 0, -1) for key in keys} == before
    assert (listed(lupe), listed(arbiter, "?for_arbiter=1")) == ([private, public], [public])
    assert listed(beto, f"?player={lupe.id}") == [public]


@pytest.mark.parametrize("left", [{"z": b"altered", "d": bytes(32)}, None], ids=["damaged", "gone"])
def test_a_game_that_is_read_no_more_hides_no_dispute(
    api: Api, table: Table, arbiter: Person, left: Any
) -> None:
    name = judged(api, table)["dispute"]
    keys = log_key(table.id), state_key(table.id)
    if left is None:
        api.redis.delete(*keys)
    else:
        rows: Any = api.redis.xrange(keys[0])
        api.redis.delete(keys[0])
        for ply, fields in [(rows[0][0], left), *rows[1:]]:
            api.redis.xadd(keys[0], fields, id=ply)
    assert listed(arbiter) == [name]


@pytest.mark.parametrize(
    ("trouble", "stays"),
    [(RecordRemoved("", 1), False), (DamagedBlob("altered"), True), (UnknownSchema("judged", 9), True)],
    ids=lambda value: type(value).__name__,
)
def test_a_dispute_that_is_read_no_more_hides_no_other(
    api: Api,
    table: Table,
    arbiter: Person,
    monkeypatch: pytest.MonkeyPatch,
    trouble: Exception,
    stays: bool,
) -> None:
    lost = judged(api, table, "deck_chosen")["dispute"]
    other = judged(api, table, "wrong_payment")["dispute"]
    read = DisputeService.current

    def current(self: DisputeService, dispute: GameId) -> Any:
        if dispute == lost:
            raise trouble
        return read(self, dispute)

    with monkeypatch.context() as patch:
        patch.setattr(DisputeService, "current", current)
        assert listed(arbiter) == [other]
    # What was removed had ended; anything else may be read again one day.
    assert set(listed(arbiter)) == ({lost, other} if stays else {other})


def test_everybody_lists_the_disputes_of_a_player_about_public_games(
    api: Api, keeping_archiver: Archiver
) -> None:
    lupe, beto = person(api), person(api, "Beto")
    visible, hidden = finished(api, lupe), finished(api, lupe, visibility="private")
    running, over = (expect(dispute(visible, 0, claim), 201)["dispute"] for claim in ("other", "time_out"))
    secret = expect(dispute(hidden, 0), 201)["dispute"]
    secret_over = expect(dispute(hidden, 0, "time_out"), 201)["dispute"]
    for table, name in ((visible, over), (hidden, secret_over)):
        expect(say(table, name, 0, "withdraw"), 200)
    keeping_archiver.round()
    query = f"?player={lupe.id}"
    for who in (beto, api):
        ask = who.get if isinstance(who, Person) else who.client.get
        assert names(expect(ask(PATH + query), 200)) == [running]
        assert names(expect(ask(f"{PATH}{query}&over=1"), 200)) == [over]
    for own in (query, "?player=me"):
        assert set(listed(lupe, own)) == {running, secret}
        assert set(listed(lupe, f"{own}&over=1")) == {over, secret_over}
    assert set(listed(operator(api), query)) == {running, secret}
    assert listed(beto, "?player=me") == listed(lupe, f"?player={beto.id}") == []
    for path in (PATH, f"{PATH}?player=me"):
        refused(api.client.get(path), 401, "unauthenticated")
