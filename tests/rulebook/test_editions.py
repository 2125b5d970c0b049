"""Editions of the rulebook never change: a changed paragraph makes a new one."""

import json
from itertools import pairwise
from pathlib import Path

import pytest

from app.games.registry import GAMES, USUAL, game_of
from app.service.rulebook import current, edition, hash_of, order
from app.store.canonical import parse

from .editions import CONQUIAN, folder, number, paragraphs, text

HASHES = {
    "conquian": {
        1: "b9963dda384d12a6898cad09c5195e713112fd787cb92416e821cad40e851ca2",
        2: "0038867df4f1ca13d1c03b52c4d71b8ef8544e0353cf26795262d20bcc267c5d",
        3: "7f5b1f99f65d0b82b74f8787a47f1d07c178759c1b25168421a3b9772d8d6f5e",
        4: "d6bf027bb849d680a70f035584d3fb096b7ef7abe8d6fd2a9bf02a2877036075",
        5: "24f30059dc6c798769dafc55acb983c9bb37d2e894c2532dfd5a26e141f7cea9",
        6: "efc798609705b4c2e56754490eb1682c5e833ad7192f3a86eb5012a05c59b7cb",
        7: "8b43e26f3c8142018ddf0295885d84a74c59e12240cfacc70acd0a080b8108f5",
        8: "1b3e62cb4e7b416e1b55adf544a05dad5804bebb3a23d50832c30f6fbd302bf4",
        9: "5033d8e7f8cf02a4cce4b85cc80f322faeecdf1d4945aae98a946bf3885e39c3",
        10: "5216231988f589c5317104f147f9b173f91048f89986fcd69a58c9f79535747a",
        11: "197d05218e578b2327f0d9221bc280954bac063a5ac2632c285a4cde124f72f9",
        12: "8d39dd74c52dfd4c6bce833da7aca121ea3a4517f09569c3935780802b8728db",
    },
    "holdem": {
        1: "a9f023b4c4d3d954bf0167268252949806eb110a25b1793cafdd33ccf5639fa7",
        2: "ce338e0e8e1ae0fa9247cf70932662ab51e4b2a0e149c220b20f1dbbdd5c9418",
        3: "6d0d814cc671734d9567635c00a774f94fac07b440aef3afe3489987be95c0d4",
        4: "35a570445b7a1adfbedb64980b878adbb132a1d0cd99521c2262197aa88eac38",
    },
}
"""By game and edition the hash of its paragraphs.

After a change of a game's RULES.md, for example in `app/games/conquian`: give it the next number, put that
in force as `edition` in its `game.py`, write the edition by `python -m tests.rulebook.editions conquian` and
add its hash here.
An edition may only be written anew while no release and no record of the corpus names it. Then translate
what has changed, in RULES.es.md and RULES.fr.md, with their number, and run
`python -m tests.rulebook.translations conquian`.
"""

CORPUS = Path(__file__).parents[1] / "corpus"


@pytest.mark.parametrize("play", HASHES)
def test_the_edition_in_force_equals_the_current_rulebook(play: str) -> None:
    assert number(text(play)) == GAMES[play].edition
    assert current(play).paragraphs == paragraphs(text(play))


@pytest.mark.parametrize("play", HASHES)
def test_every_edition_is_stored_with_its_hash(play: str) -> None:
    hashes = HASHES[play]
    assert {int(path.stem) for path in (folder(play) / "editions").glob("*.json")} == set(hashes)
    assert max(hashes) == GAMES[play].edition
    for kept, digest in hashes.items():
        book = edition(play, kept)
        assert book
        assert (book.edition, book.hash) == (kept, digest)


def test_a_changed_word_changes_the_hash() -> None:
    changed = dict(current("conquian").paragraphs)
    changed["9.2"] = changed["9.2"].replace("nobody pays", "everybody pays")
    assert hash_of(changed) != HASHES[USUAL][GAMES[USUAL].edition]


@pytest.mark.parametrize("play", HASHES)
def test_paragraphs_are_counted_without_a_gap(play: str) -> None:
    names = [order(name) for name in current(play).paragraphs]
    assert names == sorted(names)
    for before, after in pairwise(names):
        assert after in ((before[0], before[1] + 1), (before[0] + 1, 1))


def test_a_paragraph_of_several_lines_and_blocks_is_one_text() -> None:
    rules = "# Title\n\n**1.1 One.** First\n*line*.\n\nSecond block.\n\n## 2 Next\n\n**2.1 Two.** End.\n"
    assert paragraphs(rules) == {"1.1": "One. First line. Second block.", "2.1": "Two. End."}


@pytest.mark.parametrize("path", sorted(CORPUS.glob("v[2-9]/*.record")), ids=lambda path: path.stem)
def test_every_edition_that_a_corpus_record_names_is_unchanged(path: Path) -> None:
    with path.open("rb") as file:
        header, book = parse(file.readline()), parse(file.readline())["rulebook"]
    stored = edition(game_of(header["variant"]).name, book["edition"])
    assert stored
    assert (stored.hash, dict(stored.paragraphs)) == (book["hash"], book["paragraphs"])


@pytest.mark.parametrize("unknown", [0, -1, max(HASHES[USUAL]) + 1])
def test_other_editions_are_unknown(unknown: int) -> None:
    assert edition("conquian", unknown) is None


def test_an_edition_is_a_plain_file_of_texts() -> None:
    document = json.loads((CONQUIAN / "editions" / "1.json").read_text(encoding="utf-8"))
    assert all(isinstance(value, str) and value for value in document.values())
