"""What is found of disputes, their bundles and tournaments, in Spanish and French."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

CASES: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "dispute.json is missing": ("falta dispute.json", "dispute.json manque"),
        "receipts.json is missing": ("falta receipts.json", "receipts.json manque"),
        "proofs.json is missing": ("falta proofs.json", "proofs.json manque"),
        "the dispute was over before": ("la disputa ya había terminado", "le litige était déjà clos"),
        "the tournament was over before": ("el torneo ya había terminado", "le tournoi était déjà fini"),
        "the entry in dispute is not one of this game": (
            "la entrada en disputa no es de esta partida",
            "l'entrée en litige n'est pas de cette partie",
        ),
        "the events are not what the rules give": (
            "los sucesos no son los que dan las reglas",
            "les événements ne sont pas ceux que donnent les règles",
        ),
        "the refusal in evidence is not the service's": (
            "el rechazo que se aporta no es del servicio",
            "le refus produit n'est pas du service",
        ),
        "the checkpoint in evidence is not the service's": (
            "el punto de control que se aporta no es del servicio",
            "le point de contrôle produit n'est pas du service",
        ),
        "the receipt in evidence is not the service's": (
            "el recibo que se aporta no es del servicio",
            "le reçu produit n'est pas du service",
        ),
        "the hand in dispute is not that of the entry": (
            "la mano en disputa no es la de la entrada",
            "la manche en litige n'est pas celle de l'entrée",
        ),
        "the parties are not the seats of the game": (
            "las partes no son los lugares de la partida",
            "les parties ne sont pas les places de la partie",
        ),
        "the parties are not the players of the game": (
            "las partes no son los jugadores de la partida",
            "les parties ne sont pas les joueurs de la partie",
        ),
        "what was refused is no command of the game": (
            "lo rechazado no es una jugada",
            "ce qui fut refusé n'est pas un coup de la partie",
        ),
        "the verdict stands on another log": (
            "el veredicto descansa en otro registro",
            "le verdict repose sur un autre journal",
        ),
        "the cards of the hand were not open then": (
            "las cartas de la mano aún no estaban abiertas",
            "les cartes de la manche n'étaient pas encore ouvertes",
        ),
        "the machine judges otherwise: {0}": (
            "la máquina juzga de otro modo: {0}",
            "la machine juge autrement : {0}",
        ),
        "this is not an entry of a dispute, of which nothing is hidden": (
            "esta no es una entrada de una disputa, de la que nada se oculta",
            "ceci n'est pas une entrée d'un litige, dont rien n'est caché",
        ),
        "this is not the header of a dispute's record": (
            "este no es el encabezado del registro de una disputa",
            "ceci n'est pas l'en-tête de l'enregistrement d'un litige",
        ),
        "this is not the header of a tournament's record": (
            "este no es el encabezado del registro de un torneo",
            "ceci n'est pas l'en-tête de l'enregistrement d'un tournoi",
        ),
        "{0} is not what the records tell": (
            "{0} no es lo que cuentan los registros",
            "{0} n'est pas ce que disent les enregistrements",
        ),
        "the records do not tell what must stand beside them": (
            "los registros no dicen qué debe estar junto a ellos",
            "les enregistrements ne disent pas ce qui doit être à côté d'eux",
        ),
        "{0} does not belong in a bundle": (
            "{0} no es parte de un paquete",
            "{0} ne fait pas partie d'un dossier",
        ),
        "{0} is not a list of receipts": (
            "{0} no es una lista de recibos",
            "{0} n'est pas une liste de reçus",
        ),
        "{0} is not the list of keys that is trusted": (
            "{0} no es la lista de llaves en que se confía",
            "{0} n'est pas la liste de clés à laquelle on se fie",
        ),
        "the game of fixture {0} does not fit: {1}": (
            "la partida del encuentro {0} no corresponde: {1}",
            "la partie de la rencontre {0} ne convient pas : {1}",
        ),
        "of the game of fixture {0} the service has signed two different entries for ply {1}": (
            "de la partida del encuentro {0} el servicio firmó dos entradas {1} distintas",
            "de la partie de la rencontre {0} le service a signé deux entrées {1} différentes",
        ),
        "the log of the game of fixture {0} contradicts a receipt for its entry {1}": (
            "el registro de la partida del encuentro {0} contradice un recibo de su entrada {1}",
            "le journal de la partie de la rencontre {0} contredit un reçu de son entrée {1}",
        ),
        "the seeds are not opened": ("las semillas no están abiertas", "les graines ne sont pas ouvertes"),
    }
)
