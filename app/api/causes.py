"""The causes and remedies of refusals that `/problems` explains, in Spanish, English and French.

A cause says why a code is answered; its title and its remedy stand with the code. The cause of a code of the
rules is its sentence, and its remedy that of its kind. A new code of another part is a new row here.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.games.conquian.reasons import Kind
from app.games.languages import Words

REMEDIES: Final[Mapping[Kind, Words]] = MappingProxyType(
    {
        Kind.NOT_NOW: Words(
            "Lee la partida: awaited dice a quién se pregunta, decision desde cuándo, /moves qué jugar.",
            "Read the game: awaited says who is asked, decision since when, /moves for what.",
            "Lisez la partie : awaited dit qui est interrogé, decision depuis quand, /moves que jouer.",
        ),
        Kind.NEVER: Words(
            "Envía una de las jugadas que enumera GET /v1/games/{game}/moves.",
            "Send one of the commands that GET /v1/games/{game}/moves lists.",
            "Envoyez un des coups que GET /v1/games/{game}/moves énumère.",
        ),
        Kind.CONFIGURATION: Words(
            "Corrige lo que nombra errors; /v1/variants tiene las opciones y sus valores.",
            "Correct what errors names; /v1/variants has the options and what they may be.",
            "Corrigez ce que nomme errors ; /v1/variants donne les options et leurs valeurs.",
        ),
    }
)
"""Remedies of refusals by the rules, by kind."""

_SEATS: Final = Words(
    "Lee la partida: seats dice qué lugares están libres y para quién; luego POST /v1/games/{game}/seats.",
    "Read the game: seats says which seats are open, and for whom; then POST /v1/games/{game}/seats.",
    "Lisez la partie : seats dit quelles places sont libres et pour qui ; puis POST /v1/games/{game}/seats.",
)
_NOTHING: Final = Words(
    "No hay nada que hacer: la partida ya lo tiene.",
    "Do nothing: the game has it already.",
    "Il n'y a rien à faire : la partie l'a déjà.",
)
_ENTROPY: Final = Words(
    "Envía ready con el compromiso antes de la primera mano, y reveal cuando awaited te nombre.",
    "Send ready with the commitment before the first hand, and reveal when awaited names you.",
    "Envoyez ready avec l'engagement avant la première manche, et reveal quand awaited vous nomme.",
)
_CHANCE: Final = Words(
    "Abre exactamente los bytes comprometidos. El compromiso es el SHA-256 de conquian/entropy/1, la "
    "longitud del id de la partida en un byte, el id, el lugar en un byte y los bytes; /proof-vectors.json "
    "tiene uno calculado, entropy_commitment. Hecho de otro modo no se puede abrir: la partida queda nula "
    "cuando vence el plazo.",
    "Reveal exactly the bytes committed to. The commitment is SHA-256 over conquian/entropy/1, the length "
    "of the game's id in one byte, the id, the seat in one byte, and the bytes; /proof-vectors.json has a "
    "worked one, entropy_commitment. One made in another way cannot be opened: the game is void when its "
    "time is over.",
    "Ouvrez exactement les octets engagés. L'engagement est le SHA-256 de conquian/entropy/1, de la "
    "longueur de l'identifiant de la partie sur un octet, de l'identifiant, de la place sur un octet et des "
    "octets ; /proof-vectors.json en donne un calculé, entropy_commitment. Fait autrement, il ne peut pas "
    "être ouvert : la partie est nulle quand le délai est passé.",
)
_TOKENS: Final = Words(
    "Renueva la ficha desde el propio lugar, o como anfitrión la de un lugar que nadie juega.",
    "Rotate the token from the seat itself, or as the host that of a seat which nobody plays.",
    "Renouvelez le jeton depuis la place elle-même, ou comme hôte celui d'une place que personne ne joue.",
)

OWN_REMEDIES: Final[Mapping[str, Words]] = MappingProxyType(
    {
        **dict.fromkeys(("seat_taken", "seat_reserved"), _SEATS),
        **dict.fromkeys(("already_ready", "already_revealed"), _NOTHING),
        "entropy_closed": _ENTROPY,
        "seed_invalid": _CHANCE,
        "rotation_closed": _TOKENS,
        "not_host": Words(
            "Pídeselo al anfitrión: host, en la partida, nombra su lugar.",
            "Ask the host to do it: host, in the game, names the seat.",
            "Demandez-le à l'hôte : host, dans la partie, nomme sa place.",
        ),
        "seat_unknown": Words(
            "Nombra un lugar de la partida: GET /v1/games/{game} los enumera en seats.",
            "Name a seat of the game: GET /v1/games/{game} lists them in seats.",
            "Nommez une place de la partie : GET /v1/games/{game} les énumère dans seats.",
        ),
        "already_seated": Words(
            "Juega con el lugar que ya tienes.",
            "Play with the seat that you have.",
            "Jouez avec la place que vous avez.",
        ),
        "already_standing": Words(
            "Deja la respuesta como está: en la próxima mano se puede cambiar otra vez.",
            "Leave the answer as it is: it can be changed again in the next hand.",
            "Laissez la réponse comme elle est : elle peut changer de nouveau à la manche suivante.",
        ),
        "already_left": Words(
            "Para volver a jugar, toma el lugar otra vez: POST /v1/games/{game}/seats.",
            "To play on, take the seat again: POST /v1/games/{game}/seats.",
            "Pour rejouer, reprenez la place : POST /v1/games/{game}/seats.",
        ),
        "invitation_invalid": Words(
            "Pide otra invitación al anfitrión: cada código abre un lugar una sola vez.",
            "Ask the host for another invitation: each code opens one seat once.",
            "Demandez une autre invitation à l'hôte : chaque code ouvre une place une seule fois.",
        ),
    }
)
"""Remedies of refusals by the rules that are not about a move."""

CAUSES: Final[Mapping[str, Words]] = MappingProxyType(
    {
        "bad_request": Words(
            "La petición no es de HTTP/1.0 ni HTTP/1.1, o un encabezado tiene un valor ilegible.",
            "The request is not one of HTTP/1.0 or HTTP/1.1, or a header has no value that can be read.",
            "La requête n'est ni de HTTP/1.0 ni de HTTP/1.1, ou la valeur d'un en-tête est illisible.",
        ),
        "malformed_json": Words(
            "Falta el cuerpo donde hace falta uno, o su texto no es JSON (RFC 8259).",
            "The body is empty where one is needed, or its text is not JSON (RFC 8259).",
            "Le corps manque là où il en faut un, ou son texte n'est pas du JSON (RFC 8259).",
        ),
        "duplicate_key": Words(
            "Un nombre del cuerpo o un parámetro de la consulta vino dos veces.",
            "A name of the body or a parameter of the query was given twice.",
            "Un nom du corps ou un paramètre de la requête a été donné deux fois.",
        ),
        "too_deep": Words(
            "El cuerpo anida objetos y listas más hondo que todo lo que se admite aquí.",
            "The body nests objects and arrays deeper than anything that is taken here.",
            "Le corps imbrique objets et listes plus profondément que ce qui est admis ici.",
        ),
        "bad_encoding": Words(
            "El cuerpo o la consulta no es UTF-8 limpio.",
            "The body or the query is not clean UTF-8.",
            "Le corps ou la requête n'est pas de l'UTF-8 correct.",
        ),
        "incomplete_body": Words(
            "Llegaron menos bytes de los anunciados, o la conexión se detuvo demasiado tiempo.",
            "The connection brought fewer bytes than were announced, or stood still for too long.",
            "Moins d'octets sont arrivés qu'annoncé, ou la connexion est restée trop longtemps immobile.",
        ),
        "bad_host": Words(
            "Host falta, viene dos veces, está mal formado o no nombra este servicio.",
            "Host is missing, given twice, malformed, or names no host of this service.",
            "Host manque, est donné deux fois, est mal formé ou ne nomme pas ce service.",
        ),
        "token_in_url": Words(
            "En la dirección hay una ficha, o un parámetro destinado a llevarla.",
            "A token, or a parameter meant for one, stands in the address.",
            "L'adresse contient un jeton, ou un paramètre destiné à en porter un.",
        ),
        "precondition_invalid": Words(
            "If-Match es débil, una lista, * o no es una entrada, o contradice expected_ply.",
            "If-Match is weak, a list, * or no ply, or it contradicts expected_ply.",
            "If-Match est faible, une liste, * ou n'est pas une entrée, ou contredit expected_ply.",
        ),
        "idempotency_key_invalid": Words(
            "La clave está vacía, es demasiado larga o no es ASCII visible, o aquí debe ser "
            "un UUID aleatorio (versión 4), porque nada más dice de quién es.",
            "The key is empty, too long or not visible ASCII, or it must be a random UUID "
            "(version 4) here, because nothing else says whose it is.",
            "La clé est vide, trop longue ou n'est pas de l'ASCII visible, ou elle doit être "
            "ici un UUID aléatoire (version 4), car rien d'autre ne dit à qui elle est.",
        ),
        "unauthenticated": Words(
            "Falta la ficha, o la que vino está mal formada, es desconocida, fue renovada o "
            "revocada. Todo esto se contesta igual.",
            "There is no token where one is needed, or the one that came is malformed, "
            "unknown, rotated or revoked. All of these are answered alike.",
            "Il manque un jeton, ou celui qui est venu est mal formé, inconnu, renouvelé ou "
            "révoqué. Tous ces cas reçoivent la même réponse.",
        ),
        "forbidden": Words(
            "La ficha es válida y su dueño puede ver la partida, pero no participa en ella.",
            "The token is valid and its owner may see the game, but has no part in it.",
            "Le jeton est valable et son détenteur peut voir la partie, mais n'y prend pas part.",
        ),
        "scope_missing": Words(
            "La clave de API es válida, pero no se creó para esto.",
            "The API key is valid and was not made for this.",
            "La clé d'API est valable, mais n'a pas été créée pour cela.",
        ),
        "not_found": Words(
            "En esta dirección no hay nada, o nada que quien pregunta pueda conocer.",
            "There is nothing at this address, or nothing that the caller may know of.",
            "Cette adresse ne mène à rien, ou à rien que le demandeur puisse connaître.",
        ),
        "method_not_allowed": Words(
            "La dirección existe, pero no admite este método.",
            "The address exists and does not take this method.",
            "L'adresse existe, mais n'accepte pas cette méthode.",
        ),
        "not_acceptable": Words(
            "Accept no nombra ningún tipo de contenido que haya en esta dirección.",
            "Accept names no media type that is offered at this address.",
            "Accept ne nomme aucun type de contenu offert à cette adresse.",
        ),
        "request_timeout": Words(
            "La petición llegó demasiado despacio para un intermediario; el servicio mismo "
            "corta la conexión.",
            "The request came too slowly for a proxy; the service itself ends the connection.",
            "La requête est venue trop lentement pour un intermédiaire ; le service lui-même "
            "coupe la connexion.",
        ),
        "conflict": Words(
            "Otros escribieron a la vez, una y otra vez, y esto no se pudo escribir.",
            "Others wrote at the same time, again and again, so that this could not be written.",
            "D'autres ont écrit en même temps, encore et encore, et ceci n'a pas pu être écrit.",
        ),
        "game_over": Words(
            "Ya terminó la última mano de la partida, o la partida se anuló.",
            "The last hand of the game is over, or the game was voided.",
            "La dernière manche de la partie est finie, ou la partie a été annulée.",
        ),
        "history_rolled_back": Words(
            "El registro de la partida contradice un recibo que firmó el servicio.",
            "The log of the game contradicts a receipt that the service signed.",
            "Le journal de la partie contredit un reçu que le service a signé.",
        ),
        "quarantined": Words(
            "Lo que está guardado de esta partida no es lo que se escribió.",
            "What is stored of this game is not what was written.",
            "Ce qui est gardé de cette partie n'est pas ce qui fut écrit.",
        ),
        "foreign_key": Words(
            "Ninguna parte oculta de este registro se abre con el secreto de este servicio: se escribió con "
            "otro, o este proceso tiene uno equivocado.",
            "No hidden part of this log opens under the secret of this service: it was written under another "
            "one, or this process has a wrong one.",
            "Aucune partie cachée de ce journal ne s'ouvre avec le secret de ce service : il fut écrit sous "
            "un autre, ou ce processus en a un faux.",
        ),
        "not_before_end": Words(
            "La partida no ha terminado, o de su baraja se reparten otras partidas: sus "
            "cartas siguen ocultas.",
            "The game is not over, or other games are dealt from its deck: its cards are still hidden.",
            "La partie n'est pas finie, ou d'autres sont distribuées de son paquet : ses "
            "cartes restent cachées.",
        ),
        "too_late": Words(
            "La jugada llegó después del plazo, y el servicio contestó ya por el lugar o está por hacerlo.",
            "The command came after the deadline, and the service has answered for the seat or is about to.",
            "Le coup est venu après l'échéance, et le service a répondu pour la place ou va le faire.",
        ),
        "stale_ply": Words(
            "La partida siguió después de la entrada que nombra la jugada, y ahora pregunta otra cosa.",
            "The game has gone on since the ply that the command names, and asks something else now.",
            "La partie a continué après l'entrée que nomme le coup, et demande maintenant autre chose.",
        ),
        "record_removed": Words(
            "Ya pasó el tiempo durante el que se guardan los registros, o el operador retiró la partida.",
            "The time for which records are kept is over, or the operator removed the game.",
            "Le temps pendant lequel on garde les enregistrements est passé, ou l'exploitant a retiré "
            "la partie.",
        ),
        "length_required": Words(
            "El cuerpo vino por trozos o sin Content-Length.",
            "The body came chunked or without Content-Length.",
            "Le corps est venu par morceaux ou sans Content-Length.",
        ),
        "body_too_large": Words(
            "El cuerpo es más largo de lo que admite esta dirección.",
            "The body is longer than this address takes.",
            "Le corps est plus long que ce que cette adresse accepte.",
        ),
        "uri_too_long": Words(
            "La dirección es más larga que cualquiera de las que hay aquí.",
            "The address is longer than any that exists here.",
            "L'adresse est plus longue que toutes celles qui existent ici.",
        ),
        "unsupported_media_type": Words(
            "El cuerpo tiene un tipo de contenido, un juego de caracteres o una codificación "
            "que aquí no se admite.",
            "The body is of a media type, a charset or a coding that is not taken here.",
            "Le corps a un type de contenu, un jeu de caractères ou un codage qui n'est pas accepté ici.",
        ),
        "validation_failed": Words(
            "Un valor tiene otro tipo, otra forma u otro tamaño; errors nombra cada uno con su lugar.",
            "A value has the wrong type, form or size; errors names each with its place.",
            "Une valeur n'a pas le bon type, la bonne forme ou la bonne taille ; errors nomme "
            "chacune et sa place.",
        ),
        "unknown_field": Words(
            "El cuerpo o la consulta tiene un nombre que aquí no significa nada.",
            "The body or the query has a name that means nothing here.",
            "Le corps ou la requête a un nom qui ne veut rien dire ici.",
        ),
        "receipt_of_another_game": Words(
            "El recibo nombra otra partida que la dirección.",
            "The receipt names another game than the address.",
            "Le reçu nomme une autre partie que l'adresse.",
        ),
        "receipt_key_unknown": Words(
            "El servicio nunca tuvo la llave que nombra el recibo.",
            "The service never had the key that the receipt names.",
            "Le service n'a jamais eu la clé que nomme le reçu.",
        ),
        "receipt_forged": Words(
            "La firma no es de esta llave sobre este recibo.",
            "The signature is not of this key over this receipt.",
            "La signature n'est pas celle de cette clé sur ce reçu.",
        ),
        "receipt_key_retired": Words(
            "La llave ya se había reemplazado a la hora que nombra el recibo.",
            "The key had been replaced at the time that the receipt names.",
            "La clé avait été remplacée à l'heure que nomme le reçu.",
        ),
        "name_invalid": Words(
            "El nombre está vacío, es demasiado largo o tiene caracteres que no se ven.",
            "The name is empty, too long, or has characters that cannot be seen.",
            "Le nom est vide, trop long, ou contient des caractères invisibles.",
        ),
        "fork_position": Words(
            "En esa entrada no se juega ninguna mano, o el registro no llega hasta ella.",
            "At that ply no hand is being played, or the log does not reach it.",
            "À cette entrée aucune manche ne se joue, ou le journal ne va pas jusque-là.",
        ),
        "fork_seats": Words(
            "El número de lugares no es el de la partida.",
            "The number of seats is not that of the game.",
            "Le nombre de places n'est pas celui de la partie.",
        ),
        "player_unknown": Words(
            "Un lugar está reservado para un jugador que no existe.",
            "A seat is kept for a player who does not exist.",
            "Une place est réservée à un joueur qui n'existe pas.",
        ),
        "player_twice": Words(
            "Dos lugares son del mismo jugador.",
            "Two seats are for the same player.",
            "Deux places sont pour le même joueur.",
        ),
        "webhook_changes": Words(
            "El webhook ya tuvo mil cambios, o cuatro secretos en el último día.",
            "The webhook has a thousand changes behind it, or four secrets of the last day.",
            "Le webhook a déjà connu mille changements, ou quatre secrets depuis un jour.",
        ),
        "webhook_disabled": Words(
            "Su dueño desactivó el webhook, o su receptor ya no estaba o fallaba siempre.",
            "Its owner has disabled the webhook, or its receiver was gone or kept failing.",
            "Son propriétaire a désactivé le webhook, ou son récepteur avait disparu ou échouait toujours.",
        ),
        "webhook_url": Words(
            "La dirección está mal formada, o lleva a una red privada, a esta máquina o a otro puerto.",
            "The address is malformed, or leads to a private network, this machine or another port.",
            "L'adresse est mal formée, ou mène à un réseau privé, à cette machine ou à un autre port.",
        ),
        "webhook_games": Words(
            "No hay tal partida, o el jugador no tiene lugar en ella ni la organiza.",
            "There is no such game, or the player has no seat there and does not organise.",
            "Cette partie n'existe pas, ou le joueur n'y a pas de place et ne l'organise pas.",
        ),
        "key_limit": Words(
            "El jugador ya tuvo todas las claves de API que se pueden llegar a tener.",
            "The player has had as many API keys as one may ever have.",
            "Le joueur a déjà eu toutes les clés d'API que l'on peut jamais avoir.",
        ),
        "not_a_game": Words(
            "Lo enviado no es un registro ni un texto cuyas jugadas permitan las reglas.",
            "What was sent is neither a record nor a text whose moves the rules allow.",
            "Ce qui a été envoyé n'est ni un enregistrement ni un texte dont les règles "
            "permettent les coups.",
        ),
        "no_position": Words(
            "El registro enviado no tiene sentido hasta esa entrada.",
            "The log that was sent makes no sense up to that ply.",
            "Le journal envoyé n'a pas de sens jusqu'à cette entrée.",
        ),
        "no_record": Words(
            "Lo importado es un texto sin llaves, así que no hay registro de ello.",
            "The import is a text without keys, so that there is no record of it.",
            "L'import est un texte sans clés : il n'en existe donc pas d'enregistrement.",
        ),
        "imports_full": Words(
            "Se agotó el espacio para importar.",
            "The room for imports is used up.",
            "La place réservée aux imports est épuisée.",
        ),
        "not_logged": Words(
            "El registro de partidas no tiene hoja de esta partida en un árbol firmado de ese tamaño.",
            "The log of logs has no leaf for this game in a signed tree of that size.",
            "Le journal des parties n'a pas de feuille pour cette partie dans un arbre signé "
            "de cette taille.",
        ),
        "no_such_tree": Words(
            "El registro de partidas nunca fue tan grande.",
            "The log of logs has not been that large.",
            "Le journal des parties n'a jamais été aussi grand.",
        ),
        "idempotency_key_reused": Words(
            "La misma clave vino antes con otro cuerpo.",
            "The same key came before with another body.",
            "La même clé est venue avant avec un autre corps.",
        ),
        "idempotency_key_expired": Words(
            "La clave creó una partida cuyas respuestas ya no se guardan.",
            "The key made a game whose answers are not kept any more.",
            "La clé a créé une partie dont les réponses ne sont plus gardées.",
        ),
        "precondition_required": Words(
            "Nada dice sobre qué entrada se decidió la jugada, ni que cuente una sola vez.",
            "Nothing says on which ply the command was decided, nor that it counts once.",
            "Rien ne dit sur quelle entrée le coup fut décidé, ni qu'il ne compte qu'une fois.",
        ),
        "rate_limited": Words(
            "Llegaron más peticiones de las que permite el límite; RateLimit-Policy lo nombra.",
            "More requests came than the limit allows; RateLimit-Policy names it.",
            "Il est venu plus de requêtes que la limite n'en permet ; RateLimit-Policy la nomme.",
        ),
        "quota_exceeded": Words(
            "Quien pregunta ya tiene de esto todo lo que se puede tener a la vez.",
            "The caller has as much of this as one may have at a time.",
            "Le demandeur en a déjà autant que l'on peut en avoir à la fois.",
        ),
        "headers_too_large": Words(
            "Un encabezado, o todos juntos, son demasiado largos.",
            "A header, or all of them together, is too long.",
            "Un en-tête, ou leur ensemble, est trop long.",
        ),
        "internal_error": Words(
            "La falla es del servicio; lo que pasó está en su bitácora bajo el id de la petición.",
            "The service is at fault; what happened stands in its log under the request id.",
            "La faute est au service ; ce qui s'est passé est dans son journal sous l'id de la requête.",
        ),
        "not_implemented": Words(
            "La petición pide algo de HTTP que aquí no se hace.",
            "The request asks for something of HTTP that is not done here.",
            "La requête demande une partie de HTTP qui n'est pas offerte ici.",
        ),
        "store_unavailable": Words(
            "No se pudo llegar al almacén, o contestó demasiado tarde.",
            "The store could not be reached, or answered too late.",
            "Le stockage est injoignable, ou a répondu trop tard.",
        ),
        "archive_unavailable": Words(
            "El directorio o el depósito con los registros de partidas terminadas no contesta a tiempo.",
            "The directory or the bucket with the records of finished games does not answer in time.",
            "Le dossier ou le dépôt des enregistrements des parties finies ne répond pas à temps.",
        ),
        "catalogue_unavailable": Words(
            "La base de datos que dice dónde está cada partida terminada no contesta a tiempo.",
            "The database that says where each finished game is does not answer in time.",
            "La base de données qui dit où se trouve chaque partie finie ne répond pas à temps.",
        ),
        "installation_mismatch": Words(
            "El almacén, el catálogo o el archivo es de otra instalación o de otro secreto.",
            "The store, the catalogue or the archive is of another installation or another secret.",
            "Le stockage, le catalogue ou l'archive est d'une autre installation ou d'un autre secret.",
        ),
        "store_full": Words(
            "El almacén no admite más escrituras.",
            "The store takes no more writes.",
            "Le stockage n'accepte plus d'écritures.",
        ),
        "outcome_unknown": Words(
            "La conexión con el almacén se cortó mientras escribía: lo escrito puede contar o no.",
            "The connection to the store broke while it wrote: the write may count or not.",
            "La connexion au stockage a été coupée pendant l'écriture : celle-ci compte ou non.",
        ),
        "store_unsafe": Words(
            "El almacén no está configurado para conservar cada jugada tras un apagón, y hay apuesta.",
            "The store is not set up to keep every move through a power cut, and there is a stake.",
            "Le stockage n'est pas réglé pour garder chaque coup lors d'une panne de courant, "
            "et il y a un enjeu.",
        ),
        "manifest_member_unknown": Words(
            "El manifiesto tiene un miembro que ahí no significa nada.",
            "The manifest has a member that means nothing there.",
            "Le manifeste a un membre qui n'y veut rien dire.",
        ),
        "manifest_member_missing": Words(
            "Al manifiesto le falta un miembro sin el que no se puede jugar.",
            "The manifest lacks a member without which nothing can be played.",
            "Il manque au manifeste un membre sans lequel on ne peut jouer.",
        ),
        "manifest_value": Words(
            "Un miembro del manifiesto tiene un valor de otra clase o fuera de sus límites.",
            "A member of the manifest has a value of another kind, or outside its bounds.",
            "Un membre du manifeste a une valeur d'un autre genre, ou hors de ses limites.",
        ),
        "manifest_name_twice": Words(
            "La clasificación y los emparejamientos nombran participantes: cada uno necesita "
            "un nombre propio.",
            "Standings and pairings name entrants, so that each needs a name of its own.",
            "Le classement et les appariements nomment les participants : il faut à chacun un nom à lui.",
        ),
        "manifest_entrants": Words(
            "Hay muy pocos participantes para una mesa, o demasiados, o no son dos en una prueba de dos.",
            "There are too few entrants for a table, or too many, or not two for a test of two.",
            "Il y a trop peu de participants pour une table, ou trop, ou pas deux pour un test à deux.",
        ),
        "manifest_seat_orders": Words(
            "Todos los órdenes de más de cuatro lugares son más de los que nadie juega.",
            "All orders of more than four seats are more than anybody plays.",
            "Tous les ordres de plus de quatre places font plus de parties qu'on n'en joue.",
        ),
        "manifest_engine": Words(
            "Un participante no nombra a nadie que decida, o a varios, o tiene presupuesto sin bot.",
            "An entrant names nobody who decides, or several, or has a budget without a bot.",
            "Un participant ne nomme personne qui décide, ou plusieurs, ou a un budget sans bot.",
        ),
        "manifest_format": Words(
            "El tipo del formato no es ninguno de los que se conocen aquí.",
            "The type of the format is none that is known here.",
            "Le type du format n'est aucun de ceux que l'on connaît ici.",
        ),
        "entrant_malformed": Words(
            "A un participante le falta un miembro que su clase necesita, o tiene uno que no admite.",
            "An entrant lacks a member that its kind needs, or has one that it does not take.",
            "Il manque à un participant un membre que son genre demande, ou il en a un de trop.",
        ),
        "entrant_local_only": Words(
            "Un participante nombra código en la máquina del servicio, lo que solo puede hacer su dueño.",
            "An entrant names code on the machine of the service, which only its owner may.",
            "Un participant nomme du code sur la machine du service, ce que seul son "
            "propriétaire peut faire.",
        ),
        "entrant_unknown_bot": Words(
            "El servicio no tiene ningún bot con ese nombre.",
            "The service has no bot of that name.",
            "Le service n'a pas de bot de ce nom.",
        ),
        "entrant_unknown": Words(
            "El manifiesto no tiene participante con ese número.",
            "The manifest has no entrant of that number.",
            "Le manifeste n'a pas de participant de ce numéro.",
        ),
        "entrant_out": Words(
            "El participante ya fue retirado, o falló demasiadas veces.",
            "The entrant was taken out before, or has failed too often.",
            "Le participant a déjà été retiré, ou a échoué trop souvent.",
        ),
        "fixture_unknown": Words(
            "Ninguna ronda hasta ahora tiene un encuentro con ese número.",
            "No round so far has a fixture of that number.",
            "Aucune ronde jusqu'ici n'a de rencontre de ce numéro.",
        ),
        "fixture_over": Words(
            "El encuentro ya se jugó, se dio por perdido o se falló.",
            "The fixture was played, or given away, or judged before.",
            "La rencontre a déjà été jouée, donnée ou jugée.",
        ),
        "result_seats": Words(
            "El número de saldos no es el de los lugares.",
            "The number of balances is not that of the seats.",
            "Le nombre de soldes n'est pas celui des places.",
        ),
        "round_too_large": Words(
            "Los encuentros por las barajas dan más partidas de las que admite una ronda.",
            "The pairings times the decks are more games than a round may have.",
            "Les rencontres fois les paquets font plus de parties qu'une ronde n'en admet.",
        ),
        "tournament_over": Words(
            "Se jugaron todas las rondas, o quien organiza lo terminó.",
            "All rounds were played, or the organiser has ended it.",
            "Toutes les rondes ont été jouées, ou l'organisateur y a mis fin.",
        ),
        "already_paused": Words(
            "Quien organiza lo puso en pausa, o no se puede abrir un participante.",
            "Its organiser has paused it, or an entrant cannot be opened.",
            "L'organisateur l'a mis en pause, ou un participant ne peut être ouvert.",
        ),
        "not_paused": Words(
            "Solo se puede reanudar un torneo en pausa.",
            "Only a paused tournament can be resumed.",
            "On ne peut reprendre qu'un tournoi en pause.",
        ),
        "stream_limit": Words(
            "Están abiertos todos los flujos y lectores en espera que el servicio admite.",
            "As many streams and waiting readers are open as the service holds.",
            "Tous les flux et lecteurs en attente que le service admet sont ouverts.",
        ),
        "dispute_party": Words(
            "Quien actúa no tiene lugar en la partida, o es un árbitro que sí lo tiene.",
            "The caller has no seat in the game, or is an arbiter who has one.",
            "Le demandeur n'a pas de place dans la partie, ou est un arbitre qui en a une.",
        ),
        "dispute_ply": Words(
            "La entrada nombrada está antes de la primera mano, entre manos o después de la última entrada.",
            "The entry named is before the first hand, between hands or after the last entry.",
            "L'entrée nommée est avant la première manche, entre deux manches ou après la dernière entrée.",
        ),
        "dispute_hand_open": Words(
            "Una mano se puede disputar desde que termina; la de una partida congelada, cuando el operador "
            "la anula con `conquian games void`.",
            "A hand can be disputed from its end on; that of a frozen game, once the operator has voided it "
            "by `conquian games void`.",
            "Une manche se conteste à partir de sa fin ; celle d'une partie gelée, quand l'exploitant "
            "l'annule par `conquian games void`.",
        ),
        "dispute_closed": Words(
            "El plazo ya pasó, o la disputa se decidió o se retiró.",
            "The deadline has passed, or the dispute has been decided or withdrawn.",
            "Le délai est passé, ou le litige a été tranché ou retiré.",
        ),
        "dispute_repeated": Words(
            "Un lugar reclama por un mismo motivo sobre una mano una sola vez.",
            "One seat makes one claim about a hand only once.",
            "Une place ne fait la même réclamation sur une manche qu'une fois.",
        ),
        "dispute_command": Words(
            "Solo el reclamo `wrong_refusal` lleva una jugada, y la necesita: esta falta, tiene otra forma o"
            " acompaña a otro reclamo.",
            "Only the claim `wrong_refusal` takes a command, and it needs one: this one is missing, has"
            " another form, or comes with another claim.",
            "Seule la réclamation `wrong_refusal` prend un coup, et il le lui faut : celui-ci manque, a une"
            " autre forme ou accompagne une autre réclamation.",
        ),
        "dispute_receipt": Words(
            "El recibo nombra otra partida, o no lo firmó ninguna llave de este servicio.",
            "The receipt names another game, or no key of this service has signed it.",
            "Le reçu nomme une autre partie, ou aucune clé de ce service ne l'a signé.",
        ),
        "dispute_refusal": Words(
            "El rechazo es de otra jugada, lugar, mano o partida, o no lo firmó ninguna llave de este"
            " servicio.",
            "The refusal is of another command, seat, hand or game, or no key of this service has signed it.",
            "Le refus est d'un autre coup, d'une autre place, manche ou partie, ou aucune clé de ce"
            " service ne"
            " l'a signé.",
        ),
        "dispute_checkpoint": Words(
            "La prueba no lleva de un final de esta partida a un punto de control firmado por este servicio.",
            "The proof does not lead from an end of this game to a checkpoint that this service has signed.",
            "La preuve ne mène pas d'une fin de cette partie à un point de contrôle signé par ce service.",
        ),
        "dispute_evidence": Words(
            "A una disputa se añaden pruebas diez veces, y nunca a una que juzga la primera versión de la"
            " máquina.",
            "Evidence is added to a dispute ten times, and never to one that the first version of the machine"
            " judges.",
            "On ajoute des preuves à un litige dix fois, et jamais à un litige que juge la première"
            " version de"
            " la machine.",
        ),
        "dispute_unjudged": Words(
            "Primero falla la máquina, y quizá antes deban abrirse cartas ocultas.",
            "The machine judges first, and hidden cards may have to be revealed before.",
            "La machine juge d'abord, et des cartes cachées doivent peut-être être ouvertes avant.",
        ),
        "dispute_answered": Words(
            "El lugar ya dio antes la misma respuesta.",
            "The seat has given the same answer before.",
            "La place a déjà donné la même réponse.",
        ),
        "dispute_statements": Words(
            "El número de declaraciones en una disputa es limitado.",
            "The number of statements in a dispute is limited.",
            "Le nombre de déclarations dans un litige est limité.",
        ),
        "dispute_uncontested": Words(
            "La máquina ya decidió, y ningún lugar impugna lo que dijo.",
            "The machine has decided, and no seat contests what it said.",
            "La machine a tranché, et aucune place ne conteste ce qu'elle a dit.",
        ),
        "dispute_correction": Words(
            "Hay más o menos cantidades que lugares, o no suman cero.",
            "The amounts are more or fewer than the seats, or do not sum to zero.",
            "Il y a plus ou moins de montants que de places, ou leur somme n'est pas nulle.",
        ),
    }
)
"""Causes of all codes that are not of the rules, by code."""
