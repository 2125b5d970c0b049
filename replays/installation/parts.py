"""The three parts with the identity of an installation: their states, and their comparison.

An identity is a random id and a check value of the service secret. The check value is HMAC-SHA-256(k,
"conquian/installation/1" || id) where k is the key derived for it from the service secret
(`app.service.secret_keys.Keys.installation`). It reveals nothing about the secret, and cannot be computed
without it. The event store, the catalogue and the archive hold the same text.

All parts must have one identity. A fault is one sentence that names both sides and the setting to check. The
reference is the identity that the process already has, else the first one under its service secret, else the
first one.
"""

import hmac
import re
import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

import orjson
from redis import Redis

from app.games.codec import Json
from app.i18n import Message
from app.observability.startup import places
from app.parts.outages import NAMES as PART_NAMES
from app.parts.outages import SETTINGS, Part, sentence_of
from app.service.secret_keys import KEY_FILE
from app.settings.errors import StartError
from app.settings.settings import Settings
from app.store import installation as in_store
from app.store.client import connect as connect_store
from app.store.errors import StoreError
from replays.archive import installation as in_archive
from replays.archive.errors import ArchiveError
from replays.archive.files import open_files
from replays.catalogue import installation as in_catalogue
from replays.catalogue.connecting import bare
from replays.catalogue.connecting import connect as connect_catalogue
from replays.catalogue.errors import CatalogueError

_LABEL: Final = b"conquian/installation/1"
_VERSION: Final = 1
_RESTORING: Final = "restoring"
_MOVE: Final = "move"
_ID: Final = re.compile(r"i-[0-9a-f]{16}")
_CHECK: Final = re.compile(r"[0-9a-f]{64}")


