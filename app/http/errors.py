"""The error tree of the HTTP layer, which has one node.

    Exception
    └── Problem      a refusal with a stable code; becomes `application/problem+json` (RFC 9457)

A programming mistake (an unregistered code, a token minted for a malformed game id) is a plain
KeyError or ValueError, because no client should ever see it as a refusal of its own request.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from app.games.languages import Words
from app.http.codes import CODES, TRANSLATIONS
from app.http.details import detail_in


@dataclass(frozen=True, slots=True)
class FieldError:
    """An error of one value of a request.

    `pointer` is a JSON pointer (RFC 6901) into the body and `parameter` the name of a query parameter; at
    most one of them is set. `detail` repeats no text of the client. `possible` has, if known, the values
    `allowed`, or the `minimum` and `maximum` of a number. `said` has `detail` in every language, unless it is
    a fixed sentence.
    """

    code: str
    detail: str
    pointer: str | None = None
    parameter: str | None = None
    possible: Mapping[str, Any] = field(default_factory=dict)
    said: Words | None = None

    def speaking(self, language: str) -> "FieldError":
        """Return the error in another language, if its translation is known."""
        return replace(self, detail=_spoken(self.code, self.detail, language, self.said) or self.detail)

    def as_dict(self) -> dict[str, Any]:
        """Return the error as in the `errors` member of a problem."""
        place = {"pointer": self.pointer, "parameter": self.parameter}
        present = {name: value for name, value in place.items() if value is not None}
        return present | {"code": self.code, "detail": self.detail} | dict(self.possible)


class Problem(Exception):
    """An error to be returned to the client.

    `code` must be registered in `CODES`, which supplies `status`, title, fixed headers and, when `detail` is
    left out, its sentence. `rule` names a paragraph of the rules, `ply` is the current ply of the game,
    `errors` lists every wrong field, `headers` are added to the fixed ones. `said` is given instead of
    `detail` if the sentence is known in every language. `more` has members of the document that only this
    kind of problem has (RFC 9457, 3.2).
    """

    def __init__(
        self,
        code: str,
        detail: str | None = None,
        *,
        status: int | None = None,
        rule: str | None = None,
        ply: int | None = None,
        errors: Sequence[FieldError] = (),
        headers: Mapping[str, str] | None = None,
        said: Words | None = None,
        more: Mapping[str, Any] | None = None,
    ) -> None:
        entry = CODES[code]
        super().__init__(code)
        self.code = code
        self.status = entry.status if status is None else status
        self.title = entry.title
        standing = entry.remedy if said is None else said.en
        self.detail = standing if detail is None else detail
        self.said = said
        self.rule = rule
        self.ply = ply
        self.errors = tuple(errors)
        self.more = dict(more or {})
        self.headers = dict(entry.headers) | dict(headers or {})

    def speak(self, language: str) -> bool:
        """Translate the problem if all of it is translated; return whether it was."""
        texts = TRANSLATIONS.get(self.code, {}).get(language)
        detail = _spoken(self.code, self.detail, language, self.said)
        if texts is None or detail is None:
            return False
        self.title, self.detail = texts[0], detail
        self.errors = tuple(error.speaking(language) for error in self.errors)
        return True

    def as_dict(self) -> dict[str, object]:
        """Return the problem document (RFC 9457, 3): absent members are left out, not null."""
        fixed: dict[str, object] = {
            "type": f"/problems/{self.code}",
            "title": self.title,
            "status": self.status,
            "detail": self.detail,
            "code": self.code,
        }
        return fixed | self._optional() | self.more

    def _optional(self) -> dict[str, object]:
        errors = [error.as_dict() for error in self.errors] or None
        members: dict[str, object] = {"rule": self.rule, "ply": self.ply, "errors": errors}
        return {name: value for name, value in members.items() if value is not None}


def _spoken(code: str, detail: str, language: str, words: Words | None) -> str | None:
    """Return a sentence of a code in another language: the fixed one of the code, or one with its own
    translation.
    """
    if words is not None:
        return words.in_()[language]
    if code in CODES and detail == CODES[code].remedy:
        texts = TRANSLATIONS.get(code, {}).get(language)
        return texts[1] if texts else None
    return detail_in(language, detail)
