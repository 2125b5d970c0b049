"""Verdicts on refusals cite the paragraphs of stored verdicts, even if refusals cite others today."""

import re
from pathlib import Path

import replays.verifier
from app.games.conquian.game import CONQUIAN
from app.games.holdem.game import HOLDEM
from replays.disputes.case import cited_for

VERIFIER = (Path(replays.verifier.__file__).parent / "verifier.js").read_text(encoding="utf-8")
FIRST = {
    "card_not_in_hand": "10.1",
    "card_reused": "6.8",
    "already_answered": "10.3",
    "keep_forbidden": "10.6",
}
"""By code the paragraph in the verdicts of the first judge."""


def test_a_verdict_cites_a_code_as_the_stored_verdicts_do() -> None:
    assert {code: cited_for(CONQUIAN, code) for code in FIRST} == FIRST


def test_the_verifier_cites_the_same_in_verdicts() -> None:
    texts = re.findall(r"const PARAGRAPHS(?:\$\d)? = \{(.*?)\};", VERIFIER, re.DOTALL)
    tables = [dict(re.findall(r'(\w+): "(\d+\.\d+)"', text)) for text in texts]
    (of_table,) = (table for table in tables if "already_left" in table)
    for play, own, least in ((CONQUIAN, "card_reused", 45), (HOLDEM, "bad_step", 25)):
        (of_game,) = (table for table in tables if own in table)
        rules = {code: rule for code, rule in (of_table | of_game).items() if code in play.reasons}
        assert len(rules) > least
        assert rules == {code: cited_for(play, code) for code in rules}
        assert of_game.keys() <= play.reasons.keys()
