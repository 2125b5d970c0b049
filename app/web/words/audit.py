"""What the page says that checks records and bundles."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.games.languages import Words

AUDIT: Final[Mapping[str, Words]] = MappingProxyType(
    {
        "audit.title": Words("Auditar una partida", "Audit a game", "Vérifier une partie"),
        "audit.lead": Words(
            "Suelta aquí el registro de una partida o un paquete de pruebas. Se comprueba en este "
            "navegador y nada sale de tu equipo.",
            "Drop the record of a game or a bundle of evidence here. It is checked in this browser, and "
            "nothing leaves your computer.",
            "Déposez ici l'enregistrement d'une partie ou un dossier de preuves. Tout se vérifie dans ce "
            "navigateur et rien ne quitte votre ordinateur.",
        ),
        "audit.choose": Words("Elegir archivos", "Choose files", "Choisir des fichiers"),
        "audit.beside": Words(
            "Junto con el registro puedes soltar una lista de llaves, recibos que guardaste y, de una "
            "bifurcación, el registro de su origen.",
            "With the record you may drop a key list, receipts that you kept and, for a fork, the record "
            "of its parent.",
            "Avec l'enregistrement vous pouvez déposer une liste de clés, des reçus gardés et, pour une "
            "bifurcation, l'enregistrement de son origine.",
        ),
        "audit.service_keys": Words(
            "Confiar en las llaves que publica este servicio",
            "Trust the keys that this service publishes",
            "Se fier aux clés que publie ce service",
        ),
        "audit.keys_of_service": Words(
            "las que publica este servicio ahora",
            "those that this service publishes now",
            "celles que publie ce service à présent",
        ),
        "audit.service_marks": Words(
            "Preguntar a este servicio por recibos contradichos y disputas",
            "Ask this service for contradicted receipts and disputes",
            "Demander à ce service les reçus contredits et les litiges",
        ),
        "audit.marks_of_service": Words(
            "de este servicio ahora; recibos: {receipts}, disputas: {disputes}",
            "from this service now; receipts: {receipts}, disputes: {disputes}",
            "de ce service à présent ; reçus : {receipts}, litiges : {disputes}",
        ),
        "audit.no_marks": Words(
            "Este servicio no dijo nada de esta partida: no la tiene, no la muestra o no contesta.",
            "This service said nothing of this game: it does not have it, show it, or answer at all.",
            "Ce service n'a rien dit de cette partie : il ne l'a pas, ne la montre pas ou ne répond pas.",
        ),
        "audit.keys_inside": Words(
            "Las llaves vienen del propio paquete: compáralas con una copia que hayas obtenido por otro "
            "lado.",
            "The keys come from the bundle itself: compare them with a copy that you got elsewhere.",
            "Les clés viennent du dossier lui-même : comparez-les à une copie obtenue ailleurs.",
        ),
        "audit.forget": Words("Empezar de nuevo", "Start again", "Recommencer"),
        "audit.kind_record": Words("Registro", "Record", "Enregistrement"),
        "audit.kind_keys": Words("Llaves", "Keys", "Clés"),
        "audit.kind_receipts": Words("Recibos", "Receipts", "Reçus"),
        "audit.kind_parent": Words("Origen", "Parent", "Origine"),
        "audit.kind_dispute": Words("Disputa", "Dispute", "Litige"),
        "audit.kind_marks": Words("Marcas", "Marks", "Marques"),
        "audit.unreadable": Words(
            "el archivo no se puede leer", "the file cannot be read", "le fichier ne peut être lu"
        ),
        "audit.no_record_inside": Words(
            "este zip no es un paquete de pruebas: no trae game.record",
            "this zip file is no bundle of evidence: it has no game.record",
            "ce zip n'est pas un dossier de preuves : il n'a pas de game.record",
        ),
        "audit.is_text": Words(
            "es la notación, que dice lo mismo en menos líneas pero sin sellos; `conquian audit` la "
            "comprueba, o toma aquí el registro de esa partida",
            "this is the notation, which tells the same in fewer lines but has no seals; `conquian "
            "audit` checks it, or take the record of that game here",
            "c'est la notation, qui dit la même chose en moins de lignes mais sans sceaux ; `conquian "
            "audit` la vérifie, ou prenez ici l'enregistrement de cette partie",
        ),
        "audit.dispute_title": Words("La disputa", "The dispute", "Le litige"),
        "audit.dispute_clean": Words(
            "En el paquete de la disputa concuerda todo: el orden de las entradas, quién habló y cuándo, el "
            "veredicto, que se juzgó aquí de nuevo, y los demás archivos.",
            "In the bundle of the dispute everything agrees: the order of the entries, who spoke and when, "
            "the verdict, which was judged anew here, and the other files.",
            "Dans le dossier du litige tout concorde : l'ordre des entrées, qui a parlé et quand, le "
            "verdict, qui a été rejugé ici, et les autres fichiers.",
        ),
        "audit.replayed": Words("La partida del archivo", "The game of the file", "La partie du fichier"),
        "audit.from_memory": Words(
            "Se muestra desde la memoria de este navegador, tal como está en el archivo.",
            "It is shown from the memory of this browser, as it stands in the file.",
            "Elle est montrée depuis la mémoire de ce navigateur, telle qu'elle est dans le fichier.",
        ),
        "audit.no_replay": Words(
            "Su primera entrada no se puede leer: de este archivo no se puede mostrar ninguna posición.",
            "Its first entry cannot be read: of this file no position can be shown.",
            "Sa première entrée ne peut être lue : de ce fichier aucune position ne peut être montrée.",
        ),
        "audit.at_service": Words(
            "La copia que tiene este servicio",
            "The copy that this service has",
            "La copie que détient ce service",
        ),
        "audit.offline": Words(
            "¿Desconfías también de esta página? El mismo verificador funciona sin ella y sin red:",
            "Do you distrust this page too? The same verifier runs without it and without a network:",
            "Vous méfiez-vous aussi de cette page ? Le même vérificateur marche sans elle et sans réseau :",
        ),
        "audit.verifier": Words(
            "la página del verificador", "the verifier's own page", "la page du vérificateur"
        ),
    }
)
