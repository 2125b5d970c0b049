"""Names of the variants of the family, and one sentence about each."""

from app.games.descriptions import About
from app.i18n import Message

MEXICAN_3 = About(
    Message("Mexican Conquian for three"),
    Message("Three players, eight cards, nine melded to go out, and anybody may be forced."),
)
MEXICAN_2 = About(
    Message("Mexican Conquian for two"),
    Message("Two players, nine cards, ten melded to go out; first each passes one card."),
)
PACO = About(
    Message("Paco"),
    Message("Two to twelve players with five packs, sets of identical cards, and cards that pay."),
)
PACO_TEAMS = About(
    Message("Paco in teams"),
    Message("Paco between two teams, seated in turn, who win and pay together."),
)
NORTH_AMERICAN = About(
    Message("North American Conquian"),
    Message("Two players, ten cards, eleven melded to go out, no exchange, and folding allowed."),
)
FOSTER_NUMERAL = About(
    Message("Foster's Conquian"),
    Message("The North American game with the forty numeral cards, ace to ten."),
)
ENCYCLOPEDIA_ES = About(
    Message("Encyclopedia Conquian"),
    Message("The game to eleven cards as a Spanish encyclopedia sums it up, without folding."),
)
FRENCH_PAGE = About(
    Message("French Conquian"),
    Message("The game to eleven in which every set holds a card turned from the stock, and the last is one."),
)
CAESARS = About(
    Message("Caesar's Club Conquian"),
    Message(
        "Two players, up to four where the table chooses so, with nine cards and the stakes of the club."
    ),
)
NAVAJO_TENS = About(
    Message("Navajo Tens"),
    Message("Two to seven players with two packs; the first in order may claim what another leaves."),
)
FOUR_DEAL = About(
    Message("Four-deal Conquian"),
    Message("Two players and four deals that grow from eight to eleven cards."),
)
CUSTOM = About(
    Message("House rules"),
    Message("A sheet that the table put together freely."),
)
