"""Translation of English sentences that were made before they came here.

Only details of findings and of some refusals need this. New texts are messages with values.
"""

import re
from collections.abc import Iterable

from app.i18n import Language, Message, translate


class Sentences:
    """The messages that such a sentence may be made of. What fills a place may be such a sentence itself."""

    def __init__(self, messages: Iterable[Message]) -> None:
        ordered = sorted(messages, key=lambda message: len(message.text), reverse=True)
        self._fixed = {message.text: message for message in ordered if "{" not in message.text}
        # The longer first, because a shorter one may match the same sentence.
        self._filled = [(_pattern(message), message) for message in ordered if "{" in message.text]

    def translated(self, language: str, sentence: str) -> str | None:
        """Return `sentence` in a language, or None if no message matches it.

        >>> Sentences([Message("line {first}: {second}")]).translated("fr", "line 7: ?")
        'ligne 7 : ?'
        """
        if language == Language.EN:
            return sentence
        if sentence in self._fixed:
            return translate(language, self._fixed[sentence])
        for pattern, message in self._filled:
            if match := pattern.fullmatch(sentence):
                parts = match.groupdict().items()
                return translate(
                    language,
                    message,
                    **{name: self.translated(language, part) or part for name, part in parts},
                )
        return None


def _pattern(message: Message) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+?)", re.escape(message.text)), re.DOTALL)
