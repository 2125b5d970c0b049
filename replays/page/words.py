"""Everything that the page of an audit says, in three languages, in one table."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.games.languages import Words
from replays.audit.report import Check

MEANS: Final = Words(
    "{code} quiere decir: {sentence}", "{code} means: {sentence}", "{code} veut dire : {sentence}"
)
"""A sentence that says what the code of a refusal means."""

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
            "It was played under edition {edition} of the rulebook.",
            "On a joué selon l'édition {edition} du règlement.",
        ),
        "digest": Words(
            "Su última huella es {digest}.",
            "Its last digest is {digest}.",
            "Sa dernière empreinte est {digest}.",
        ),
        "outcome": Words(
            "Así terminaron sus manos, en orden: {outcome}.",
            "How its hands ended, in order: {outcome}.",
            "Comment ses manches ont fini, dans l'ordre : {outcome}.",
        ),
        "winner": Words("ganó el lugar {seat}", "seat {seat} went out", "la place {seat} est sortie"),
        "tablas": Words("tablas", "tablas", "partie nulle"),
        "void": Words("anulada ({reason})", "void ({reason})", "annulée ({reason})"),
        "frozen": Words(
            "Se congeló en la entrada {ply}, por un recibo de una entrada {signed} que este registro no"
            " tiene (regla 12.8).",
            "It was frozen at entry {ply}, because of a receipt for an entry {signed} that this log"
            " does not have (rules 12.8).",
            "Elle fut gelée à l'entrée {ply}, à cause d'un reçu pour une entrée {signed} que ce journal"
            " n'a pas (règle 12.8).",
        ),
        "rolled-back": Words(
            "La entrada {signed} que el servicio firmó ya no está aquí: el registro volvió atrás, y"
            " nada muestra lo que se perdió.",
            "Entry {signed}, which the service has signed, is not here: the log went back, and nothing"
            " shows what was lost.",
            "L'entrée {signed} que le service a signée n'est plus ici : le journal est revenu en"
            " arrière, et rien ne montre ce qui s'est perdu.",
        ),
        "keys": Words(
            "Según la lista de llaves de {origin} (llaves: {count}; huella de la lista: {fingerprint}),"
            " esto se firmó con {signers}.",
            "By the list of keys of {origin} (keys: {count}; fingerprint of the list: {fingerprint}),"
            " this was signed with {signers}.",
            "D'après la liste de clés de {origin} (clés : {count} ; empreinte de la liste :"
            " {fingerprint}), ceci fut signé avec {signers}.",
        ),
        "no-signature": Words(
            "De la lista de llaves de {origin} (llaves: {count}; huella de la lista: {fingerprint})"
            " ninguna firmó nada que concuerde con este registro.",
            "No key of the list of {origin} (keys: {count}; fingerprint of the list: {fingerprint}) has"
            " signed anything that agrees with this log.",
            "Aucune clé de la liste de {origin} (clés : {count} ; empreinte de la liste :"
            " {fingerprint}) n'a signé quoi que ce soit qui concorde avec ce journal.",
        ),
        "no-keys": Words(
            "No se dio ninguna lista de llaves, así que nada prueba qué servicio escribió esto: otro"
            " registro, hecho de nuevo desde el principio, sería igual de coherente.",
            "No list of keys was given, so nothing proves which service wrote this: another log, made"
            " anew from its start, would be as consistent.",
            "Aucune liste de clés n'a été donnée, rien ne prouve donc quel service a écrit ceci : un"
            " autre journal, refait depuis le début, serait aussi cohérent.",
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
            "Se compararon recibos con el registro, pero sin llaves nadie sabe quién los firmó.",
            "Receipts were compared with the log, but without keys nobody knows who has signed them.",
            "Des reçus ont été comparés au journal, mais sans clés nul ne sait qui les a signés.",
        ),
        "refusal": Words(
            "El servicio firmó que después de la entrada {ply} rechazó una orden del lugar {seat}"
            " ({code}, regla {rule}). Si las reglas permitían esa orden se decide de nuevo por el registro,"
            " con la orden a la vista.",
            "The service has signed that after entry {ply} it refused a command of seat {seat} ({code},"
            " rules {rule}). Whether the rules allowed that command is decided again from the log, where"
            " the command is shown.",
            "Le service a signé qu'après l'entrée {ply} il a refusé une commande de la place {seat}"
            " ({code}, règle {rule}). Si les règles permettaient cette commande se décide de nouveau par le"
            " journal, quand elle est montrée.",
        ),
        "refusal-to-all": Words(
            "El servicio firmó que después de la entrada {ply} rechazó una orden de alguien sin lugar"
            " ({code}, regla {rule}).",
            "The service has signed that after entry {ply} it refused a command of somebody without a"
            " seat ({code}, rules {rule}).",
            "Le service a signé qu'après l'entrée {ply} il a refusé une commande de quelqu'un sans"
            " place ({code}, règle {rule}).",
        ),
        "unsigned-refusal": Words(
            "Hay un rechazo al lugar {seat} después de la entrada {ply} ({code}, regla {rule}), pero"
            " sin llaves nadie sabe quién lo firmó.",
            "There is a refusal to seat {seat} after entry {ply} ({code}, rules {rule}), but without"
            " keys nobody knows who has signed it.",
            "Il y a un refus à la place {seat} après l'entrée {ply} ({code}, règle {rule}), mais sans"
            " clés nul ne sait qui l'a signé.",
        ),
        "unsigned-refusal-to-all": Words(
            "Hay un rechazo a alguien sin lugar después de la entrada {ply} ({code}, regla {rule}),"
            " pero sin llaves nadie sabe quién lo firmó.",
            "There is a refusal to somebody without a seat after entry {ply} ({code}, rules {rule}),"
            " but without keys nobody knows who has signed it.",
            "Il y a un refus à quelqu'un sans place après l'entrée {ply} ({code}, règle {rule}), mais"
            " sans clés nul ne sait qui l'a signé.",
        ),
        "cut": Words(
            "El registro no llega a su final: nada prueba que no falten entradas después de la última.",
            "The log does not come to its end: nothing proves that no entries are missing after the last.",
            "Le journal n'arrive pas à sa fin : rien ne prouve qu'il ne manque pas d'entrées après la"
            " dernière.",
        ),
        "no-checkpoint": Words(
            "Ningún punto de control la cubre: nada prueba que a otros no se les haya mostrado otro"
            " registro.",
            "No checkpoint covers it: nothing proves that others were not shown another log.",
            "Aucun point de contrôle ne la couvre : rien ne prouve qu'on n'ait pas montré un autre"
            " journal à d'autres.",
        ),
        "unsigned-checkpoint": Words(
            "El punto de control la cubre, pero sin llaves nadie sabe quién lo firmó.",
            "The checkpoint covers it, but without keys nobody knows who has signed it.",
            "Le point de contrôle la couvre, mais sans clés nul ne sait qui l'a signé.",
        ),
        "no-entropy": Words(
            "Lugares que no añadieron azar propio: {seats}. Si ninguno lo añadió, la baraja depende"
            " solo del servicio: fijó su llave antes del juego, pero nadie más puede saber cómo la"
            " eligió.",
            "Seats that added no chance of their own: {seats}. If none of the seats did, the deck"
            " depends on the service alone: it fixed its key before play, but nobody else can know how"
            " it chose that key.",
            "Places qui n'ont pas ajouté leur propre hasard : {seats}. Si aucune ne l'a fait, le paquet"
            " dépend du seul service : il a fixé sa clé avant le jeu, mais nul autre ne peut savoir"
            " comment il l'a choisie.",
        ),
        "clock": Words(
            "Las horas son las del reloj del servicio.",
            "Times are those of the service's clock.",
            "Les heures sont celles de l'horloge du service.",
        ),
        "persons": Words(
            "Ningún registro puede mostrar quién jugaba en cada lugar, ni si unos jugadores dijeron sus"
            " cartas a otros.",
            "No log can show who played at a seat, or whether players told each other their cards.",
            "Aucun journal ne peut montrer qui jouait à une place, ni si des joueurs se sont dit leurs"
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
            "Se relató sin sus llaves: ninguna llave había fijado antes estas barajas.",
            "It was recounted without its keys: no key had fixed these decks beforehand.",
            "Elle est racontée sans ses clés : aucune clé n'avait fixé ces paquets d'avance.",
        ),
        "left-out": Words(
            "{check}: por lo que se encontró, no se pudo revisar todo (casos que faltan: {count}).",
            "{check}: because of what was found, not everything could be checked (cases left out: {count}).",
            "{check} : à cause de ce qui a été trouvé, tout n'a pu être vérifié (cas laissés de côté :"
            " {count}).",
        ),
        "unknown-edition": Words(
            "Este programa no conoce la edición {edition} del reglamento: su texto es el que trae el"
            " registro.",
            "This program does not know edition {edition} of the rulebook: its text is the one in the"
            " record.",
            "Ce programme ne connaît pas l'édition {edition} du règlement : son texte est celui que"
            " porte l'enregistrement.",
        ),
        "own-keys": Words(
            "Estas llaves vinieron en el paquete: compárelas con una lista obtenida en otra parte.",
            "These keys came with the bundle: compare them with a list that you got elsewhere.",
            "Ces clés sont venues avec le dossier : comparez-les avec une liste obtenue ailleurs.",
        ),
        "games-counted": Words(
            "partidas sin tacha: {clean}; incompletas: {incomplete}; con hallazgos: {wrong}",
            "clean games: {clean}; incomplete: {incomplete}; with findings: {wrong}",
            "parties sans reproche : {clean} ; incomplètes : {incomplete} ; avec constats : {wrong}",
        ),
        "no-parent": Words(
            "Es una bifurcación, y no se dio el registro de su origen: nada prueba de dónde viene.",
            "It is a fork, and the record of its parent was not given: nothing proves where it comes from.",
            "C'est une bifurcation, et l'enregistrement de son origine n'a pas été donné : rien ne"
            " prouve d'où elle vient.",
        ),
        "judged": Words(
            "Cada entrada de la disputa se decidió de nuevo. El veredicto se hizo otra vez y es el"
            " mismo, con sus hechos y jugadas.",
            "Every entry of the dispute was decided again. The verdict was made again and is the same,"
            " facts and moves included.",
            "Chaque entrée du litige a été décidée de nouveau. Le verdict a été refait et c'est le"
            " même, faits et coups compris.",
        ),
        "disputed": Words(
            "La disputa es sobre una mano de esta partida, entre los jugadores que nombra su registro.",
            "The dispute is about a hand of this game, between the players whom its record names.",
            "Le litige porte sur une manche de cette partie, entre les joueurs que nomme son enregistrement.",
        ),
        "unjudged": Words(
            "El veredicto no se hizo otra vez: el registro de la partida tiene hallazgos, o el servicio"
            " no lo podía leer entonces.",
            "The verdict was not made again: the record of the game has findings, or the service could"
            " not read it then.",
            "Le verdict n'a pas été refait : l'enregistrement de la partie a des constats, ou le"
            " service ne pouvait le lire alors.",
        ),
        "uncompared": Words(
            "No se comparó con la partida si la disputa es sobre una mano suya y entre los jugadores"
            " que nombra, porque su registro tiene hallazgos.",
            "It was not checked whether the dispute is about a hand of this game, between the players"
            " whom its record names, because that record has findings.",
            "Il n'a pas été vérifié que le litige porte sur une manche de cette partie, entre les"
            " joueurs que nomme son enregistrement, car celui-ci a des constats.",
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
            "entry {ply}, {check}{rule}: {detail}",
            "entrée {ply}, {check}{rule} : {detail}",
        ),
        "chance": Words(
            "El lugar {seat} añadió este azar propio a la baraja: {entropy}",
            "Seat {seat} added this chance of its own to the deck: {entropy}",
            "La place {seat} a ajouté ce hasard au paquet : {entropy}",
        ),
        "chance-mixed": Words(
            "La baraja se sigue también del azar de estos lugares, fijado antes de abrir la llave: {seats}."
            " Si un jugador reconoce esos bytes como suyos, el servicio no pudo elegir la baraja por sí"
            " solo.",
            "The deck also follows from the chance of these seats, fixed before the key was opened: {seats}."
            " If a player knows these bytes as its own, the service cannot have chosen the deck alone.",
            "Le paquet découle aussi du hasard de ces places, fixé avant l'ouverture de la clé : {seats}."
            " Si un joueur reconnaît ces octets comme les siens, le service n'a pas pu choisir le paquet à"
            " lui seul.",
        ),
        "again": Words(
            "Lo mismo se encontró otras veces: {count}, la última en la entrada {ply}; con --json salen"
            " todas.",
            "The same was found again: {count} times, last at entry {ply}; with --json all of it is printed.",
            "La même chose se trouve encore : {count} fois, la dernière à l'entrée {ply} ; avec --json tout"
            " est imprimé.",
        ),
        "finding-before": Words(
            "antes de la primera entrada, {check}{rule}: {detail}",
            "before the first entry, {check}{rule}: {detail}",
            "avant la première entrée, {check}{rule} : {detail}",
        ),
        "evidence-cut": Words(
            "De {member} el informe solo tiene los primeros {shown} caracteres de {count}: todos están en el"
            " archivo que se revisó, en la entrada {ply}.",
            "Of {member} the report has only the first {shown} of {count} characters: all of them are in the"
            " file that was audited, at entry {ply}.",
            "De {member} le rapport n'a que les {shown} premiers caractères sur {count} : tous sont dans le"
            " fichier vérifié, à l'entrée {ply}.",
        ),
        "cause": Words(
            "Quién pudo causarlo y qué sigue ({titles}): {told}",
            "Who could have caused it, and what follows ({titles}): {told}",
            "Qui a pu le causer, et ce qui suit ({titles}) : {told}",
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
            "Hallazgos que no se muestran aquí: {count}. Con --json salen todos.",
            "Findings not shown here: {count}. With --json all of them are printed.",
            "Constats non montrés ici : {count}. Avec --json tous sont imprimés.",
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
            "findings: {count}; the first at entry {ply}",
            "constats : {count} ; le premier à l'entrée {ply}",
        ),
        "unclean-before": Words(
            "hallazgos: {count}; el primero está antes de la primera entrada",
            "findings: {count}; the first is before the first entry",
            "constats : {count} ; le premier précède la première entrée",
        ),
        "incomplete": Words(
            "incompleta: no se encontró nada, pero esto no se revisó o no está: {missing}",
            "incomplete: nothing was found, but these were not checked or are not there: {missing}",
            "incomplète : rien n'a été trouvé, mais ceci n'a pas été vérifié ou manque : {missing}",
        ),
        "games-missing": Words(
            "partidas cuyo registro no está",
            "games whose records are not there",
            "les parties dont l'enregistrement manque",
        ),
        "verdict-missing": Words(
            "el veredicto (no se pudo hacer otra vez)",
            "the verdict (it could not be made again)",
            "le verdict (il n'a pu être refait)",
        ),
        "game-missing": Words(
            "si la disputa corresponde a la partida",
            "whether the dispute fits the game",
            "si le litige correspond à la partie",
        ),
        "beside-missing": Words(
            "los archivos que repiten los registros",
            "the files that repeat what the records say",
            "les fichiers qui répètent les enregistrements",
        ),
        "receipts": Words(
            "Solo se dieron recibos: no se compararon con ningún registro.",
            "Only receipts were given: they were not compared with any log.",
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
            "El reglamento que trae el registro es el que nombra su primera entrada.",
            "The rulebook in the record is the one that its first entry names.",
            "Le règlement que porte l'enregistrement est celui que nomme sa première entrée.",
        ),
        Check.GAPS: Words(
            "De la primera entrada a la última no falta ninguna y ninguna está dos veces.",
            "From the first entry to the last, none is missing and none is there twice.",
            "De la première entrée à la dernière, aucune ne manque et aucune n'y est deux fois.",
        ),
        Check.DIGESTS: Words(
            "Cada entrada lleva la huella de la anterior: quien cambie una tiene que rehacer todas las"
            " huellas siguientes.",
            "Every entry carries the digest of the one before it: whoever changes one has to make every"
            " later digest anew.",
            "Chaque entrée porte l'empreinte de la précédente : qui en change une doit refaire toutes"
            " les empreintes suivantes.",
        ),
        Check.ACTORS: Words(
            "Según el registro, solo actuaron los lugares de la mesa, quien la abrió y el servicio.",
            "By the log, only the seats of the table, whoever opened it and the service have acted.",
            "D'après le journal, seuls ont agi les places de la table, qui l'a ouverte et le service.",
        ),
        Check.TIMES: Words(
            "Las horas del registro nunca van hacia atrás.",
            "The times in the log never go back.",
            "Les heures du journal ne reculent jamais.",
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
            "Las llaves de todas las manos, y lo que los lugares les añadieron, se fijaron antes de"
            " repartir las cartas.",
            "The keys of all hands, and what seats added to them, were fixed before the cards were dealt.",
            "Les clés de toutes les manches, et ce que les places y ont ajouté, furent fixées avant que"
            " les cartes soient distribuées.",
        ),
        Check.REVEAL: Words(
            "Las llaves abiertas al final son las que se fijaron al principio.",
            "The keys opened at the end are those that were fixed at the start.",
            "Les clés ouvertes à la fin sont celles fixées au début.",
        ),
        Check.DEAL: Words(
            "Cada baraja se sigue de las llaves y de lo que los lugares les añadieron: una vez fijado"
            " todo eso, nadie pudo elegir una carta.",
            "Every deck follows from the keys and from what seats added to them: once all of that was"
            " fixed, nobody could choose a card.",
            "Chaque paquet découle des clés et de ce que les places y ont ajouté : une fois tout cela"
            " fixé, nul ne pouvait choisir une carte.",
        ),
        Check.DECISIONS: Words(
            "Cada jugada se decidió de nuevo: las reglas la permiten y dan todo lo que siguió.",
            "Every move was decided again: the rules allow it and give all that followed.",
            "Chaque coup a été rejugé : les règles le permettent et donnent tout ce qui a suivi.",
        ),
        Check.CARDS: Words(
            "En cada posición cada carta está en un solo sitio.",
            "In every position each card is in exactly one place.",
            "Dans chaque position, chaque carte est à un seul endroit.",
        ),
        Check.MONEY: Words(
            "Lo que unos ganaron otros lo perdieron, mano por mano.",
            "What some have won others have lost, hand by hand.",
            "Ce que les uns ont gagné, les autres l'ont perdu, manche par manche.",
        ),
        Check.RECEIPTS: Words(
            "Los recibos concuerdan con el registro.",
            "The receipts agree with the log.",
            "Les reçus concordent avec le journal.",
        ),
        Check.INCLUSION: Words(
            "Su última huella está cubierta por un punto de control firmado del registro de todas las"
            " partidas.",
            "Its last digest is covered by a signed checkpoint of the log of all games.",
            "Sa dernière empreinte est couverte par un point de contrôle signé du journal de toutes les"
            " parties.",
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
