"""Client of a service's transparency log, whose answers are not trusted, and files of checkpoints.

A file for witnesses contains signed notes with an empty line after each, so files can be concatenated.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from app.games.codec import Json
from app.i18n import Message
from replays.record.errors import Unreachable
from replays.record.fetch import fetch, fetch_object
from replays.record.format import is_hash
from replays.record.receipts import KeyList
from replays.record.untrusted_values import member
from replays.transparency import checkpoints
from replays.transparency.checkpoints import Checkpoint, opened, read
from replays.transparency.errors import BadNote, Unverified
from replays.transparency.proofs import MEMBERS, extends, is_proof

TWO_LOGS: Final = Message("two checkpoints of {count} leaves have different roots: there are two logs")


@dataclass(frozen=True, slots=True)
class RemoteLog:
    """The log of the service at `url`. Raises Refused for a refusal, Unreachable for an invalid answer."""

    url: str

    def latest(self) -> str:
        """Return the note of its latest checkpoint."""
        return _note(fetch(self._at("checkpoint"), "text/plain").decode("utf-8", "replace"))

    def after(self, size: int) -> Iterator[str]:
        """Yield the notes of all checkpoints of trees with more than `size` leaves, smallest first."""
        while page := self._page(size):
            yield from page
            size = checkpoints.read(page[-1]).size

    def at(self, size: int) -> str | None:
        """Return the note of the tree of exactly `size` leaves, or None."""
        page = self._page(size - 1, 1) if size else []
        return page[0] if page and checkpoints.read(page[0]).size == size else None

    def inclusion(self, game: str, size: int | None = None) -> Json:
        """Return the proof for a game: `{leaf, index, size, path, note}`."""
        of = "" if size is None else f"&size={size}"
        answer = fetch_object(self._at(f"proof/inclusion?game={game}{of}"))
        proof = {name: answer.get(name) for name in MEMBERS}
        if not is_proof(proof | {"note": proof["note"] or ""}):
            raise Unreachable(Message("the service sent something that is not a proof of inclusion"))
        return answer

    def consistency(self, old: int, new: int) -> list[bytes]:
        """Return the proof that the tree of `new` leaves begins with that of `old`."""
        path = fetch_object(self._at(f"proof/consistency?old={old}&new={new}")).get("path")
        if not isinstance(path, list) or not all(map(is_hash, path)):
            raise Unreachable(Message("the service sent something that is not a proof of consistency"))
        return [bytes.fromhex(text) for text in path]

    def _page(self, after: int, limit: int = 200) -> list[str]:
        rows = fetch_object(self._at(f"checkpoints?cursor={after}&limit={limit}")).get("checkpoints")
        page = [_note(member(row, "note")) for row in rows] if isinstance(rows, list) else None
        if page is None or any(checkpoints.read(note).size <= after for note in page):
            raise Unreachable(Message("the service sent something that is not a page of checkpoints"))
        return page

    def _at(self, path: str) -> str:
        return f"{self.url.rstrip('/')}/v1/log/{path}"


def _note(text: Any) -> str:
    try:
        checkpoints.read(text if isinstance(text, str) else "")
    except BadNote as fault:
        raise Unreachable(
            Message("the service sent no checkpoint: {reason}").filled(reason=fault.message)
        ) from None
    return str(text)


Prove = Callable[[int, int], Sequence[bytes]]
"""Returns the proof that the tree of the second size begins with that of the first."""


def lines(notes: Iterable[str]) -> Iterator[str]:
    """Yield the text of a file with `notes`."""
    return (f"{note}\n" for note in notes)


def split(text: str) -> list[str]:
    """Return the notes in the text of a file. Raises BadNote for any other content."""
    pieces = text.rstrip("\n").split("\n\n")
    if len(pieces) % 2:
        raise BadNote(Message("the file is not a row of signed notes"))
    notes = [f"{body}\n\n{signed}\n" for body, signed in zip(pieces[::2], pieces[1::2], strict=True)]
    for note in notes:
        read(note)
    return notes


def trusted(notes: Iterable[str], keys: KeyList) -> list[Checkpoint]:
    """Return the checkpoints in `notes`, smallest first, each tree once.

    Raises BadNote for one that none of `keys` in force at its time has signed; Unverified for two that cannot
    be of one log: the same size with two roots, or a larger tree with an earlier time.
    """
    heads: dict[int, Checkpoint] = {}
    for head in (opened(note, keys) for note in notes):
        if heads.setdefault(head.size, head).root != head.root:
            raise Unverified(TWO_LOGS.filled(count=head.size))
    checkpoints = [heads[size] for size in sorted(heads)]
    for old, new in pairwise(checkpoints):
        if new.time_ms < old.time_ms:
            raise Unverified(
                Message("the tree of {new} leaves was signed before that of {old}").filled(
                    new=new.size, old=old.size
                )
            )
    return checkpoints


def hold(heads: Sequence[Checkpoint], prove: Prove) -> None:
    """Raise Unverified unless each tree is proved to begin with the one before."""
    for old, new in pairwise(heads):
        if not extends(old.size, new.size, old.root, new.root, prove(old.size, new.size)):
            raise Unverified(
                Message(
                    "the tree of {new} leaves is not proved to begin with that of {old}: what was in the log"
                    " was changed, or the service has not proved that it was not"
                ).filled(new=new.size, old=old.size)
            )
