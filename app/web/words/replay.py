"""What a game looked back on says: the replay, its verdict, and the same parts on the page of an audit."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.games.languages import Words

REPLAY: Final[Mapping[str, Words]] = MappingProxyType(
    {
        "replay.title": Words("Repetición", "Replay", "Relecture"),
        "replay.loading": Words(
            "Abriendo el registro…", "Opening the record…", "Ouverture de l'enregistrement…"
        ),
        "replay.controls": Words("Recorrer la partida", "Go through the game", "Parcourir la partie"),
        "replay.slider": Words("Entrada de la partida", "Ply of the game", "Entrée de la partie"),
        "replay.first": Words("Primera entrada (Inicio)", "First ply (Home)", "Première entrée (Début)"),
        "replay.back": Words("Entrada anterior (←)", "Previous ply (←)", "Entrée précédente (←)"),
        "replay.next": Words("Entrada siguiente (→)", "Next ply (→)", "Entrée suivante (→)"),
        "replay.last": Words("Última entrada (Fin)", "Last ply (End)", "Dernière entrée (Fin)"),
        "replay.play": Words("Reproducir (espacio)", "Play (space)", "Lecture (espace)"),
        "replay.pause": Words("Detener (espacio)", "Pause (space)", "Pause (espace)"),
        "replay.speed": Words("Velocidad", "Speed", "Vitesse"),
        "replay.seen_by": Words("Visto por", "Seen by", "Vu par"),
        "replay.everything": Words("todo a la vista", "everything open", "tout découvert"),
        "replay.as_table": Words("quien mira la mesa", "whoever looks on", "qui regarde la table"),
        "replay.hand_label": Words("Mano", "Hand", "Manche"),
        "replay.hand": Words("Mano {number}", "Hand {number}", "Manche {number}"),
        "replay.hand_won": Words(
            "Mano {number}: ganó {name}", "Hand {number}: {name} won", "Manche {number} : {name} a gagné"
        ),
        "replay.hand_drawn": Words(
            "Mano {number}: tablas", "Hand {number}: tablas", "Manche {number} : partie nulle"
        ),
        "replay.ply": Words("Entrada {ply}.", "Ply {ply}.", "Entrée {ply}."),
        "replay.at": Words("Entrada {ply} de {last}", "Ply {ply} of {last}", "Entrée {ply} sur {last}"),
        "replay.quiet": Words("Una anotación del servicio", "A note of the service", "Une note du service"),
        "replay.event_created": Words("Se abre la mesa", "The table is opened", "La table est ouverte"),
        "replay.event_seats_asked": Words(
            "Se pide azar a los lugares", "The seats are asked for chance", "On demande du hasard aux places"
        ),
        "replay.event_rotated": Words(
            "Un lugar cambia de ficha", "A seat gets another token", "Une place change de jeton"
        ),
        "replay.event_entropy_revealed": Words(
            "Un lugar abre su azar", "A seat opens its chance", "Une place ouvre son hasard"
        ),
        "replay.event_standing_changed": Words(
            "Alguien cambia lo que contesta siempre",
            "Somebody changes what they always answer",
            "Quelqu'un change ce qu'il répond toujours",
        ),
        "replay.event_key_revealed": Words(
            "Se abren las llaves", "The keys are opened", "Les clés sont ouvertes"
        ),
        "replay.no_position": Words(
            "Hasta aquí no se puede seguir el registro: esta posición no se puede mostrar.",
            "The record cannot be followed this far: this position cannot be shown.",
            "L'enregistrement ne peut être suivi jusqu'ici : cette position ne peut être montrée.",
        ),
        "replay.beside": Words("Junto a la mesa", "Beside the table", "À côté de la table"),
        "replay.moves": Words("Jugadas", "Moves", "Coups"),
        "replay.notation": Words("Notación", "Notation", "Notation"),
        "replay.ledger": Words("Cuentas", "Ledger", "Comptes"),
        "replay.ledger_caption": Words(
            "Lo que pagó cada mano", "What each hand has paid", "Ce qu'a payé chaque manche"
        ),
        "replay.no_ledger": Words(
            "Ninguna mano se ha pagado todavía.",
            "No hand has been paid yet.",
            "Aucune manche n'est encore payée.",
        ),
        "replay.winner": Words("Ganó", "Winner", "Gagnant"),
        "replay.tablas": Words("tablas", "tablas", "partie nulle"),
        "replay.balance": Words("Saldo", "Balance", "Solde"),
        "replay.rule": Words("Regla {number}", "Rule {number}", "Règle {number}"),
        "replay.no_rule": Words(
            "El reglamento de esta partida no trae ese párrafo.",
            "The rulebook of this game does not have that paragraph.",
            "Le règlement de cette partie n'a pas ce paragraphe.",
        ),
        "replay.share": Words("Enlace a esta posición", "Link to this position", "Lien vers cette position"),
        "replay.copy": Words("Copiar enlace", "Copy link", "Copier le lien"),
        "replay.copied": Words("Copiado", "Copied", "Copié"),
        "replay.copy_by_hand": Words(
            "Está marcado: cópialo con Ctrl+C",
            "It is selected: copy it with Ctrl+C",
            "Sélectionné : copiez avec Ctrl+C",
        ),
        "replay.take": Words("Llévatela", "Take it home", "Emportez-la"),
        "replay.take_record": Words("Registro", "Record", "Enregistrement"),
        "replay.take_text": Words("Texto", "Text", "Texte"),
        "replay.take_bundle": Words(
            "Paquete con verificador", "Bundle with verifier", "Dossier avec vérificateur"
        ),
        "replay.dispute": Words("Disputa", "Dispute", "Litige"),
        "replay.dispute_report": Words(
            "Todo el informe de la disputa", "The whole report on the dispute", "Tout le rapport du litige"
        ),
        "replay.dispute_bundle": Words(
            "Paquete de la disputa {dispute}", "Bundle of dispute {dispute}", "Dossier du litige {dispute}"
        ),
        "replay.what_if": Words(
            "¿Y si…? Seguir desde aquí", "What if? Play on from here", "Et si… ? Jouer d'ici"
        ),
        "replay.fork_title": Words(
            "Seguir desde la entrada {ply}", "Play on from ply {ply}", "Jouer à partir de l'entrée {ply}"
        ),
        "replay.fork_lead": Words(
            "Es una partida aparte y sin apuesta; esta no cambia.",
            "It is a game of its own, for no stake; this one does not change.",
            "C'est une partie à part, sans enjeu ; celle-ci ne change pas.",
        ),
        "replay.fork_you": Words("Tú", "You", "Vous"),
        "replay.fork_open": Words("Lugar libre", "Free seat", "Place libre"),
        "replay.fork_fresh": Words(
            "Barajar de nuevo la baceta", "Shuffle the stock anew", "Rebattre le talon"
        ),
        "replay.fork_play": Words("Jugar", "Play", "Jouer"),
        "replay.cancel": Words("Cancelar", "Cancel", "Annuler"),
        "replay.withheld": Words(
            "Esta partida terminó, pero con su baraja se juegan otras: todo se abre cuando acaben.",
            "This game has ended, but others are dealt from its deck: everything opens when they are over.",
            "Cette partie est finie, mais d'autres se jouent avec son paquet : tout s'ouvre à leur fin.",
        ),
        "replay.still_running": Words(
            "La partida no ha terminado: lo oculto sigue oculto y todavía no hay registro que comprobar.",
            "The game is not over: what is hidden stays hidden, and there is no record to check yet.",
            "La partie n'est pas finie : ce qui est caché le reste, et il n'y a pas encore "
            "d'enregistrement à vérifier.",
        ),
        "replay.damaged": Words(
            "Aquí se ven las entradas 1 a {last}; desde la entrada {ply} no se puede leer.",
            "Entries 1 to {last} are shown here; from entry {ply} on it cannot be read.",
            "Les entrées 1 à {last} sont montrées ici ; à partir de l'entrée {ply} il ne peut être lu.",
        ),
        "replay.watch_it": Words("Ver en vivo", "Watch it live", "Regarder en direct"),
        "replay.checking": Words("Comprobando aquí mismo…", "Checking it here…", "Vérification ici même…"),
        "replay.verdict": Words("Veredicto", "Verdict", "Verdict"),
        "replay.table": Words("La mesa", "The table", "La table"),
        "replay.badge_clean": Words(
            "Comprobada: todo correcto", "Checked: all right", "Vérifiée : tout est juste"
        ),
        "replay.badge_open": Words("Comprobada en parte", "Checked in part", "Vérifiée en partie"),
        "replay.badge_found_one": Words("{count} hallazgo", "{count} finding", "{count} constat"),
        "replay.badge_found_other": Words("{count} hallazgos", "{count} findings", "{count} constats"),
        "replay.badge_disputed_one": Words("{count} disputa", "{count} dispute", "{count} litige"),
        "replay.badge_disputed_other": Words("{count} disputas", "{count} disputes", "{count} litiges"),
        "replay.disputes": Words("Disputas", "Disputes", "Litiges"),
        "replay.no_marks": Words(
            "El servicio no dijo si el registro de esta partida contradice algún recibo.",
            "The service did not say whether the log of this game contradicts a receipt.",
            "Le service n'a pas dit si le journal de cette partie contredit un reçu.",
        ),
        "replay.badge_how": Words(
            "en este navegador, por el verificador independiente",
            "in this browser, by the independent verifier",
            "dans ce navigateur, par le vérificateur indépendant",
        ),
        "replay.to_audit": Words(
            "Comprobar un archivo propio", "Check a file of your own", "Vérifier un fichier à vous"
        ),
        "replay.findings": Words("Hallazgos", "Findings", "Constats"),
        "replay.causes": Words(
            "Quién pudo causarlo, y qué sigue",
            "Who could have caused it, and what follows",
            "Qui a pu le causer, et ce qui suit",
        ),
        "replay.save_twice": Words(
            "Guardar los dos recibos, que lo prueban por sí solos",
            "Save the two receipts, which prove it by themselves",
            "Enregistrer les deux reçus, qui le prouvent seuls",
        ),
        "replay.found": Words("hallazgo", "finding", "constat"),
        "replay.open_ply": Words("Ver la entrada {ply}", "See entry {ply}", "Voir l'entrée {ply}"),
        "replay.at_ply": Words("entrada {ply}", "entry {ply}", "entrée {ply}"),
        "replay.header_line": Words(
            "antes de la primera entrada", "before the first entry", "avant la première entrée"
        ),
        "replay.plies_more_one": Words(
            "y {count} entrada más", "and {count} more entry", "et {count} autre entrée"
        ),
        "replay.plies_more_other": Words(
            "y {count} entradas más", "and {count} more entries", "et {count} autres entrées"
        ),
        "replay.more_one": Words(
            "Y {count} hallazgo más.", "And {count} more finding.", "Et {count} autre constat."
        ),
        "replay.more_other": Words(
            "Y {count} hallazgos más.", "And {count} more findings.", "Et {count} autres constats."
        ),
        "replay.evidence": Words("Prueba", "Evidence", "Preuve"),
    }
)
