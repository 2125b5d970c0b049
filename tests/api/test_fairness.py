"""Fairness over HTTP: each promise of chapter 12 is checked by hashes that the tests compute."""

from collections.abc import Iterator
from typing import Any

import pytest
from redis import Redis

from app.cli.archive.kinds import FORMS
from app.service.signing import KeyRing
from app.store.encryption import StorageCipher
from app.store.keys import GameId
from app.store.signing_state import StoredGenerations
from replays.archive.opening import open_archive, open_archiver, open_signer
from tests.api import hash_checks
from tests.api.helpers import Api, Json, Table, expect, refused
from tests.api.player_requests import Person, person
from tests.service.helpers import KEYS, time_is_over

ENTROPY = {seat: bytes([seat + 1]) * (16 + 20 * seat) for seat in range(3)}


def made(api: Api, *, sit: bool = True, **more: Any) -> Table:
    """A game of three, for two persons and a bot, whose seats may add entropy; `sit` takes the open one."""
    body = {"variant": "mexican-3", "seats": ["me", "open", {"bot": "greedy"}], "entropy": "seats"} | more
    created = expect(api.post(body), 201)
    table = Table(
        api, created["game"], {row["seat"]: row["token"] for row in created["seats"] if "token" in row}
    )
    if sit:
        table.sit()
    return table


def commit(table: Table, *seats: int) -> None:
    """Those seats commit to their entropy, the other person leaves chance to the service."""
    for seat in (0, 1):
        promised = {"entropy_commitment": hash_checks.entropy_promise(table.id, seat, ENTROPY[seat])}
        expect(table.post(seat, {"type": "ready"} | (promised if seat in seats else {})), 200)


def reveal(table: Table, seat: int) -> None:
    expect(table.post(seat, {"type": "reveal", "entropy": ENTROPY[seat].hex()}), 200)


def log(table: Table, seat: int | None = None) -> list[Json]:
    """Every entry as a reader gets it."""
    entries: list[Json] = []
    while page := expect(table.get(f"/events?after={len(entries)}&limit=200", seat), 200)["events"]:
        entries += page
    return entries


def marks(table: Table) -> list[str | None]:
    return [seat["entropy"] for seat in table.view()["seats"]]


def hands(entries: list[Json]) -> Iterator[tuple[int, Json]]:
    """Every entry of a log with the number of its hand, 1 before the first."""
    hand = 1
    for entry in entries:
        begun = hash_checks.events_of_type([entry], "hand-begun")
        hand = begun[0]["hand_number"] if begun else hand
        yield hand, entry


def test_the_service_commits_before_any_seat_may_act(api: Api) -> None:
    table = made(api)
    first = log(table)[0]["public"]
    assert first["ply"] == 1
    created = first["events"][0]
    commit(table, 0, 1)
    reveal(table, 0)
    reveal(table, 1)
    table.play(seed=1)
    end = hash_checks.events_of_type(log(table), "game-ended")[0]
    key = bytes.fromhex(end["game_key"])
    assert created["game_commitment"] == hash_checks.promise(table.id, 0, key)
    assert created["commitment"] == hash_checks.promise(table.id, 1, hash_checks.hand_key(key, 1))
    assert end["deal_keys"] == [hash_checks.hand_key(key, 1).hex()]


def test_entropy_is_committed_then_revealed_and_public_only_after_the_deal(api: Api) -> None:
    table = made(api)
    assert marks(table) == [None, None, None]
    commit(table, 0, 1)
    assert marks(table) == ["committed", "committed", "server_supplied"]
    assert table.view()["status"] == "revealing"
    reveal(table, 0)
    secret = ENTROPY[0].hex()
    for reader in (1, None):
        assert secret not in str(log(table, reader))
        assert secret not in table.get(seat=reader).text
    own = log(table, 0)[-1]
    assert own["own"]["part"]["command"]["entropy"] == secret
    assert hash_checks.opens(own, own["own"])
    reveal(table, 1)
    begun = hash_checks.events_of_type(log(table), "hand-begun")[0]
    assert begun["entropy"] == [ENTROPY[0].hex(), ENTROPY[1].hex(), ""]
    assert begun["ply"] == len(log(table))


