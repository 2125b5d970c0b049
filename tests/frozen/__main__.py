"""Compare the outside of the product with the snapshots, or with `--write` take the snapshots again.

python -m tests.frozen [--write] [NAME]...
"""

import sys

from tests.frozen.lines import differences
from tests.frozen.snapshots import SNAPSHOTS, kept, path_of, taken


def main(arguments: list[str]) -> int:
    """Print every difference; the exit status is 1 if there is one and nothing was written."""
    write = "--write" in arguments
    names = [argument for argument in arguments if argument != "--write"] or list(SNAPSHOTS)
    count = 0
    for name in names:
        now = taken(name)
        changes = differences(kept(name) if path_of(name).exists() else [], now)
        count += len(changes)
        sys.stdout.write("".join(f"{name}: {change}\n" for change in changes))
        if write:
            path_of(name).write_text("".join(f"{line}\n" for line in now))
    return int(bool(count) and not write)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
