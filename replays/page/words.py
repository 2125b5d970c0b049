"""Everything that the page of an audit says, in three languages, in one table."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.games.languages import Words
from replays.findings import Check

PHRASES: Final[Mapping[str, Words]] = MappingProxyType(
    {
        "title": Words("Auditoría de {game}", "Audit of {game}", "Audit de {game}"),
        "nameless": Words("una partida sin nombre", "a game without a name", "une partie sans nom"),
        "claimed": Words("Lo que se afirma", "What is claimed", "Ce qui est affirmé"),
        "proven": Words("Lo que queda probado", "What is proven", "Ce qui est prouvé"),
        "unproven": Words("Lo que no se puede probar", "What cannot be proven", "Ce qui ne peut être prouvé"),
        "disputes": Words("Disputas", "Disputes", "Litiges"),
        "disputes-listed": Words(
            "Así lo dice el servicio; el paquete de cada disputa lo prueba:"
            " `GET /v1/disputes/{{id}}/bundle`.",
            "The service says so; the bundle of each dispute proves it: `GET /v1/disputes/{{id}}/bundle`.",
            "Le service le dit ; le dossier de chaque litige le prouve : `GET /v1/disputes/{{id}}/bundle`.",
        ),
        "disputes-missing": Words(
            "El catálogo o el archivo del servicio no responde: puede haber otras disputas.",
            "The catalogue or the archive of the service does not answer: there may be other disputes.",
            "Le catalogue ou l'archive du service ne répond pas : il peut y avoir d'autres litiges.",
        ),
        "found": Words("Lo que se encontró", "What was found", "Ce qui a été trouvé"),
        "game": Words(
            "Una partida de {variant}. Lugares: {seats}; manos acabadas: {hands}; entradas: {plies}.",
            "A game of {variant}. Seats: {seats}; hands ended: {hands}; entries: {plies}.",
            "Une partie de {variant}. Places : {seats} ; manches finies : {hands} ; entrées : {plies}.",
        ),
        "plies": Words("Entradas: {plies}.", "Entries: {plies}.", "Entrées : {plies}."),
        "edition": Words(
            "Se jugó según la edición {edition} del reglamento.",
            "It was played by edition {edition} of the rulebook.",
            "On a joué selon l'édition {edition} du règlement.",
        ),
        "digest": Words(
            "Su última huella es {digest}.",
            "Its last digest is {digest}.",
            "Sa dernière empreinte est {digest}.",
        ),
        "outcome": Words(
            "Así terminó, mano por mano: {outcome}.",
            "It ended, hand by hand: {outcome}.",
            "Elle a fini, manche par manche : {outcome}.",
        ),
        "winner": Words("ganó el lugar {seat}", "seat {seat} went out", "la place {seat} est sortie"),
        "tablas": Words("tablas", "tablas", "partie nulle"),
        "void": Words("anulada ({reason})", "void ({reason})", "annulée ({reason})"),
        "frozen": Words(
            "Se congeló en la entrada {ply}, por un recibo de una entrada {signed} que este registro no"
            " tiene (regla 12.8).",
            "It was frozen at ply {ply}, because of a receipt for an entry {signed} that this log does not"
            " have (rules 12.8).",
            "Elle fut gelée à l'entrée {ply}, à cause d'un reçu pour une entrée {signed} que ce journal n'a"
            " pas (règle 12.8).",
        ),
        "rolled-back": Words(
            "La entrada {signed} que el servicio firmó ya no está aquí: el registro volvió atrás, y nada"
            " muestra lo que se perdió.",
            "The entry {signed} for which the service has signed is not here: the log went back, and nothing"
            " shows what was lost.",
            "L'entrée {signed} que le service a signée n'est plus ici : le journal est revenu en arrière, et"
            " rien ne montre ce qui s'est perdu.",
        ),
        "keys": Words(
            "llaves: {count} de {origin}, lista {fingerprint}; firmó {signers}",
            "keys: {count} of {origin}, list {fingerprint}; signed by {signers}",
            "clés : {count} de {origin}, liste {fingerprint} ; signé par {signers}",
        ),
        "no-signature": Words(
            "llaves: {count} de {origin}, lista {fingerprint}; ningún recibo prueba que este es el registro"
            " que"
            " firmaron",
            "keys: {count} of {origin}, list {fingerprint}; no receipt proves that this is the log they"
            " signed for",
            "clés : {count} de {origin}, liste {fingerprint} ; aucun reçu ne prouve que c'est le journal"
            " qu'elles"
            " ont signé",
        ),
        "no-keys": Words(
            "llaves: no se dio ninguna, así que nada prueba qué servicio escribió esto: otro registro,"
            " hecho de"
            " nuevo desde el principio, sería igual de coherente",
            "keys: none given, so nothing proves which service wrote this: another log, made anew from its"
            " start,"
            " would be as consistent",
            "clés : aucune n'est donnée, rien ne prouve donc quel service a écrit ceci : un autre journal,"
            " refait"
            " depuis le début, serait aussi cohérent",
        ),
        "remade": Words(
            "Quien tiene las llaves del servicio pudo rehacer todo esto y firmarlo de nuevo: solo un"
            " recibo o un punto de control que alguien haya guardado muestra si lo hizo.",
            "Whoever has the keys of the service could have made all of this anew and signed it"
            " again: only a receipt or a checkpoint that somebody has kept shows whether that was"
            " done.",
            "Qui a les clés du service a pu refaire tout ceci et le signer de nouveau : seul un reçu"
            " ou un point de contrôle gardé par quelqu'un montre si cela a été fait.",
        ),
        "unsigned-receipts": Words(
            "Recibos comparados con el registro hay, pero sin llaves nadie sabe quién los firmó.",
            "Receipts were held against the log, but without keys nobody knows who has signed them.",
            "Des reçus ont été comparés au journal, mais sans clés nul ne sait qui les a signés.",
        ),
        "refusal": Words(
            "El servicio firmó que en la entrada {ply} rechazó una orden del lugar {seat} ({code}, regla"
            " {rule}). Si las reglas la permiten se decide de nuevo por el registro, con la orden.",
            "The service has signed that at ply {ply} it refused a command of seat {seat} ({code}, rules"
            " {rule}). Whether the rules allow it is decided again from the log, with the command.",
            "Le service a signé qu'à l'entrée {ply} il a refusé une commande de la place {seat} ({code},"
            " règle {rule}). Si les règles le permettent se décide de nouveau par le journal, avec la"
            " commande.",
        ),
        "refusal-to-all": Words(
            "El servicio firmó que en la entrada {ply} rechazó una orden de alguien sin lugar ({code}, regla"
            " {rule}).",
            "The service has signed that at ply {ply} it refused a command of somebody without a seat"
            " ({code}, rules {rule}).",
            "Le service a signé qu'à l'entrée {ply} il a refusé une commande de quelqu'un sans place ({code},"
            " règle {rule}).",
        ),
        "unsigned-refusal": Words(
            "De un rechazo en la entrada {ply} al lugar {seat} ({code}, regla {rule}) sin llaves nadie sabe"
            " quién lo firmó.",
            "Of a refusal at ply {ply} to seat {seat} ({code}, rules {rule}) nobody knows without keys who"
            " has signed it.",
            "D'un refus à l'entrée {ply} à la place {seat} ({code}, règle {rule}), sans clés nul ne sait qui"
            " l'a signé.",
        ),
        "unsigned-refusal-to-all": Words(
            "De un rechazo en la entrada {ply} a alguien sin lugar ({code}, regla {rule}) sin llaves nadie"
            " sabe quién lo firmó.",
            "Of a refusal at ply {ply} to somebody without a seat ({code}, rules {rule}) nobody knows"
            " without keys who has signed it.",
            "D'un refus à l'entrée {ply} à quelqu'un sans place ({code}, règle {rule}), sans clés nul ne sait"
            " qui l'a signé.",
        ),
        "cut": Words(
            "El registro no llega a su final: nada prueba que no falten entradas después de la última.",
            "The log does not come to its end: nothing proves that no entries are missing after the last.",
            "Le journal n'arrive pas à sa fin : rien ne prouve qu'il ne manque pas d'entrées après la"
            " dernière.",
        ),
        "no-checkpoint": Words(
            "Ningún punto de control la cubre: nada prueba que a otros no se les mostró otro registro.",
            "No checkpoint covers it: nothing proves that others were not shown another log.",
            "Aucun point de contrôle ne la couvre : rien ne prouve qu'on n'a pas montré un autre journal à"
            " d'autres.",
        ),
        "unsigned-checkpoint": Words(
            "El punto de control la cubre, pero sin llaves nadie sabe quién lo firmó.",
            "The checkpoint covers it, but without keys nobody knows who has signed it.",
            "Le point de contrôle la couvre, mais sans clés nul ne sait qui l'a signé.",
        ),
        "no-entropy": Words(
            "Estos lugares no pusieron azar propio: {seats}. Donde nadie lo puso, la baraja descansa solo"
            " en el"
            " servicio: fijó su llave antes del juego, pero nadie más sabe cómo la eligió.",
            "These seats added no chance of their own: {seats}. Where nobody did, the deck rests on the"
            " service"
            " alone: it fixed its key before play, but nobody else knows how it chose it.",
            "Ces places n'ont pas ajouté de hasard : {seats}. Là où personne ne l'a fait, le paquet repose"
            " sur le"
            " seul service : il a fixé sa clé avant le jeu, mais nul autre ne sait comment il l'a choisie.",
        ),
        "clock": Words(
            "Las horas son las del reloj del servicio.",
            "Times are those of the service's clock.",
            "Les heures sont celles de l'horloge du service.",
        ),
        "persons": Words(
            "Ningún registro puede mostrar quién jugaba en cada lugar, ni si unos se dijeron sus cartas a"
            " otros.",
            "No log can show who sat behind a seat, or whether seats told each other their cards.",
            "Aucun journal ne peut montrer qui jouait à une place, ni si des places se sont dit leurs"
            " cartes.",
        ),
        "public": Words(
            "La partida no ha terminado: no se pudieron mirar las cartas ni las jugadas ocultas.",
            "The game is not over: cards and moves that are hidden could not be looked at.",
            "La partie n'est pas finie : on n'a pu regarder ni les cartes ni les coups cachés.",
        ),
        "damaged": Words(
            "Solo se puede leer lo que está antes del daño, y de eso lo público: no se pudo mirar lo que"
            " sigue, ni las cartas y jugadas ocultas.",
            "Only what is before the damage can be read, and of that what is public: what follows, and cards"
            " and moves that are hidden, could not be looked at.",
            "On ne peut lire que ce qui précède le dommage, et de cela ce qui est public : on n'a pu regarder"
            " ni la suite, ni les cartes et coups cachés.",
        ),
        "withheld": Words(
            "La partida terminó, pero las llaves de su baraja aún no se abren, porque con ella se juegan"
            " otras partidas: no se pudieron mirar la baraja, las cartas ni las jugadas ocultas.",
            "The game has ended, but the keys of its deck are not revealed yet, because other games are dealt"
            " from it: the deck, and cards and moves that are hidden, could not be looked at.",
            "La partie est finie, mais les clés de son paquet ne sont pas encore révélées, car d'autres"
            " parties se jouent avec lui : on n'a pu regarder ni le paquet, ni les cartes et les coups"
            " cachés.",
        ),
        "moves": Words(
            "Se contó sin sus llaves: nadie había fijado antes estas barajas.",
            "It was told without its keys: nobody had fixed these decks before.",
            "Elle est racontée sans ses clés : personne n'avait fixé ces paquets d'avance.",
        ),
        "left-out": Words(
            "{check}: no se pudo revisar todo (faltan {count}) por lo que se encontró antes.",
            "{check}: not all could be checked ({count} left out) because of what was found before.",
            "{check} : tout n'a pu être vérifié ({count} de côté) à cause de ce qui précède.",
        ),
        "unknown-edition": Words(
            "La edición {edition} del reglamento no es una que este programa conozca: su texto es el del"
            " registro.",
            "Edition {edition} of the rulebook is not one that this program knows: its text is the record's"
            " own.",
            "L'édition {edition} du règlement n'est pas de celles que ce programme connaît : son texte est"
            " celui"
            " du journal.",
        ),
        "own-keys": Words(
            "Estas llaves vinieron en el paquete: compárelas con una lista obtenida en otra parte.",
            "these keys came with the bundle: compare them with a list that you got elsewhere",
            "Ces clés sont venues avec le dossier : comparez-les avec une liste obtenue ailleurs.",
        ),
        "games-counted": Words(
            "partidas sin tacha: {clean}; incompletas: {incomplete}; con hallazgos: {wrong}",
            "{clean} games are clean, {incomplete} are incomplete, {wrong} have findings",
            "parties sans reproche : {clean} ; incomplètes : {incomplete} ; avec constats : {wrong}",
        ),
        "no-parent": Words(
            "Es una bifurcación; sin el registro de su origen no se dice nada de dónde viene.",
            "It is a fork; without the record of its parent nothing is said of where it comes from.",
            "C'est une bifurcation ; sans le journal de son origine rien n'est dit d'où elle vient.",
        ),
        "judged": Words(
            "Cada entrada se decidió de nuevo; lo que la máquina dijo del reclamo se hizo otra vez y es lo"
            " mismo, con sus hechos y jugadas.",
            "Every entry was decided again; what the machine said of the claim was made anew and is the same,"
            " facts and moves included.",
            "Chaque entrée a été décidée de nouveau ; ce que la machine a dit de la réclamation, refait, est"
            " la même chose, faits et coups compris.",
        ),
        "disputed": Words(
            "La disputa es sobre una mano de esta partida, entre las personas que la jugaron.",
            "The dispute is about a hand of this game, between the persons who played it.",
            "Le litige porte sur une manche de cette partie, entre les personnes qui l'ont jouée.",
        ),
        "unjudged": Words(
            "El veredicto no se hizo otra vez: el registro de la partida no está limpio, o el servicio no lo"
            " podía leer entonces.",
            "The verdict was not made anew: the record of the game is not clean, or the service could not"
            " read it then.",
            "Le verdict n'a pas été refait : l'enregistrement de la partie n'est pas net, ou le service ne"
            " pouvait le lire alors.",
        ),
        "uncompared": Words(
            "No se comparó con la partida si la disputa es sobre una mano suya y entre quienes la jugaron,"
            " porque su registro no está limpio.",
            "Whether the dispute is about a hand of this game, between those who played it, was not compared"
            " with the game, because its record is not clean.",
            "Que le litige porte sur une manche de cette partie, entre ceux qui l'ont jouée, n'a pas été"
            " comparé à la partie, car son enregistrement n'est pas net.",
        ),
        "unbeside": Words(
            "Los archivos que repiten lo que dicen los registros (dispute.json, receipts.json, proofs.json)"
            " no se revisaron, porque un registro no se puede leer entero.",
            "The files that repeat what the records say (dispute.json, receipts.json, proofs.json) were not"
            " checked, because a record cannot be read in full.",
            "Les fichiers qui répètent les enregistrements (dispute.json, receipts.json, proofs.json) n'ont"
            " pas été vérifiés, car un enregistrement ne peut être lu en entier.",
        ),
        "games": Words(
            "Cada partida se jugó con la baraja que da la semilla, entre quienes nombra el calendario, y dio"
            " el resultado que dice el torneo.",
            "Each game was played on the deck that the seed gives, by those whom the schedule names, and came"
            " to what the tournament says.",
            "Chaque partie fut jouée avec le jeu que donne la graine, par ceux que nomme le calendrier, et a"
            " donné le résultat que dit le tournoi.",
        ),
        "no-games": Words(
            "Partidas cuyos registros faltan, y de las que no se dice nada: {count}.",
            "Games whose records are not at hand, and of which nothing is said: {count}.",
            "Parties dont les journaux manquent, et dont rien n'est dit : {count}.",
        ),
        "finding": Words(
            "entrada {ply}, {check}{rule}: {detail}",
            "ply {ply}, {check}{rule}: {detail}",
            "entrée {ply}, {check}{rule} : {detail}",
        ),
        "chance": Words(
            "El lugar {seat} añadió este azar propio a la baraja: {entropy}",
            "Seat {seat} added this chance of its own to the deck: {entropy}",
            "La place {seat} a ajouté ce hasard au paquet : {entropy}",
        ),
        "chance-mixed": Words(
            "La baraja se sigue también del azar de estos lugares, fijado antes de abrir la llave: {seats}."
            " Si un jugador reconoce esos bytes como suyos, el servicio solo no pudo elegir la baraja.",
            "The deck also follows from the chance of these seats, fixed before the key was opened: {seats}."
            " If a player knows these bytes as its own, the service alone cannot have chosen the deck.",
            "Le paquet découle aussi du hasard de ces places, fixé avant l'ouverture de la clé : {seats}."
            " Si un joueur reconnaît ces octets comme les siens, le service seul n'a pas pu choisir le"
            " paquet.",
        ),
        "again": Words(
            "Hallado igual: {count} más, el último en la entrada {ply}; con --json salen todos.",
            "Found alike: {count} more, the last at ply {ply}; with --json all of them are printed.",
            "Trouvé de même : {count} de plus, le dernier à l'entrée {ply} ; avec --json tous sont imprimés.",
        ),
        "cause": Words(
            "Quién y qué sigue ({titles}): {told}",
            "Who, and what follows ({titles}): {told}",
            "Qui, et ce qui suit ({titles}) : {told}",
        ),
        "rule": Words("(regla {rule})", "(rules {rule})", "(règle {rule})"),
        "refused": Words(
            "las reglas no lo permiten ({code}). {sentence}",
            "the rules refuse it: {code}. {sentence}",
            "les règles le refusent ({code}). {sentence}",
        ),
        "paragraph": Words(
            "El reglamento dice: {text}", "The rulebook says: {text}", "Le règlement dit : {text}"
        ),
        "translated-paragraph": Words(
            "El reglamento dice (traducción; decide el texto en inglés): {text}",
            "The rulebook says (a translation; the English text decides): {text}",
            "Le règlement dit (traduction ; le texte anglais fait foi) : {text}",
        ),
        "evidence": Words("Prueba: {evidence}", "Evidence: {evidence}", "Preuve : {evidence}"),
        "more": Words(
            "Hay más: {count}. Con --json salen todos.",
            "There are more: {count}. With --json all of them are printed.",
            "Il y en a d'autres : {count}. Avec --json tous sont imprimés.",
        ),
        "clipped": Words(
            "{text}... (cortado aquí: con --json salen los {count} caracteres)",
            "{text}... (cut here: with --json all {count} characters are printed)",
            "{text}... (coupé ici : avec --json les {count} caractères sont imprimés)",
        ),
        "clean": Words(
            "sin tacha: se revisó todo y no se encontró nada",
            "clean: everything was checked and nothing was found",
            "sans reproche : tout a été vérifié et rien n'a été trouvé",
        ),
        "unclean": Words(
            "hallazgos: {count}; el primero en la entrada {ply}",
            "findings: {count}; the first at ply {ply}",
            "constats : {count} ; le premier à l'entrée {ply}",
        ),
        "incomplete": Words(
            "incompleta: no se encontró nada, pero falta revisar: {missing}",
            "incomplete: nothing was found, but these were not checked or are not there: {missing}",
            "incomplète : rien n'a été trouvé, mais ceci n'est pas vérifié ou manque : {missing}",
        ),
        "games-missing": Words(
            "partidas cuyo registro no está",
            "games whose records are not there",
            "parties sans enregistrement",
        ),
        "verdict-missing": Words(
            "lo que la disputa dice de la partida",
            "what the dispute says of the game",
            "ce que le litige dit de la partie",
        ),
        "receipts": Words(
            "Solo se dieron recibos: no se compararon con ningún registro.",
            "Only receipts were given: they were not held against any log.",
            "Seuls des reçus ont été donnés : ils n'ont été comparés à aucun journal.",
        ),
        "receipts-given": Words(
            "Recibos: {count}; entradas hasta la {plies}.",
            "Receipts: {count}, for entries up to {plies}.",
            "Reçus : {count}, pour des entrées jusqu'à {plies}.",
        ),
    }
)
"""Sentences and headings by name; what stands in braces is filled in."""

TITLES: Final[Mapping[Check, Words]] = MappingProxyType(
    {
        Check.FORMAT: Words("forma", "format", "forme"),
        Check.HEADER: Words("encabezado", "header", "en-tête"),
        Check.RULEBOOK: Words("reglamento", "rulebook", "règlement"),
        Check.GAPS: Words("huecos", "gaps", "lacunes"),
        Check.DIGESTS: Words("huellas", "digests", "empreintes"),
        Check.ACTORS: Words("quién actuó", "actors", "qui a agi"),
        Check.TIMES: Words("horas", "times", "heures"),
        Check.RULES: Words("hoja de reglas", "rules", "feuille de règles"),
        Check.SEALS: Words("sellos", "seals", "sceaux"),
        Check.COMMITMENTS: Words("compromisos", "commitments", "engagements"),
        Check.REVEAL: Words("revelación", "reveal", "révélation"),
        Check.DEAL: Words("reparto", "deal", "distribution"),
        Check.DECISIONS: Words("jugadas", "decisions", "coups"),
        Check.CARDS: Words("cartas", "cards", "cartes"),
        Check.MONEY: Words("cuentas", "money", "comptes"),
        Check.RECEIPTS: Words("recibos", "receipts", "reçus"),
        Check.INCLUSION: Words("punto de control", "inclusion", "point de contrôle"),
        Check.END: Words("final", "end", "fin"),
        Check.PARENT: Words("origen", "parent", "origine"),
    }
)
"""What each check is called."""

PROVEN: Final[Mapping[Check, Words]] = MappingProxyType(
    {
        Check.FORMAT: Words(
            "Cada línea tiene la forma que debe tener.",
            "Every line has the form that it must have.",
            "Chaque ligne a la forme qu'elle doit avoir.",
        ),
        Check.HEADER: Words(
            "El encabezado dice lo que dice el registro.",
            "The header says what the log says.",
            "L'en-tête dit ce que dit le journal.",
        ),
        Check.RULEBOOK: Words(
            "El reglamento que trae es el que su primera entrada nombra.",
            "The rulebook that it carries is the one its first entry names.",
            "Le règlement qu'il porte est celui que nomme sa première entrée.",
        ),
        Check.GAPS: Words(
            "De la primera entrada a la última no falta ninguna y ninguna está dos veces.",
            "From the first entry to the last none is missing and none stands there twice.",
            "De la première entrée à la dernière aucune ne manque et aucune n'y est deux fois.",
        ),
        Check.DIGESTS: Words(
            "Cada entrada descansa en la anterior: quien cambie una tiene que rehacer todas las"
            " huellas que siguen.",
            "Every entry stands on the one before: whoever changes one has to make every digest after"
            " it anew.",
            "Chaque entrée repose sur la précédente : qui en change une doit refaire toutes les"
            " empreintes suivantes.",
        ),
        Check.ACTORS: Words(
            "Solo actuaron quienes tienen lugar en la mesa, y el servicio.",
            "Only those with a seat at the table have acted, and the service.",
            "Seuls ceux qui ont une place à la table ont agi, et le service.",
        ),
        Check.TIMES: Words(
            "El reloj nunca va hacia atrás.", "The clock never goes back.", "L'horloge ne recule jamais."
        ),
        Check.RULES: Words(
            "La hoja de reglas se puede jugar y su huella es la anotada al principio.",
            "The rules sheet can be played and has the hash that was written down at the start.",
            "La feuille de règles est jouable et son empreinte est celle notée au début.",
        ),
        Check.SEALS: Words(
            "Lo que estuvo oculto durante el juego es lo que entonces se selló.",
            "What was hidden during play is what was sealed then.",
            "Ce qui était caché pendant le jeu est ce qui fut scellé alors.",
        ),
        Check.COMMITMENTS: Words(
            "Las llaves de todas las manos, y lo que pusieron los lugares, se fijaron antes de repartir.",
            "The keys of all hands, and what seats added to them, were fixed before the cards were dealt.",
            "Les clés de toutes les manches, et ce que les places y ont ajouté, furent fixées avant de"
            " donner.",
        ),
        Check.REVEAL: Words(
            "Las llaves abiertas al final son las que se fijaron al principio.",
            "The keys opened at the end are those that were fixed at the start.",
            "Les clés ouvertes à la fin sont celles fixées au début.",
        ),
        Check.DEAL: Words(
            "Cada baraja se sigue de esas llaves: nadie eligió una carta después.",
            "Every deck follows from these keys: nobody chose a card after that.",
            "Chaque paquet découle de ces clés : personne n'a choisi de carte ensuite.",
        ),
        Check.DECISIONS: Words(
            "Cada jugada se decidió de nuevo: las reglas la permiten y dan todo lo que siguió.",
            "Every move was decided again: the rules allow it and give all that followed.",
            "Chaque coup a été rejugé : les règles le permettent et donnent tout ce qui a suivi.",
        ),
        Check.CARDS: Words(
            "En cada posición cada carta está en un solo sitio.",
            "In every position each card is in exactly one place.",
            "Dans chaque position chaque carte est à une seule place.",
        ),
        Check.MONEY: Words(
            "Lo que unos ganaron otros lo perdieron, mano por mano.",
            "What some have won others have lost, hand by hand.",
            "Ce que les uns ont gagné, les autres l'ont perdu, manche par manche.",
        ),
        Check.RECEIPTS: Words(
            "Los recibos dicen lo mismo que el registro.",
            "The receipts say what the log says.",
            "Les reçus disent ce que dit le journal.",
        ),
        Check.INCLUSION: Words(
            "La partida está bajo un punto de control firmado del registro de partidas.",
            "The game is under a signed checkpoint of the log of games.",
            "La partie est sous un point de contrôle signé du journal des parties.",
        ),
        Check.END: Words(
            "Nada sigue al final de la partida.",
            "Nothing follows the end of the game.",
            "Rien ne suit la fin de la partie.",
        ),
        Check.PARENT: Words(
            "La posición de la que parte es la de su origen.",
            "The position it starts from is that of its parent.",
            "La position dont elle part est celle de son origine.",
        ),
    }
)
"""What is proven by each check that found nothing."""
