"""Texts of the pages: one table for each topic, keys `topic.name`.

A text may have placeholders in braces, `{count}`, which the caller fills in.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.games.card_names import CARDS
from app.i18n import Language, Message, translate
from app.web.words.board import BOARD, SAID
from app.web.words.dispute import DISPUTE
from app.web.words.help import HELP, TERM
from app.web.words.holdem import CHIPS, HOLDEM
from app.web.words.learn import LEARN
from app.web.words.lesson import LESSON
from app.web.words.operator import OPERATOR
from app.web.words.organise import ORGANISE
from app.web.words.player import ME, PLAYER, SCOPE
from app.web.words.replay import AUDIT, REPLAY
from app.web.words.site import COMMON, HOME, RULES
from app.web.words.table import EVENING, PHRASE, TABLE, WATCH
from app.web.words.tournament import REGISTRATION, TOURNAMENT

TABLES: Final[Mapping[str, Mapping[str, Message]]] = MappingProxyType(
    {
        "audit": AUDIT,
        "board": BOARD,
        "cards": CARDS,
        "chips": CHIPS,
        "common": COMMON,
        "dispute": DISPUTE,
        "evening": EVENING,
        "help": HELP,
        "holdem": HOLDEM,
        "home": HOME,
        "learn": LEARN,
        "me": ME,
        "lesson": LESSON,
        "operator": OPERATOR,
        "organise": ORGANISE,
        "phrase": PHRASE,
        "player": PLAYER,
        "registration": REGISTRATION,
        "replay": REPLAY,
        "rules": RULES,
        "said": SAID,
        "scope": SCOPE,
        "table": TABLE,
        "term": TERM,
        "tournament": TOURNAMENT,
        "watch": WATCH,
    }
)
"""The tables by topic."""


def words(language: Language, *topics: str) -> Mapping[str, str]:
    """The texts of `topics` in one language by key; those of all topics where none is named."""
    return MappingProxyType(
        {key: translate(language, text) for topic in topics or TABLES for key, text in TABLES[topic].items()}
    )
