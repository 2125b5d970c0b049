"""Every wrong setting in every role; arguments are words that the names of the rows have to contain."""

import sys

from tests.operator.parts import MISSING, missing
from tests.operator.trial import site, trial
from tests.operator.wrong_settings import rows


def main(words: list[str]) -> int:
    """Print a line for each case. Exit status 1 if one has a fault, or a game was disturbed."""
    if missing():
        sys.stderr.write(f"This {MISSING}.\n")
        return 1
    cases = [(row, role) for row in rows() for role in row.roles if all(word in row.name for word in words)]
    faults = 0
    with site() as installation:
        for number, result in enumerate(trial(installation, cases), 1):
            faults += bool(result.fault)
            state = f"FAULT: {result.fault}" if result.fault else "ok"
            print(f"{number}/{len(cases) + 1} {result.row}, {result.role}: {state}", flush=True)
            print("".join(f"    {line}\n" for line in result.said.splitlines()[-5:]), end="", flush=True)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
