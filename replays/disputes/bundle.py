"""The bundle of a dispute: one zip file with everything that is needed to check it alone and offline.

Equal contents give equal bytes: the files stand in a fixed order, uncompressed, without times.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from io import BytesIO
from typing import Any, Final
from zipfile import ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from app.games.codec import Json
from app.i18n import Message
from app.store.canonical import canonical
from app.store.entry import Entry
from replays.disputes import record as disputes
from replays.record.errors import ReplayError
from replays.record.format import SIZE_LIMIT, DamageLine, Proof
from replays.record.write import complete_record, damaged_record, record_body

MEDIA_TYPE: Final = "application/zip"
MAGIC: Final = b"PK\x03\x04"

GAME, DISPUTE, KEYS = "game.record", "dispute.record", "keys-as-served.json"
_OLD_KEYS: Final = "keys.json"
"""The name of `KEYS` in bundles of old."""

SHOWN, RECEIPTS, PROOFS = "dispute.json", "receipts.json", "proofs.json"
CONTRADICTED = "contradicted.json"
"""Receipts that the log of the game contradicts; only in a bundle of a game of which the service has some."""

_TIME: Final = (1980, 1, 1, 0, 0, 0)
_TOOLS: Final = ("verifier.js", "verifier.html")
_README_NAME: Final = "README.txt"
_FILES: Final = {_README_NAME, GAME, DISPUTE, SHOWN, RECEIPTS, PROOFS, CONTRADICTED, KEYS, *_TOOLS}

_README: Final = """\
A dispute about a hand of Conquián

  game     {game}
  dispute  {dispute}

{record}dispute.record  the log of the dispute, in the same form
dispute.json    the dispute as the service shows it: claim, statements, verdict with its paragraph, ruling
receipts.json   what the service has signed: the heads of both logs, and the receipts and refusals given as
                evidence
proofs.json     that both logs stand under a checkpoint of the log of all games; null where one does not yet
{contradicted}keys-as-served.json
                the public keys of the service with their times, as it published them at
                /.well-known/conquian-keys.json when it made this file. Do not check with this list: who
                forges a bundle puts a list of their own beside it
verifier.js     checks all of it without any code of the service, in Node or in a browser
verifier.html   the page for that: open it beside verifier.js, give it this zip file and the keys

To check all of it, without the service and without a network, by either of two programs that share no code.
KEPT.json is a list of keys that you kept from before the dispute, or got from somebody who did:

  conquian audit dispute.zip --keys KEPT.json
  node verifier.js audit dispute.zip --keys KEPT.json

Both also decide every entry of the dispute again, let the machine judge once more, and hold the other files
against both records and against the keys given to them, but for this text, verifier.js and verifier.html.
The machine judges once more only by a record of the game in which nothing is wrong. Where something is, the
verdict is said to be left out, and both programs decide what does not depend on the damage: the entries
before it, the receipts, the checkpoint. Beside a record with a line that cannot be read, the other files are
not judged.
"""


_README_OF_GAME: Final = """\
game.record     the whole game: every entry, every card, the keys of its decks, the rulebook it is played by,
                the signed head of its log and, once there is one, the checkpoint of the log of all games
"""

_README_OF_DAMAGE: Final = """\
game.record     what the service can still read of the game: from entry {ply} of {plies} on, what is stored is
                not what was written. It has what is public of the entries before that, and a signed receipt
                for the last of them. What is hidden stays hidden: nothing shows that the keys were opened
"""


_README_OF_CONTRADICTED: Final = """\
contradicted.json
                receipts of the service that the log of the game contradicts, each before the receipt for what
                the log holds there, or for its last entry. Two for one ply prove, without any log, that the
                service signed two different entries. Both programs compare them with game.record