class BadIdentity(ValueError):
    """The stored text is not an identity, or one of a later version of the program."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason)
        self.reason = reason


_UNREADABLE: Final = Message("it holds an identity that cannot be read")


@dataclass(frozen=True, slots=True)
class Identity:
    """The id of an installation and the check value of its service secret, 64 hex digits."""

    id: str
    check: str

    def fits(self, key: bytes) -> bool:
        """Return True if the check value was computed with `key`."""
        return hmac.compare_digest(self.check, _check(key, self.id))

    @property
    def text(self) -> str:
        """The stored form of the identity."""
        document = {"v": _VERSION, "id": self.id, "check": self.check}
        return orjson.dumps(document, option=orjson.OPT_SORT_KEYS).decode()


def draw(key: bytes) -> Identity:
    """Return a new identity under the service secret that `key` (32 bytes) was derived from."""
    drawn = f"i-{secrets.token_hex(8)}"
    return Identity(drawn, _check(key, drawn))


def restoring(backup: str) -> str:
    """Return the text that a part has instead of an identity while a backup is restored into it."""
    return orjson.dumps({"v": _VERSION, _RESTORING: backup}).decode()


@dataclass(frozen=True, slots=True)
class Move:
    """A move of an installation to other parts; its id is random."""

    id: str
    identity: Identity

    @property
    def text(self) -> str:
        """The text that the old store has instead of an identity, from the beginning of the move on."""
        document = {"v": _VERSION, _MOVE: self.id, "id": self.identity.id, "check": self.identity.check}
        return orjson.dumps(document).decode()


def move_in(text: str | None) -> Move | None:
    """Return the move in the text of a store, None if the text is another one."""
    document: Json = orjson.loads(text or b"{}")
    if _MOVE not in document:
        return None
    return Move(document[_MOVE], Identity(document["id"], document["check"]))


def parse(text: str | bytes) -> Identity:
    """Return the identity in a stored text. Raises BadIdentity."""
    try:
        document: Json = orjson.loads(text)
        restores, moves = _RESTORING in document, _MOVE in document
        version, id_, check = (None, "", "") if restores else _members(document)
    except (ValueError, TypeError, KeyError):
        raise BadIdentity(_UNREADABLE) from None
    if restores:
        raise BadIdentity(Message("`conquian restore` writes a backup into it, and has not finished"))
    if moves:
        raise BadIdentity(
            Message("`conquian move` moves {id} to other parts, or has moved it").filled(id=id_)
        )
    if version != _VERSION:
        wrong = Message("it holds an identity of version {version}, and this program knows {known}")
        raise BadIdentity(wrong.filled(version=version, known=_VERSION))
    if not _ID.fullmatch(id_) or not _CHECK.fullmatch(check):
        raise BadIdentity(_UNREADABLE)
    return Identity(id_, check)


def _members(document: Json) -> tuple[int, str, str]:
    return document["v"], str(document["id"]), str(document["check"])


def _check(key: bytes, id_: str) -> str:
    return hmac.digest(key, _LABEL + id_.encode(), "sha256").hex()


class InstallationFault(StartError):
    """The parts are not one installation, or not of the service secret; the text names them."""


CARRIERS: Final = (Part.STORE, Part.CATALOGUE, Part.ARCHIVE)
"""Parts with the identity."""

NAMES: Final = MappingProxyType(
    {Part.STORE: "games' store", Part.CATALOGUE: "catalogue", Part.ARCHIVE: "archive"}
)
"""Names of the parts in English sentences."""


@dataclass(frozen=True, slots=True)
class PartState:
    """State of a part: its identity, or that it has none and whether it is empty.

    `away` is the reason if the part did not answer, `bad` if its identity cannot be read. `complete` is False
    for a store whose identity may be missing in other parts.
    """

    part: Part
    where: str = ""
    identity: Identity | None = None
    empty: bool = False
    complete: bool = True
    away: str = ""
    bad: Message | None = None

    @property
    def named(self) -> str:
        """Name of the part in a sentence, with its address if known."""
        return f"the {NAMES[self.part]} {self.where}".rstrip()

    @property
    def address(self) -> str:
        """Address of the part as it is written behind its name, empty if not known."""
        return f" {self.where}" if self.where else ""

    def anonymous(self) -> "PartState":
        """Return the state without the address, for clients."""
        return replace(self, where="")


class Parts:
    """The parts in `settings`, with connections of their own, which `close` closes.

    The store is left out if the settings name none. Raises CatalogueError for an unusable catalogue.
    """

    def __init__(self, settings: Settings) -> None:
        self.redis = connect_store(settings.redis_url) if settings.redis_url else None
        self.engine = connect_catalogue(settings.catalogue)
        self.files = open_files(settings.archive)
        self._where = places(settings)

    def close(self) -> None:
        """Close the connections."""
        if self.redis is not None:
            self.redis.close()
            self.redis.connection_pool.disconnect()
        self.engine.dispose()

    def all(self) -> list[PartState]:
        """Return the states of all parts, the store first."""
        return [self.find(part) for part in CARRIERS if part is not Part.STORE or self.redis is not None]

    def find(self, part: Part) -> PartState:
        """Return the state of a part, also if it does not answer."""
        state = PartState(part, self._where[part])
        try:
            return _FIND[part](self, state)
        except BadIdentity as problem:
            return replace(state, bad=problem.reason)
        except (StoreError, CatalogueError, ArchiveError) as problem:
            return replace(state, away=sentence_of(problem).rstrip("."))

    def write(self, part: Part, identity: Identity) -> None:
        """Write the identity into a part that has none."""
        if part is Part.STORE:
            in_store.write(self.store, identity.text)
        elif part is Part.CATALOGUE:
            in_catalogue.write(self.engine, identity.text)
        else:
            in_archive.write(self.files, identity.text)

    def replace(self, part: Part, identity: Identity) -> None:
        """Overwrite the identity of a part."""
        self.replace_text(part, identity.text)

    def replace_text(self, part: Part, text: str) -> None:
        """Overwrite the text that a part has as its identity."""
        if part is Part.STORE:
            in_store.replace(self.store, text)
        elif part is Part.CATALOGUE:
            in_catalogue.replace(self.engine, text)
        else:
            in_archive.replace(self.files, text)

    def text(self, part: Part) -> str | None:
        """Return the text that a part has as its identity, None if it has none."""
        if part is Part.CATALOGUE:
            return in_catalogue.read(self.engine)
        text = in_store.read(self.store)[0] if part is Part.STORE else in_archive.read(self.files)
        return None if text is None else text.decode()

    @property
    def store(self) -> Redis:
        """Client of the store. Raises LookupError if the settings name none."""
        if self.redis is None:
            raise LookupError("the settings name no store")
        return self.redis


def _in_store(parts: Parts, state: PartState) -> PartState:
    text, complete = in_store.read(parts.store)
    if text is None:
        return replace(state, empty=in_store.is_empty(parts.store))
    return replace(state, identity=parse(text), complete=complete)


def _in_catalogue(parts: Parts, state: PartState) -> PartState:
    with bare(parts.engine) as connection:
        text = None if connection is None else in_catalogue.read_in(connection)
        if text is None:
            return replace(state, empty=in_catalogue.is_empty(connection))
    return replace(state, identity=parse(text))


def _in_archive(parts: Parts, state: PartState) -> PartState:
    text = in_archive.read(parts.files)
    if text is None:
        return replace(state, empty=in_archive.is_empty(parts.files))
    return replace(state, identity=parse(text))


_FIND: Final[dict[Part, Callable[[Parts, PartState], PartState]]] = {
    Part.STORE: _in_store,
    Part.CATALOGUE: _in_catalogue,
    Part.ARCHIVE: _in_archive,
}


def reference(states: Iterable[PartState], key: bytes | None) -> PartState | None:
    """Return the part with the reference identity; None if no part has one.

    It is the first one under the service secret that `key` was derived from, else the first one.
    """
    marked = [state for state in states if state.identity is not None]
    fitting = [state for state in marked if key is not None and state.identity and state.identity.fits(key)]
    return next(iter([*fitting, *marked]), None)


def fault(states: Sequence[PartState], key: bytes | None, secret: str) -> str | None:
    """Return why the answering parts are not one installation under the secret of `key`, or None.

    Without a `key` the secret is not compared. `secret` names the settings of the service secret. A part
    without an identity is no fault if no part has one, or if the store's identity is not complete.
    """
    answering = [state for state in states if not state.away]
    for state in answering:
        if state.bad:
            return sentence(f"{state.named} is not used: {state.bad}; look at {SETTINGS[state.part]}")
    base = reference(answering, key)
    if base is None or base.identity is None:
        return None
    if key is not None and not base.identity.fits(key):
        return sentence(
            f"{base.named} belongs to installation {base.identity.id}, which has another service secret than"
            f" this process; look at {secret}, or at {SETTINGS[base.part]}"
        )
    others = [state for state in answering if state is not base]
    return next(filter(None, (_apart(state, base, base.identity) for state in others)), None)


_FAULTS: Final = {
    "bad": Message("{part}{address} is not used: {reason}; look at {setting}."),
    "lost": Message("{part}{address} has lost the identity of installation {own}; look at {setting}."),
    "secret": Message("{part}{address} belongs to {own} under another service secret; look at {setting}."),
    "other": Message(
        "{part}{address} belongs to installation {other}, this process to {own}; look at {setting}."
    ),
}
"""Why a part does not belong to the installation of a process."""


def fault_of(state: PartState, identity: Identity) -> Message | None:
    """Return why a part does not belong to the installation of this process, or None."""
    if state.away or state.identity == identity:
        return None
    if state.bad:
        fault = _FAULTS["bad"].filled(reason=state.bad)
    elif state.identity is None:
        fault = _FAULTS["lost"].filled(own=identity.id)
    elif state.identity.id == identity.id:
        fault = _FAULTS["secret"].filled(own=identity.id)
    else:
        fault = _FAULTS["other"].filled(other=state.identity.id, own=identity.id)
    return fault.filled(part=PART_NAMES[state.part], address=state.address, setting=SETTINGS[state.part])


def sentence(text: str) -> str:
    """Return the text with a capital letter and a full stop."""
    return f"{text[:1].upper()}{text[1:]}."


def secret_settings(settings: Settings) -> str:
    """Return the setting of the service secret of a process, for a sentence."""
    if settings.secret:
        return "CONQUIAN_SECRET"
    if settings.secret_file:
        return f"CONQUIAN_SECRET_FILE ({settings.secret_file})"
    return f"CONQUIAN_SECRET_FILE (unset; the secret is that in {settings.data / KEY_FILE})"


def _apart(state: PartState, base: PartState, identity: Identity) -> str | None:
    """Return why a part belongs to another installation than the reference, or to none."""
    look = f"look at {SETTINGS[state.part]}"
    if state.identity is None:
        if base.part is Part.STORE and not base.complete:
            return None
        what = "is empty" if state.empty else "has no identity"
        return sentence(
            f"{state.named} {what}, but {base.named} belongs to installation {identity.id}; {look}, or"
            f" join the {NAMES[state.part]} by `conquian installation adopt {state.part}`"
        )
    if state.identity.id != identity.id:
        return sentence(
            f"{state.named} belongs to installation {state.identity.id},"
            f" {base.named} to {identity.id}; {look}"
        )
    if state.identity != identity:
        return sentence(
            f"{state.named} belongs to installation {identity.id} under another service secret than"
            f" {base.named}; {look}"
        )
    return None
