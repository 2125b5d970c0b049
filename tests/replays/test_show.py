"""The replay in a terminal: exact playthroughs, and properties of every page."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.cli.replay.cards import Style
from app.cli.replay.rendering import frame, step_through
from app.store.canonical import canonical, parse
from replays.record.errors import ReplayError
from replays.report.source import Live
from replays.report.steps import Recorded, Step

from .games import PLANS, played

GOLDEN = Path(__file__).parent / "golden"
SEEDS = {"north-american": 5, "mexican-2": 6, "mexican-3": 12}


def steps(name: str, seed: int = 1, seat: int | None = None) -> Iterator[Step]:
    replay = Recorded(played(name, seed), seat)
    return map(replay.step, range(1, replay.plies + 1))


def playthrough(name: str) -> str:
    return "\n".join(frame(step, Style()) for step in steps(name, SEEDS[name]))


@pytest.mark.parametrize("name", SEEDS)
def test_a_playthrough_is_unchanged(name: str) -> None:
    assert playthrough(name) == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("unicode", [True, False])
@pytest.mark.parametrize("name", PLANS)
def test_every_page_fits_into_eighty_columns(name: str, unicode: bool) -> None:
    for step in steps(name):
        page = frame(step, Style(unicode=unicode))
        assert max(map(len, page.splitlines())) <= 80
        assert unicode or page.isascii()
        assert "cannot be told" not in page
        assert "(" not in page.replace("(stopped by its host)", "")


def test_without_signs_the_cards_are_spelled_in_letters() -> None:
    signs, letters = (frame(list(steps("north-american"))[5], Style(unicode=on)) for on in (True, False))
    assert "♠" in signs
    assert letters.translate({}) == signs.translate(str.maketrans("♦♥♠♣─", "dhsc-"))


@pytest.mark.parametrize("name", ["mexican-3", "keep_centre", "me_sirve", "entropy"])
def test_a_seat_sees_only_its_cards(name: str) -> None:
    everything, own = list(steps(name)), list(steps(name, seat=1))
    for open_step, step in zip(everything, own, strict=True):
        assert set(step.hands) <= {1}
        for event, known in zip(open_step.events, step.events, strict=True):
            if event["type"] in ("answered", "declined") and event["seat"] != 1:
                assert set(known) <= {"type", "seat"}
    texts = [
        line for step in own for line in frame(step, Style()).splitlines() if line.startswith("    hand ")
    ]
    hidden = [line for line in texts if line.split()[-1] in ("card", "cards")]
    assert len(hidden) * 3 >= len(texts) * 2


def test_a_seat_beyond_the_table_is_refused() -> None:
    with pytest.raises(ReplayError, match="no seat 7"):
        Recorded(played("mexican-2"), 7).step(1)


def test_an_inconsistent_log_is_shown_up_to_its_fault() -> None:
    entries = list(played("mexican-2"))
    public = parse(entries[9].public)
    public["events"] = [{"type": "nonsense"}]
    entries[9] = replace(entries[9], public=canonical(public))
    replay = Recorded(entries)
    assert replay.step(9).ply == 9
    with pytest.raises(ReplayError, match="ply 10"):
        replay.step(10)


def test_control_characters_of_a_log_are_not_sent_to_the_terminal() -> None:
    step = next(steps("mexican-2"))
    seats = [dict(seat, player="\x1b[2Jme\nagain\u202e") for seat in step.view["seats"]]
    events: list[dict[str, Any]] = [
        {"type": "\x1b]0;x\x07"},
        {"type": "card-turned", "seat": 0, "card": "\x1b[31m"},
    ]
    page = frame(replace(step, view={**step.view, "seats": seats}, events=events), Style())
    assert all(char.isprintable() or char == "\n" for char in page)
    assert page.count("\n") == frame(step, Style()).count("\n") + 1


def test_an_invalid_view_has_an_error_code() -> None:
    with pytest.raises(ReplayError, match="ply 1"):
        frame(replace(next(steps("mexican-2")), view={}), Style())


def plies_shown(keys: str | list[str], at: int = 1, plies: list[int | None] | None = None) -> list[str]:
    """The plies shown for a sequence of keys."""
    replay = Recorded(played("mexican-2"))
    pages: list[str] = []
    pressed, asked = iter(keys), iter(plies or [])
    step_through(
        replay, at, Style(), show=pages.append, key=lambda: next(pressed), ask_ply=lambda: next(asked)
    )
    return [page.split(" of ")[0].split("ply ")[1] for page in pages]


def test_keys_go_forward_and_back() -> None:
    assert plies_shown("nn bq") == ["1", "2", "3", "4", "3"]
    assert plies_shown(["\x1b[C", "\x1b[C", "\x1b[D", "q"]) == ["1", "2", "3", "2"]


def test_keys_do_not_leave_the_game() -> None:
    last = str(len(played("mexican-2")))
    assert plies_shown(["b", "\x1b[F", "n", "\x1b[H", "?", "q"]) == ["1", "1", last, last, "1", "1"]


def test_one_ply_is_shown_on_request() -> None:
    last = str(len(played("mexican-2")))
    assert plies_shown("ggggq", 3, [7, None, 0, 10**6]) == ["3", "7", "7", "7", last]


def test_a_running_game_is_shown_from_the_view_of_a_spectator() -> None:
    entries, seen = played("mexican-3"), list(steps("mexican-3", seat=0))
    public = [{"ply": entry.ply, "public": parse(entry.public)} for entry in entries[:20]]
    asked: list[int] = []

    def position(ply: int) -> dict[str, object]:
        asked.append(ply)
        return {**seen[ply - 1].view, "hand": None, "you": None}

    live = Live(public, position)
    assert asked == []
    page = frame(live.step(9), Style())
    assert "ply 9 of 20" in page
    assert "    hand     8 cards" in page
    assert sorted(asked) == [8, 9]
