"""The messages of the program's help: the texts of its commands, and the words of click."""

import inspect
from collections.abc import Iterator
from gettext import NullTranslations
from pathlib import Path
from typing import Final

import click
from babel.messages.extract import extract_python

from app import i18n
from app.cli import main
from app.cli.language import speaking
from app.i18n import Language
from tests.i18n.messages import ROOT, Marked

LANGUAGE: Final = Language("fr")
"""The language whose catalogue the recorded one stands in for."""

_CLICK: Final = Path(click.__file__).parent
_MODULES: Final = ("core", "decorators", "exceptions", "formatting", "parser", "termui", "types")
"""The modules of click whose words the program shows."""

_NAMED: Final = "required"
"""A word that click translates by way of a variable."""


class _Recorder(NullTranslations):
    """A catalogue that keeps each message it is asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: dict[str, None] = {}

    def gettext(self, message: str) -> str:
        """Return the message, and keep it."""
        self.texts[message] = None
        return message


def contexts(context: click.Context | None = None) -> Iterator[click.Context]:
    """The context of every command; a group comes after its commands."""
    context = context or main.context_class(main, info_name="conquian")
    group = context.command
    if isinstance(group, click.Group):
        for name in group.list_commands(context):
            command = group.get_command(context, name)
            assert command is not None
            yield from contexts(command.context_class(command, info_name=name, parent=context))
    yield context


def help_messages() -> Iterator[Marked]:
    """Every message of the help of the commands, each once, by the file of the first command that has it."""
    yielded = set[str]()
    for context in contexts():
        texts = _asked_by(context)
        callback = context.command.callback
        assert callback is not None
        path = Path(inspect.unwrap(callback).__code__.co_filename).relative_to(ROOT)
        yield from (Marked(str(path), text, "") for text in texts if text not in yielded)
        yielded.update(texts)


def _asked_by(context: click.Context) -> list[str]:
    recorder, before = _Recorder(), i18n.CATALOGUES[LANGUAGE]
    i18n.CATALOGUES[LANGUAGE] = recorder
    try:
        with speaking(LANGUAGE):
            context.get_help()
    finally:
        i18n.CATALOGUES[LANGUAGE] = before
    return list(recorder.texts)


def click_messages() -> Iterator[tuple[str, str | tuple[str, str]]]:
    """Every message of click by file, a text or its singular and plural; one may come twice."""
    for module in _MODULES:
        path = _CLICK / f"{module}.py"
        with path.open("rb") as opened:
            for _, function, texts, _ in extract_python(opened, {"_": None, "ngettext": (1, 2)}, [], {}):
                if function == "ngettext":
                    yield f"click/{path.name}", (str(texts[0]), str(texts[1]))
                elif texts:
                    yield f"click/{path.name}", str(texts)
    yield "click/core.py", _NAMED
