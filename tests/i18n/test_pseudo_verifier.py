"""Texts of the verifier come from the catalogues: with marked texts its reports have no other text."""

import json
import re
import subprocess
from pathlib import Path

from tests.i18n.messages import SCRIPTS
from tests.i18n.pseudo import CLOSE, LANGUAGE, OPEN, outside
from tests.i18n.test_pseudo import CORPUS, SENTENCE, quoted
from tests.verifier.node import NODE

ALTERATIONS = (
    ("", ""),
    ('"time":0', '"time":1'),
    ('"digest":"', '"digest":"0'),
    ('"hidden":[{', '"hidden":{'),
    ('"v":2', '"v":9'),
    ('"players":[', '"players":[7,'),
    ('"type":"pass"', '"type":"fold"'),
    ('"type":"pass"', '"type":"sing"'),
    ('"balances":[', '"balances":[1,'),
    ('"game_key":"', '"game_key":"f'),
    ('"actor":"seat:1"', '"actor":"seat:9"'),
    ("\n", "\nx"),
)
PROGRAM = Path(__file__).with_name("marked_reports.mjs")


def test_reports_of_the_verifier_have_no_other_sentence() -> None:
    asked = {
        "language": str(LANGUAGE),
        "open": OPEN,
        "close": CLOSE,
        "alterations": ALTERATIONS,
        "keys": str(CORPUS / "v2" / "keys.json"),
        "records": [str(path) for path in sorted((CORPUS / "v2").glob("*.record"))[::9]],
        "bundles": [str(path) for path in sorted((CORPUS / "disputes").glob("*.zip"))[::6]],
    }
    command = [str(NODE), str(PROGRAM), SCRIPTS.as_uri()]
    done = subprocess.run(command, input=json.dumps(asked), capture_output=True, text=True, check=True)
    pages = json.loads(done.stdout)
    assert len(pages) == len(asked["records"]) * len(ALTERATIONS) + len(asked["bundles"])
    for name, lines in pages:
        assert lines[0].startswith(OPEN), name
        report = [_plain(line) for line in lines]
        assert not [line for line in report if SENTENCE.search(outside(line))], name


def _plain(line: str) -> str:
    """A line without quotations and JSON."""
    return re.sub(r"[\[{].*[\]}]", "", quoted(line))
