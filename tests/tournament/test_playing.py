"""Tournaments played: the same games wherever they are played, filed once, and sound."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from app.bots.roster import made
from app.games.conquian.game import Conquian
from app.games.shuffle import tournament_game_key
from app.service import tournaments as service_tournaments
from app.store.canonical import parse
from app.store.encryption import StorageCipher
from app.store.errors import StoreUnavailable
from app.store.keys import GameId
from app.store.leases import Lease, Leases
from app.store.retention import Retention
from app.tournament import commands as tournament_commands
from app.tournament.decide import SYSTEM
from app.tournament.failures import TRIAL, FailureKind
from app.tournament.manifest_parser import read
from app.tournament.schedule import Ending, Fixture, FixtureResult
from app.tournament.state import Tournament, TournamentPhase
from replays.archive.files import ArchivingStep
from replays.archive.kinds import entries_in
from replays.archive.recovery import restore
from replays.archive.removing import OfTournament, Remover
from replays.audit.audit import audit
from replays.catalogue.connecting import reading
from replays.record.write import complete_record
from replays.tournaments.archiving import BatchArchiver
from replays.tournaments.audit import audit_tournament
from replays.tournaments.failures import Failures
from replays.tournaments.playing import Playout, play
from replays.tournaments.record import ended
from replays.transparency.store import signed_size, size
from tests.service.helpers import KEYS
from tests.tournament.venue import Venue, cup, outcome, venue
from tests.verifier.node import auditor
from workers import tournaments
from workers.tournaments import BLOCK, BLOCKS, TournamentPlayer, _Slice

ORGANISER = "p-00" + "a" * 22


@pytest.fixture
def here(redis_url: str, tmp_path: Path) -> Venue:
    return venue(redis_url, tmp_path)


def free(
    player: TournamentPlayer, state: Tournament, waiting: Sequence[Fixture]
) -> Iterator[Sequence[Fixture]]:
    """What one job takes of `waiting` that goes on and on."""
    return _Slice(player, state, ())._free(waiting)


def record(here: Venue, game: str) -> bytes:
    found = here.archive.read(game)
    assert found is not None
    return found


def test_every_game_is_archived_clean_under_a_checkpoint_on_the_deck_of_its_seed(here: Venue) -> None:
    state = here.run(here.begin(cup()))
    assert len(state.results) == 6
    for fixture in state.fixtures:
        result = state.results[fixture.number]
        lines = record(here, result.game)
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
    one, other = (entries_in(record(here, state.results[number].game)) for number in (1, 2))
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
    games = [state.results[one.number].game for one in state.fixtures if entrants.issuperset(one.seats)]
    return [parse(one.public)["command"] for game in games for one in entries_in(record(here, game))[1:]]


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
    assert [one.plies for _, one in sorted(whole.results.items())] == [48, 43, 47, 46, 44, 43]
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
    games = [record(upgraded, result.game) for result in state.results.values()]
    with auditor() as second:
        for game in games:
            assert parse(entries_in(game)[0].public)["rulebook"]["edition"] == edition
            assert audit(complete_record(game)).findings == ()
            assert second.audit(complete_record(game))["findings"] == []
    lines = ended(upgraded.tournament_service.entries(GameId(state.id)))
    assert audit_tournament(lines, games=upgraded.archive.read).sound
    other = lines.replace(b'"rulebook":%d' % edition, b'"rulebook":%d' % (edition + 1))
    found = audit_tournament(other, games=upgraded.archive.read).findings
    details = [str(one.detail) for one in found if one.check == "parent"]
    assert len(details) == len(state.results)
    assert all(detail.endswith("its rulebook") for detail in details)


class Killed(BaseException):
    """What ends a process in the middle of a step."""


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
def test_cut_off_at_any_step_it_goes_on_and_comes_to_the_same(
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
    found = restore(here.archive, Retention(here.redis, StorageCipher(KEYS.vault)), 0, lambda: None)
    assert (found.same, found.different) == (3, [])
    (listed,) = here.tournament_service.store.tournaments(5)
    assert listed.game == name
    assert outcome(here.state(name)) == outcome(state)


def test_the_record_of_a_tournament_proves_its_seeds_and_every_game_of_it(here: Venue) -> None:
    name = here.begin(cup())
    here.run(name)
    here.archived()
    lines = record(here, name)
    assert lines == ended(here.tournament_service.entries(name))
    report = audit_tournament(lines, games=here.archive.read)
    assert report.sound
    assert [one.looked for one in report.checks if one.check == "parent"] == [6]


def test_an_altered_seed_or_result_or_a_game_of_another_deck_is_found(here: Venue) -> None:
    name = here.begin(cup())
    state = here.run(name)
    lines = ended(here.tournament_service.entries(name))
    seed = state.deck_seed.encode()
    assert not audit_tournament(lines.replace(seed, seed[::-1])).sound
    digest = state.results[1].digest.encode()
    assert not audit_tournament(lines.replace(digest, digest[::-1])).sound
    games = {one.game: record(here, one.game) for one in state.results.values()}
    games[state.results[1].game], games[state.results[3].game] = (
        games[state.results[3].game],
        games[state.results[1].game],
    )
    found = audit_tournament(lines, games=games.get).findings
    assert [one.evidence["fixture"] for one in found] == [1, 3]


@pytest.mark.parametrize(
    ("forged", "found"),
    [
        (lambda one: replace(one, balances=(9, -9)), "its result"),
        (lambda one: replace(one, ending=Ending.FORFEIT, at_fault=(1,)), "its result"),
        (lambda one: FixtureResult(one.fixture, (9, -9)), "a result without a game or a reason"),
        (
            lambda one: FixtureResult(one.fixture, (0, 0), Ending.WALKOVER, (1,)),
            "a result without a game or a reason",
        ),
        (
            lambda one: FixtureResult(one.fixture, (9, -9), Ending.ADJUDICATED),
            "a result without a game or a reason",
        ),
    ],
)
def test_a_result_that_no_game_came_to_is_found(
    here: Venue, forged: Callable[[FixtureResult], FixtureResult], found: str
) -> None:
    class Forger(BatchArchiver):
        """Files games as they were played, and tells something else of the first."""

        def file(self, *words: Any) -> list[FixtureResult]:
            return [forged(one) if one.fixture == 1 else one for one in super().file(*words)]

    filing = here.player.filing
    forger = Forger(filing.archive, filing.signer, filing.failures, reached=filing.reached)
    here.player = replace(here.player, filing=forger)
    name = here.begin(cup(2))
    here.run(name)
    report = audit_tournament(
        ended(here.tournament_service.entries(name)), games=lambda game: record(here, game)
    )
    assert [(one.check, one.evidence["fixture"]) for one in report.findings] == [("parent", 1)]
    assert found in report.findings[0].detail


def test_results_stand_in_the_order_of_fixtures_however_they_come(here: Venue) -> None:
    name = here.begin(cup(3))
    state, factories = here.state(name), [lambda: made("random")] * 3
    results = {one.number: play(state, one, factories).result for one in state.waiting}
    here.tournament_service.report(name, [results[number] for number in (5, 2)])
    here.tournament_service.report(name, [results[number] for number in (6, 5, 1, 2)])
    here.tournament_service.report(name, [results[number] for number in (2, 1)])
    here.tournament_service.report(name, [results[number] for number in (4, 3)])
    lines = ended(here.tournament_service.entries(name))
    said_of = [parse(one.public)["command"] for one in entries_in(lines)[1:]]
    assert [[one["fixture"] for one in each["results"]] for each in said_of] == [[2, 5], [1, 6], [3, 4]]
    assert audit_tournament(lines).sound


def test_a_walkover_that_was_reported_is_found(here: Venue) -> None:
    """A game that was played, taken for one that was not because one of its players left later."""
    name = here.begin(cup(2))
    here.tournament_service.report(name, [FixtureResult(1, (0, 0), Ending.WALKOVER, (0,))])
    out = next(here.state(name).fixtures).seats[0]
    here.tournament_service.act(name, ORGANISER, tournament_commands.Forfeit(out, "It has left."))
    report = audit_tournament(ended(here.tournament_service.entries(name)), games=here.archive.read)
    assert [(one.check, one.evidence["fixture"]) for one in report.findings] == [("parent", 1)]


def test_who_is_out_and_what_the_organiser_said_needs_no_game(here: Venue) -> None:
    name = here.begin(cup(3))
    here.tournament_service.act(name, ORGANISER, tournament_commands.Adjudicate(1, (3, -3), "No power."))
    here.tournament_service.act(name, ORGANISER, tournament_commands.Forfeit(2, "It has left."))
    here.run(name)
    report = audit_tournament(
        ended(here.tournament_service.entries(name)), games=lambda game: record(here, game)
    )
    assert report.sound, report.findings


@pytest.mark.parametrize(
    "command", [tournament_commands.Adjudicate(1, (3, -3), "So."), tournament_commands.Forfeit(1, "So.")]
)
def test_what_only_an_organiser_says_is_found_where_the_service_says_it(here: Venue, command: Any) -> None:
    name = here.begin(cup(2))
    here.tournament_service.act(name, SYSTEM, command)
    here.run(name)
    report = audit_tournament(
        ended(here.tournament_service.entries(name)), games=lambda game: record(here, game)
    )
    assert [(one.check, one.ply) for one in report.findings] == [("actors", 2)]


def test_a_paused_tournament_plays_nothing_until_it_goes_on(here: Venue) -> None:
    name = here.begin(cup(2))
    here.tournament_service.act(name, "p", tournament_commands.Pause())
    here.player(name)
    assert not here.state(name).results
    here.tournament_service.act(name, "p", tournament_commands.Resume())
    assert here.run(name).state is TournamentPhase.FINISHED


def test_what_another_holds_is_left_to_it(here: Venue) -> None:
    name = here.begin(cup(2))
    held = here.player.leases.take(name, [0])
    assert len(held) == 1
    here.player(name)
    assert not here.state(name).results
    here.player.leases.release(held)
    here.player(name)
    assert len(here.state(name).results) == 2


@pytest.mark.parametrize(("problem", "again"), [(ZeroDivisionError(), 1), (StoreUnavailable("away"), 2)])
def test_what_nobody_foresaw_is_not_tried_again_before_its_lease_is_over(
    here: Venue, monkeypatch: pytest.MonkeyPatch, problem: Exception, again: int
) -> None:
    tried = list[Fixture]()

    def fails(state: Tournament, fixture: Fixture, factories: object) -> Playout:
        tried.append(fixture)
        raise problem

    name = here.begin(cup(2))
    monkeypatch.setattr(tournaments, "play", fails)
    for _ in range(2):
        with suppress(ZeroDivisionError):
            here.player(name)
    assert len(tried) == again
    monkeypatch.undo()
    for key in here.redis.scan_iter("cq:*:lease:*"):
        here.redis.delete(key)  # they go by themselves after some seconds
    assert here.run(name).state is TournamentPhase.FINISHED


class Counted(Leases):
    """Leases that remember how many parts were asked for each time."""

    def __init__(self, redis: Redis) -> None:
        super().__init__(redis)
        self.asked: list[int] = []

    def take(self, log: str, parts: Sequence[int]) -> list[Lease]:
        self.asked.append(len(parts))
        return super().take(log, parts)


def test_blocks_are_leased_several_at_a_time_but_singly_at_first_and_at_last(here: Venue) -> None:
    name = here.begin(cup(2, decks_per_pairing=400))
    leases = Counted(here.redis)
    player, waiting = replace(here.player, leases=leases, seconds=0.0), list(here.state(name).waiting)
    player(name)
    assert leases.asked == [1]
    given = [one for some in free(player, here.state(name), waiting) for one in some]
    assert given == waiting
    assert (leases.asked[1], max(leases.asked), leases.asked[-1]) == (1, BLOCKS, 1)
    assert sum(leases.asked[1:]) == 800 // BLOCK


ANSWERING = """
import json, sys

