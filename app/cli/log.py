"""Commands `conquian log`: checkpoints and proofs of a service, and their verification.

They need the address of a service, or files only. Exit status: 0 if all was proved, 1 if something was not, 2
for unreadable input.
"""

import sys
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import Final, NoReturn

import click

from app.cli.language import spoken
from app.cli.nearest_service import UnreadableInput, address
from app.cli.terminal import print_json, printable
from app.i18n import Message
from replays.record.errors import ReplayError
from replays.record.receipts import KeyList
from replays.report.source import keys_at
from replays.transparency import checkpoints
from replays.transparency import remote as exports
from replays.transparency.checkpoints import Checkpoint
from replays.transparency.errors import BadNote, Unverified
from replays.transparency.merkle import leaf_from
from replays.transparency.proofs import MEMBERS, extends, problem
from replays.transparency.remote import RemoteLog

_UNPROVED: Final = 1
_SIZE_LIMIT: Final = 1 << 26


_url: Final = click.option(
    "--url",
    callback=lambda context, option, url: address(url),
    help="Address of a service, instead of that of the data directory.",
)
_keys: Final = click.option("--keys", metavar="FILE|URL", help="The list of keys to trust.")


class ProofGroup(click.Group):
    """Command group that prints the reason of a failed proof or an unreadable input."""

    def invoke(self, ctx: click.Context) -> object:
        """Run the chosen command."""
        try:
            return super().invoke(ctx)
        except Unverified as fault:
            _unproved(fault)
        except (ReplayError, OSError) as fault:
            problem = fault.message if isinstance(fault, ReplayError) else str(fault)
            raise UnreadableInput(problem, ".") from None


def _unproved(fault: Unverified) -> NoReturn:
    click.echo(printable(spoken(Message("Not proved: {reason}.").filled(reason=fault.message))), err=True)
    sys.exit(_UNPROVED)


@click.group(cls=ProofGroup)
def log() -> None:
    """The log of all finished games: its checkpoints, and proofs that it only grows."""


@log.command()
@_keys
@_url
def checkpoint(keys: str | None, url: str) -> None:
    """Print the latest checkpoint, a signed note."""
    note = RemoteLog(url).latest()
    if keys is not None:
        checkpoints.opened(note, keys_at(keys))
    click.echo(note, nl=False)


@log.command()
@click.argument("game")
@click.option("--size", type=click.IntRange(1), help="Leaves of the tree; by default the first signed one.")
@_keys
@_url
def inclusion(game: str, size: int | None, keys: str | None, url: str) -> None:
    """Check and print the proof that the end of GAME is in the log."""
    answer = RemoteLog(url).inclusion(game, size)
    leaf = leaf_from(answer.get("leaf"))
    if leaf is None or leaf.game != game:
        raise Unverified(Message("the service sent the proof of something else"))
    if answer["note"] is None:
        click.echo("Not proved by itself: no checkpoint of this size was signed.", err=True)
    elif wrong := problem({name: answer[name] for name in MEMBERS}, leaf, _trusted(keys)):
        raise Unverified(wrong)
    print_json(answer)


@log.command()
@click.argument("old", type=click.IntRange(0))
@click.argument("new", type=click.IntRange(0))
@_keys
@_url
def consistency(old: int, new: int, keys: str | None, url: str) -> None:
    """Check and print the proof that the tree of NEW leaves begins with that of OLD."""
    service = RemoteLog(url)
    path = service.consistency(old, new)
    before, after = (_head(service, size, _trusted(keys)) for size in (old, new))
    if before is None or after is None:
        click.echo("Not proved by itself: no checkpoint of these sizes was signed.", err=True)
    elif not extends(old, new, before.root, after.root, path):
        raise Unverified(
            Message("the tree of {new} leaves does not begin with that of {old}").filled(new=new, old=old)
        )
    print_json({"old": old, "new": new, "path": [hash_bytes.hex() for hash_bytes in path]})


@log.command()
@click.option("--after", type=click.IntRange(0), default=0, help="Only trees with more leaves than this.")
@_url
def export(after: int, url: str) -> None:
    """Write checkpoints to standard output, one signed note after the other, for a witness to keep."""
    for text in exports.lines(RemoteLog(url).after(after)):
        click.echo(text, nl=False)


@log.command()
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option("--keys", required=True, metavar="FILE|URL", help="The list of keys to trust.")
@_url
def verify(files: tuple[Path, ...], keys: str, url: str) -> None:
    """Verify a service against the checkpoints in FILES: each is signed, each tree begins with the one
    before.

    Files of several witnesses are also compared with each other.
    """
    trusted, service = keys_at(keys), RemoteLog(url)
    kept = exports.trusted(_kept(files), trusted)
    latest = checkpoints.opened(service.latest(), trusted)
    if latest.size < kept[-1].size:
        raise Unverified(
            Message("the service now has {new} leaves; {old} were signed before").filled(
                new=latest.size, old=kept[-1].size
            )
        )
    heads = [*kept, latest] if latest.size > kept[-1].size else kept
    if latest.size == kept[-1].size and latest.root != kept[-1].root:
        raise Unverified(exports.TWO_LOGS.filled(count=latest.size))
    exports.hold(heads, service.consistency)
    for sentence in _proved(kept, latest, trusted, len(files)):
        click.echo(sentence)


def _kept(files: Iterable[Path]) -> list[str]:
    """Return the notes in files. Raises ReplayError for a file without notes."""
    try:
        return list(chain.from_iterable(exports.split(_text(path)) for path in files))
    except (BadNote, UnicodeDecodeError) as fault:
        raise ReplayError(
            Message("this is no file of checkpoints: {reason}").filled(
                reason=fault.message if isinstance(fault, BadNote) else fault
            )
        ) from None


def _text(path: Path) -> str:
    with path.open("rb") as file:
        return file.read(_SIZE_LIMIT).decode()


def _proved(kept: Sequence[Checkpoint], latest: Checkpoint, keys: KeyList, files: int) -> Iterable[str]:
    """Yield what was proved, and what cannot be, in sentences."""
    first, last = kept[0], kept[-1]
    yield f"Trusted: {_some(len(keys.keys), 'key')} of {keys.origin}, list {keys.fingerprint}."
    yield (
        f"Proved: {_some(len(kept), 'checkpoint')}, from {_shown(first)} to {_shown(last)}, each signed with"
        " a key in force at its time."
    )
    yield "Proved: each tree begins with the one before, so no leaf under the first was changed or removed."
    yield f"Proved: the service's log now, {_shown(latest)}, begins with all of them."
    yield (
        "Not looked at: the records. A leaf is the digest of the last entry of a game; that the service still"
        " serves the record under it shows `conquian audit GAME --keys`."
    )
    if files == 1:
        yield "Not proved: that others were shown the same log; compare with a file that somebody else keeps."


def _shown(head: Checkpoint) -> str:
    signed = datetime.fromtimestamp(head.time_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    return f"{_some(head.size, 'game')} on {signed}"


def _some(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _trusted(keys: str | None) -> KeyList | None:
    return None if keys is None else keys_at(keys)


def _head(service: RemoteLog, size: int, keys: KeyList | None) -> Checkpoint | None:
    """Return the signed head of a size, None if none was signed."""
    note = service.at(size)
    if note is None:
        return None
    return checkpoints.read(note) if keys is None else checkpoints.opened(note, keys)
