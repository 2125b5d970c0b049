"""Texts of every page: its frame, and errors."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.i18n import Message

COMMON: Final[Mapping[str, Message]] = MappingProxyType(
    {
        "common.skip": Message("Skip to the content"),
        "common.play": Message("Play"),
        "common.tournaments": Message("Tournaments"),
        "common.audit": Message("Audit"),
        "common.api": Message("API"),
        "common.pages": Message("Pages"),
        "common.language": Message("Language"),
        "common.theme": Message("Theme"),
        "common.theme_auto": Message("Auto"),
        "common.theme_light": Message("Light"),
        "common.theme_dark": Message("Dark"),
        "common.needs_script": Message(
            "This page needs JavaScript. All that it shows can be asked of the API as well."
        ),
        "common.unreachable": Message("The service cannot be reached."),
        "common.unreachable_detail": Message("Nothing is lost: try again as soon as the connection is back."),
        "common.missing": Message("There is nothing here", "page"),
        "common.missing_sentence": Message(
            "No page has this address. Perhaps a part of the link is missing."
        ),
        "common.incomplete": Message("The archive does not answer now: what it holds is missing here."),
        "common.loading": Message("Loading…"),
        "common.dealt_fairly": Message("Every deck is committed to before the deal. Anybody can check it."),
        "common.level_easy": Message("easy"),
        "common.level_normal": Message("normal"),
        "common.level_hard": Message("hard"),
        "common.level_expert": Message("expert"),
        "common.level_master": Message("master"),
        "common.label": Message("{label}:"),
        "common.guides": Message("Guides for programmers"),
    }
)
