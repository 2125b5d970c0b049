"""Why the machine judged so and what follows, in three languages, by the codes of a verdict.

`verifier.js` has the same sentences. Verdicts of the first version have no codes.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from app.games.codec import Json
from app.games.languages import Language, Words

REASONS: Final[Mapping[str, Words]] = MappingProxyType(
    {
        "deck_not_from_key": Words(
            "La baraja no resulta de la llave que el servicio había fijado antes.",
            "The deck does not follow from the key that the service had fixed before.",
            "Le paquet ne découle pas de la clé que le service avait fixée auparavant.",
        ),
        "deck_with_chance_of_seats": Words(
            "Estos lugares añadieron azar propio antes de que se abriera la llave: {seats}. La baraja"
            " resulta de la llave y de ese azar, así que el servicio no pudo elegirla por sí solo.",
            "These seats added chance of their own before the key was opened: {seats}. The deck follows"
            " from the key and from that chance, so the service cannot have chosen it alone.",
            "Ces places ont ajouté leur propre hasard avant l'ouverture de la clé : {seats}. Le paquet"
            " découle de la clé et de ce hasard, le service n'a donc pu le choisir à lui seul.",
        ),
        "deck_of_service_alone": Words(
            "La baraja resulta de una llave fijada antes de que nadie actuara. Ningún lugar añadió azar"
            " propio, así que el servicio pudo sacar llaves hasta que una le gustara: ni que lo hiciera"
            " ni que no lo hiciera está probado.",
            "The deck follows from a key that was fixed before anybody acted. No seat added chance of"
            " its own, so the service may have drawn keys until it liked one: neither that it did nor"
            " that it did not is proved.",
            "Le paquet découle d'une clé fixée avant que quiconque agisse. Aucune place n'a ajouté son"
            " propre hasard, le service a donc pu tirer des clés jusqu'à en trouver une à son goût : il"
            " n'est prouvé ni qu'il l'a fait, ni qu'il ne l'a pas fait.",
        ),
        "move_forbidden": Words(
            "Decidida de nuevo según las reglas, la jugada en disputa está prohibida.",
            "Decided again by the rules, the move in dispute is forbidden.",
            "Décidé de nouveau selon les règles, le coup en litige est interdit.",
        ),
        "move_lawful": Words(
            "Decidida de nuevo según las reglas, la jugada en disputa es lícita.",
            "Decided again by the rules, the move in dispute is lawful.",
            "Décidé de nouveau selon les règles, le coup en litige est permis.",
        ),
        "entry_lawful": Words(
            "Ningún lugar actuó en esa entrada; es la que dan las reglas.",
            "No seat acted in that entry; it is the one that the rules give.",
            "Aucune place n'a agi dans cette entrée ; c'est celle que donnent les règles.",
        ),
        "command_missing": Words(
            "Sin la jugada que se rechazó no se puede decidir nada.",
            "Without the command that was refused nothing can be decided.",
            "Sans le coup refusé, rien ne peut être décidé.",
        ),
        "command_forbidden": Words(
            "Después de la entrada {ply} las reglas prohíben la jugada ({refusal}).",
            "After entry {ply} the rules forbid the command ({refusal}).",
            "Après l'entrée {ply} les règles interdisent le coup ({refusal}).",
        ),
        "refusal_unproved": Words(
            "Después de la entrada {ply} la jugada era lícita; que se rechazara no está probado.",
            "After entry {ply} the command was lawful; that it was refused is not proved.",
            "Après l'entrée {ply} le coup était permis ; qu'il ait été refusé n'est pas prouvé.",
        ),
        "refusal_proved": Words(
            "Después de la entrada {ply} la jugada era lícita, y el servicio firmó que la rechazó"
            " ({signed}).",
            "After entry {ply} the command was lawful, and the service has signed that it refused it"
            " ({signed}).",
            "Après l'entrée {ply} le coup était permis, et le service a signé qu'il l'a refusé ({signed}).",
        ),
        "receipt_contradicted": Words(
            "El registro no tiene la entrada {ply} tal como el servicio la firmó en un recibo.",
            "The log does not have entry {ply} as the service signed it in a receipt.",
            "Le journal n'a pas l'entrée {ply} telle que le service l'a signée dans un reçu.",
        ),
        "checkpoint_contradicted": Words(
            "Un punto de control firmado dice que la partida acabó en la entrada {ply}, con una"
            " huella que no es la última de su registro.",
            "A signed checkpoint says that the game ended at entry {ply}, with a digest that is not"
            " the last one of its log.",
            "Un point de contrôle signé dit que la partie a fini à l'entrée {ply}, avec une empreinte"
            " qui n'est pas la dernière de son journal.",
        ),
        "chain_broken": Words(
            "La cadena de huellas está rota: alguna entrada no es la que se escribió.",
            "The chain of digests is broken: some entry is not the one that was written.",
            "La chaîne des empreintes est rompue : une entrée n'est pas celle qui fut écrite.",
        ),
        "history_unproved": Words(
            "La cadena de huellas se sostiene, pero un registro hecho de nuevo desde el principio se"
            " sostendría igual. No se presentó nada que se hubiera firmado antes: ni que se cambiara ni"
            " que no se cambiara está probado.",
            "The chain of digests holds, but a log made anew from its start would hold as well. Nothing"
            " that was signed before was shown: neither that the log was altered nor that it was not is"
            " proved.",
            "La chaîne des empreintes tient, mais un journal refait depuis le début tiendrait aussi."
            " Rien qui ait été signé avant n'a été produit : il n'est prouvé ni que le journal a été"
            " changé, ni qu'il ne l'a pas été.",
        ),
        "evidence_too_early": Words(
            "Hasta la entrada {ply} el registro es el que el servicio había firmado, pero la entrada"
            " en disputa viene después: de ella no está probado nada.",
            "Up to entry {ply} the log is the one that the service had signed, but the entry in"
            " dispute comes later: of that one nothing is proved.",
            "Jusqu'à l'entrée {ply} le journal est celui que le service avait signé, mais l'entrée en"
            " litige vient après : de celle-ci rien n'est prouvé.",
        ),
        "evidence_borne_out": Words(
            "El registro tiene las entradas que se firmaron, hasta la entrada {ply}. Un recibo no muestra"
            " cuándo se firmó: uno hecho después de un cambio del registro se confirmaría igual.",
            "The log has the entries that were signed, up to entry {ply}. A receipt does not show when it"
            " was signed: one made after a change of the log would be borne out as well.",
            "Le journal a les entrées qui ont été signées, jusqu'à l'entrée {ply}. Un reçu ne montre pas"
            " quand il a été signé : un reçu fait après un changement du journal serait confirmé aussi.",
        ),
        "nothing_paid": Words(
            "La mano no pagó nada, ni debía pagar nada.",
            "The hand paid nothing, and nothing was due.",
            "La manche n'a rien payé, et rien n'était dû.",
        ),
        "payment_right": Words(
            "La mano pagó lo que dicen las reglas.",
            "The hand has paid what the rules say.",
            "La manche a payé ce que disent les règles.",
        ),
        "payment_wrong": Words(
            "La mano no pagó lo que dicen las reglas.",
            "The hand has not paid what the rules say.",
            "La manche n'a pas payé ce que disent les règles.",
        ),
        "nobody_timed_out": Words(
            "En esa entrada el servicio no contestó por ningún lugar.",
            "In that entry the service answered for no seat.",
            "Dans cette entrée, le service n'a répondu pour aucune place.",
        ),
        "seat_was_absent": Words(
            "El servicio contestó por un lugar ausente, lo que puede hacer enseguida.",
            "The service answered for a seat that was away, which it may do at once.",
            "Le service a répondu pour une place absente, ce qu'il peut faire aussitôt.",
        ),
        "time_was_over": Words(
            "Cuando el servicio contestó, el tiempo había terminado, por su reloj.",
            "When the service answered, the time was over, by its clock.",
            "Quand le service a répondu, le temps était passé, selon son horloge.",
        ),
        "time_was_left": Words(
            "El servicio contestó antes de que pasaran los {seconds} segundos, por su propio reloj.",
            "The service answered before the {seconds} seconds were over, by its own clock.",
            "Le service a répondu avant que les {seconds} secondes soient passées, selon sa propre horloge.",
        ),
        "for_arbiter": Words(
            "La máquina no decide un reclamo así; puede hacerlo un árbitro.",
            "The machine does not decide claims of this kind; an arbiter may.",
            "La machine ne décide pas des réclamations de cette sorte ; un arbitre le peut.",
        ),
        "log_senseless": Words(
            "El registro de la partida no se puede entender, así que por él no se decide nada.",
            "The log of the game cannot be understood, so nothing is decided by it.",
            "Le journal de la partie ne peut être compris, rien n'est donc décidé d'après lui.",
        ),
        "entry_unreadable": Words(
            "Desde la entrada {damaged_at}, el servicio no pudo leer el registro de la partida tal como"
            " se había escrito.",
            "From entry {damaged_at} on, the service could not read the log of the game as it had been"
            " written.",
            "À partir de l'entrée {damaged_at}, le service n'a pu lire le journal de la partie tel"
            " qu'il avait été écrit.",
        ),
    }
)
"""By code why the machine judged so, with the facts of the verdict as values."""

CONSEQUENCES: Final[Mapping[str, Words]] = MappingProxyType(
    {
        "none": Words(
            "La mano y las cuentas quedan como están.",
            "The hand and the ledger stay as they are.",
            "La manche et les comptes restent tels quels.",
        ),
        "arbiter": Words(
            "La mano y las cuentas quedan como están, salvo que un árbitro falle otra cosa.",
            "The hand and the ledger stay as they are, unless an arbiter rules otherwise.",
            "La manche et les comptes restent tels quels, à moins qu'un arbitre n'en décide autrement.",
        ),
        "payment_corrected": Words(
            "la mano vale como se jugó y se paga lo que falta, por lugar: {amounts}.",
            "the hand counts as it was played and what is missing is paid, by seat: {amounts}.",
            "la manche vaut comme elle fut jouée et ce qui manque est payé, par place : {amounts}.",
        ),
        "hand_annulled": Words(
            "la mano se anula, porque nadie puede saber cómo habría terminado. Lo que pagó se devuelve,"
            " también por quien reclama; las cuentas cambian, por lugar: {amounts}.",
            "the hand is annulled, because nobody can know how it would have ended. What it paid is paid"
            " back, by the claimant too; the ledger changes, by seat: {amounts}.",
            "la manche est annulée, car nul ne peut savoir comment elle aurait fini. Ce qu'elle a payé"
            " est rendu, aussi par qui réclame ; les comptes changent, par place : {amounts}.",
        ),
        "hand_annulled_unpaid": Words(
            "la mano se anula; no había pagado nada, así que las cuentas no cambian.",
            "the hand is annulled; it had paid nothing, so the ledger does not change.",
            "la manche est annulée ; elle n'avait rien payé, les comptes ne changent donc pas.",
        ),
        "hand_annulled_unread": Words(
            "la mano se anula; lo que pagó no se pudo leer, así que solo un árbitro puede corregir las"
            " cuentas.",
            "the hand is annulled; what it paid could not be read, so only an arbiter can correct the"
            " ledger.",
            "la manche est annulée ; ce qu'elle a payé n'a pu être lu, seul un arbitre peut donc corriger"
            " les comptes.",
        ),
    }
)
"""By code what an upheld, rejected or undecided verdict does to the hand and to the ledger, if it counts."""

STANDING: Final[Mapping[str, Words]] = MappingProxyType(
    {
        "open": Words(
            "Si este veredicto queda en pie, {follows}",
            "If this verdict stands, {follows}",
            "Si ce verdict tient, {follows}",
        ),
        "stands": Words(
            "Este veredicto queda en pie: {follows}",
            "This verdict stands: {follows}",
            "Ce verdict tient : {follows}",
        ),
        "unruled": Words(
            "La mano y las cuentas quedan como están: ningún árbitro falló otra cosa.",
            "The hand and the ledger stay as they are: no arbiter has ruled otherwise.",
            "La manche et les comptes restent tels quels : aucun arbitre n'en a décidé autrement.",
        ),
        "ruled": Words(
            "Un árbitro falló sobre este reclamo: cuenta su fallo, y no este veredicto.",
            "An arbiter has ruled on this claim: the ruling counts, and not this verdict.",
            "Un arbitre a statué sur cette réclamation : sa décision compte, et non ce verdict.",
        ),
        "withdrawn": Words(
            "La disputa se retiró: de este veredicto no se sigue nada.",
            "The dispute was withdrawn: nothing follows from this verdict.",
            "Le litige a été retiré : rien ne découle de ce verdict.",
        ),
    }
)
"""Whether a verdict counts: the frame of its consequence, or the sentence in the place of it."""


def sentences(verdict: Json, language: Language, ended: str | None = None) -> tuple[str, str] | None:
    """Why the machine judged so, and what follows from it; None of a verdict of the first version.

    `ended` is how its dispute ended: `accepted`, `expired`, `withdrawn` or `ruled`, None while it is open.
    """
    if "code" not in verdict:
        return None
    reason = REASONS.get(str(verdict["code"]))
    told = "" if reason is None else _in(reason, language)
    values = _values(verdict)
    follows = _follows(str(verdict["consequence"]), language, ended)
    return told.format_map(values), follows.format_map(values)


def ended(document: Json) -> str | None:
    """How a dispute as the API has it has ended; None while it is open."""
    closed: str | None = document["closed"]
    return closed if document["ruling"] is None else "ruled"


def _follows(code: str, language: Language, ended: str | None) -> str:
    if code not in CONSEQUENCES:
        return ""
    if ended in ("ruled", "withdrawn"):
        return _in(STANDING[ended], language)
    if code == "arbiter" and ended is not None:
        return _in(STANDING["unruled"], language)
    follows = _in(CONSEQUENCES[code], language)
    if code in ("none", "arbiter"):
        return follows
    return _in(STANDING["open" if ended is None else "stands"], language).replace("{follows}", follows)


def _in(words: Words, language: Language) -> str:
    return words.in_(language)[language]


def _values(verdict: Json) -> "_Values":
    facts = verdict["facts"]
    entropy = facts.get("entropy_of_seats") or ()
    seats = ", ".join(str(seat) for seat, text in enumerate(entropy) if text)
    amounts = ", ".join(f"+{one}" if one > 0 else str(one) for one in verdict["correction"] or ())
    return _Values({**facts, "seats": seats, "amounts": amounts})


class _Values(dict[str, Any]):
    """The facts of a verdict; what is not there, as in a forged one, is left open."""

    def __missing__(self, name: str) -> str:
        return "?"
