"""Explanations of pairings: a sentence for each code of the formats."""

from collections.abc import Mapping, Sequence
from typing import Final

from app.i18n import Message
from app.tournament.formats.format import Reason

REASONS: Final[Mapping[str, Message]] = {
    "circle": Message("Cycle {cycle}, turn {turn} of {turns}: the circle brings {names} together."),
    "circle_bye": Message(
        "Cycle {cycle}, turn {turn} of {turns}: {names} faces the empty place and has a bye."
    ),
    "gauntlet": Message(
        "Cycle {cycle}, turn {turn} of {turns}: the hero meets each other entrant as drawn; now {names}."
    ),
    "swiss_same_points": Message("{names} have the same points ({points}) and had not met."),
    "swiss_float": Message(
        "{names} have different points ({points}); no pairing without repeats brings all of them closer."
    ),
    "swiss_repeat": Message(
        "{names} met before (times: {met}); every pairing repeats at least as many meetings."
    ),
    "swiss_bye": Message(
        "{names} has the bye: nobody with fewer points ({points}) could have it without a repeat."
    ),
    "swiss_second_bye": Message("{names} has a bye again (before: {byes}): no pairing has fewer repeats."),
    "bracket": Message("Bracket of {left}: {names} meet, seeds {seeds}."),
    "bracket_bye": Message("Bracket of {left}: {names}, seed {seeds}, has no opponent and goes on."),
    "third_place": Message("{names} lost the semi-finals and play for the third place."),
    "final": Message("Final: {names} are the last, one without a loss and one with one."),
    "bracket_reset": Message(
        "Second final: who had not lost has lost the first; {names} now have one loss each."
    ),
    "pool": Message("{names}, seeds {seeds}, have lost once ({left} are left; they met before: {met})."),
    "pool_bye": Message(
        "{names}, seed {seeds}, has the bye among the {left} who have lost once (before: {byes})."
    ),
    "further_decks": Message("{names} are still equal in points and chips: further decks, time {time}."),
    "arena": Message(
        "{names} were free and have made about as much of each game ({shares}; they met before: {met})."
    ),
    "league": Message(
        "{names}: the most even tables that were found; any two have met {least} to {most} times."
    ),
    "league_bye": Message("{names} sits out; so far {byes} times."),
    "sprt": Message("After {units} units the ratio is {llr}, between {lower} and {upper}: the test goes on."),
}
"""Sentences by rule, with the members of its reason and `names`, those of the entrants, in braces."""


def sentence(reason: Reason, names: Sequence[str]) -> Message:
    """Return the sentence for `reason`; the entrants are called `names`.

    >>> from app.i18n import translate
    >>> translate("en", sentence({"rule": "league_bye", "entrants": [1], "byes": 2}, ["Ana", "Beto"]))
    'Beto sits out; so far 2 times.'
    """
    members = {name: value for name, value in reason.items() if name != "entrants"}
    names_of = [names[one] for one in reason.get("entrants", ())]
    return REASONS[reason["rule"]].filled(**members, names=names_of)
