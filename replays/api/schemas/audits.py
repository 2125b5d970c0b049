"""Schemas of audit reports.

Schemas of imports.
"""

from collections.abc import Iterable

from marshmallow import Schema, fields

from app.http.fields import Choice, StrictSchema
from app.i18n import Language
from replays.api.schemas.marks import MarksView
from replays.audit.report import AuditResult, Cause, Check, Scope, Unchecked
from replays.imports.foreign import UploadForm
from replays.imports.rows import Stage

_CHECKS = ", ".join(Check)


class AuditQuery(StrictSchema):
    """Language of the report."""

    lang = Choice(Language, metadata={"description": "Adds the report in words, in this language"})


class FindingView(Schema):
    """A finding."""

    ply = fields.Integer(metadata={"description": "The entry concerned; 0 for the header of the record"})
    check = fields.String(
        metadata={"description": "The check that found it", "enum": [str(one) for one in Check]}
    )
    rule = fields.String(allow_none=True, metadata={"description": "Paragraph of the rules"})
    detail = fields.String()
    evidence = fields.Dict(metadata={"description": "What was recorded and what should be"})
    cause = fields.String(
        metadata={
            "enum": [*map(str, Cause)],
            "description": "What it is of; `page` says of each who could have caused it and what follows",
        }
    )


class CheckView(Schema):
    """Coverage of a check."""

    check = fields.String(metadata={"enum": [str(one) for one in Check]})
    looked = fields.Integer(metadata={"description": "Plies it was made on"})
    left_out = fields.Integer(metadata={"description": "Plies it could not be made on"})


class ReportView(MarksView):
    """The result of an audit."""

    scope = fields.String(
        metadata={
            "enum": [str(one) for one in Scope],
            "description": "public: the game is not over, so only what is public could be checked; "
            "moves: it was told without its keys; receipts: receipts alone, in no answer of the service",
        }
    )
    game = fields.String(allow_none=True)
    plies = fields.Integer()
    digest = fields.String(
        allow_none=True, metadata={"description": "The last digest, to compare with one you kept"}
    )
    clean = fields.Boolean(metadata={"description": "Whether `result` is `clean`"})
    result = fields.String(
        metadata={
            "enum": [*map(str, AuditResult)],
            "description": "clean: everything was checked and nothing was found; incomplete: nothing was "
            "found, but what `not_checked` names was not checked or is absent; findings: something was found",
        }
    )
    not_checked = fields.List(
        fields.String(metadata={"enum": [*map(str, Unchecked), *map(str, Check)]}),
        metadata={
            "description": "keys: no list was trusted; signature: nothing is signed; checkpoint: none covers "
            "the end yet; hidden: not opened; deck: its keys are missing; parent_record: of a fork; log: "
            "receipts alone; else a check with `left_out`"
        },
    )
    findings = fields.List(fields.Nested(FindingView))
    checks = fields.List(fields.Nested(CheckView))
    page = fields.String(
        metadata={"x-optional": True, "description": "The report in words, where `lang` asks for it"}
    )


def _as_of_a_game(values: Iterable[str]) -> fields.String:
    """Return the field for one of `values`, described in the report on a game."""
    return fields.String(metadata={"enum": [*map(str, values)], "description": "As for a game"})


class MarkedGameView(MarksView):
    """A game of a tournament with marks."""

    fixture = fields.Integer()
    game = fields.String()


class TournamentReportView(ReportView):
    """The result of an audit of the log of a tournament."""

    class Meta:
        """A tournament is no game."""

        exclude = ("game", "contradictions", "disputes")

    scope = _as_of_a_game(Scope)
    result = _as_of_a_game(AuditResult)
    not_checked = fields.List(_as_of_a_game((*Unchecked, *Check)))
    tournament = fields.String(allow_none=True)
    games = fields.List(fields.Nested(MarkedGameView), metadata={"x-optional": True})


class OursView(Schema):
    """The service's own game of the id that an import names."""

    game = fields.String()
    plies = fields.Integer()
    head = fields.String(metadata={"description": "Our last digest, in hex"})
    same_head = fields.Boolean(metadata={"description": "Whether both logs are the same"})
    differs_at = fields.Integer(
        allow_none=True, metadata={"description": "The first ply at which they are not; null: none"}
    )


class ImportView(Schema):
    """An imported game with its audit."""

    id = fields.String(data_key="import", metadata={"description": "Follows from the bytes that were sent"})
    format = fields.String(metadata={"enum": [str(form) for form in UploadForm]})
    size = fields.Integer(metadata={"description": "Bytes that were sent"})
    imported = fields.Integer(metadata={"description": "When it came, ms since 1970"})
    game = fields.String(allow_none=True, metadata={"description": "The game that it says it is"})
    variant = fields.String()
    plies = fields.Integer()
    keyed = fields.Boolean(
        metadata={"description": "false: moves and decks alone, so that nothing is proved of the deal"}
    )
    head = fields.String(allow_none=True, metadata={"description": "Its last digest; null without keys"})
    ours = fields.Nested(
        OursView,
        allow_none=True,
        metadata={"description": "Our own game of that id; null if there is none for this reader"},
    )
    report = fields.Nested(ReportView)


class PendingView(Schema):
    """A large import that waits for its audit."""

    id = fields.String(
        required=True, data_key="import", metadata={"description": "Follows from the bytes that were sent"}
    )
    format = fields.String(required=True, metadata={"enum": [str(form) for form in UploadForm]})
    size = fields.Integer(required=True, metadata={"description": "Bytes that were sent"})
    imported = fields.Integer(required=True, metadata={"description": "When it came, ms since 1970"})
    stage = fields.String(
        required=True,
        metadata={
            "enum": [str(stage) for stage in Stage if stage is not Stage.REFUSED],
            "description": "waiting: for a worker; reading: line by line; auditing: all lines are read",
        },
    )
    read = fields.Integer(required=True, metadata={"description": "Bytes of `size` that a worker has read"})


class ForeignPositionView(Schema):
    """A position of an imported game."""

    ply = fields.Integer()
    view = fields.Dict(metadata={"description": "As a spectator would have seen it"})
    revealed = fields.Dict(metadata={"description": "Every hand and the stock"})
