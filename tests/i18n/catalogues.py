"""The catalogues of translations: messages collected, updated and compiled."""

import json
from io import BytesIO
from pathlib import Path
from typing import Final

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from app.i18n import DOMAIN, FOLDER, NAME, ordered
from tests.i18n.messages import SCRIPTS, messages, script_messages
from tests.i18n.program import click_messages, help_messages

SCRIPT: Final = SCRIPTS / "words" / "catalogue.js"
"""The translations of the verifier, which it carries."""

PAGE: Final = SCRIPTS.parent / "verifier.html"
_NO_SCRIPT: Final = "This page needs JavaScript. In a terminal: node verifier.js audit FILE"
LANGUAGES: Final = tuple(sorted(path.stem for path in FOLDER.glob("*.po")))
"""The languages that have a catalogue, compiled or not."""


def template() -> Catalog:
    """Collect the messages of the product."""
    catalogue = Catalog(charset="utf-8")
    for marked in (*messages(), *script_messages(), *help_messages()):
        catalogue.add(marked.text, context=marked.context or None, locations=[(marked.path, 0)])
    for path, text in click_messages():
        catalogue.add(text, locations=[(path, 0)])
    return catalogue


def read(language: str) -> Catalog:
    """Read the catalogue of a language, which is an empty file in the beginning."""
    with (FOLDER / f"{language}.po").open("rb") as opened:
        return read_po(opened, locale=Locale.parse(language, sep="-"))


def updated(language: str) -> Catalog:
    """Return the catalogue of a language with the messages of the source, new ones without a translation."""
    catalogue, collected = read(language), template()
    collected.creation_date = catalogue.creation_date
    catalogue.update(collected, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    name = catalogue.get(NAME.text, NAME.context)
    if name is not None and not name.string:
        name.string = _own_name(language)
    return catalogue


def translated(message: Message) -> bool:
    """Return True if each form of a message has a translation that is not fuzzy."""
    forms = message.string if isinstance(message.string, tuple) else (message.string,)
    return not message.fuzzy and all(forms)


def source(catalogue: Catalog) -> bytes:
    """Return a catalogue as the text that translators edit."""
    written = BytesIO()
    write_po(written, catalogue, width=110, sort_by_file=True, include_lineno=False, ignore_obsolete=True)
    return written.getvalue()


def compiled(catalogue: Catalog) -> bytes:
    """Return a catalogue as the file that the program reads."""
    written = BytesIO()
    write_mo(written, catalogue)
    return written.getvalue()


def compiled_path(language: str) -> Path:
    """Return the file of a compiled catalogue."""
    return FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.mo"


def write(language: str, catalogue: Catalog) -> None:
    """Write both files of a language."""
    (FOLDER / f"{language}.po").write_bytes(source(catalogue))
    compiled_path(language).parent.mkdir(parents=True, exist_ok=True)
    compiled_path(language).write_bytes(compiled(catalogue))


def script() -> str:
    """Return the translations of the messages of the verifier as a module of it."""
    catalogues = {language: read(language) for language in LANGUAGES}
    names = {"en": NAME.text} | {
        language: str(message.string)
        for language, catalogue in catalogues.items()
        if (message := catalogue.get(NAME.text, NAME.context))
    }
    rows = {}
    for marked in script_messages():
        key = f"{marked.context}\u0004{marked.text}" if marked.context else marked.text
        messages = {
            language: catalogue.get(marked.text, marked.context or None)
            for language, catalogue in catalogues.items()
        }
        rows[key] = {
            language: str(message.string)
            for language, message in messages.items()
            if message and message.string
        }
    lines = [f"  {json.dumps(key, ensure_ascii=False)}: {_object(rows[key])}," for key in sorted(rows)]
    return "\n".join(
        [
            "/** The translations of the words, which `make translations` writes from the catalogues. */",
            "",
            "/** The languages by their codes, each in itself. */",
            f"export const LANGUAGE_NAMES = {_object({code: names[code] for code in ordered(LANGUAGES)})};",
            "",
            "/** By the English text, after its context if it has one, the text in other languages. */",
            "export const TRANSLATIONS = {",
            *lines,
            "};",
            "",
        ]
    )


def page() -> str:
    """Return the page of the verifier, with its text where no script runs in each language that has it."""
    texts = {language: str(read(language)[_NO_SCRIPT].string) for language in LANGUAGES} | {"en": _NO_SCRIPT}
    lines = "\n".join(f'<p lang="{code}">{texts[code]}</p>' for code in ordered(LANGUAGES) if texts[code])
    start, _, rest = PAGE.read_text(encoding="utf-8").partition("<noscript>\n")
    return f"{start}<noscript>\n{lines}\n</noscript>{rest.partition('</noscript>')[2]}"


def _own_name(language: str) -> str:
    """Return the name of a language in itself, as Unicode's repository of locales has it."""
    return str(Locale.parse(language, sep="-").get_display_name()).capitalize()


def _object(texts: dict[str, str]) -> str:
    members = (f"{name}: {json.dumps(text, ensure_ascii=False)}" for name, text in texts.items())
    return f"{{ {', '.join(members)} }}"
