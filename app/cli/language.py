"""The language of the program, that of the terminal: the help of its commands, and the words of click."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from gettext import bindtextdomain, textdomain
from inspect import cleandoc
from typing import Any, Final, TypeVar

import click
from click.core import ParameterSource

from app.cli.terminal import environment
from app.i18n import DOMAIN, FOLDER, Language, Message, translate

F = TypeVar("F", bound=Callable[..., Any])

bindtextdomain(DOMAIN, FOLDER)
textdomain(DOMAIN)  # click translates its own words by gettext

_FIRST: Final = "LANGUAGE"
_VARIABLES: Final = (_FIRST, "LC_ALL", "LC_MESSAGES", "LANG")
"""Variables of the environment that name a language, in the order in which gettext reads them."""


def terminal_language() -> str:
    """Return the code of the language that the terminal is set to, English if it has no catalogue here."""
    named = next(filter(None, map(os.environ.get, _VARIABLES)), "")
    codes = [name[:2] for name in named.split(":")]
    return next((code for code in codes if code in list(Language)), str(Language.EN))


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Set the language of the terminal for this process and its child processes."""
    with environment({_FIRST: language}):
        yield


def language_option(default: str | Callable[[], str], **attributes: Any) -> Callable[[F], F]:
    """Return the option `--lang`; its language is also that of a help page and of errors of click."""
    choice = click.Choice([*map(str, Language)])
    return click.option("--lang", type=choice, default=default, is_eager=True, callback=_speak, **attributes)


def _speak(context: click.Context, option: click.Parameter, language: str) -> str:
    if context.get_parameter_source(str(option.name)) is ParameterSource.COMMANDLINE:
        context.find_root().with_resource(speaking(language))
    return language


class LanguageContext(click.Context):
    """Context of a command that shows its help in the language of the terminal."""

    def get_help(self) -> str:
        """Return the help of the command."""
        return _translated(self.command, self).get_help(self)


def _translated(command: click.Command, context: click.Context) -> click.Command:
    """Return a copy of `command` and its subcommands with their texts in the language of the terminal."""
    copied = copy(command)
    copied.help, copied.epilog = _optional(command.help), _optional(command.epilog)
    copied.params = [_parameter(parameter) for parameter in command.params]
    if isinstance(copied, click.Group):
        commands = [(name, copied.get_command(context, name)) for name in copied.list_commands(context)]
        copied.commands = {name: _translated(inner, context) for name, inner in commands if inner is not None}
    copied.add_help_option = False  # that of `command` may have been made in another language
    click.help_option(*command.get_help_option_names(context))(copied)
    return copied


def _parameter(parameter: click.Parameter) -> click.Parameter:
    copied = copy(parameter)
    if isinstance(copied, click.Option):
        copied.help = _optional(copied.help)
        if isinstance(copied.show_default, str):
            copied.show_default = paragraphs(copied.show_default)
    return copied


def _optional(text: str | None) -> str | None:
    return None if text is None else paragraphs(text)


def paragraphs(text: str) -> str:
    """Return `text` in the language of the terminal; each paragraph is a message of the catalogues."""
    parts = (" ".join(part.split()) for part in cleandoc(text).split("\n\n"))
    return "\n\n".join(translate(terminal_language(), part) for part in parts)


def spoken(message: Message | str, **values: object) -> str:
    """Return a message in the language of the terminal, its places filled; other text as it is."""
    return translate(terminal_language(), message, **values) if isinstance(message, Message) else message
