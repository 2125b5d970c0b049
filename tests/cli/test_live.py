"""The live table of a tournament in a terminal: standings, progress and speed."""

from io import StringIO
from typing import Any

from rich.console import Console, RenderableType

from app.cli.tournament.display import Watched, as_json, pictured, sentences, table
from app.i18n import translate
from app.tournament import commands as tournament_commands
from app.tournament.codecs import result_to_json
from app.tournament.decide import Tournaments
from app.tournament.manifest_parser import read
from app.tournament.schedule import FixtureResult
from app.tournament.state import WAIT_TEXTS, Tournament, Wait
from tests.tournament.test_manifest import document

LOG = Tournaments()


def after_command(state: Tournament | None, command: Any) -> Tournament:
    """The tournament after a command."""
    for event in LOG.decide(state, "system", command, 0):
        state = LOG.evolve(state, event)
    assert state is not None
    return state


def begun(**members: Any) -> Tournament:
    plan = read(document(**members))
    seed = "5a" * 32
    create = tournament_commands.CreateTournament(
        plan.tournament, plan.manifest.document, seed, organiser_seeded=False, deck_seed=seed, bot_seed=seed
    )
    return after_command(None, create)


def after(state: Tournament, games: int) -> Tournament:
    """The tournament after so many games, each won by the entrant that is first in the manifest."""
    played = [
        FixtureResult(
            fixture.number,
            tuple(1 if seat == min(fixture.seats) else -1 for seat in fixture.seats),
            plies=9,
            hands=1,
        )
        for fixture in list(state.waiting)[:games]
    ]
    return after_command(state, tournament_commands.ReportResults(tuple(map(result_to_json, played))))


def text(content: RenderableType) -> str:
    console = Console(file=StringIO(), width=120)
    console.print(content)
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def test_the_table_and_the_json_output_agree() -> None:
    state = after(begun(decks_per_pairing=3), 18)
    output = as_json(pictured(state))
    assert (output["state"], output["provisional"]) == ("finished", False)
    assert output["games"] == {"done": 18, "paired": 18, "planned": 18}
    assert [row["name"] for row in output["standings"]] == ["ana", "beto", "caro"]
    assert [row["points"] for row in output["standings"]] == [12, 6, 0]
    assert [row["chips"] for row in output["standings"]] == [12, 0, -12]
    lines = text(table(pictured(state)))
    assert -1 < lines.index("ana") < lines.index("beto") < lines.index("caro")


def test_equal_points_are_listed_with_the_tie_break_that_decided() -> None:
    state = after(begun(format={"type": "swiss", "rounds": 1}), 2)
    output = as_json(pictured(state))
    assert [row["points"] for row in output["standings"]] == [1, 1, 0]
    assert [row["byes"] for row in output["standings"]] == [1, 0, 0]
    first, second, last = (row["tie_breaks"] for row in output["standings"])
    assert (first["buchholz"], second["buchholz"], last) == (1, 0, {})
    lines = text(table(pictured(state))).splitlines()
    assert "buchholz" in lines[2]
    assert "buchholz" not in text(table(pictured(after(begun(), 6))))


def test_tie_breaks_in_chips_are_in_one_column() -> None:
    state = begun(tie_breaks=["wins", "chips"])
    lines = text(table(pictured(state))).splitlines()
    assert lines[2].count("chips") == 1
    assert lines[2].count("wins") == 1


def test_speed_and_time_left_are_those_of_the_last_seconds() -> None:
    now = [0.0]
    watched = Watched(lambda: now[0])
    state = begun(decks_per_pairing=10)
    for second, games in ((0, 0), (1, 10), (2, 10), (22, 20)):
        now[0] = float(second)
        state = after(state, games) if games else state
        look = watched.look(state)
    assert watched.speed == 20 / 20, "from the 3rd look, at 2 s, to the last"
    line = text(watched.rendered(look))
    assert "running: 40 of 60 games, 1.0 games/s, 21 s left" in line


def test_a_new_table_is_worked_out_when_the_tournament_is_over() -> None:
    watched = Watched(lambda: 0.0)
    state = begun()
    assert watched.look(state).standings.rows[0].tally.played == 0
    assert watched.look(after(state, 6)).standings.rows[0].tally.played == 4


def test_the_reason_to_wait_is_shown_below_the_table_until_play_continues() -> None:
    said_ = translate("en", WAIT_TEXTS[Wait.ARCHIVE])
    watched = Watched(lambda: 0.0)
    assert said_ in text(watched.rendered(watched.look(begun(), Wait.ARCHIVE)))
    assert said_ not in text(watched.rendered(watched.look(begun())))
    assert as_json(pictured(begun(), Wait.ARCHIVE))["waits_for"] == "archive"


def test_a_test_shows_its_ratio_and_names_the_entrants_that_are_out() -> None:
    format_ = {"type": "sprt", "elo0": 0, "elo1": 50, "games": 400}
    state = begun(format=format_, names=("ana", "beto"))
    state = after(state, 40)
    ratio_test = as_json(pictured(state))["sprt"]
    assert ratio_test["lower"] < 0 < ratio_test["llr"]
    assert any(line.startswith(f"LLR {ratio_test['llr']} of ") for line in sentences(pictured(state)))
    paused = after_command(begun(), tournament_commands.Pause("entrant_changed"))
    (why,) = sentences(pictured(paused))
    assert why.startswith("It was paused by the service: entrant_changed. The files of an entrant are not")
    out = after_command(begun(), tournament_commands.Forfeit(1, "did not come"))
    games = sum(len(round_.results) for round_ in out.played)
    assert sentences(pictured(out)) == [
        f"Forfeits and walkovers count for points and not for ratings: {games} games.",
        "beto is out: did not come",
    ]
    output = text(table(pictured(out)))
    assert "forfeits" in output
    assert "Elo, 95 %" in output
    assert "±" not in output
    assert as_json(pictured(out))["withdrawn"] == {"beto": "did not come"}
