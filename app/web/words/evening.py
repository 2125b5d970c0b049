"""Texts of the page of an evening."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.i18n import Message

EVENING: Final[Mapping[str, Message]] = MappingProxyType(
    {
        "evening.title": Message("Evening of games"),
        "evening.lead": Message("Every hand of the tables that you play one after another, in one ledger."),
        "evening.loading": Message("Fetching the evening…"),
        "evening.results": Message("Results"),
        "evening.hand": Message("Table {table}, hand {hand}"),
        "evening.sum": Message("Total"),
        "evening.won": Message("Hands won"),
        "evening.none": Message("No hand has ended yet."),
        "evening.house": Message("The house has {amount}."),
        "evening.guest": Message("Guest {number}"),
        "evening.playing": Message("Table {table} is being played: {variant}."),
        "evening.deal_passes": Message("The deal passes on to {name}."),
        "evening.to_table": Message("To the table"),
        "evening.another": Message("Another table for this evening"),
        "evening.take": Message("Share and keep"),
        "evening.address": Message("Link to this evening"),
        "evening.csv": Message("Save as CSV"),
    }
)
