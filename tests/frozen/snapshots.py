"""The snapshots by name, and how each is written."""

import re
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Final

from tests.frozen import doors
from tests.frozen.lines import canonical, contract, flat, line

DATA: Final = Path(__file__).parent / "data"
ROOT: Final = Path(__file__).parents[2]
CORPUS: Final = ROOT / "tests" / "corpus"

READABLE: Final = frozenset(
    {
        "v1/mexican-2-0",
        "v2/frozen",
        "v2/fork-fresh",
        "v2/signed-entropy",
        "disputes/altered-deck_chosen-upheld",
        "disputes/honest-time_out-upheld",
        "disputes/ruled-wrong_payment-rejected",
        "disputes/second-altered-chain_broken",
        "disputes/second-altered-refusal_proved",
        "disputes/second-damaged-refusal_proved",
        "disputes/second-honest-receipt_contradicted-added",
    }
)
"""Records and bundles whose audit is kept as text; of the others the digest of the text is kept."""


def openapi() -> Iterator[str]:
    """The OpenAPI document without wording and order."""
    document = contract(doors.answers()["/openapi.json"])
    paths, components = document.pop("paths"), document.pop("components")
    for path, item in paths.items():
        for method, operation in item.items():
            yield from flat(f"{method.upper()} {path}", operation)
    for kind, named in components.items():
        for name, component in named.items():
            yield from flat(f"{kind} {name}", component)
    yield from flat("document", document)


def routes() -> Iterator[str]:
    """Methods and addresses, pages included."""
    for method, path in doors.routes():
        yield f"{method} {path}"


def variants() -> Iterator[str]:
    """The list of variants and the sheet of each, in three languages."""
    for path, answer in doors.answers().items():
        if path.startswith("/v1/variants"):
            yield from flat(path, answer)


def errors() -> Iterator[str]:
    """Every error code with its statuses and paragraph, and its texts by language."""
    for language in doors.LANGUAGES:
        for code in doors.answers()[f"/problems?lang={language}"]["problems"]:
            if language == doors.LANGUAGES[0]:
                yield line(code["code"], [code["statuses"], code["rule"]])
                for other, translation in code["translations"].items():
                    yield line(
                        f"{code['code']} answered {other}", [translation["title"], translation["sentence"]]
                    )
            for part in ("title", "cause", "remedy"):
                yield line(f"{code['code']} {language} {part}", code[part])


def texts() -> Iterator[str]:
    """Every text that exists in three languages: English, Spanish, French."""
    for english, spanish, french in doors.texts():
        yield line(canonical(english), [spanish, french])


def helps() -> Iterator[str]:
    """Return the help of every command: usage, paragraphs, and each option."""
    for command, text in doors.helps():
        usage, *paragraphs = re.sub(r"(?m)^  (?=\S)", "", text).split("\n\n")
        yield line(command, " ".join(usage.split()))
        for number, paragraph in enumerate(paragraphs, 1):
            head, _, rest = paragraph.partition("\n")
            if head == "Options:":
                yield from (line(f"{command} {name}", description) for name, description in _entries(rest))
            elif head != "Commands:":  # each of which has facts of its own
                yield line(f"{command} paragraph {number}", " ".join(paragraph.split()))


def _entries(rows: str) -> Iterator[tuple[str, str]]:
    """Return each option of a list with its help, its continued lines joined."""
    for entry in re.split(r"\n(?=\S)", rows.rstrip()):
        name, _, text = entry.partition("  ")
        yield name.strip(), " ".join(text.split())


def settings() -> Iterator[str]:
    """Variables of the environment with their defaults."""
    for name, default in doors.settings():
        yield line(name, default)


def operation() -> Iterator[str]:
    """Names that operators and stored jobs rely on: loggers, metrics, queues, jobs, keys of the stores."""
    yield from (f"logger {name}" for name in doors.loggers())
    for name, kind, labels in doors.metrics():
        yield line(f"metric {name}", [kind, *labels])
    yield from (f"job {path}" for path in doors.jobs())
    yield from (f"queue's server: {name}" for name in doors.queues())
    yield from (line(f"key {name}", key) for name, key in doors.redis_keys())


def files() -> Iterator[str]:
    """Digests of the files of the corpus and of the vectors, which never change."""
    for path in sorted(CORPUS.rglob("*")) + sorted((ROOT / "tests" / "vectors").rglob("*")):
        if path.suffix in (".record", ".zip", ".json", ".xz"):
            yield line(path.relative_to(ROOT).as_posix(), sha256(path.read_bytes()).hexdigest())


def audits(form: str) -> Iterator[str]:
    """Return the audit of each record of a format, in three languages."""
    known = doors.trusted(CORPUS / form / "keys.json")
    for path in sorted((CORPUS / form).glob("*.record")):
        parent = CORPUS / form / "signed.record" if path.stem.startswith("fork-") else None
        yield from _told(f"{form}/{path.stem}", doors.audits(path, known, parent))


def verdicts(first: str) -> Iterator[str]:
    """Return the audit of each bundle of a dispute with this prefix, in three languages."""
    known = doors.trusted(CORPUS / "disputes" / "keys.json")
    for path in sorted((CORPUS / "disputes").glob(f"{first}*.zip")):
        yield from _told(f"disputes/{path.stem}", doors.verdicts(path, known))


def _told(name: str, pages: Mapping[str, str]) -> Iterator[str]:
    for language, text in pages.items():
        yield line(f"{name} {language}", sha256(text.encode()).hexdigest())
        if name in READABLE:
            for number, row in enumerate(text.splitlines(), 1):
                yield f"{name} {language} {number:03} = {row}".rstrip()


SNAPSHOTS: Final[Mapping[str, Callable[[], Iterator[str]]]] = MappingProxyType(
    {
        "openapi": openapi,
        "routes": routes,
        "variants": variants,
        "errors": errors,
        "texts": texts,
        "help": helps,
        "settings": settings,
        "operation": operation,
        "corpus": files,
        "audits-v1": lambda: audits("v1"),
        "audits-v2": lambda: audits("v2"),
        "verdicts-altered": lambda: verdicts("altered"),
        "verdicts-honest": lambda: verdicts("honest"),
        "verdicts-ruled": lambda: verdicts("ruled"),
        "verdicts-second": lambda: verdicts("second"),
        "verdicts-third": lambda: verdicts("third"),
    }
)


def path_of(name: str) -> Path:
    """The file that keeps a snapshot."""
    return DATA / f"{name}.txt"


def taken(name: str) -> list[str]:
    """The facts of a snapshot as the product has them now, sorted, each once."""
    return sorted(set(SNAPSHOTS[name]()))


def kept(name: str) -> list[str]:
    """The facts of a snapshot as they were frozen."""
    return path_of(name).read_text().splitlines()
