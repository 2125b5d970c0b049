"""The error tree of the HTTP layer, which has one node.

    Exception
    └── Problem      a refusal with a stable code; becomes `application/problem+json` (RFC 9457)

A programming mistake (an unregistered code, a token minted for a malformed game id) is a plain
KeyError or ValueError, because no client should ever see it as a refusal of its own request.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.http.error_codes import CODES
from app.i18n import Language, Message, translate

Detail = Message | str
"""What a refusal says. A text that is no message exists in English only."""


@dataclass(frozen=True, slots=True)
class FieldError:
    """An error of one value of a request.

    `pointer` is a JSON pointer (RFC 6901) into the body and `parameter` the name of a query parameter; at
    most one of them is set. `detail` repeats no text of the client. `possible` has, if known, the values
    `allowed`, or the `minimum` and `maximum` of a number.
    """

    code: str
    detail: Detail
    pointer: str | None = None
    parameter: str | None = None
    possible: Mapping[str, Any] = field(default_factory=dict)

    def as_dict(self, language: str = Language.EN) -> dict[str, Any]:
        """Return the error as in the `errors` member of a problem, in English if it has no translation."""
        place = {"pointer": self.pointer, "parameter": self.parameter}
        present = {name: value for name, value in place.items() if value is not None}
        detail = _text(self.detail, language) or self.detail
        return present | {"code": self.code, "detail": detail} | dict(self.possible)


class Problem(Exception):
    """An error to be returned to the client.

    `code` must be registered in `CODES`, which supplies `status`, title, fixed headers and, when `detail` is
    left out, its sentence. `rule` names a paragraph of the rules, `ply` is the current ply of the game,
    `errors` lists every wrong field, `headers` are added to the fixed ones. `more` has members of the
    document that only this kind of problem has (RFC 9457, 3.2).
    """

    def __init__(
        self,
        code: str,
        detail: Detail | None = None,
        *,
        status: int | None = None,
        rule: str | None = None,
        ply: int | None = None,
        errors: Sequence[FieldError] = (),
        headers: Mapping[str, str] | None = None,
        more: Mapping[str, Any] | None = None,
    ) -> None:
        entry = CODES[code]
        super().__init__(code)
        self.code = code
        self.status = entry.status if status is None else status
        self.title = entry.title
        self.detail = Message(entry.remedy) if detail is None else detail
        self.rule = rule
        self.ply = ply
        self.errors = tuple(errors)
        self.more = dict(more or {})
        self.headers = dict(entry.headers) | dict(headers or {})

    def language(self, wanted: str) -> str:
        """Return `wanted` if the detail exists in that language, else English."""
        return Language.EN if _text(self.detail, wanted) is None else wanted

    def as_dict(self, language: str = Language.EN) -> dict[str, object]:
        """Return the problem document (RFC 9457, 3): absent members are left out, not null."""
        fixed: dict[str, object] = {
            "type": f"/problems/{self.code}",
            "title": translate(language, self.title),
            "status": self.status,
            "detail": _text(self.detail, language),
            "code": self.code,
        }
        return fixed | self._optional(language) | self.more

    def _optional(self, language: str) -> dict[str, object]:
        errors = [error.as_dict(language) for error in self.errors] or None
        members: dict[str, object] = {"rule": self.rule, "ply": self.ply, "errors": errors}
        return {name: value for name, value in members.items() if value is not None}


def _text(detail: Detail, language: str) -> str | None:
    """Return the text of a detail in a language, or None if it has no translation."""
    if isinstance(detail, Message):
        return translate(language, detail)
    return detail if language == Language.EN else None
