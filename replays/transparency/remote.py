"""Client of a service's transparency log. Its answers are not trusted here."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from app.games.codec import Json
from replays.record.errors import Unreachable
from replays.record.fetch import fetch, fetch_object
from replays.record.format import is_hash
from replays.transparency import checkpoints
from replays.transparency.errors import BadNote
from replays.transparency.proofs import MEMBERS, is_proof


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
            raise Unreachable("the service sent something that is not a proof of inclusion")
        return answer

    def consistency(self, old: int, new: int) -> list[bytes]:
        """Return the proof that the tree of `new` leaves begins with that of `old`."""
        path = fetch_object(self._at(f"proof/consistency?old={old}&new={new}")).get("path")
        if not isinstance(path, list) or not all(map(is_hash, path)):
            raise Unreachable("the service sent something that is not a proof of consistency")
        return [bytes.fromhex(text) for text in path]

    def _page(self, after: int, limit: int = 200) -> list[str]:
        rows = fetch_object(self._at(f"checkpoints?cursor={after}&limit={limit}")).get("checkpoints")
        page = [_note(_member(row, "note")) for row in rows] if isinstance(rows, list) else None
        if page is None or any(checkpoints.read(note).size <= after for note in page):
            raise Unreachable("the service sent something that is not a page of checkpoints")
        return page

    def _at(self, path: str) -> str:
        return f"{self.url.rstrip('/')}/v1/log/{path}"


def _member(row: Any, name: str) -> Any:
    return row.get(name) if isinstance(row, dict) else None


def _note(text: Any) -> str:
    try:
        checkpoints.read(text if isinstance(text, str) else "")
    except BadNote as fault:
        raise Unreachable(f"the service sent no checkpoint: {fault}") from None
    return str(text)
