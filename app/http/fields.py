"""Strict marshmallow fields and schemas: no coercion, everything bounded.

In a tagged union the member `type` determines the other members. The cursor of a page is the time and the
name of its last item, as an opaque text.
"""

import re
import unicodedata
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self, cast

from marshmallow import RAISE, Schema, ValidationError, fields, validate, validates_schema
from marshmallow.exceptions import SCHEMA

from app.games.shapes import CommandShape
from app.http.body import MAX_INTEGER, BodySize
from app.i18n import Message
from app.i18n.text_validation import LINE, NAME_LENGTH, has, is_name

TEXT_LENGTH = 200

_CARD = r"^(?:(?:[1-9]|1[0-2])[OCEB]|[A2-9TJQK][dshc])$"
_NO_CARD = Message("A card is a rank and a suit, like 7O, 12B, Td or Kh.")
_NO_STRING = Message("Not a valid string.")
_RANGE = Message("Must be greater than or equal to {min} and less than or equal to {max}.")
_LENGTH = Message("Length must be between {min} and {max}.")
NAME_RULE = Message(
    "A name has 1 to {count} visible characters and neither starts nor ends with a blank."
).filled(count=NAME_LENGTH)
_QUERY_INTEGER = re.compile(r"0|-?[1-9][0-9]{0,15}")
_QUERY_BOOLEANS = {"1": True, "true": True, "0": False, "false": False}


@dataclass(frozen=True, slots=True)
class CodedMessage:
    """Error message with a code of the catalogue; marshmallow passes it on in lists, as it is."""

    message: Message
    code: str = "validation_failed"


def invalid(message: Message, field: str = SCHEMA, *, code: str = "validation_failed") -> ValidationError:
    """Return the error for a value, or for the member `field` of an object."""
    return ValidationError([CodedMessage(message, code)], field)


_MISSING: dict[str, Any] = {
    "required": [CodedMessage(Message("Missing data for required field."))],
    "null": [CodedMessage(Message("Field may not be null."))],
}


def _of_another_type(message: Message) -> dict[str, Any]:
    return {"invalid": [CodedMessage(message)]}


class TranslatedField(fields.Field[Any]):
    """Base of the fields of requests: errors are messages, translated where the problem is written."""

    default_error_messages = _MISSING


class Range(validate.Range):
    """Validator of a number from `min` to `max`."""

    def __call__(self, value: Any) -> Any:
        """Return the number. Raises ValidationError."""
        try:
            return super().__call__(value)
        except ValidationError:
            raise invalid(_RANGE.filled(min=self.min, max=self.max)) from None


class Length(validate.Length):
    """Validator of a text or a list of `min` to `max` characters or items."""

    def __call__(self, value: Any) -> Any:
        """Return the value. Raises ValidationError."""
        try:
            return super().__call__(value)
        except ValidationError:
            raise invalid(_LENGTH.filled(min=self.min, max=self.max)) from None


class OneOf(validate.OneOf):
    """Validator of a word that is one of several."""

    def __call__(self, value: Any) -> Any:
        """Return the word. Raises ValidationError."""
        try:
            return super().__call__(value)
        except ValidationError:
            raise invalid(Message("Must be one of: {choices}.").filled(choices=list(self.choices))) from None


class Pattern(validate.Regexp):
    """Validator of a text that matches a regular expression; `wrong` is the message if it does not."""

    def __init__(self, pattern: str, wrong: Message | None = None) -> None:
        super().__init__(pattern)
        self._wrong = wrong or Message("This text must match {regex}.").filled(regex=pattern)

    def __call__(self, value: Any) -> Any:
        """Return the text. Raises ValidationError."""
        try:
            return super().__call__(value)
        except ValidationError:
            raise invalid(self._wrong) from None


