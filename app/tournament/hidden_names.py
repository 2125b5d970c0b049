"""Names of closed players in a tournament: what is shown has the id of the player instead.

The log keeps the names, because its entries are sealed. Of all that is computed from it only the hero of a
gauntlet depends on a name.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Any, Final, TypeVar, cast

from app.tournament.manifest import Manifest
from app.tournament.shapes import TournamentSummary
from app.tournament.state import Tournament

_HERO: Final = "hero"

T = TypeVar("T")


def hidden_names(summary: TournamentSummary, closed: Collection[str]) -> dict[int, str]:
    """Return the ids of those participants that are `closed` players, by the number of the entrant."""
    players = {number: entrant.get("player") for number, entrant in enumerate(summary["entrants"])}
    return {number: player for number, player in players.items() if player is not None and player in closed}


def tag_of(hidden: Mapping[int, str]) -> str:
    """Return a hash of the hidden names, 12 hex digits; empty without any."""
    return sha256(" ".join(hidden.values()).encode()).hexdigest()[:12] if hidden else ""


def hide(document: T, hidden: Mapping[int, str]) -> T:
    """Return a part or a list of reasons with ids for hidden names.

    `names` belong to the entrants in `seats` or `entrants` beside them, else to all in order.

    >>> hide({"rows": [{"entrant": 1, "name": "Ana"}], "names": ["Beto", "Ana"]}, {1: "p-1"})
    {'rows': [{'entrant': 1, 'name': 'p-1'}], 'names': ['Beto', 'p-1']}
    """
    return cast(T, _hide(document, hidden)) if hidden else document


def _hide(document: Any, hidden: Mapping[int, str]) -> Any:
    if isinstance(document, list):
        return [_hide(item, hidden) for item in document]
    if not isinstance(document, dict):
        return document
    shown = {member: _hide(value, hidden) for member, value in document.items()}
    if "name" in shown and "entrant" in shown:
        shown["name"] = hidden.get(shown["entrant"], shown["name"])
    if "names" in shown:
        entrants = shown.get("seats", shown.get("entrants", range(len(shown["names"]))))
        shown["names"] = [
            hidden.get(entrant, name) for entrant, name in zip(entrants, shown["names"], strict=True)
        ]
    return shown


def hide_in_summary(summary: TournamentSummary, hidden: Mapping[int, str]) -> TournamentSummary:
    """Return the summary of a tournament with ids for hidden names."""
    if not hidden:
        return summary
    names = {summary["entrants"][number]["name"]: player for number, player in hidden.items()}
    return {
        **summary,
        "entrants": hide(summary["entrants"], hidden),
        "manifest": _in_manifest(summary["manifest"], hidden, names),
        "format": _in_format(summary["format"], names),
    }


def hide_in_state(state: Tournament, hidden: Mapping[int, str]) -> Tournament:
    """Return the tournament for exports, with ids for hidden names."""
    if not hidden:
        return state
    manifest = state.manifest
    names = {manifest.entrants[number].name: player for number, player in hidden.items()}
    return replace(state, manifest=_hidden(manifest, hidden, names))


def _hidden(manifest: Manifest, hidden: Mapping[int, str], names: Mapping[str, str]) -> Manifest:
    return replace(
        manifest,
        document=_in_manifest(manifest.document, hidden, names),
        parameters=_in_format(manifest.parameters, names),
        entrants=tuple(
            replace(entrant, name=hidden[number], plan={**entrant.plan, "name": hidden[number]})
            if number in hidden
            else entrant
            for number, entrant in enumerate(manifest.entrants)
        ),
    )


def _in_manifest(
    document: Mapping[str, Any], hidden: Mapping[int, str], names: Mapping[str, str]
) -> dict[str, Any]:
    entrants = [
        {**entrant, "name": hidden[number]} if number in hidden else entrant
        for number, entrant in enumerate(document["entrants"])
    ]
    return {**document, "entrants": entrants, "format": _in_format(document["format"], names)}


def _in_format(parameters: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    hero = parameters.get(_HERO)
    return {**parameters, _HERO: names.get(hero, hero)} if hero is not None else dict(parameters)
