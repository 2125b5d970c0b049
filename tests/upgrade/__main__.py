"""An upgrade from an earlier version to this one and back, under load.

    python -m tests.upgrade [--from COMMIT] [--seed N]

Builds the commit in .upgrade, with an environment of its own, and prints a line for each process that was
replaced. Exit status 1 if an answer was an error other than 503 with Retry-After, or if anything was lost.
"""

import argparse
import sys
from itertools import chain
from random import SystemRandom
from typing import Final

from tests.operator.parts import MISSING, missing
from tests.operator.roles import Version
from tests.upgrade.building import build
from tests.upgrade.rolling import restart, roll, steps

PREVIOUS: Final = "ae0d4fe9"
"""The version before this one."""


def main(words: list[str]) -> int:
    """Run the trial."""
    parser = argparse.ArgumentParser(prog="python -m tests.upgrade", description=__doc__.partition("\n")[0])
    parser.add_argument("--from", dest="commit", default=PREVIOUS, help=f"the earlier version [{PREVIOUS}]")
    parser.add_argument("--seed", type=int, default=SystemRandom().getrandbits(32), help="chooses the moves")
    given = parser.parse_args(words)
    if missing():
        sys.stderr.write(f"This {MISSING}.\n")
        return 1
    print(f"seed {given.seed}; building {given.commit}", flush=True)
    old, new = build(given.commit), Version()
    versions = (old, new, old)
    lines = chain(roll(versions, given.seed), restart(versions, given.seed))
    try:
        for number, line in enumerate(lines, 1):
            print(f"{number}/{steps(versions)} {line}", flush=True)
    except AssertionError as fault:
        print(f"FAULT: {fault}", flush=True)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
