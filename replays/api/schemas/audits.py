"""Schemas of audit reports and of imports."""

from typing import Annotated, Final, NotRequired, TypedDict

from app.games.codec import Json
from app.http.fields import Choice, StrictSchema
from app.i18n import Language
from replays.audit.report import AuditResult, Check, Scope, Unchecked
from replays.audit.report_json import AuditedView, GameReportView
from replays.disputes.marks import MarksView
from replays.imports.foreign import UploadForm
from replays.imports.rows import Stage


class AuditQuery(StrictSchema):
    """Language of the report."""

    lang = Choice(Language, metadata={"description": "Adds the report in words, in this language"})


class ReportView(GameReportView, MarksView):
    """The result of an audit."""


class MarkedGameView(MarksView):
    """A game of a tournament with marks."""

    fixture: int
    game: str


_AS_OF_A_GAME: Final = "As for a game"


class TournamentReportView(AuditedView):
    """The result of an audit of the log of a tournament."""

    scope: Annotated[str, _AS_OF_A_GAME, {"enum": [*map(str, Scope)]}]
    result: Annotated[str, _AS_OF_A_GAME, {"enum": [*map(str, AuditResult)]}]
    not_checked: list[Annotated[str, _AS_OF_A_GAME, {"enum": [*map(str, Unchecked), *map(str, Check)]}]]
    tournament: str | None
    games: NotRequired[list[MarkedGameView]]


class OursView(TypedDict):
    """The service's own game of the id that an import names."""

    game: str
    plies: int
    head: Annotated[str, "Our last digest, in hex"]
    same_head: Annotated[bool, "Whether both logs are the same"]
    differs_at: Annotated[int | None, "The first ply at which they are not; null: none"]


ReceivedView = TypedDict(
    "ReceivedView",
    {
        "import": Annotated[str, "Follows from the bytes that were sent"],
        "format": Annotated[str, {"enum": [*map(str, UploadForm)]}],
        "size": Annotated[int, "Bytes that were sent"],
        "imported": Annotated[int, "When it came, ms since 1970"],
    },
)
"""What is known of an import before its audit; written so because `import` is a word of Python."""


class ImportView(ReceivedView):
    """An imported game with its audit."""

    game: Annotated[str | None, "The game that it says it is"]
    variant: str
    plies: int
    keyed: Annotated[bool, "false: moves and decks alone, so that nothing is proved of the deal"]
    head: Annotated[str | None, "Its last digest; null without keys"]
    ours: Annotated[OursView | None, "Our own game of that id; null if there is none for this reader"]
    report: ReportView


class PendingView(ReceivedView):
    """A large import that waits for its audit."""

    stage: Annotated[
        str,
        "waiting: for a worker; reading: line by line; auditing: all lines are read",
        {"enum": [str(stage) for stage in Stage if stage is not Stage.REFUSED]},
    ]
    read: Annotated[int, "Bytes of `size` that a worker has read"]


class ForeignPositionView(TypedDict):
    """A position of an imported game."""

    ply: int
    view: Annotated[Json, "As a spectator would have seen it"]
    revealed: Annotated[Json, "Every hand and the stock"]