def test_only_committed_entropy_is_revealed_and_commitments_are_single_and_timely(api: Api) -> None:
    table = made(api)
    body = {"type": "ready", "entropy_commitment": hash_checks.entropy_promise(table.id, 0, ENTROPY[0])}
    expect(table.post(0, body), 200)
    refused(table.post(0, body), 409, "already_ready")
    expect(table.post(1, {"type": "ready"}), 200)
    for wrong in (ENTROPY[1], ENTROPY[0] + b"x", ENTROPY[0][:-1], b""):
        assert table.post(0, {"type": "reveal", "entropy": wrong.hex()}).status_code == 422
    refused(table.post(1, {"type": "reveal", "entropy": ENTROPY[1].hex()}), 409, "wrong_phase")
    reveal(table, 0)
    refused(table.post(0, {"type": "reveal", "entropy": ENTROPY[0].hex()}), 409, "wrong_phase")
    refused(table.post(0, body), 409, "wrong_phase")


def test_seats_without_entropy_are_marked_in_view_and_record(api: Api) -> None:
    table = made(api)
    commit(table, 1)
    assert marks(table) == ["server_supplied", "committed", "server_supplied"]
    reveal(table, 1)
    table.play(seed=2)
    assert marks(table) == ["server_supplied", "committed", "server_supplied"]
    book = hash_checks.book(table.get("/record", Accept="application/x-ndjson").data)
    begun = hash_checks.events_of_type(book.entries, "hand-begun")[0]
    assert [bool(text) for text in begun["entropy"]] == [False, True, False]
    readied = hash_checks.events_of_type(book.entries, "readied")
    ready = {event["seat"]: event.get("entropy_commitment") for event in readied}
    assert (ready[0], ready[1]) == (None, hash_checks.entropy_promise(table.id, 1, ENTROPY[1]))


@pytest.mark.parametrize("committed", [(), (0,), (0, 1)])
def test_the_whole_game_can_be_checked_by_hashes(api: Api, committed: tuple[int, ...]) -> None:
    table = made(api)
    commit(table, *committed)
    for seat in committed:
        reveal(table, seat)
    seen: dict[tuple[int, int], Json] = {}

    def look() -> None:
        for seat in (0, 1):
            for entry in log(table, seat)[-2:]:
                if "own" in entry:
                    assert hash_checks.opens(entry, entry["own"])
                    seen[seat, entry["ply"]] = entry["own"]

    table.play(seed=3, each=look)
    book = hash_checks.book(table.get("/record", Accept="application/x-ndjson").data)
    assert hash_checks.chained(book.entries)
    assert hash_checks.chained(log(table))
    for hand, entry in hands(book.entries):
        key, ply = hash_checks.hand_key(book.key, hand), entry["public"]["ply"]
        assert {part["audience"] for part in entry["hidden"]} == {row[0] for row in entry["public"]["seals"]}
        for part in entry["hidden"]:
            assert part["salt"] == hash_checks.salt(book.game, key, ply, part["audience"]).hex()
            assert hash_checks.opens(entry, part)
            assert seen.get((part["audience"], ply), part) == part
    assert len(seen) >= 2
    entropy = [ENTROPY[seat] if seat in committed else b"" for seat in range(3)]
    assert dealt(book) == hash_checks.deck(book.key, 1, entropy)


def dealt(book: hash_checks.Book) -> list[str]:
    """The deck of hand 1 in the order in which it was dealt: card by card around, then the stock."""
    entry = next(one for one in book.entries if hash_checks.events_of_type([one], "dealt"))
    at = str([event["type"] for event in entry["public"]["events"]].index("dealt"))
    parts = {
        part["audience"]: part["part"]["events"][at]
        for part in entry["hidden"]
        if at in part["part"].get("events", {})
    }
    order = hash_checks.events_of_type([entry], "hand-begun")[0]["order"]
    rounds = zip(*(parts[seat]["hands"] for seat in order), strict=True)
    return [*(card for each in rounds for card in each), *parts[255]["stock"]]


def test_with_reveal_hand_the_key_of_a_hand_is_opened_by_the_entry_that_ends_it(api: Api) -> None:
    table = made(api, entropy="none", options={"reveal": "hand", "deals": 2})
    committed = [log(table)[0]["public"]["events"][0]["commitment"]]
    table.play(seed=4)
    entries = log(table)
    assert table.view()["status"] == "finished"
    (opened,) = hash_checks.events_of_type(entries, "key-revealed")
    ends = [event["ply"] for event in hash_checks.events_of_type(entries, "hand-ended")]
    key = bytes.fromhex(hash_checks.events_of_type(entries, "game-ended")[0]["game_key"])
    assert (opened["hand_number"], opened["ply"]) == (1, ends[0])
    assert opened["deal_key"] == hash_checks.hand_key(key, 1).hex()
    assert hash_checks.events_of_type(entries, "game-ended")[0]["ply"] == ends[1]
    committed += [event["next_commitment"] for event in hash_checks.events_of_type(entries, "hand-begun")]
    keys = {hand: hash_checks.hand_key(key, hand) for hand in (1, 2, 3)}
    assert committed == [hash_checks.promise(table.id, hand, keys[hand]) for hand in keys]
    before = str(entries[: ends[1] - 1])
    assert hash_checks.hand_key(key, 2).hex() not in before
    assert key.hex() not in before


