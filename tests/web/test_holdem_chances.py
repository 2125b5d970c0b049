"""The ranks of hands and the winning chances that the pages work out are right."""

import json
import subprocess
from collections.abc import Sequence
from itertools import combinations, pairwise
from pathlib import Path
from random import Random
from typing import Any

import app
from app.games.cards import faces
from app.games.holdem.ranking import category, rank
from tests.verifier.node import NODE

_SCRIPTS = Path(app.__file__).parent / "web" / "static" / "js" / "games" / "holdem"
_PROGRAM = f"""
const {{readFileSync}} = require("fs");
const folder = {json.dumps(str(_SCRIPTS))};
const scripts = ["ranking.js", "chances.js"].map((name) => import(folder + "/" + name));
Promise.all(scripts).then(([ranking, {{chances}}]) => {{
  const {{ranks, tables}} = JSON.parse(readFileSync(0, "utf8"));
  console.log(JSON.stringify({{
    ranks: ranks.map((cards) => [ranking.ranked(cards.map(ranking.numbered)), ranking.kindOf(cards)]),
    chances: tables.map(({{hands, board, dealt}}) => chances(hands, board, dealt)),
  }}));
}});
"""


def _asked(ranks: Sequence[Sequence[str]], tables: list[dict[str, Any]]) -> dict[str, Any]:
    done = subprocess.run(
        [str(NODE), "-e", _PROGRAM],
        input=json.dumps({"ranks": ranks, "tables": tables}),
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    output: dict[str, Any] = json.loads(done.stdout)
    return output


def _table(rng: Random, seats: int, board: int) -> dict[str, Any]:
    """Hands of two seats that are still in, cards of others that gave up, and a board."""
    cards = rng.sample(faces("french52"), 2 * seats + board)
    hands = [cards[2 * seat : 2 * seat + 2] for seat in range(seats)]
    return {"hands": hands[:2], "board": cards[2 * seats :], "dealt": cards[: 2 * seats]}


def _counted(table: dict[str, Any]) -> tuple[list[float], int]:
    """The shares over every board that can come, by the ranks of the rules."""
    gone = {*table["dealt"], *table["board"]}
    rest = [card for card in faces("french52") if card not in gone]
    won = [0.0, 0.0]
    boards = [*combinations(rest, 5 - len(table["board"]))]
    for more in boards:
        one, other = (rank(hand, (*table["board"], *more)) for hand in table["hands"])
        won[0] += (one < other) + (one == other) / 2
        won[1] += (other < one) + (one == other) / 2
    return [each / len(boards) for each in won], len(boards)


def test_the_pages_rank_hands_as_the_rules_do() -> None:
    rng = Random("ranks")
    hands = [rng.sample(faces("french52"), rng.choice((5, 6, 7))) for _ in range(4000)]
    # Straights and flushes are rare: hands of few ranks, or of one suit and the next, come beside them.
    few = [card for card in faces("french52") if card[0] in "A2345"]
    suited = [card for card in faces("french52") if card[1] in "dh"]
    hands += [rng.sample(pool, 7) for pool in (few, suited) for _ in range(1000)]
    ranked = _asked(hands, [])["ranks"]
    by_rules = [rank(hand, ()) for hand in hands]
    assert [kind for _, kind in ranked] == [str(category(rank_of)) for rank_of in by_rules]
    pairs = sorted(zip(by_rules, (score for score, _ in ranked), strict=True))
    for (rules, score), (next_rules, next_score) in pairwise(pairs):
        assert (score == next_score) if rules == next_rules else (score > next_score)


def test_chances_are_exact_where_at_most_two_cards_are_missing() -> None:
    rng = Random("exact")
    tables = [_table(rng, seats, board) for seats in (2, 4) for board in (3, 4, 5)]
    for table, answer in zip(tables, _asked([], tables)["chances"], strict=True):
        shares, boards = _counted(table)
        assert (answer["exact"], answer["boards"]) == (True, boards)
        assert all(abs(one - other) < 1e-9 for one, other in zip(answer["shares"], shares, strict=True))


def test_chances_before_the_flop_are_sampled_and_the_same_every_time() -> None:
    kings = {"hands": [["Kd", "Kh"], ["2c", "7s"]], "board": [], "dealt": ["Kd", "Kh", "2c", "7s"]}
    first, second = _asked([], [kings, kings])["chances"]
    assert first == second
    assert (first["exact"], first["boards"]) == (False, 2000)
    assert abs(sum(first["shares"]) - 1) < 1e-9
    assert abs(first["shares"][0] - 0.87) < 0.04, "kings beat seven and two about 87 times in 100"
