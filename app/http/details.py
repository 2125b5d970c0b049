"""What a refusal says of a field or of a body in Spanish and French; the English is where it is raised."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.games.languages import Language, Phrasebook

DETAILS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "Missing data for required field.": ("Falta este campo.", "Ce champ manque."),
        "Field may not be null.": ("Este campo no puede ser null.", "Ce champ ne peut être null."),
        "Not a valid integer.": ("Hace falta un número entero.", "Il faut un nombre entier."),
        "Not a valid string.": ("Hace falta un texto.", "Il faut un texte."),
        "Not a valid boolean.": ("Hace falta true o false.", "Il faut true ou false."),
        "Not a valid list.": ("Hace falta una lista.", "Il faut une liste."),
        "An object is needed here.": ("Hace falta un objeto.", "Il faut un objet."),
        "Must be one of: {}.": ("Tiene que ser uno de: {}.", "Doit être l'un de : {}."),
        "Must be greater than or equal to {} and less than or equal to {}.": (
            "Tiene que estar entre {} y {}.",
            "Doit être compris entre {} et {}.",
        ),
        "Must be greater than or equal to {}.": ("Tiene que ser al menos {}.", "Doit être au moins {}."),
        "Must be less than or equal to {}.": ("Tiene que ser a lo más {}.", "Doit être au plus {}."),
        "Length must be between {} and {}.": (
            "La longitud tiene que estar entre {} y {}.",
            "La longueur doit être comprise entre {} et {}.",
        ),
        "Shorter than minimum length {}.": ("La longitud mínima es {}.", "La longueur minimale est {}."),
        "Longer than maximum length {}.": ("La longitud máxima es {}.", "La longueur maximale est {}."),
        "This text must match {}.": (
            "Este texto tiene que coincidir con {}.",
            "Ce texte doit correspondre à {}.",
        ),
        "A card is a rank and a suit, like 7O, 12B, Td or Kh.": (
            "Una carta es un rango y un palo, como 7O, 12B, Td o Kh.",
            "Une carte est un rang et une couleur, comme 7O, 12B, Td ou Kh.",
        ),
        "Control characters and line breaks are not allowed.": (
            "No se admiten caracteres de control ni saltos de línea.",
            "Caractères de contrôle et sauts de ligne ne sont pas admis.",
        ),
        "A name has 1 to {} visible characters and neither starts nor ends with a blank.": (
            "Un nombre tiene de 1 a {} caracteres visibles, sin espacio al principio ni al final.",
            "Un nom a de 1 à {} caractères visibles, sans espace au début ni à la fin.",
        ),
        "This field is not known here.": ("Este campo no se conoce aquí.", "Ce champ n'est pas connu ici."),
        "This resource takes no query parameters.": (
            "Este recurso no admite parámetros de consulta.",
            "Cette ressource n'admet pas de paramètres de requête.",
        ),
        "This type needs it.": ("Este tipo lo necesita.", "Ce type en a besoin."),
        "This type does not take it.": ("Este tipo no lo admite.", "Ce type ne l'admet pas."),
        "This type has exactly one of {}.": (
            "Este tipo tiene exactamente uno de {}.",
            "Ce type a exactement l'un de {}.",
        ),
        "This type has at least one of {}.": (
            "Este tipo tiene al menos uno de {}.",
            "Ce type a au moins l'un de {}.",
        ),
        "A cursor is what the page before gave as next.": (
            "Un cursor es lo que la página anterior dio como next.",
            "Un curseur est ce que la page précédente a donné comme next.",
        ),
        "The variants are {}.": ("Las variantes son {}.", "Les variantes sont {}."),
        "The bots are {}.": ("Los bots son {}.", "Les bots sont {}."),
        "Name the bot.": ("Nombra el bot.", "Nommez le bot."),
        "A seat is {}.": ("Un lugar es {}.", "Une place est {}."),
        "Such a seat has the one field bot, the one field player, or the one field invitation.": (
            "Un lugar así tiene un solo campo: bot, player o invitation.",
            "Une telle place a un seul champ : bot, player ou invitation.",
        ),
        'Only one seat can be "me".': ('Solo un lugar puede ser "me".', 'Une seule place peut être "me".'),
        "An invitation is asked for by true.": (
            "Una invitación se pide con true.",
            "Une invitation se demande par true.",
        ),
        "A player is named by its id, p- and 24 characters.": (
            "Un jugador se nombra por su id, p- y 24 caracteres.",
            "Un joueur se nomme par son id, p- et 24 caractères.",
        ),
        "A code names its seat itself.": ("Un código ya nombra su lugar.", "Un code nomme déjà sa place."),
        "A result is that of an entrant; name it, too.": (
            "Un resultado es el de un participante; nómbralo también.",
            "Un résultat est celui d'un participant ; nommez-le aussi.",
        ),
        "The options are an object.": ("Las opciones son un objeto.", "Les options sont un objet."),
        "An option is true, false, a whole number, a word or null.": (
            "Una opción es true, false, un número entero, una palabra o null.",
            "Une option est true, false, un nombre entier, un mot ou null.",
        ),
        "A rules sheet is an object.": (
            "Una hoja de reglas es un objeto.",
            "Une feuille de règles est un objet.",
        ),
        "A sheet stands instead of the variant; it may name one itself.": (
            "Una hoja sustituye a la variante; ella misma puede nombrar una.",
            "Une feuille remplace la variante ; elle peut en nommer une.",
        ),
        "Name a variant, or give a sheet as rules.": (
            "Nombra una variante o da una hoja en rules.",
            "Nommez une variante ou donnez une feuille dans rules.",
        ),
        "Name something that shall change.": ("Nombra algo que deba cambiar.", "Nommez ce qui doit changer."),
        "The rulebook of the game has no such paragraph.": (
            "El reglamento de la partida no tiene ese párrafo.",
            "Le règlement de la partie n'a pas ce paragraphe.",
        ),
        "The address begins with https:// or http://.": (
            "La dirección empieza por https:// o http://.",
            "L'adresse commence par https:// ou http://.",
        ),
        "An address holds no user and no password.": (
            "Una dirección no lleva usuario ni contraseña.",
            "Une adresse ne porte ni utilisateur ni mot de passe.",
        ),
        "The port is 443, 80 or one above 1024.": (
            "El puerto es 443, 80 o uno mayor que 1024.",
            "Le port est 443, 80 ou supérieur à 1024.",
        ),
        "This address is not one of the public internet, nor in CONQUIAN_WEBHOOK_NETWORKS of the service.": (
            "Esta dirección no es de la internet pública ni está en CONQUIAN_WEBHOOK_NETWORKS del servicio.",
            "Cette adresse n'est ni de l'internet public, ni dans CONQUIAN_WEBHOOK_NETWORKS du service.",
        ),
        "The body must be a JSON object.": (
            "El cuerpo tiene que ser un objeto JSON.",
            "Le corps doit être un objet JSON.",
        ),
        "The body is empty; a JSON object is needed.": (
            "El cuerpo está vacío; hace falta un objeto JSON.",
            "Le corps est vide ; il faut un objet JSON.",
        ),
        "The body is not valid JSON at character {}.": (
            "El cuerpo no es JSON válido en el carácter {}.",
            "Le corps n'est pas du JSON valide au caractère {}.",
        ),
        "The body may have at most {} bytes.": (
            "El cuerpo puede tener a lo más {} bytes.",
            "Le corps peut avoir au plus {} octets.",
        ),
        "Send Content-Type: {}, in UTF-8, without content coding.": (
            "Envía Content-Type: {}, en UTF-8 y sin compresión.",
            "Envoyez Content-Type: {}, en UTF-8 et sans compression.",
        ),
        "Give every query parameter once.": (
            "Da cada parámetro de consulta una sola vez.",
            "Donnez chaque paramètre de requête une seule fois.",
        ),
        "NaN and Infinity are not JSON numbers.": (
            "NaN e Infinity no son números de JSON.",
            "NaN et Infinity ne sont pas des nombres de JSON.",
        ),
        "Read the dispute again and decide on its current ply.": (
            "Lee otra vez la disputa y decide sobre su entrada actual.",
            "Relisez le litige et décidez sur son entrée actuelle.",
        ),
        "A number is too large.": ("Un número es demasiado grande.", "Un nombre est trop grand."),
    }
)
"""By the English sentence, in which {} is what differs from one time to another."""

_BOOK: Final = Phrasebook(DETAILS)


def detail_in(language: str, detail: str) -> str | None:
    """What `detail` says, in Spanish or French; None where that is not known."""
    return _BOOK.told(detail, Language(language))
