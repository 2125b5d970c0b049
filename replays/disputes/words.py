"""What disputes are refused with, in three languages; the paragraphs are those of RULES.md."""

from dataclasses import dataclass
from typing import Final

from app.games.languages import Words
from app.http.codes import Code, register, translate

STALE = "Read the dispute again and decide on its current ply."
"""What `stale_ply` says of a dispute; `app.http.details` has it in other languages."""


@dataclass(frozen=True, slots=True)
class Row:
    """A refusal: its status, its paragraph, and a title and a sentence in English, Spanish and French."""

    status: int
    rule: str
    en: tuple[str, str]
    es: tuple[str, str]
    fr: tuple[str, str]


ROWS: dict[str, Row] = {
    "dispute_party": Row(
        403,
        "13.1",
        ("You are no party to this dispute", "Act as a seat of the game, or as an arbiter who has none."),
        ("No es parte", "Actúa desde un lugar de la partida, o como árbitro que no juega en ella."),
        ("Pas partie au litige", "Agissez comme place de la partie, ou comme arbitre qui n'en a pas."),
    ),
    "dispute_ply": Row(
        422,
        "13.1",
        ("This entry belongs to no hand", "Name an entry that belongs to a hand of this game."),
        ("No es de una mano", "Nombra una entrada que pertenezca a una mano de esta partida."),
        ("Hors d'une manche", "Nommez une entrée qui appartienne à une manche de cette partie."),
    ),
    "dispute_hand_open": Row(
        409,
        "13.1",
        ("The hand is still being played", "Open the dispute when the hand is over."),
        ("La mano no terminó", "Abre la disputa cuando la mano haya terminado."),
        ("Manche en cours", "Ouvrez le litige quand la manche est finie."),
    ),
    "dispute_closed": Row(
        409,
        "13.1",
        ("It is too late for this", "Nothing more is taken here: what was decided stands."),
        ("Demasiado tarde", "Aquí ya no se admite nada: vale lo decidido."),
        ("Trop tard", "Rien de plus n'est admis ici : ce qui est décidé reste."),
    ),
    "dispute_repeated": Row(
        409,
        "13.1",
        (
            "You have disputed this already",
            "Follow the dispute that you have opened on this hand with this claim.",
        ),
        ("Ya disputada", "Sigue la disputa que ya abriste sobre esta mano por el mismo motivo."),
        ("Déjà contestée", "Suivez le litige que vous avez ouvert sur cette manche pour ce motif."),
    ),
    "dispute_command": Row(
        422,
        "13.2",
        (
            "The refused command is missing, wrong or unwanted",
            "With `wrong_refusal` give the refused command as you sent it, with any other claim none.",
        ),
        (
            "Jugada desconocida o de más",
            "Con `wrong_refusal` da la jugada rechazada tal como la enviaste; con otro reclamo, ninguna.",
        ),
        (
            "Coup inconnu ou de trop",
            "Avec `wrong_refusal` donnez le coup refusé tel qu'envoyé, avec une autre réclamation aucun.",
        ),
    ),
    "dispute_receipt": Row(
        422,
        "13.2",
        ("This receipt is not from this service", "Give a receipt that this service signed for this game."),
        ("Recibo ajeno", "Da un recibo que este servicio haya firmado para esta partida."),
        ("Reçu étranger", "Donnez un reçu que ce service a signé pour cette partie."),
    ),
    "dispute_refusal": Row(
        422,
        "13.9",
        (
            "This refusal is not of this command",
            "Give the refusal that this service signed of this command, seat and hand.",
        ),
        (
            "Rechazo de otra jugada",
            "Da el rechazo que este servicio firmó de esta jugada, este lugar y esta mano.",
        ),
        (
            "Refus d'un autre coup",
            "Donnez le refus que ce service a signé de ce coup, de cette place et de cette manche.",
        ),
    ),
    "dispute_checkpoint": Row(
        422,
        "13.9",
        (
            "This checkpoint does not cover the game",
            "Give a proof of inclusion of this game as this service served it, with leaf and note.",
        ),
        (
            "No abarca la partida",
            "Da una prueba de inclusión de esta partida servida por este servicio, con leaf y note.",
        ),
        (
            "Ne couvre pas la partie",
            "Donnez une preuve d'inclusion de cette partie servie par ce service, avec leaf et note.",
        ),
    ),
    "dispute_evidence": Row(
        409,
        "13.9",
        (
            "This dispute takes no more evidence",
            "Say what it shows in a statement, or contest the verdict and leave it to an arbiter.",
        ),
        (
            "No admite más pruebas",
            "Di en una declaración lo que muestra, o impugna el veredicto y déjalo a un árbitro.",
        ),
        (
            "Plus de preuves ici",
            "Dites dans une déclaration ce qu'elle montre, ou contestez le verdict devant un arbitre.",
        ),
    ),
    "dispute_unjudged": Row(
        409,
        "13.5",
        ("There is no verdict yet", "Wait for the machine's verdict; a statement can be made at any time."),
        ("Sin veredicto", "Espera el veredicto de la máquina; puedes declarar en todo momento."),
        ("Pas de verdict", "Attendez le verdict de la machine ; une déclaration est toujours possible."),
    ),
    "dispute_answered": Row(
        409,
        "13.5",
        ("You have answered the verdict", "Do nothing: your answer is in the dispute."),
        ("Ya contestaste", "No hay nada que hacer: tu respuesta está en la disputa."),
        ("Déjà répondu", "Il n'y a rien à faire : votre réponse est dans le litige."),
    ),
    "dispute_statements": Row(
        409,
        "13.5",
        ("Too many statements", "Make no more statements here; the other answers still count."),
        ("Demasiadas declaraciones", "No declares más aquí; las otras respuestas aún cuentan."),
        ("Trop de déclarations", "Ne déclarez plus rien ici ; les autres réponses comptent encore."),
    ),
    "dispute_uncontested": Row(
        409,
        "13.6",
        (
            "There is nothing for an arbiter to rule on",
            "Rule where the machine could not decide, or a seat contests its verdict.",
        ),
        ("No toca al árbitro", "Falla solo si la máquina no decidió o un jugador impugna su veredicto."),
        ("Pas pour l'arbitre", "Statuez si la machine n'a pas tranché ou si une place conteste."),
    ),
    "dispute_correction": Row(
        422,
        "13.6",
        ("The correction does not sum to zero", "Give one amount for every seat; together they sum to zero."),
        ("Corrección descuadrada", "Da una cantidad por lugar; juntas suman cero."),
        ("Correction déséquilibrée", "Donnez un montant par place ; leur somme est nulle."),
    ),
}
"""Every code of a DisputeRefused."""


