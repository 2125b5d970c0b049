"""Record to text and back is the same bytes; text to values and back is the same values."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from app.games.cards import CARD_CODES
from app.games.table import keys
from app.games.table.state import Status
from replays.notation.exporting import text_of
from replays.notation.importing import Imported, imported
from replays.notation.parse import parse
from replays.notation.printing import written
from replays.notation.text import Comment, DealFacts, Ply, Tag, Text, Time
from replays.record.errors import BadNotation
from replays.record.format import Proof
from replays.record.read import read_record
from replays.record.write import write_record
from tests.corpus.test_corpus import RECORDS, kept
from tests.replays.games import PLANS, played, recorded

OLD = [record for record in RECORDS if record[0] == "v1"]
SOME = [one for one in RECORDS if one[0] != "v1" and len(kept(*one)) < 60_000] + OLD[::6]


@pytest.mark.parametrize(("form", "name"), SOME)
def test_a_record_is_restored_from_its_text_byte_for_byte(form: str, name: str) -> None:
    record = read_record(kept(form, name))
    text = text_of(record.entries, record.proof)
    assert parse(written(text)) == text
    again = imported(written(text))
    assert again.entries == record.entries
    assert again.record == kept(form, name)


@pytest.mark.parametrize("name", PLANS)
def test_a_new_game_is_restored_from_its_text(name: str) -> None:
    assert imported(written(text_of(played(name)))).record == recorded(name)


def test_the_proof_is_restored_from_the_text() -> None:
    receipt = {"v": 1, "key": "ab", "game": "g", "ply": 1, "digest": "00", "time": 0, "signature": "00"}
    proof = Proof((receipt,), {"note": "n — o\n", "index": 0, "size": 1, "path": ["0" * 64]})
    again = imported(written(text_of(played("mexican-2"), proof))).record
    assert again == b"".join(write_record(played("mexican-2"), proof))


def test_comments_are_preserved_and_change_nothing() -> None:
    text = text_of(played("mexican-2"))
    random = Random(3)
    items: list[Any] = []
    for at, item in enumerate(text.items):
        items += [item, Comment(f"remark {at} ; [x] 3.0:7C-")] if random.random() < 0.3 else [item]
        items += [Comment("a } of its own")] if random.random() < 0.05 else []
    remarked = Text(tuple(items))
    assert sum(isinstance(item, Comment) for item in items) > 10
    assert parse(written(remarked)) == remarked
    assert imported(written(remarked)).record == recorded("mexican-2")


def keyless(name: str) -> str:
    """A game of PLANS with nothing but its moves and decks."""
    whole = imported(written(text_of(played(name))))
    items = (_bare(whole, item) for item in whole.text.items)
    return written(Text(tuple(item for item in items if item)))


def _bare(whole: Imported, item: Any) -> Any:
    if isinstance(item, Tag):
        return item if item.name in ("Variant", "Options", "Sheet", "Seats", "Result", "Balances") else None
    if item.deal is None:
        return replace(item, number=None, time=None)
    deck = keys.deck(whole.tables[item.number - 2], item.deal.hand)
    return replace(item, number=None, time=None, deal=replace(item.deal, deck=deck, holds=()))


@pytest.mark.parametrize(
    "name", ["mexican-2", "deals", "sits_out", "house", "bank", "persons", "keep_centre"]
)
def test_moves_and_decks_alone_lead_to_the_same_positions(name: str) -> None:
    whole, bare = imported(written(text_of(played(name)))), imported(keyless(name))
    assert bare.record is None
    assert not bare.keyed
    assert [table.hand for table in bare.tables] == [table.hand for table in whole.tables]
    assert bare.tables[-1].balances == whole.tables[-1].balances
    assert bare.tables[-1].status is Status.FINISHED


CARDS = some.sampled_from(sorted(CARD_CODES))
MANY = some.lists(CARDS, max_size=4)
TEXTS = some.text(some.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=8)
SEATS = some.integers(0, 11)
COMMANDS = some.one_of(
    some.builds(lambda card: {"type": "exchange", "card": card}, CARDS),
    some.builds(lambda use: {"type": "meld", "use": use}, MANY),
    some.builds(lambda use, card: {"type": "meld", "use": use, "discard": card}, MANY, CARDS),
    some.builds(lambda melds: {"type": "meld", "melds": melds}, some.lists(MANY, max_size=3)),
    some.just({"type": "pass"}),
    some.builds(lambda seat: {"type": "force", "seat": seat}, SEATS),
    some.builds(lambda card: {"type": "keep", "discard": card}, CARDS),
    some.sampled_from([{"type": name} for name in ("fold", "leave", "ready", "deal", "unknown", "")]),
    some.builds(lambda entropy: {"type": "reveal", "entropy": entropy}, TEXTS),
    some.builds(
        lambda reason, seats: {"type": "void", "reason": reason, "seats": seats}, TEXTS, some.lists(SEATS)
    ),
    some.builds(lambda seats: {"type": "expire", "seats": seats}, some.lists(SEATS)),
    some.builds(lambda seat, player: {"type": "sit", "seat": seat, "player": player}, SEATS, TEXTS),
    some.dictionaries(some.sampled_from(["claim", "force"]), some.booleans()).map(
        lambda members: {"type": "standing", **members}
    ),
    some.builds(lambda value: {"type": "pass", "more": value}, some.none() | some.booleans() | TEXTS),
)
DEALS = some.builds(
    DealFacts,
    hand=some.none() | some.integers(0, 100),
    dealer=some.none() | SEATS,
    order=some.lists(SEATS, max_size=12).map(tuple),
    stake=some.none() | some.integers(0, 10**6),
    holds=some.lists(some.tuples(SEATS, MANY.map(tuple)), max_size=3).map(tuple),
    deck=some.lists(CARDS, max_size=90).map(tuple),
)
TIMES = some.none() | some.builds(Time, some.integers(0, 2**52), some.booleans())
NUMBERS = some.none() | some.integers(1, 60_000)
PLIES = some.one_of(
    some.builds(Ply, some.none() | SEATS, COMMANDS, NUMBERS, some.none() | CARDS, time=TIMES).filter(
        lambda ply: ply.centre is None or ply.command["type"] in ("pass", "meld", "force", "keep")
    ),
    some.builds(Ply, some.none(), some.just({"type": "deal"}), NUMBERS, deal=DEALS, time=TIMES),
)
REMARKS = TEXTS.map(lambda words: Comment(" ".join(words.split())))
VALUES = some.recursive(
    some.none() | some.booleans() | some.integers(-(2**53) + 1, 2**53 - 1) | TEXTS,
    lambda inner: some.lists(inner, max_size=3) | some.dictionaries(some.sampled_from("ab"), inner),
    max_leaves=5,
)
TAGS = some.builds(Tag, some.from_regex("[A-Z][A-Za-z0-9]{0,9}", fullmatch=True), VALUES)
WHOLE = some.builds(
    lambda tags, rest: Text((*{tag.name: tag for tag in tags}.values(), *rest)),
    some.lists(TAGS, max_size=3),
    some.lists(PLIES | REMARKS, max_size=8),
)


@given(WHOLE)
def test_written_values_are_read_back_equal(text: Text) -> None:
    assert parse(written(text)) == text


@given(some.text(some.sampled_from('[]{}();:.,*&@+-=!~>|/#01O2C \n"AbT{'), max_size=60))
def test_any_other_text_is_a_game_or_an_error_with_its_place(text: str) -> None:
    try:
        result: Text | BadNotation = parse(text)
    except BadNotation as fault:
        result = fault
    if isinstance(result, Text):
        assert parse(written(result)) == result
    else:
        lines = text.split("\n")
        assert 1 <= result.line <= len(lines)
        assert 1 <= result.column <= len(lines[result.line - 1]) + 1