class Integer(TranslatedField, fields.Integer):
    """JSON integer from `minimum` to `maximum`: no text, no 1.0, no true."""

    default_error_messages = _of_another_type(Message("Not a valid integer."))

    def __init__(self, *, minimum: int = 0, maximum: int = MAX_INTEGER, **kwargs: Any) -> None:
        super().__init__(strict=True, validate=Range(minimum, maximum), **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        if type(value) is not int:
            raise self.make_error("invalid")
        return value


class Boolean(TranslatedField, fields.Boolean):
    """The JSON literals true and false only."""

    default_error_messages = _of_another_type(Message("Not a valid boolean."))

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


class QueryBoolean(Boolean):
    """Boolean of a query string: 1, true, 0 or false."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:
        if not isinstance(value, str) or value not in _QUERY_BOOLEANS:
            raise self.make_error("invalid")
        return _QUERY_BOOLEANS[value]


class String(TranslatedField, fields.String):
    """Text of `minimum` to `maximum` characters without control characters or line breaks.

    `pattern` is a regular expression that the text must match, `wrong` the error message if it does not;
    `multiline` allows newline and tab.
    """

    default_error_messages = _of_another_type(_NO_STRING)

    def __init__(
        self,
        *,
        minimum: int = 1,
        maximum: int = TEXT_LENGTH,
        pattern: str | None = None,
        wrong: Message | None = None,
        multiline: bool = False,
        **kwargs: Any,
    ) -> None:
        self._allowed = frozenset("\n\t") if multiline else frozenset()
        validators: list[Any] = [Length(minimum, maximum)]
        if pattern is not None:
            validators.append(Pattern(pattern, wrong))
        super().__init__(validate=validators, **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        if not isinstance(value, str):
            raise self.make_error("invalid")
        plain = value.isascii() and value.isprintable()
        if not plain and has(value, LINE, self._allowed):
            raise invalid(Message("Control characters and line breaks are not allowed."))
        return value


class Choice(String):
    """One of a fixed set of words."""

    def __init__(self, words: Iterable[str], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.validators = [OneOf([str(word) for word in words])]


class Name(TranslatedField, fields.String):
    """Name for people: NFC, 1 to 40 visible characters or joiners, no space at either end."""

    default_error_messages = _of_another_type(_NO_STRING)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.metadata = {"minLength": 1, "maxLength": NAME_LENGTH, **self.metadata}

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        if not isinstance(value, str):
            raise self.make_error("invalid")
        # Composition shortens a text at most fourfold; longer texts need not be normalised.
        name = unicodedata.normalize("NFC", value) if len(value) <= 4 * NAME_LENGTH else ""
        if not is_name(name):
            raise invalid(NAME_RULE, code="name_invalid")
        return name


class Card(String):
    """Card code of the Spanish or the French pack; the rules decide whether the game has that card."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(maximum=3, pattern=_CARD, wrong=_NO_CARD, **kwargs)


class ListOf(TranslatedField, fields.List[Any]):
    """List of `minimum` to `maximum` items."""

    default_error_messages = _of_another_type(Message("Not a valid list."))

    def __init__(self, items: fields.Field[Any], *, minimum: int, maximum: int, **kwargs: Any) -> None:
        super().__init__(items, validate=Length(minimum, maximum), **kwargs)


def cards(*, minimum: int = 0, maximum: int = 60, **kwargs: Any) -> ListOf:
    """Return a field for a list of card codes.

    Repeated codes are allowed, because several packs may be in play.
    """
    return ListOf(Card(), minimum=minimum, maximum=maximum, **kwargs)


def melds(*, maximum: int = 20, **kwargs: Any) -> ListOf:
    """Return a field for a table: a list of melds, each a list of at least one card code."""
    return ListOf(cards(minimum=1), minimum=0, maximum=maximum, **kwargs)


_MESSAGES: dict[str, Any] = {
    "unknown": CodedMessage(Message("This field is not known here."), "unknown_field"),
    "type": CodedMessage(Message("An object is needed here.")),
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

    def __deepcopy__(self, _memo: object) -> Self:
        """Return the schema itself, which is never changed.

        flask-smorest copies the description of a view several times; with the schemas that took a quarter of
        the time in which an application is made.
        """
        return self

    def on_bind_field(self, field_name: str, field_obj: fields.Field[Any]) -> None:
        """Raise TypeError for a field that would coerce its input."""
        inner = field_obj.inner if isinstance(field_obj, fields.List) else field_obj
        if type(inner) in _LOOSE:
            raise TypeError(f"{type(self).__name__}.{field_name} coerces its input; see {__name__}")


_LOOSE = frozenset({fields.Integer, fields.Boolean, fields.String, fields.Float, fields.Decimal, fields.Raw})


_DIGITS = 15


def page_limit(items: str, usual: int, most: int) -> QueryInteger:
    """Return the query parameter for the maximum number of `items` on a page: `usual` without one."""
    return QueryInteger(
        load_default=usual,
        minimum=1,
        maximum=most,
        metadata={"description": f"Maximum number of {items} on a page"},
    )


def cursor(ms: int, name: str) -> str:
    """Return the cursor of the page after the item `name` of the time `ms`."""
    return urlsafe_b64encode(f"{ms}.{name}".encode()).decode().rstrip("=")


class CursorField(TranslatedField):
    """Query parameter with a cursor, deserialised to its time and name.

    `known` returns whether a text can be the name of an item of the list.
    """

    def __init__(self, known: Callable[[str], bool], **kwargs: Any) -> None:
        metadata = {
            "description": "The `next` of the page before; absent for the first page",
            "type": "string",
        }
        super().__init__(metadata=metadata, **kwargs)
        self._known = known

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> tuple[int, str]:
        try:
            ms, name = urlsafe_b64decode(str(value).encode() + b"==").decode("ascii").split(".")
            if not self._known(name) or not ms.isdigit() or len(ms) > _DIGITS:
                raise ValueError
        except ValueError:
            raise invalid(Message("A cursor is what the page before gave as next.")) from None
        return int(ms), name


def faults(kind: CommandShape, names: set[str]) -> Iterator[tuple[str, CodedMessage]]:
    """Yield each wrong member of a value of the type `kind` that has the members `names`, and its error."""
    for name in set(kind.must) - names:
        yield name, CodedMessage(Message("This type needs it."))
    for name in names.difference(kind.must, kind.one, kind.some, kind.may):
        yield name, CodedMessage(Message("This type does not take it."), "unknown_field")
    if kind.one and len(names & set(kind.one)) != 1:
        yield (
            kind.one[-1],
            CodedMessage(Message("This type has exactly one of {names}.").filled(names=kind.one)),
        )
    if kind.some and not names & set(kind.some):
        yield (
            kind.some[0],
            CodedMessage(Message("This type has at least one of {names}.").filled(names=kind.some)),
        )


class TypedSchema(StrictSchema):
    """Base of a schema with a member `type`, one of `kinds`; `always` lists the members of every type."""

    kinds: ClassVar[Mapping[str, CommandShape]] = {}
    always: ClassVar[tuple[str, ...]] = ("expected_ply",)

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._of_type: dict[str, Schema] = {}

    def load(self, data: Any, **options: Any) -> dict[str, Any]:
        """Return the loaded `data`; only the fields of its type are loaded if it has the members of its type.

        Otherwise all fields are, so that the error names everything that is wrong.
        """
        narrow = self._narrow(data)
        loaded = super().load(data, **options) if narrow is None else narrow.load(data, **options)
        return cast(dict[str, Any], loaded)

    def _narrow(self, data: Any) -> Schema | None:
        """Return the schema for the type of `data`, None if its members are not those of a type."""
        name = data.get("type") if isinstance(data, dict) else None
        if not isinstance(name, str) or name not in self.kinds or any(self._faults(data)):
            return None
        if name not in self._of_type:
            self._of_type[name] = self._fields_of(self.kinds[name])
        return self._of_type[name]

    def _fields_of(self, kind: CommandShape) -> Schema:
        names = ("type", *kind.members, *self.always)
        return StrictSchema.from_dict({name: self.declared_fields[name] for name in names})()

    def _faults(self, data: Mapping[str, Any]) -> Iterator[tuple[str, CodedMessage]]:
        return faults(self.kinds[data["type"]], set(data) - {"type", *self.always})

    @validates_schema
    def _members_of_type(self, data: dict[str, Any], **kwargs: Any) -> None:
        wrong = dict(self._faults(data))
        if wrong:
            raise ValidationError({name: [text] for name, text in wrong.items()})


def described(schema: TypedSchema) -> dict[str, Any]:
    """Return the types of a schema, for the document."""
    return {
        name: {
            "must": [*kind.must],
            "members": [*kind.members, *schema.always],
            "one": [*kind.one],
            "some": [*kind.some],
            "example": {"type": name, **kind.example},
        }
        for name, kind in schema.kinds.items()
    }
