"""The verdict on a dispute as text: the claim, what came of it, the paragraph, what would have been lawful.

It is what the record says, right or not; whether the machine judges so is the matter of the audit.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from app.entries import advance
from app.games.codec import Json
from app.games.errors import GameError
from app.games.languages import Language, Words
from app.store.entry import Entry
from replays.decisions import Malformed, guarded
from replays.disputes import record as disputes
from replays.disputes.bundle import Bundle
from replays.disputes.dispute import Dispute, Outcome
from replays.disputes.show import reason
from replays.disputes.verdict_words import CLAIMS, OUTCOMES, SAID
from replays.notation.exporting import centre
from replays.notation.signs import written
from replays.page.page import cited, section
from replays.page.words import PHRASES
from replays.record import read as read_record

MOVES: Final = 20
"""The most lawful moves that are told; the file of the dispute has more of them."""


def verdict_of(bundle: Bundle, paragraphs: Mapping[str, str], language: Language) -> str:
    """What was decided about the dispute in `bundle`, in lines; "" where its record does not tell.

    `paragraphs` is the rulebook of its game.
    """
    try:
        return guarded(lambda: _told(bundle, paragraphs, language))
    except (Malformed, GameError):
        return ""


def _told(bundle: Bundle, paragraphs: Mapping[str, str], language: Language) -> str:
    state = disputes.folded(disputes.read(bundle.dispute)[0])
    game = read_record(bundle.game).entries
    return section(_in(SAID["title"], language), _sentences(state, game, paragraphs, language))


def _sentences(
    state: Dispute, game: Sequence[Entry], paragraphs: Mapping[str, str], language: Language
) -> Iterator[str]:
    def say(name: str, **values: Any) -> str:
        return _in(SAID[name], language).format(**values)

    yield say("claim", seat=state.seat, ply=state.ply, claim=_in(CLAIMS[state.claim], language))
    yield say("words", text=state.text)
    if state.verdict is None:
        yield say("none")
        return
    yield say("outcome", **_outcome(state.verdict["outcome"], state.verdict["rule"], language))
    yield from cited(str(state.verdict["rule"]), paragraphs, language)
    if (found := reason(dict(state.verdict))) is not None:
        yield _in(found[1], language)
        yield from cited(found[0], paragraphs, language)
    legal = state.verdict["legal"]
    if legal is not None:
        moves = _moves(game, legal["ply"], legal["moves"])
        yield say("legal" if moves else "nothing", **{**legal, "moves": moves})
    if state.verdict["correction"]:
        yield say("correction", amounts=_amounts(state.verdict["correction"]))
    if state.ruling is not None:
        told = _outcome(state.ruling["outcome"], state.ruling["paragraph"], language)
        yield say("ruling", **told, reason=state.ruling["reason"])
        if state.correction:
            yield say("correction", amounts=_amounts(state.correction))


def _amounts(correction: Sequence[Any]) -> str:
    return ", ".join(f"{int(one):+d}" for one in correction)


def _outcome(outcome: str, rule: str | None, language: Language) -> dict[str, str]:
    """An outcome with its paragraph, as sentences name both."""
    paragraph = f" {_in(PHRASES['rule'], language).format(rule=rule)}" if rule else ""
    return {"outcome": _in(OUTCOMES[Outcome(outcome)], language), "rule": paragraph}


def _moves(game: Sequence[Entry], ply: int, moves: Sequence[Json]) -> str:
    """Moves after entry `ply` in the signs of the notation."""
    position = advance(None, tuple(game[:ply]))
    if position is None:
        raise ValueError("there is no position before the first entry")
    told = [written(one, centre(position.table, one), None) for one in moves[:MOVES]]
    return ", ".join(told) + (", ..." if len(moves) > MOVES else "")


def _in(words: Words, language: Language) -> str:
    return words.in_(language)[language]