input()
for line in sys.stdin:
    print(json.dumps(json.loads(line)["legal"][0]), flush=True)
"""

FAILING = """
class Bot:
    asked = 0

    def __call__(self, view, moves, chance, seen):
        self.asked += 1
        if self.asked > 1:
            raise ValueError("no idea")
        return moves[0]
"""


def test_an_entrant_that_fails_forfeits_and_is_out_in_the_end(
    redis_url: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    here = venue(redis_url, tmp_path, seconds=0.0)
    (tmp_path / "bad.py").write_text(FAILING)
    document = cup(2, decks_per_pairing=3)
    document["entrants"].append({"name": "bad", "python": f"{tmp_path}/bad.py:Bot"})
    name = here.begin(document)
    state = here.run(name)
    bad = [(one, state.results[one.number]) for one in state.fixtures if 2 in one.seats]
    assert {result.ending for _, result in bad} == {Ending.FORFEIT, Ending.WALKOVER}
    assert all(one.seats[result.at_fault[0]] == 2 for one, result in bad)
    assert state.withdrawn == {2: "failed"}
    for fixture, result in bad:
        if result.ending is Ending.FORFEIT:
            assert f"Tournament {name}, game {fixture.number}, ply " in caplog.text
            assert ": bad forfeits, crashed: it raised ValueError" in caplog.text
            assert audit(complete_record(record(here, result.game))).sound
    report = audit_tournament(
        ended(here.tournament_service.entries(name)), games=lambda game: record(here, game)
    )
    assert report.sound, report.findings
    kept = here.failures.of(state)
    forfeits = [(one, result) for one, result in bad if result.ending is Ending.FORFEIT]
    assert [(one.fixture, one.seat, one.entrant, one.kind, one.game) for one in kept] == [
        (one.number, result.at_fault[0], 2, FailureKind.CRASHED, result.game) for one, result in forfeits
    ]
    fixture, result = forfeits[0]
    (detail,) = here.failures.of_game(state, fixture.number)
    assert "ValueError: no idea" in detail.said
    assert detail.ended == "ValueError"
    assert detail.ply == result.plies - 1
    assert detail.question is not None
    assert detail.question["view"]["you"] == detail.seat
    assert detail.question["legal"]


def test_the_details_of_a_failure_are_sealed_and_go_with_the_record(redis_url: str, tmp_path: Path) -> None:
    here = venue(redis_url, tmp_path, seconds=0.0)
    (tmp_path / "bad.py").write_text(FAILING)
    document = cup(1)
    document["entrants"].append({"name": "bad", "python": f"{tmp_path}/bad.py:Bot"})
    state = here.run(here.begin(document))
    (failure, *_) = here.failures.of(state)
    assert b"no idea" not in (tmp_path / "catalogue.sqlite").read_bytes()
    assert not Failures(here.archive.engine, StorageCipher(b"x" * 32)).of_game(state, failure.fixture)[0].said
    while here.archive.retire(1 << 60, 1 << 60):
        pass
    assert here.failures.of(state)[0] == failure
    assert here.failures.of_game(state, failure.fixture) == [failure]


def test_an_entrant_that_does_not_answer_a_question_pauses_the_tournament(
    redis_url: str, tmp_path: Path
) -> None:
    here = venue(redis_url, tmp_path)
    document = cup(2)
    (tmp_path / "bad.py").write_text("import sys\nsys.exit('no model here')\n")
    document["entrants"].append({"name": "bad", "command": ["python3", "bad.py"]})
    name = here.tournament_service.create(read(document), folder=str(tmp_path))[0].log
    here.player(name)
    state = here.state(name)
    assert (state.state, state.paused_for, len(state.results)) == (
        TournamentPhase.PAUSED,
        "entrant_no_answer",
        0,
    )
    (failure,) = here.failures.of(state)
    assert (failure.fixture, failure.entrant, failure.kind) == (TRIAL, 2, FailureKind.NOT_STARTED)
    (detail,) = here.failures.of_game(state, TRIAL)
    assert detail.said == "no model here\n"
    (tmp_path / "bad.py").write_text(ANSWERING)
    here.tournament_service.act(name, SYSTEM, tournament_commands.Resume())
    assert here.run(name).state is TournamentPhase.FINISHED
    assert not here.failures.of(here.state(name))
    assert here.failures.times(name).keys() == {0, 1, 2}


def test_an_entrant_that_cannot_be_opened_pauses_the_tournament_and_says_why(here: Venue) -> None:
    document = cup(2)
    document["entrants"].append({"name": "lost", "python": "/nowhere.py:Bot"})
    name = here.begin(document)
    here.player(name)
    assert (here.state(name).state, here.state(name).paused_for) == (
        TournamentPhase.PAUSED,
        "entrant_not_found",
    )


def test_a_ring_for_no_tournament_does_nothing(here: Venue) -> None:
    here.player(GameId("t-000000000000000000000000"))
    assert not here.rung


@pytest.mark.parametrize(("variant", "seats"), [("paco", 12), ("navajo-tens", 7)])
def test_a_table_of_many_seats_is_a_tournament_in_which_everybody_sits_everywhere(
    here: Venue, variant: str, seats: int
) -> None:
    table = cup(seats, "greedy", variant=variant, format={"type": "league", "seats": seats})
    state = here.run(here.begin(table))
    assert len(state.results) == seats
    assert {one.deck for one in state.fixtures} == {1}
    for seat in range(seats):
        assert {one.seats[seat] for one in state.fixtures} == set(range(seats))
    assert {result.ending for result in state.results.values()} == {Ending.FINISHED}
    assert audit(complete_record(record(here, state.results[1].game))).sound


def test_a_game_of_a_tournament_is_not_removed_because_the_result_rests_on_it(here: Venue) -> None:
    state = here.run(here.begin(cup()))
    game = GameId(state.results[1].game)
    store, after = here.tournament_service.store, Retention(here.redis, StorageCipher(KEYS.vault))
    with pytest.raises(OfTournament):
        Remover(store, after, here.archive, lambda name: False).remove(game)
    assert record(here, game)
