"""What the codes of the HTTP layer are called and say in Spanish and French; in English `codes` says it."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

Said = Mapping[str, tuple[str, str]]


def both(spanish: tuple[str, str], french: tuple[str, str]) -> Said:
    """A title and a sentence in each of the two languages."""
    return MappingProxyType({"es": spanish, "fr": french})


SAYINGS: Final[Mapping[str, Said]] = MappingProxyType(
    {
        "bad_request": both(
            ("Petición mal formada", "Envía una petición HTTP bien formada."),
            ("Requête mal formée", "Envoyez une requête HTTP bien formée."),
        ),
        "malformed_json": both(
            ("JSON mal formado", "Envía exactamente un objeto JSON y nada después."),
            ("JSON mal formé", "Envoyez exactement un objet JSON et rien après."),
        ),
        "duplicate_key": both(
            ("Nombre repetido", "Da cada nombre una sola vez."),
            ("Nom répété", "Donnez chaque nom une seule fois."),
        ),
        "too_deep": both(
            ("Demasiado anidado", "Anida objetos y listas a lo más en ocho niveles."),
            ("Imbrication trop profonde", "Imbriquez objets et listes sur huit niveaux au plus."),
        ),
        "bad_encoding": both(
            ("Codificación incorrecta", "Codifica el texto en UTF-8, sin BOM, sustitutos sueltos ni NUL."),
            ("Mauvais encodage", "Encodez le texte en UTF-8, sans BOM, demi-codet isolé ni NUL."),
        ),
        "incomplete_body": both(
            ("Cuerpo incompleto", "Envía tantos bytes como anuncia Content-Length."),
            ("Corps incomplet", "Envoyez autant d'octets que Content-Length en annonce."),
        ),
        "bad_host": both(
            ("Host incorrecto", "Envía un solo Host bien formado que nombre este servicio."),
            ("Mauvais Host", "Envoyez un seul Host bien formé qui nomme ce service."),
        ),
        "token_in_url": both(
            (
                "Ficha en la URL",
                "Envía la ficha en Authorization y cámbiala por otra: las URL acaban en bitácoras.",
            ),
            (
                "Jeton dans l'URL",
                "Envoyez le jeton dans Authorization et remplacez-le : les URL finissent dans des journaux.",
            ),
        ),
        "precondition_invalid": both(
            (
                "Precondición inválida",
                'Envía If-Match como una entrada entre comillas, como "37", igual a expected_ply si lo das.',
            ),
            (
                "Précondition invalide",
                'Envoyez If-Match : une entrée entre guillemets, tel "37", égale à expected_ply s\'il y est.',
            ),
        ),
        "idempotency_key_invalid": both(
            ("Idempotency-Key inválida", "Usa de 1 a 255 caracteres ASCII visibles, solos o entre comillas."),
            (
                "Idempotency-Key invalide",
                "Utilisez de 1 à 255 caractères ASCII visibles, nus ou entre guillemets.",
            ),
        ),
        "unauthenticated": both(
            (
                "Sin identificar",
                "Envía una ficha de lugar o una clave de API válida en Authorization: Bearer.",
            ),
            (
                "Non identifié",
                "Envoyez un jeton de place ou une clé d'API valide dans Authorization: Bearer.",
            ),
        ),
        "forbidden": both(
            ("Prohibido", "Usa una ficha que permita esto."),
            ("Interdit", "Utilisez un jeton qui le permet."),
        ),
        "not_found": both(
            ("No encontrado", "Revisa la dirección; lo que no puedes ver se contesta igual."),
            ("Introuvable", "Vérifiez l'adresse ; ce que vous ne pouvez voir reçoit la même réponse."),
        ),
        "method_not_allowed": both(
            ("Método no permitido", "Usa uno de los métodos que nombra Allow."),
            ("Méthode non permise", "Utilisez une des méthodes que nomme Allow."),
        ),
        "not_acceptable": both(
            ("No aceptable", "Acepta un tipo de contenido que este recurso ofrezca."),
            ("Non acceptable", "Acceptez un type de contenu que cette ressource propose."),
        ),
        "request_timeout": both(
            ("Petición demasiado lenta", "Envía la petición entera sin largas pausas."),
            ("Requête trop lente", "Envoyez la requête entière sans longues pauses."),
        ),
        "conflict": both(
            ("Conflicto", "Lee el estado actual e inténtalo de nuevo."),
            ("Conflit", "Lisez l'état actuel et réessayez."),
        ),
        "not_before_end": both(
            ("No antes del final", "Pídelo otra vez cuando la partida esté abierta."),
            ("Pas avant la fin", "Redemandez quand la partie aura été ouverte."),
        ),
        "too_late": both(
            ("Demasiado tarde", "Lee otra vez la partida y decide lo que esté abierto ahora."),
            ("Trop tard", "Relisez la partie et décidez de ce qui est ouvert maintenant."),
        ),
        "game_over": both(
            ("Partida terminada", "Lee el resultado: esta partida ya no admite jugadas."),
            ("Partie finie", "Lisez le résultat : cette partie n'accepte plus de coups."),
        ),
        "history_rolled_back": both(
            (
                "Historia retrocedida",
                "Espera al operador: hasta que anule la partida o restaure su registro, no admite jugadas.",
            ),
            (
                "Historique reculé",
                "Attendez l'exploitant : la partie ne prend aucun coup avant d'être annulée ou rétablie.",
            ),
        ),
        "idempotency_key_expired": both(
            (
                "Idempotency-Key vencida",
                "Usa una clave nueva: esta creó una partida que terminó hace más de un día.",
            ),
            (
                "Idempotency-Key expirée",
                "Utilisez une nouvelle clé : celle-ci a créé une partie finie depuis plus d'un jour.",
            ),
        ),
        "quarantined": both(
            (
                "En cuarentena",
                "Lee lo que queda (`/events`), guarda tus recibos, avisa al operador; puedes disputar.",
            ),
            (
                "En quarantaine",
                "Lisez ce qui reste (`/events`), gardez vos reçus, prévenez le service ; contestez.",
            ),
        ),
        "foreign_key": both(
            (
                "Bajo otro secreto",
                "Avisa al operador, que comparará el secreto de este proceso; nada está dañado.",
            ),
            (
                "Sous un autre secret",
                "Prévenez l'exploitant, qui comparera le secret de ce processus ; rien n'est endommagé.",
            ),
        ),
        "stale_ply": both(
            ("Entrada superada", "Lee otra vez la partida y decide sobre su entrada actual."),
            ("Entrée dépassée", "Relisez la partie et décidez sur son entrée actuelle."),
        ),
        "record_removed": both(
            (
                "Registro retirado",
                "Su plazo terminó o el operador retiró la partida: queda a lo más su hoja en el registro.",
            ),
            (
                "Enregistrement retiré",
                "Son temps est passé, ou l'exploitant l'a retirée : il reste au plus sa feuille au journal.",
            ),
        ),
        "length_required": both(
            ("Falta la longitud", "Envía Content-Length en lugar de un cuerpo por trozos."),
            ("Longueur requise", "Envoyez Content-Length au lieu d'un corps par morceaux."),
        ),
        "body_too_large": both(
            ("Cuerpo demasiado grande", "Envía un cuerpo más pequeño."),
            ("Corps trop grand", "Envoyez un corps plus petit."),
        ),
        "uri_too_long": both(
            ("Dirección demasiado larga", "Envía una dirección más corta."),
            ("Adresse trop longue", "Envoyez une adresse plus courte."),
        ),
        "unsupported_media_type": both(
            (
                "Tipo de contenido no admitido",
                "Envía Content-Type: application/json, en UTF-8, sin codificación de contenido.",
            ),
            (
                "Type de contenu non accepté",
                "Envoyez Content-Type: application/json, en UTF-8, sans codage de contenu.",
            ),
        ),
        "validation_failed": both(
            ("Datos incorrectos", "Corrige los campos que enumera errors."),
            ("Données incorrectes", "Corrigez les champs énumérés dans errors."),
        ),
        "unknown_field": both(
            ("Campo desconocido", "Quita los campos que este recurso no conoce."),
            ("Champ inconnu", "Retirez les champs que cette ressource ne connaît pas."),
        ),
        "receipt_of_another_game": both(
            ("Recibo de otra partida", "Envía el recibo a la partida que nombra."),
            ("Reçu d'une autre partie", "Envoyez le reçu à la partie qu'il nomme."),
        ),
        "receipt_key_unknown": both(
            (
                "Llave desconocida",
                "Usa un recibo de este servicio: sus llaves están en /.well-known/conquian-keys.json.",
            ),
            (
                "Clé inconnue",
                "Utilisez un reçu de ce service : ses clés sont à /.well-known/conquian-keys.json.",
            ),
        ),
        "receipt_forged": both(
            ("Firma incorrecta", "Envía el recibo tal como se dio: su llave no firmó esto."),
            ("Signature fausse", "Envoyez le reçu tel qu'il fut donné : sa clé n'a pas signé ceci."),
        ),
        "receipt_key_retired": both(
            ("Llave retirada", "No prueba nada: a la hora del recibo esta llave ya no firmaba."),
            ("Clé retirée", "Rien n'est prouvé : à l'heure du reçu cette clé ne signait plus."),
        ),
        "name_invalid": both(
            (
                "Nombre inválido",
                "Usa de 1 a 40 caracteres, sin controles, saltos de línea ni marcas de dirección.",
            ),
            (
                "Nom invalide",
                "Utilisez de 1 à 40 caractères, sans contrôle, saut de ligne ni marque de direction.",
            ),
        ),
        "fork_position": both(
            (
                "Nada que bifurcar",
                "Nombra una entrada tras la cual se esté jugando una mano; mira /positions.",
            ),
            (
                "Rien à bifurquer",
                "Nommez une entrée après laquelle une manche se joue ; voyez /positions.",
            ),
        ),
        "fork_seats": both(
            ("Número de lugares equivocado", "Nombra tantos lugares como tiene la partida."),
            ("Mauvais nombre de places", "Nommez autant de places que la partie en a."),
        ),
        "idempotency_key_reused": both(
            ("Idempotency-Key repetida", "Usa una clave nueva: esta es de otra petición."),
            (
                "Idempotency-Key réutilisée",
                "Utilisez une nouvelle clé : celle-ci est celle d'une autre requête.",
            ),
        ),
        "precondition_required": both(
            ("Falta una precondición", "Envía If-Match, expected_ply o Idempotency-Key."),
            ("Précondition requise", "Envoyez If-Match, expected_ply ou Idempotency-Key."),
        ),
        "rate_limited": both(
            ("Demasiadas peticiones", "Espera lo que dice Retry-After."),
            ("Trop de requêtes", "Attendez ce que dit Retry-After."),
        ),
        "quota_exceeded": both(
            ("Cupo agotado", "Termina algo de lo que tienes aquí o pide más al operador."),
            ("Quota dépassé", "Finissez une partie de ce que vous avez ici, ou demandez plus à l'opérateur."),
        ),
        "headers_too_large": both(
            ("Encabezados demasiado grandes", "Envía menos encabezados y más cortos."),
            ("En-têtes trop grands", "Envoyez moins d'en-têtes, et de plus courts."),
        ),
        "internal_error": both(
            ("Error interno", "Avisa con el X-Request-Id de la respuesta; repetir la petición es seguro."),
            (
                "Erreur interne",
                "Signalez-la avec le X-Request-Id de la réponse ; la répéter est sans risque.",
            ),
        ),
        "not_implemented": both(
            ("No disponible", "Usa algo que este servicio tenga."),
            ("Non disponible", "Utilisez ce que ce service propose."),
        ),
        "store_unavailable": both(
            ("Almacén no disponible", "Repite la petición; no se escribió nada."),
            ("Stockage indisponible", "Répétez la requête ; rien n'a été écrit."),
        ),
        "archive_unavailable": both(
            (
                "Archivo no disponible",
                "Repite la petición más tarde; las partidas del almacén siguen como siempre.",
            ),
            (
                "Archives indisponibles",
                "Répétez la requête plus tard ; les parties du stockage ne sont pas touchées.",
            ),
        ),
        "catalogue_unavailable": both(
            (
                "Catálogo no disponible",
                "Repite la petición más tarde; las partidas del almacén siguen como siempre.",
            ),
            (
                "Catalogue indisponible",
                "Répétez la requête plus tard ; les parties du stockage ne sont pas touchées.",
            ),
        ),
        "installation_mismatch": both(
            (
                "Las partes del servicio no van juntas",
                "Repite la petición más tarde; no se escribió nada. El operador ve la causa en /readyz.",
            ),
            (
                "Les parties du service ne vont pas ensemble",
                "Répétez la requête plus tard ; rien n'a été écrit. L'opérateur voit la cause à /readyz.",
            ),
        ),
        "store_full": both(
            ("Almacén lleno", "Repite la petición más tarde; no se escribió nada y leer sigue funcionando."),
            ("Stockage plein", "Répétez la requête plus tard ; rien n'a été écrit et la lecture marche."),
        ),
        "outcome_unknown": both(
            (
                "Resultado desconocido",
                "Repite la petición con la misma Idempotency-Key: cuenta una sola vez.",
            ),
            ("Issue inconnue", "Répétez la requête avec la même Idempotency-Key : elle compte une fois."),
        ),
        "store_unsafe": both(
            (
                "Almacén inseguro",
                "Juega sin apuesta (opción stake 0): el almacén no guarda cada jugada; mira /readyz.",
            ),
            (
                "Stockage peu sûr",
                "Jouez sans enjeu (option stake 0) : le stockage ne garde pas chaque coup ; voyez /readyz.",
            ),
        ),
        "stream_limit": both(
            ("Demasiados flujos", "Repite la petición más tarde o pregunta cada cierto tiempo."),
            ("Trop de flux", "Répétez la requête plus tard ou interrogez de temps en temps."),
        ),
    }
)
"""By code; those that other packages register bring their own."""
