"""What every page says: the frame around it, and what goes wrong anywhere."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.games.languages import Words

COMMON: Final[Mapping[str, Words]] = MappingProxyType(
    {
        "common.skip": Words("Ir al contenido", "Skip to the content", "Aller au contenu"),
        "common.play": Words("Jugar", "Play", "Jouer"),
        "common.tournaments": Words("Torneos", "Tournaments", "Tournois"),
        "common.audit": Words("Auditar", "Audit", "Vérifier"),
        "common.api": Words("API", "API", "API"),
        "common.pages": Words("Páginas", "Pages", "Pages"),
        "common.language": Words("Idioma", "Language", "Langue"),
        "common.theme": Words("Tema", "Theme", "Thème"),
        "common.theme_auto": Words("Auto", "Auto", "Auto"),
        "common.theme_light": Words("Claro", "Light", "Clair"),
        "common.theme_dark": Words("Oscuro", "Dark", "Sombre"),
        "common.needs_script": Words(
            "Esta página necesita JavaScript. Todo lo que muestra se puede pedir también a la API.",
            "This page needs JavaScript. All that it shows can be asked of the API as well.",
            "Cette page a besoin de JavaScript. Tout ce qu'elle montre se demande aussi à l'API.",
        ),
        "common.unreachable": Words(
            "No hay conexión con el servicio.",
            "The service cannot be reached.",
            "Le service est injoignable.",
        ),
        "common.unreachable_detail": Words(
            "No se perdió nada: en cuanto vuelva la conexión se puede intentar de nuevo.",
            "Nothing is lost: try again as soon as the connection is back.",
            "Rien n'est perdu : réessayez dès que la connexion revient.",
        ),
        "common.missing": Words("Aquí no hay nada", "There is nothing here", "Il n'y a rien ici"),
        "common.missing_sentence": Words(
            "Ninguna página tiene esta dirección. Quizá al enlace le falta un pedazo.",
            "No page has this address. Perhaps a part of the link is missing.",
            "Aucune page n'a cette adresse. Il manque peut-être un bout du lien.",
        ),
        "common.incomplete": Words(
            "El archivo no responde ahora: lo que guarda falta aquí.",
            "The archive does not answer now: what it holds is missing here.",
            "L'archive ne répond pas pour le moment : ce qu'elle contient manque ici.",
        ),
        "common.loading": Words("Cargando…", "Loading…", "Chargement…"),
        "common.dealt_fairly": Words(
            "Cada mazo queda comprometido antes de repartir. Cualquiera puede comprobarlo.",
            "Every deck is committed to before the deal. Anybody can check it.",
            "Chaque jeu est engagé avant la donne. Chacun peut le vérifier.",
        ),
        "common.level_easy": Words("fácil", "easy", "facile"),
        "common.level_normal": Words("normal", "normal", "normal"),
        "common.level_hard": Words("difícil", "hard", "difficile"),
        "common.level_expert": Words("experto", "expert", "expert"),
        "common.level_master": Words("maestro", "master", "maître"),
        "common.label": Words("{label}:", "{label}:", "{label} :"),
        "common.guides": Words("Guías para programar", "Guides for programmers", "Guides pour programmer"),
    }
)
