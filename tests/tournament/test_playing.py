"""Tournaments played: the same games in every place, archived once, and sound."""

from itertools import count
from pathlib import Path
from typing import Any

import pytest

from app.games.conquian.game import Conquian
from app.games.shuffle import tournament_game_key
from app.service import tournaments as service_tournaments
from app.store.canonical import parse
from app.store.encryption import StorageCipher
from app.store.keys import GameId
from app.store.retention import Retention
from app.tournament.schedule import Ending
from app.tournament.state import Tournament
from replays.archive.files import ArchivingStep
from replays.archive.kinds import entries_in
from replays.archive.recovery import restore
from replays.archive.removing import RemovalRefused, Remover
from replays.audit.audit import audit
from replays.catalogue.connecting import reading
from replays.record.write import complete_record
from replays.tournaments.audit import audit_tournament
from replays.tournaments.record import ended
from replays.transparency.store import signed_size, size
from tests.service.helpers import KEYS
from tests.tournament.venue import Venue, cup, outcome, venue
from tests.verifier.node import auditor


def test_every_game_is_archived_clean_under_a_checkpoint_on_the_deck_of_its_seed(here: Venue) -> None:
    state = here.run(here.begin(cup()))
    assert len(state.results) == 6
    for fixture in state.fixtures:
        result = state.results[fixture.number]
        lines = here.record(result.game)
        assert audit(complete_record(lines)).sound
        entries = entries_in(lines)
        first, last = parse(entries[0].public), parse(entries[-1].public)
        assert first["time"] == 0
        assert "receipt_key" not in first
        place = {"tournament": state.id, "fixture": fixture.number, "deck": fixture.deck}
        assert first["events"][0]["tournament"] == place
        key = tournament_game_key(bytes.fromhex(state.deck_seed), fixture.deck)
        assert last["events"][-1]["game_key"] == key.hex()
        assert entries[-1].digest.hex() == result.digest
    with reading(here.archive.engine) as connection:
        assert size(connection) == signed_size(connection) == 6


def test_the_seats_of_a_unit_are_dealt_the_same_cards_and_change_places(here: Venue) -> None:
    state = here.run(here.begin(cup(2)))
    one, other = (entries_in(here.record(state.results[number].game)) for number in (1, 2))
    deals = [parse(entries[1].parts[-1].body) for entries in (one, other)]
    assert deals[0] == deals[1]
    seats = [[plan["bot"] for plan in parse(log[0].public)["events"][0]["seats"]] for log in (one, other)]
    assert seats[0] == seats[1][::-1]


def test_two_stores_with_the_same_manifest_and_seeds_have_the_same_games_to_the_digest(
    here: Venue, redis_url: str, tmp_path: Path
) -> None:
    seeded = cup(deck_seed="12" * 32, bot_seed="34" * 32, pairing_seed="56" * 32)
    first = outcome(here.run(here.begin(seeded)))
    here.redis.flushdb()
    (tmp_path / "other").mkdir()
    other = venue(redis_url, tmp_path / "other", seconds=0.0, key=b"q" * 32)
    state = other.run(other.begin(seeded))
    assert outcome(state) == first
    assert state.organiser_seeded


SEEDED: dict[str, Any] = {"deck_seed": "12" * 32, "bot_seed": "34" * 32, "pairing_seed": "56" * 32}


def said_in(here: Venue, state: Tournament, entrants: set[int]) -> list[Any]:
    """Every command of the games in which only these entrants sat."""
    games = [
        state.results[fixture.number].game for fixture in state.fixtures if entrants.issuperset(fixture.seats)
    ]
    return [parse(entry.public)["command"] for game in games for entry in entries_in(here.record(game))[1:]]


def test_another_entrant_leaves_the_games_between_the_others_as_they_were(here: Venue) -> None:
    first = cup(**SEEDED)
    changed = cup(**SEEDED)
    changed["entrants"][2] = {"name": "version 2", "bot": "greedy"}
    one, other = (here.run(here.begin(each)) for each in (first, changed))
    assert one.id != other.id
    between = said_in(here, one, {0, 1})
    assert len(between) > 50
    assert between == said_in(here, other, {0, 1})


@pytest.mark.parametrize("version", [2, None])
def test_a_tournament_of_an_older_version_ends_as_it_began(
    here: Venue, redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: int | None
) -> None:
    monkeypatch.setattr(service_tournaments, "VERSION", version)
    whole = here.run(here.begin(cup(**SEEDED)))
    assert [result.plies for _, result in sorted(whole.results.items())] == [48, 43, 47, 46, 44, 43]
    here.redis.flushdb()
    (tmp_path / "again").mkdir()
    slow = venue(redis_url, tmp_path / "again", seconds=0.0)
    begun = slow.begin(cup(**SEEDED))
    slow.player(begun)
    assert 0 < len(slow.state(begun).results) < 6
    monkeypatch.undo()
    assert outcome(slow.run(begun)) == outcome(whole)
    assert slow.state(begun).version == (version or 1)


