"""Strict marshmallow fields and base schema: no coercion, everything bounded."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Any, ClassVar

from marshmallow import RAISE, Schema, ValidationError, fields, validate

from app.http.body import MAX_INTEGER, BodySize
from app.i18n.text_validation import LINE, NAME_LENGTH, has, is_name

TEXT_LENGTH = 200

_CARD = r"^(?:(?:[1-9]|1[0-2])[OCEB]|[A2-9TJQK][dshc])$"
_NO_CARD = "A card is a rank and a suit, like 7O, 12B, Td or Kh."
_QUERY_INTEGER = re.compile(r"0|-?[1-9][0-9]{0,15}")
_QUERY_BOOLEANS = {"1": True, "true": True, "0": False, "false": False}


class CodedMessage(str):
    """Error message with a code of the catalogue; marshmallow passes it on like any text."""

    __slots__ = ("code",)
    code: str

    def __new__(cls, code: str, text: str) -> "CodedMessage":
        """Create the message `text` with the code `code`."""
        message = super().__new__(cls, text)
        message.code = code
        return message

    def __getnewargs__(self) -> tuple[str, str]:  # type: ignore[override]
        """Return the arguments for a copy: documentation tools copy whole schemas."""
        return self.code, str(self)


class Integer(fields.Integer):
    """JSON integer from `minimum` to `maximum`: no text, no 1.0, no true."""

    def __init__(self, *, minimum: int = 0, maximum: int = MAX_INTEGER, **kwargs: Any) -> None:
        super().__init__(strict=True, validate=validate.Range(minimum, maximum), **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        if type(value) is not int:
            raise self.make_error("invalid")
        return value


class Boolean(fields.Boolean):
    """The JSON literals true and false only."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:
        if type(value) is not bool:
            raise self.make_error("invalid")
        return value


class QueryInteger(Integer):
    """Integer of a query string, in ASCII digits without sign `+`, spaces or leading zeros."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        if not isinstance(value, str) or _QUERY_INTEGER.fullmatch(value) is None:
            raise self.make_error("invalid")
        return int(value)


class QueryBoolean(fields.Boolean):
    """Boolean of a query string: 1, true, 0 or false."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:
        if not isinstance(value, str) or value not in _QUERY_BOOLEANS:
            raise self.make_error("invalid")
        return _QUERY_BOOLEANS[value]


class String(fields.String):
    """Text of `minimum` to `maximum` characters without control characters or line breaks.

    `pattern` is a regular expression that the text must match, `wrong` the error message if it does not;
    `multiline` allows newline and tab.
    """

    def __init__(
        self,
        *,
        minimum: int = 1,
        maximum: int = TEXT_LENGTH,
        pattern: str | None = None,
        wrong: str = "This text must match {regex}.",
        multiline: bool = False,
        **kwargs: Any,
    ) -> None:
        self._allowed = frozenset("\n\t") if multiline else frozenset()
        validators: list[Any] = [validate.Length(minimum, maximum)]
        if pattern is not None:
            validators.append(validate.Regexp(pattern, error=wrong))
        super().__init__(validate=validators, **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        if not isinstance(value, str):
            raise self.make_error("invalid")
        plain = value.isascii() and value.isprintable()
        if not plain and has(value, LINE, self._allowed):
            raise ValidationError("Control characters and line breaks are not allowed.")
        return value


class Choice(String):
    """One of a fixed set of words."""

    def __init__(self, words: Iterable[str], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.validators = [validate.OneOf([str(word) for word in words])]


class Name(fields.String):
    """Name for people: NFC, 1 to 40 visible characters or joiners, no space at either end."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.metadata = {"minLength": 1, "maxLength": NAME_LENGTH, **self.metadata}

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        if not isinstance(value, str):
            raise self.make_error("invalid")
        # Composition shortens a text at most fourfold; longer texts need not be normalised.
        name = unicodedata.normalize("NFC", value) if len(value) <= 4 * NAME_LENGTH else ""
        if not is_name(name):
            raise ValidationError(CodedMessage("name_invalid", _NAME_RULE))
        return name


class Card(String):
    """Card code of the Spanish or the French pack; the rules decide whether the game has that card."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(maximum=3, pattern=_CARD, wrong=_NO_CARD, **kwargs)


def cards(*, minimum: int = 0, maximum: int = 60, **kwargs: Any) -> fields.List[Any]:
    """Return a field for a list of card codes.

    Repeated codes are allowed, because several packs may be in play.
    """
    return fields.List(Card(), validate=validate.Length(minimum, maximum), **kwargs)


def melds(*, maximum: int = 20, **kwargs: Any) -> fields.List[Any]:
    """Return a field for a table: a list of melds, each a list of at least one card code."""
    return fields.List(cards(minimum=1), validate=validate.Length(0, maximum), **kwargs)


_MESSAGES: dict[str, str] = {
    "unknown": CodedMessage("unknown_field", "This field is not known here."),
    "type": "An object is needed here.",
}


class StrictSchema(Schema):
    """Base of every request schema: unknown fields and coercing fields are refused.

    `body_size` is the size limit of a body: a kind of body, or bytes.
    """

    class Meta:
        """Options of marshmallow."""

        unknown = RAISE

    body_size: ClassVar[BodySize | int] = BodySize.COMMAND
    error_messages = _MESSAGES

    def on_bind_field(self, field_name: str, field_obj: fields.Field[Any]) -> None:
        """Raise TypeError for a field that would coerce its input."""
        inner = field_obj.inner if isinstance(field_obj, fields.List) else field_obj
        if type(inner) in _LOOSE:
            raise TypeError(f"{type(self).__name__}.{field_name} coerces its input; see {__name__}")


_LOOSE = frozenset({fields.Integer, fields.Boolean, fields.String, fields.Float, fields.Decimal, fields.Raw})
_NAME_RULE = f"A name has 1 to {NAME_LENGTH} visible characters and neither starts nor ends with a blank."
