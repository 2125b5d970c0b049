"""Why a pairing was made, in sentences: one for each code that formats give."""

from collections.abc import Mapping, Sequence
from typing import Final

from app.games.languages import Words
from app.tournament.formats.format import Reason

REASONS: Final[Mapping[str, Words]] = {
    "circle": Words(
        "Ciclo {cycle}, turno {turn} de {turns}: el círculo pone frente a frente a {names}.",
        "Cycle {cycle}, turn {turn} of {turns}: the circle brings {names} together.",
        "Cycle {cycle}, tour {turn} sur {turns} : le cercle met face à face {names}.",
    ),
    "circle_bye": Words(
        "Ciclo {cycle}, turno {turn} de {turns}: {names} tiene enfrente el lugar vacío y descansa.",
        "Cycle {cycle}, turn {turn} of {turns}: {names} faces the empty place and has a bye.",
        "Cycle {cycle}, tour {turn} sur {turns} : {names} fait face à la place vide et se repose.",
    ),
    "gauntlet": Words(
        "Ciclo {cycle}, turno {turn} de {turns}: el retador enfrenta a cada uno por sorteo; toca {names}.",
        "Cycle {cycle}, turn {turn} of {turns}: the hero meets each other entrant as drawn; now {names}.",
        "Cycle {cycle}, tour {turn} sur {turns} : le héros rencontre chacun selon le tirage ; ici {names}.",
    ),
    "swiss_same_points": Words(
        "{names} tienen los mismos puntos ({points}) y aún no se enfrentaban.",
        "{names} have the same points ({points}) and had not met.",
        "{names} ont autant de points ({points}) et ne s'étaient pas rencontrés.",
    ),
    "swiss_float": Words(
        "{names} tienen puntos distintos ({points}); ninguno sin repeticiones los deja más cerca.",
        "{names} have different points ({points}); no pairing without repeats brings all of them closer.",
        "{names} n'ont pas autant de points ({points}) ; aucun appariement sans répétition n'est plus serré.",
    ),
    "swiss_repeat": Words(
        "{names} ya se enfrentaron (veces: {met}); todo emparejamiento repite al menos tantos encuentros.",
        "{names} met before (times: {met}); every pairing repeats at least as many meetings.",
        "{names} se sont déjà rencontrés (fois : {met}) ; tout appariement en répète au moins autant.",
    ),
    "swiss_bye": Words(
        "{names} descansa: nadie con menos puntos ({points}) podía descansar sin repetir.",
        "{names} has the bye: nobody with fewer points ({points}) could have it without a repeat.",
        "{names} est exempt : personne ayant moins de points ({points}) ne pouvait l'être sans répétition.",
    ),
    "swiss_second_bye": Words(
        "{names} descansa otra vez (antes: {byes}): no había otra forma con menos repeticiones.",
        "{names} has a bye again (before: {byes}): no pairing has fewer repeats.",
        "{names} est exempt encore une fois (avant : {byes}) : aucun appariement ne répète moins.",
    ),
    "bracket": Words(
        "Cuadro de {left}: se enfrentan {names}, cabezas de serie {seeds}.",
        "Bracket of {left}: {names} meet, seeds {seeds}.",
        "Tableau de {left} : {names} se rencontrent, têtes de série {seeds}.",
    ),
    "bracket_bye": Words(
        "Cuadro de {left}: {names}, cabeza de serie {seeds}, no tiene rival y pasa.",
        "Bracket of {left}: {names}, seed {seeds}, has no opponent and goes on.",
        "Tableau de {left} : {names}, tête de série {seeds}, n'a pas d'adversaire et passe.",
    ),
    "third_place": Words(
        "{names} perdieron las semifinales y juegan por el tercer lugar.",
        "{names} lost the semi-finals and play for the third place.",
        "{names} ont perdu les demi-finales et jouent pour la troisième place.",
    ),
    "final": Words(
        "Final: {names} son los últimos, uno sin derrota y otro con una.",
        "Final: {names} are the last, one without a loss and one with one.",
        "Finale : {names} sont les derniers, l'un sans défaite et l'autre avec une.",
    ),
    "bracket_reset": Words(
        "Segunda final: quien no había perdido perdió la primera; {names} tienen ahora una derrota cada uno.",
        "Second final: who had not lost has lost the first; {names} now have one loss each.",
        "Seconde finale : l'invaincu a perdu la première ; {names} ont maintenant une défaite chacun.",
    ),
    "pool": Words(
        "{names}, cabezas de serie {seeds}, perdieron una vez (quedan {left}; encuentros antes: {met}).",
        "{names}, seeds {seeds}, have lost once ({left} are left; they met before: {met}).",
        "{names}, têtes de série {seeds}, ont perdu une fois (restent {left} ; rencontres avant : {met}).",
    ),
    "pool_bye": Words(
        "{names}, cabeza de serie {seeds}, descansa entre los {left} que perdieron una vez (antes: {byes}).",
        "{names}, seed {seeds}, has the bye among the {left} who have lost once (before: {byes}).",
        "{names}, tête de série {seeds}, est exempt parmi les {left} battus une fois (avant : {byes}).",
    ),
    "further_decks": Words(
        "{names} siguen empatados en puntos y fichas: más mazos, vez {time}.",
        "{names} are still equal in points and chips: further decks, time {time}.",
        "{names} restent à égalité de points et de jetons : d'autres jeux, fois {time}.",
    ),
    "arena": Words(
        "{names} estaban libres y tienen puntos por juego parecidos ({shares}; encuentros antes: {met}).",
        "{names} were free and have made about as much of each game ({shares}; they met before: {met}).",
        "{names} étaient libres avec des points par partie proches ({shares} ; rencontres avant : {met}).",
    ),
    "league": Words(
        "{names}: las mesas más parejas halladas; cada dos se han encontrado de {least} a {most} veces.",
        "{names}: the most even tables that were found; any two have met {least} to {most} times.",
        "{names} : les tables les plus égales trouvées ; deux se sont rencontrés de {least} à {most} fois.",
    ),
    "league_bye": Words(
        "{names} descansa; antes descansó {byes} veces.",
        "{names} sits out; so far {byes} times.",
        "{names} se repose ; jusqu'ici {byes} fois.",
    ),
    "sprt": Words(
        "Tras {units} unidades la razón es {llr}, entre {lower} y {upper}: la prueba sigue.",
        "After {units} units the ratio is {llr}, between {lower} and {upper}: the test goes on.",
        "Après {units} unités le rapport est {llr}, entre {lower} et {upper} : le test continue.",
    ),
}
"""A sentence for each rule, with the members of its reason and `names`, those of the entrants, in braces."""


def sentence(reason: Reason, names: Sequence[str]) -> Words:
    """What `reason` says, the entrants being called `names`.

    >>> sentence({"rule": "league_bye", "entrants": [1], "byes": 2}, ["Ana", "Beto"]).en
    'Beto sits out; so far 2 times.'
    """
    members = {name: _told(value) for name, value in reason.items() if name != "entrants"}
    members["names"] = ", ".join(names[one] for one in reason.get("entrants", ()))
    said = REASONS[reason["rule"]]
    return Words(said.es.format(**members), said.en.format(**members), said.fr.format(**members))


def _told(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