POINTERS: Final = {
    "dispute_ply": "/ply",
    "dispute_command": "/command",
    "dispute_receipt": "/receipt",
    "dispute_refusal": "/refusal",
    "dispute_checkpoint": "/checkpoint",
}
"""By code the member of the body that is at fault."""


FROZEN: Final = Words(
    "La partida está congelada: su mano se disputa cuando el operador la haya anulado"
    " (`conquian games void`). Guarda tu recibo y pídeselo.",
    "The game is frozen: its hand can be disputed once the operator has voided it (`conquian games void`)."
    " Keep your receipt and ask for that.",
    "La partie est gelée : sa manche se conteste quand l'exploitant l'aura annulée"
    " (`conquian games void`). Gardez votre reçu et demandez-le.",
)
"""What `dispute_hand_open` says of the hand of a frozen game."""


def exists(dispute: str) -> Words:
    """What `dispute_repeated` says where `dispute` is the one that exists."""
    return Words(
        f"Este reclamo ya es la disputa {dispute}. Mientras siga abierta se le añaden pruebas con una jugada"
        f" `evidence` en /v1/disputes/{dispute}/moves.",
        f"This claim is dispute {dispute} already. While it is open, evidence is added to it by a move"
        f" `evidence` to /v1/disputes/{dispute}/moves.",
        f"Cette réclamation est déjà le litige {dispute}. Tant qu'il est ouvert, on y ajoute des preuves"
        f" par un coup `evidence` à /v1/disputes/{dispute}/moves.",
    )


def install() -> None:
    """Adds the codes to the catalogue."""
    register({code: Code(row.status, *row.en) for code, row in ROWS.items()})
    for code, row in ROWS.items():
        translate(code, {"es": row.es, "fr": row.fr})
