"""What the variants of the family are called, and one sentence about each."""

from dataclasses import dataclass

from app.games.languages import Words


@dataclass(frozen=True, slots=True)
class About:
    """The name of a variant and a sentence that tells it from the others."""

    name: Words
    sentence: Words


MEXICAN_3 = About(
    Words(
        "Conquián mexicano de tres (tercerilla)", "Mexican Conquian for three", "Conquian mexicain à trois"
    ),
    Words(
        "Tres jugadores, ocho cartas, nueve bajadas para salir, y cualquiera puede ser forzado.",
        "Three players, eight cards, nine melded to go out, and anybody may be forced.",
        "Trois joueurs, huit cartes, neuf étalées pour sortir, et chacun peut être forcé.",
    ),
)
MEXICAN_2 = About(
    Words("Conquián mexicano de dos", "Mexican Conquian for two", "Conquian mexicain à deux"),
    Words(
        "Dos jugadores, nueve cartas, diez bajadas para salir; antes cada quien pasa una carta.",
        "Two players, nine cards, ten melded to go out; first each passes one card.",
        "Deux joueurs, neuf cartes, dix étalées pour sortir ; chacun donne d'abord une carte.",
    ),
)
PACO = About(
    Words("Paco", "Paco", "Paco"),
    Words(
        "De dos a doce jugadores con cinco barajas, tercias de cartas idénticas y cartas que pagan.",
        "Two to twelve players with five packs, sets of identical cards, and cards that pay.",
        "De deux à douze joueurs avec cinq jeux, des groupes identiques et des cartes payantes.",
    ),
)
PACO_TEAMS = About(
    Words("Paco por equipos", "Paco in teams", "Paco par équipes"),
    Words(
        "Paco entre dos equipos sentados de manera alternada, que ganan y pagan juntos.",
        "Paco between two teams, seated in turn, who win and pay together.",
        "Le Paco entre deux équipes assises en alternance, qui gagnent et paient ensemble.",
    ),
)
NORTH_AMERICAN = About(
    Words("Conquián norteamericano", "North American Conquian", "Conquian nord-américain"),
    Words(
        "Dos jugadores, diez cartas, once bajadas para salir, sin cambio y con retirada.",
        "Two players, ten cards, eleven melded to go out, no exchange, and folding allowed.",
        "Deux joueurs, dix cartes, onze étalées pour sortir, sans échange, abandon permis.",
    ),
)
FOSTER_NUMERAL = About(
    Words("Conquián de Foster", "Foster's Conquian", "Conquian de Foster"),
    Words(
        "El norteamericano con las cuarenta cartas numeradas, del as al diez.",
        "The North American game with the forty numeral cards, ace to ten.",
        "Le jeu nord-américain avec les quarante cartes numérales, de l'as au dix.",
    ),
)
ENCYCLOPEDIA_ES = About(
    Words("Conquián de enciclopedia", "Encyclopedia Conquian", "Conquian d'encyclopédie"),
    Words(
        "El juego a once cartas como lo resume una enciclopedia en español, sin retirada.",
        "The game to eleven cards as a Spanish encyclopedia sums it up, without folding.",
        "Le jeu à onze cartes tel que le résume une encyclopédie espagnole, sans abandon.",
    ),
)
FRENCH_PAGE = About(
    Words("Conquián a la francesa", "French Conquian", "Conquian à la française"),
    Words(
        "El juego a once en que cada tercia lleva una carta volteada de la baceta, como lo es la última.",
        "The game to eleven in which every set holds a card turned from the stock, and the last is one.",
        "Le jeu à onze où chaque groupe contient une carte du talon, et la dernière carte en vient.",
    ),
)
CAESARS = About(
    Words("Conquián del club Caesar's", "Caesar's Club Conquian", "Conquian du club Caesar's"),
    Words(
        "Dos jugadores, o hasta cuatro si la mesa lo elige, con nueve cartas y las apuestas del club.",
        "Two players, up to four where the table chooses so, with nine cards and the stakes of the club.",
        "Deux joueurs, ou jusqu'à quatre au choix de la table, avec neuf cartes et les enjeux du club.",
    ),
)
NAVAJO_TENS = About(
    Words("Dieces navajos", "Navajo Tens", "Dix navajos"),
    Words(
        "De dos a siete jugadores con dos barajas; el primero en orden puede pedir la carta que otro deja.",
        "Two to seven players with two packs; the first in order may claim what another leaves.",
        "De deux à sept joueurs avec deux jeux ; le premier dans l'ordre réclame la carte laissée.",
    ),
)
FOUR_DEAL = About(
    Words("Conquián de cuatro manos", "Four-deal Conquian", "Conquian en quatre manches"),
    Words(
        "Dos jugadores y cuatro manos que crecen de ocho a once cartas.",
        "Two players and four deals that grow from eight to eleven cards.",
        "Deux joueurs et quatre manches qui passent de huit à onze cartes.",
    ),
)
CUSTOM = About(
    Words("Reglas de la casa", "House rules", "Règles de la maison"),
    Words(
        "Una hoja que la mesa compuso a su gusto.",
        "A sheet that the table put together freely.",
        "Une feuille que la table a composée librement.",
    ),
)