"""


@dataclass(frozen=True, slots=True)
class Bundle:
    """The parts of a bundle that can be checked.

    They are both records, the list of keys, and by name the files that repeat facts of the records in other
    forms. `strange` are the names of files that belong in no bundle, `keys_name` is the name of the list of
    keys, and `contradicted` the file of contradicted receipts.
    """

    game: bytes
    dispute: bytes
    keys: bytes
    beside: Mapping[str, bytes]
    strange: tuple[str, ...] = ()
    keys_name: str = KEYS
    contradicted: bytes | None = None


def write(
    game: Sequence[Entry],
    dispute: Sequence[Entry],
    shown: Mapping[str, Any],
    proofs: tuple[Proof, Proof],
    keys: Json,
    contradicted: Sequence[Json] = (),
    damage: DamageLine | None = None,
) -> bytes:
    """Return the bundle of a dispute about a game that is over, from both logs and their proofs.

    `shown` is the dispute as the API has it, `contradicted` the receipts that the log of the game
    contradicts, as `Marks.receipts` has them. NotRevealed while the game runs.

    Of a game with `damage` the log has the entries before that, and their hidden parts stay hidden. No
    rulebook stands beside them, so `shown` has no text of it.
    """
    of_game, of_dispute = proofs
    marked = {CONTRADICTED: canonical(list(contradicted)) + b"\n"} if contradicted else {}
    about = _README_OF_CONTRADICTED if contradicted else ""
    if damage is None:
        name, whole, record = (
            game[0].game,
            _README_OF_GAME,
            complete_record(b"".join(record_body(game)), of_game),
        )
    else:
        name, whole, record = damage.game, _README_OF_DAMAGE, b"".join(damaged_record(game, damage, of_game))
        whole = whole.format(ply=damage.damaged_at, plies=damage.plies)
    named = {"game": name, "dispute": dispute[0].game, "contradicted": about, "record": whole}
    return zipped(
        {
            _README_NAME: _README.format(**named).encode(),
            GAME: record,
            DISPUTE: disputes.write(dispute, of_dispute),
            **beside(shown, proofs),
            **marked,
            KEYS: canonical(keys) + b"\n",
            **_tools(),
        }
    )


def beside(shown: Mapping[str, Any], proofs: tuple[Proof, Proof]) -> Mapping[str, bytes]:
    """Return the files that repeat facts of the records: the dispute, signed documents, proofs."""
    of_game, of_dispute = proofs
    receipts = [*of_game.receipts, *of_dispute.receipts]
    first = [shown.get("receipt"), shown.get("refusal")]
    added = [evidence[name] for evidence in shown.get("evidence", ()) for name in ("receipt", "refusal")]
    given = [document for document in (*first, *added) if document]
    signed = {"game": of_game.checkpoint, "dispute": of_dispute.checkpoint}
    return {
        SHOWN: canonical(shown) + b"\n",
        RECEIPTS: canonical([*receipts, *given]) + b"\n",
        PROOFS: canonical(signed) + b"\n",
    }


def read(data: bytes) -> Bundle:
    """Return the bundle that `data` is. Raises ReplayError for anything else.

    It must be the very bytes that `write` makes of its files: so no two programs can see two different files
    in it, and nothing swells beyond the size of the bundle.
    """
    if len(data) > SIZE_LIMIT:
        raise ReplayError(Message("the bundle is larger than any can be"))
    try:
        contents = _contents(data)
        keys_name = KEYS if KEYS in contents else _OLD_KEYS
        chosen = [contents.pop(name) for name in (GAME, DISPUTE, keys_name)]
    except (BadZipFile, KeyError, RuntimeError, NotImplementedError, ValueError, OSError):
        raise ReplayError(Message("this is not the bundle of a dispute")) from None
    game, dispute, keys = chosen
    more = {name: contents[name] for name in (SHOWN, RECEIPTS, PROOFS) if name in contents}
    strange = tuple(name for name in contents if name not in _FILES)
    return Bundle(game, dispute, keys, more, strange, keys_name, contents.get(CONTRADICTED))


def _contents(data: bytes) -> dict[str, bytes]:
    with ZipFile(BytesIO(data)) as file:
        every = file.infolist()
        if len({member.filename for member in every}) < len(every):
            raise ReplayError(
                Message("a file stands twice in the bundle, so nobody knows which one is meant")
            )
        if any(member.compress_type != ZIP_STORED for member in every):
            raise ValueError("something in it is compressed")
        contents = {member.filename: file.read(member) for member in every}
    if zipped(contents) != data:
        raise ValueError("it is not written as bundles are")
    return contents


def _tools() -> Mapping[str, bytes]:
    """Return the verifier and its page, as far as they are installed."""
    home = files("replays") / "verifier"
    return {name: (home / name).read_bytes() for name in _TOOLS if (home / name).is_file()}


def zipped(contents: Mapping[str, bytes]) -> bytes:
    """Return the zip file of these files by name, always the same bytes."""
    made = BytesIO()
    with ZipFile(made, "w", ZIP_STORED) as file:
        for name, data in contents.items():
            entry = ZipInfo(name, _TIME)
            entry.create_system = 3
            entry.external_attr = 0o100644 << 16
            file.writestr(entry, data)
    return made.getvalue()
