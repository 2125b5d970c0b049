"""Collect the messages of the source, update the catalogues, compile them, and name what is not translated.

python -m tests.i18n
"""

import sys

from tests.i18n.catalogues import LANGUAGES, updated, write


def main() -> int:
    """Write the catalogues; the exit status is 1 if a message has no translation or a fuzzy one."""
    left = 0
    for language in LANGUAGES:
        catalogue = updated(language)
        write(language, catalogue)
        for message in catalogue:
            if message.id and (message.fuzzy or not message.string):
                sys.stdout.write(f"{language}: {message.id}\n")
                left += 1
    return int(left > 0)


if __name__ == "__main__":
    sys.exit(main())
