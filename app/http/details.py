"""Details of refusals that are raised as English sentences, to find their translations."""

from typing import Final

from app.i18n import Message
from app.i18n.sentences import Sentences

DETAILS: Final = (
    Message("Missing data for required field."),
    Message("Field may not be null."),
    Message("Not a valid integer."),
    Message("Not a valid string."),
    Message("Not a valid boolean."),
    Message("Not a valid list."),
    Message("An object is needed here."),
    Message("Must be one of: {value}."),
    Message("Must be greater than or equal to {first} and less than or equal to {second}."),
    Message("Must be greater than or equal to {value}."),
    Message("Must be less than or equal to {value}."),
    Message("Length must be between {first} and {second}."),
    Message("Shorter than minimum length {value}."),
    Message("Longer than maximum length {value}."),
    Message("This text must match {value}."),
    Message("A card is a rank and a suit, like 7O, 12B, Td or Kh."),
    Message("Control characters and line breaks are not allowed."),
    Message("A name has 1 to {value} visible characters and neither starts nor ends with a blank."),
    Message("This field is not known here."),
    Message("This resource takes no query parameters."),
    Message("This type needs it."),
    Message("This type does not take it."),
    Message("This type has exactly one of {value}."),
    Message("This type has at least one of {value}."),
    Message("A cursor is what the page before gave as next."),
    Message("The variants are {value}."),
    Message("The bots are {value}."),
    Message("Name the bot."),
    Message("A seat is {value}."),
    Message("Such a seat has the one field bot, the one field player, or the one field invitation."),
    Message('Only one seat can be "me".'),
    Message("An invitation is asked for by true."),
    Message("A player is named by its id, p- and 24 characters."),
    Message("A code names its seat itself."),
    Message("A result is that of an entrant; name it, too."),
    Message("The options are an object."),
    Message("An option is true, false, a whole number, a word or null."),
    Message("A rules sheet is an object."),
    Message("A sheet stands instead of the variant; it may name one itself."),
    Message("Name a variant, or give a sheet as rules."),
    Message("Name something that shall change."),
    Message("The rulebook of the game has no such paragraph."),
    Message("The address begins with https:// or http://."),
    Message("An address holds no user and no password."),
    Message("The port is 443, 80 or one above 1024."),
    Message(
        "This address is not one of the public internet, nor in CONQUIAN_WEBHOOK_NETWORKS of the service."
    ),
    Message("The body must be a JSON object."),
    Message("The body is empty; a JSON object is needed."),
    Message("The body is not valid JSON at character {value}."),
    Message("The body may have at most {value} bytes."),
    Message("Send Content-Type: {value}, in UTF-8, without content coding."),
    Message("Give every query parameter once."),
    Message("NaN and Infinity are not JSON numbers."),
    Message("Read the dispute again and decide on its current ply."),
    Message("A number is too large."),
)
"""Each with a place for what differs from one time to another."""

_SENTENCES: Final = Sentences(DETAILS)


def detail_in(language: str, detail: str) -> str | None:
    """Return the translation of an English `detail`, or None if there is none."""
    return _SENTENCES.translated(language, detail)
