"""Update and compile the catalogues from the source, rebuild the verifier, and name what is not translated.

python -m tests.i18n
"""

import sys
from collections import Counter

from tests.i18n.catalogues import LANGUAGES, PAGE, SCRIPT, page, script, translated, updated, write
from tests.verifier import building
from tests.verifier.node import FILE


def main() -> int:
    """Write the catalogues; the exit status is 1 if a message has no translation or a fuzzy one."""
    left = Counter[str]()
    for language in LANGUAGES:
        catalogue = updated(language)
        write(language, catalogue)
        for message in catalogue:
            if message.id and not translated(message):
                sys.stdout.write(f"{language}: {message.id}\n")
                left[language] += 1
    SCRIPT.write_text(script(), encoding="utf-8")
    PAGE.write_text(page(), encoding="utf-8")
    building.build(FILE)
    for language, number in left.items():
        sys.stdout.write(f"Translate {number} messages in app/i18n/{language}.po, then run this again.\n")
    return int(left.total() > 0)


if __name__ == "__main__":
    sys.exit(main())