def test_with_reveal_game_no_key_is_opened_before_the_end(api: Api) -> None:
    table = made(api, entropy="none", options={"deals": 2})
    table.play(seed=5)
    entries = log(table)
    end = hash_checks.events_of_type(entries, "game-ended")[0]
    assert end["ply"] == len(entries)
    before = str(entries[:-1])
    assert not any(text in before for text in (end["game_key"], *end["deal_keys"]))
    assert len(end["deal_keys"]) == 2


def test_a_seat_that_does_not_reveal_in_time_voids_the_game(api: Api, redis_url: str) -> None:
    table = made(api)
    commit(table, 0, 1)
    reveal(table, 1)
    with Redis.from_url(redis_url) as redis:
        time_is_over(redis, GameId(table.id))
    api.bots(table.id)
    view = table.view()
    assert (view["status"], view["void"]) == ("void", {"reason": "not_revealed", "seats": [0]})
    last = log(table)[-1]
    assert (last["public"]["actor"], last["public"]["command"]["type"]) == ("system", "void")
    (voided,) = hash_checks.events_of_type([last], "game-voided")
    assert (voided["seats"], voided["entropy"]) == ([0], ["", ENTROPY[1].hex(), ""])
    created = log(table)[0]["public"]["events"][0]
    assert hash_checks.promise(table.id, 0, bytes.fromhex(voided["game_key"])) == created["game_commitment"]
    assert [seat["balance"] for seat in view["seats"]] == [0, 0, 0]
    refused(table.post(0, {"type": "reveal", "entropy": ENTROPY[0].hex()}), 409, "game_over")
    report = expect(table.get("/audit"), 200)
    assert report["findings"] == []


def test_a_seat_that_does_not_commit_in_time_is_marked_and_dealt_without_its_entropy(
    api: Api, redis_url: str
) -> None:
    table = made(api)
    promised = hash_checks.entropy_promise(table.id, 0, ENTROPY[0])
    expect(table.post(0, {"type": "ready", "entropy_commitment": promised}), 200)
    with Redis.from_url(redis_url) as redis:
        time_is_over(redis, GameId(table.id))
    api.bots(table.id)
    assert marks(table) == ["committed", "server_supplied", "server_supplied"]
    assert hash_checks.events_of_type(log(table), "timed-out")[0]["seats"] == [1]
    reveal(table, 0)
    assert table.view()["status"] == "playing"
    assert table.view()["void"] is None


def test_a_reveal_that_is_missed_counts_publicly_against_the_player(api: Api, redis_url: str) -> None:
    late, prompt = person(api, "Late"), person(api, "Prompt")
    for _ in range(2):
        table = made(api, seats=[{"player": late.id}, {"player": prompt.id}, {"bot": "greedy"}], sit=False)
        for seat, player in enumerate((late, prompt)):
            expect(player.post(f"{table.path}/seats", {"seat": seat}), 201)
        for seat, player in enumerate((late, prompt)):
            promised = hash_checks.entropy_promise(table.id, seat, ENTROPY[seat])
            act(player, table, {"type": "ready", "entropy_commitment": promised})
        act(prompt, table, {"type": "reveal", "entropy": ENTROPY[1].hex()})
        with Redis.from_url(redis_url) as redis:
            time_is_over(redis, GameId(table.id))
        api.bots(table.id)
        archived(api)
    players = [expect(api.client.get(f"/v1/players/{one.id}"), 200) for one in (late, prompt)]
    assert [(row["games"], row["unrevealed"]) for row in players] == [(2, 2), (2, 0)]


def act(player: Person, table: Table, body: Json) -> None:
    """A command of a player by its API key."""
    ply = expect(table.get(), 200)["ply"]
    expect(player.post(f"{table.path}/moves", body, If_Match=f'"{ply}"'), 200)


def archived(api: Api) -> None:
    """Archives what is over, twice, as after a worker that was cut off."""
    archive = open_archive(api.settings)
    ring = KeyRing(KEYS.sign, StoredGenerations(api.redis))
    signer = open_signer(archive, api.redis, ring)
    archiver = open_archiver(api.settings, archive, api.redis, StorageCipher(KEYS.vault), signer, FORMS)
    assert archiver.round().archived == 1
    archiver.round()
    archive.engine.dispose()