def begun_under(edition: int, here: Venue, monkeypatch: pytest.MonkeyPatch) -> GameId:
    """A tournament that was created when `edition` of the rulebook was the current one."""
    with monkeypatch.context() as patch:
        patch.setattr(Conquian, "edition", edition)
        return here.begin(cup(**SEEDED))


def test_the_games_of_a_tournament_name_the_edition_of_the_rulebook_that_it_began_under(
    here: Venue, redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edition = Conquian.edition - 1
    name = begun_under(edition, here, monkeypatch)
    with monkeypatch.context() as patch:
        patch.setattr(Conquian, "edition", edition)
        whole = here.run(name)
    here.redis.flushdb()
    (tmp_path / "again").mkdir()
    upgraded = venue(redis_url, tmp_path / "again")
    state = upgraded.run(begun_under(edition, upgraded, monkeypatch))
    assert outcome(state) == outcome(whole)
    games = [upgraded.record(result.game) for result in state.results.values()]
    with auditor() as second:
        for game in games:
            assert parse(entries_in(game)[0].public)["rulebook"]["edition"] == edition
            assert audit(complete_record(game)).findings == ()
            assert second.audit(complete_record(game))["findings"] == []
    lines = ended(upgraded.tournament_service.entries(GameId(state.id)))
    assert audit_tournament(lines, games=upgraded.archive.read).sound
    other = lines.replace(b'"rulebook":%d' % edition, b'"rulebook":%d' % (edition + 1))
    findings = audit_tournament(other, games=upgraded.archive.read).findings
    details = [str(finding.detail) for finding in findings if finding.check == "parent"]
    assert len(details) == len(state.results)
    assert all(detail.endswith("its rulebook") for detail in details)


class Killed(BaseException):
    """Raised in place of the end of a process in the middle of a step."""


@pytest.mark.parametrize(
    "step",
    [
        ArchivingStep.DRAFT_SYNCED,
        ArchivingStep.RENAMED,
        ArchivingStep.VERIFIED,
        ArchivingStep.ENTERED,
        ArchivingStep.COMMITTED,
    ],
)
def test_a_tournament_interrupted_at_any_step_resumes_to_the_same_result(
    redis_url: str, tmp_path: Path, here: Venue, step: ArchivingStep
) -> None:
    steps = count()

    def reached(now: ArchivingStep) -> None:
        if now is step and next(steps) == 1:
            raise Killed

    dying = venue(redis_url, tmp_path, reached, seconds=0.0)
    cup_id = dying.begin(cup(4))
    with pytest.raises(Killed):
        dying.run(cup_id)
    for key in here.redis.scan_iter("cq:*:lease:*"):
        here.redis.delete(key)  # they go by themselves after some seconds
    state = here.run(cup_id)
    games = [result.game for result in state.results.values()]
    with reading(here.archive.engine) as connection:
        assert size(connection) == len(set(games)) == 12
    here.redis.flushdb()
    (tmp_path / "again").mkdir()
    undisturbed = venue(redis_url, tmp_path / "again")
    assert outcome(undisturbed.run(undisturbed.begin(cup(4)))) == outcome(state)


def test_the_same_manifest_shows_the_tournament_that_it_made_also_from_the_archive(here: Venue) -> None:
    name = here.begin(cup(2))
    assert here.begin(cup(2)) == name
    state = here.run(name)
    here.archived()
    assert here.begin(cup(2)) == name
    assert outcome(here.state(name)) == outcome(state)


def test_a_store_that_was_lost_lists_its_tournaments_again_and_has_their_games(here: Venue) -> None:
    name = here.begin(cup(2))
    state = here.run(name)
    here.archived()
    here.redis.flushdb()
    restored = restore(here.archive, Retention(here.redis, StorageCipher(KEYS.vault)), 0, lambda: None)
    assert (restored.same, restored.different) == (3, [])
    (listed,) = here.tournament_service.store.tournament_lists.page(5)
    assert listed.game == name
    assert outcome(here.state(name)) == outcome(state)


@pytest.mark.parametrize(("variant", "seats"), [("paco", 12), ("navajo-tens", 7)])
def test_at_a_table_of_many_seats_every_entrant_plays_every_seat(
    here: Venue, variant: str, seats: int
) -> None:
    table = cup(seats, "greedy", variant=variant, format={"type": "league", "seats": seats})
    state = here.run(here.begin(table))
    assert len(state.results) == seats
    assert {fixture.deck for fixture in state.fixtures} == {1}
    for seat in range(seats):
        assert {fixture.seats[seat] for fixture in state.fixtures} == set(range(seats))
    assert {result.ending for result in state.results.values()} == {Ending.FINISHED}
    assert audit(complete_record(here.record(state.results[1].game))).sound


def test_a_game_of_a_tournament_is_not_removed_because_the_result_rests_on_it(here: Venue) -> None:
    state = here.run(here.begin(cup()))
    game = GameId(state.results[1].game)
    store, after = here.tournament_service.store, Retention(here.redis, StorageCipher(KEYS.vault))
    with pytest.raises(RemovalRefused, match="of_tournament"):
        Remover(store, after, here.archive, lambda name: False).remove(game)
    assert here.record(game)
