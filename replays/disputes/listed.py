"""Disputes about a game as a service lists them, beside an audit that is made elsewhere."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.games.codec import Json
from app.i18n import Language, Message, translate
from app.store.keys import GameId, is_game_id
from replays.disputes.report import brief
from replays.record.errors import Quarantined, Unreachable
from replays.record.untrusted_values import Malformed, guarded
from replays.report.remote_service import RemoteService
from replays.report.words import PHRASES


@dataclass(frozen=True, slots=True)
class Listed:
    """The `disputes` about a game as the API has them; `missing` names the parts that did not answer.

    Nothing of this is proved: the bundle of a dispute is.
    """

    disputes: Sequence[Json] = ()
    missing: Sequence[str] = ()

    @property
    def members(self) -> Json:
        """Return the disputes and what is missing as members of an object, without empty members."""
        members: Json = {"disputes": list(map(_mark, self.disputes))} if self.disputes else {}
        return members | ({"missing": list(self.missing)} if self.missing else {})

    def sentences(self, language: Language) -> list[str]:
        """Return the claim and the decision of each dispute as sentences."""
        sentences = [brief(dispute, language) for dispute in self.disputes]
        sentences += [_say("disputes-missing", language)] if self.missing else []
        return [*sentences, _say("disputes-listed", language)] if self.disputes else sentences


def disputes_about(name: str, url: str) -> Listed:
    """Return the disputes about the game `name`, from the service at `url`; none of a file.

    Unreachable if the service answers anything else than such a list.
    """
    if Path(name).exists() or not is_game_id(name):
        return Listed()
    try:
        answer = RemoteService(url).disputes(GameId(name))
    except Quarantined:  # it is unknown who may see them
        return Listed()
    try:
        return guarded(lambda: _listed(answer))
    except Malformed:
        raise Unreachable(Message("the service sent something that is not a list of disputes")) from None


def _listed(answer: Json) -> Listed:
    """Return the list in an answer; each dispute was already read once, so its members are valid."""
    disputes, missing = list(answer["disputes"]), list(map(str, answer.get("missing", ())))
    for dispute in disputes:
        brief(dispute, Language.EN)
        _mark(dispute)
    return Listed(disputes, missing)


def _mark(document: Mapping[str, Any]) -> Json:
    """Return a dispute as the mark that views and audits of the service have."""
    decided = document["ruling"] or document["verdict"]
    return {
        "dispute": document["dispute"],
        "seat": document["seat"],
        "hand_number": document["about"]["hand_number"],
        "claim": document["claim"],
        "state": document["state"],
        "outcome": decided["outcome"] if decided else None,
    }


def _say(name: str, language: Language) -> str:
    return translate(language, PHRASES[name])
