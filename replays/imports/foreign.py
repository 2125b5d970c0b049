"""A game from elsewhere as it was sent, and what can be made of it: its entries, its record, its audit."""

from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256

from app.store.entry import Entry
from replays.audit import audit
from replays.errors import BadNotation, BadRecord
from replays.findings import Report
from replays.forms import Proof
from replays.imports.errors import NotAGame
from replays.notation.exporting import text_of
from replays.notation.importing import imported
from replays.notation.judging import judged
from replays.notation.printing import written
from replays.receipts import KeyList
from replays.record import read


class Form(StrEnum):
    """How a game was sent; the values are stored."""

    RECORD = "record"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Foreign:
    """A game from elsewhere.

    `claims` is the id of the game that it says it is, None where it names none; `entries` is its log, which
    proves nothing where it was told without keys. `record` is its record, None then.
    """

    form: Form
    data: bytes
    claims: str | None
    variant: str
    entries: tuple[Entry, ...]
    record: bytes | None
    proof: Proof | None

    @property
    def id(self) -> str:
        """What the import is called, which follows from its bytes."""
        return id_of(self.data)

    @property
    def head(self) -> str | None:
        """The last digest in hex; None where nothing is proved by it."""
        return self.entries[-1].digest.hex() if self.record is not None else None

    def report(self, keys: KeyList | None = None) -> Report:
        """What an audit says of it; without its keys, that the rules have allowed its moves."""
        return judged(imported(self.data.decode())) if self.record is None else audit(self.record, keys=keys)

    def text(self) -> str:
        """The game in the notation."""
        if self.form is Form.TEXT:
            return self.data.decode()
        return written(text_of(self.entries, self.proof))


def id_of(data: bytes) -> str:
    """The id of an import: `x-` and the first 24 hex digits of the SHA-256 of its bytes."""
    return f"x-{sha256(data).hexdigest()[:24]}"


def foreign(data: bytes, form: Form) -> Foreign:
    """The game that `data` holds in the form `form`; NotAGame where it holds none.

    A record need not be true, only of the right form: what is wrong with it is said by its report.
    """
    try:
        return _record(data) if form is Form.RECORD else _text(data)
    except UnicodeDecodeError:
        raise NotAGame("The text is not in UTF-8") from None
    except BadNotation as fault:
        raise NotAGame(f"Line {fault.line}, column {fault.column}: {fault.detail}", fault.rule) from None
    except BadRecord as fault:
        raise NotAGame(f"Line {fault.line} (ply {fault.ply}): {fault.detail}") from None


def _record(data: bytes) -> Foreign:
    found = read(data)
    if not found.entries:
        raise NotAGame("The record has no entries")
    header = found.header
    return Foreign(Form.RECORD, data, header.game, header.variant, found.entries, data, found.proof)


def _text(data: bytes) -> Foreign:
    found = imported(data.decode())
    told = found.tables[-1]
    named = told.game if {"Id", "Create"} & set(found.text.tags) else None
    return Foreign(Form.TEXT, data, named, told.rules.variant, found.entries, found.record, None)
