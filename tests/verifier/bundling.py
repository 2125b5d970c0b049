"""Bundles of disputes about games in memory, forged in every way, and both audits of them side by side."""

from base64 import b64encode
from collections.abc import Callable, Mapping
from copy import deepcopy
from random import Random
from typing import Any

from app.i18n import Language
from app.store.canonical import canonical, parse
from replays.audit.report import Report
from replays.audit.report_json import as_json
from replays.disputes import bundle as bundles
from replays.disputes import record as disputes
from replays.disputes.bundle import zipped
from replays.disputes.bundle_audit import audited
from replays.disputes.partial import partial_section
from replays.disputes.report import report_of
from replays.disputes.view import paragraphs, shown
from replays.record.errors import ReplayError
from replays.record.receipts import KeyList
from tests.verifier.damaging import damaged
from tests.verifier.dispute_forging import other, places
from tests.verifier.disputing import Case, Json, Said, honest
from tests.verifier.node import called, sound
from tests.verifier.proofs import DOCUMENT, KEYS
from tests.verifier.tampered import Game, Unfit

Files = dict[str, bytes]


def whole(rng: Random, game: Game) -> Files:
    """The files of the bundle of an honest dispute about `game`, as the service makes them."""
    return bundled(honest(rng, game)[1], game)


def bundled(record: bytes, game: Game) -> Files:
    """The files of the bundle of the dispute with this record about `game`, as the service makes them."""
    log, proof = disputes.read(record)
    facts = shown(disputes.folded(log), paragraphs(parse(game.log[0].public)))
    beside = bundles.beside(facts, (game.proof, proof))
    keys = canonical(DOCUMENT) + b"\n"
    return {bundles.GAME: game.data, bundles.DISPUTE: record, **beside, bundles.KEYS: keys}


def _document(rng: Random, files: Files) -> None:
    """Something in a file that is one JSON document."""
    name = rng.choice([file for file in files if file.endswith(".json")])
    document = parse(files[name])
    files[name] = canonical(_changed(rng, document)) + rng.choice((b"\n", b"\n", b"\n", b"", b" \n"))


def _line(rng: Random, files: Files) -> None:
    """Something in a line of one of the records, most often one of those around the entries."""
    name = rng.choice((bundles.GAME, bundles.DISPUTE))
    lines = files[name].splitlines()
    at = rng.choice((0, 1, -2, -1, -1, rng.randrange(len(lines))))
    document = parse(lines[at])
    version = document.get("v")
    lines[at] = canonical(_changed(rng, document))
    if at == 0 and document.get("v") != version:
        raise Unfit  # which lines a record of another format has, no two readers need to agree on
    files[name] = b"".join(line + b"\n" for line in lines)


def _changed(rng: Random, document: Json) -> Json:
    box, key = rng.choice(list(places(document)))
    match rng.randrange(4):
        case 0 | 1:
            box[key] = other(rng, box[key], [document])
        case 2:
            del box[key]
        case _ if isinstance(box, dict):
            box["stray"] = 1
        case _:
            box.append(deepcopy(box[0]))
    return document


def _missing(rng: Random, files: Files) -> None:
    del files[rng.choice(sorted(files))]


def _more(rng: Random, files: Files) -> None:
    files[
        rng.choice(
            ("README.txt", "verifier.js", "x.txt", "Game.record", "a/game.record", "contradicted.json")
        )
    ] = b"x"


def _exchanged(rng: Random, files: Files) -> None:
    """Two files have each other's names."""
    one, two = rng.sample(sorted(files), 2)
    files[one], files[two] = files[two], files[one]


def _damaged(rng: Random, files: Files) -> None:
    """The bytes of a file, of the record of the dispute most often, now and then of another one, too."""
    for _ in range(rng.choice((1, 1, 1, 2))):
        name = bundles.DISPUTE if rng.random() < 0.6 else rng.choice(sorted(files))
        files[name] = damaged(rng, files[name])
    if rng.random() < 0.1:
        _more(rng, files)


WAYS: Mapping[str, Callable[[Random, Files], None]] = {
    "damaged": _damaged,
    "document": _document,
    "line": _line,
    "missing": _missing,
    "more": _more,
    "exchanged": _exchanged,
}
"""The ways to forge the files of a bundle, by name."""

_OFTEN = (*("document", "line") * 3, *("damaged",) * 6, *WAYS, "bytes")


def forged(rng: Random, game: Game) -> Case:
    """A forged bundle, as the `game` of a case; Unfit if that cannot be."""
    files, way = whole(rng, game), rng.choice(_OFTEN)
    if way == "bytes":
        data = bytearray(zipped(files))
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        return Case(way, b"", bytes(data))
    before = dict(files)
    try:
        WAYS[way](rng, files)
    except (ValueError, LookupError, TypeError, AttributeError):
        raise Unfit from None
    if files == before:
        raise Unfit
    return Case(way, b"", zipped(files))


AUDIT = """asked.cases.map(([bundle, trusted]) => {
  try {
    const { game, dispute, partial } = verifier.examineBundle(
      new Uint8Array(Buffer.from(bundle, "base64")), { keys: trusted ? asked.keys : null });
    for (const lang of ["es", "en", "fr"]) {
      verifier.heardOf(dispute, lang);
      if (partial !== null) verifier.partialLines(partial, lang);
      [game, dispute].map((one) => verifier.pageOf(one, lang));
    }
    const sound = [game, dispute].every((one) => verifier.isSound(one.report));
    return [sound, game.report, dispute.report, partial];
  } catch (fault) {
    if (fault instanceof verifier.files.Unreadable) return null;
    throw fault;
  }
})"""


def disagreements(cases: list[tuple[Case, bool]]) -> tuple[list[str], int]:
    """Return the bundles on which the two audits differ, and the number of clean ones."""
    asked = [[b64encode(case.game).decode(), trusted] for case, trusted in cases]
    theirs = called(AUDIT, {"cases": asked, "keys": DOCUMENT})
    wrong, clean = [], 0
    for (case, trusted), verdicts in zip(cases, theirs, strict=True):
        ours, judged = _ours(case.game, KEYS if trusted else None), _theirs(verdicts)
        clean += ours is not None and ours[0]
        if ours != judged:
            wrong.append(f"{case.way}: {ours} and {judged}, {str(verdicts)[:1000]}")
    return wrong, clean


_Told = tuple[bool, Said, Said, bool, Json | None] | None


def _ours(data: bytes, keys: KeyList | None) -> _Told:
    try:
        bundle = bundles.read(data)
        report = audited(bundle, keys)
    except ReplayError:
        return None
    for language in Language:
        assert report_of(bundle, {}, language)
        assert report.partial is None or partial_section(report.partial, language)
    judged = _is_unjudged(as_json(report.dispute))
    whole_ = report.game.sound and report.dispute.sound
    return whole_, _said(report.game), _said(report.dispute), judged, report.partial


def _said(report: Report) -> Said:
    return Said(min((finding.ply for finding in report.findings), default=None), report.sound, None)


def _theirs(answer: Any) -> _Told:
    if answer is None:
        return None
    clean, *reports, partial = answer
    both = [
        Said(min((finding["ply"] for finding in each["findings"]), default=None), sound(each), None)
        for each in reports
    ]
    return clean, both[0], both[1], _is_unjudged(reports[1]), partial


def _is_unjudged(dispute: Json) -> bool:
    """Return True if the files beside the records were not judged."""
    return any(done["check"] == "format" and done["left_out"] for done in dispute["checks"])
