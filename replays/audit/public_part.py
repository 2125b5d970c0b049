"""The checks of the public part of a log: its form, numbers, digests, clock, rules and ledger."""

import re
from collections.abc import Sequence, Set
from typing import Any, Final, TypeGuard

from app.games.codec import Json
from app.games.game import Game
from app.games.registry import GAMES, USUAL
from app.games.table.events import HandSettled, HouseCharged
from app.i18n import Message
from app.service.entry_codec import FORMAT_VERSION, HOST, RULES_VERSION, SYSTEM, rules_hash
from app.store.entry import digest
from app.store.keys import is_game_id
from replays.audit.chain import Link, events, opening, present
from replays.audit.confirmed import NOTHING_CONFIRMED, Confirmed
from replays.audit.report import Check, ReportBuilder
from replays.record.format import ENDS, PUBLIC_MEMBERS, is_hash, is_key, is_pin
from replays.record.untrusted_values import wrong_field

_FIRST: Final = PUBLIC_MEMBERS | {"rules_hash", "rules_version"}
_FIRST_MAY: Final = {"rulebook", "receipt_key"}
"""Members of the first entry that older logs do not have."""

_ACTOR: Final = re.compile(r"host|system|seat:(0|[1-9][0-9]?)")
_CHECKS: Final = (Check.FORMAT, Check.GAPS, Check.DIGESTS, Check.ACTORS, Check.TIMES, Check.END)


def check_public(
    builder: ReportBuilder, links: Sequence[Link | None], confirmed: Confirmed = NOTHING_CONFIRMED
) -> None:
    """Check everything public; None stands for an entry that could not be read.

    The first entries are `confirmed`: they have no faults, so they only count.
    """
    rest = links[confirmed.plies :]
    _check_forms(builder, links, confirmed.plies)
    _check_gaps(builder, rest, confirmed.plies)
    _check_digests(builder, rest, confirmed.digest)
    _check_people(builder, links, confirmed)
    _check_rules(builder, links, confirmed)
    _check_promises(builder, links, confirmed)
    _check_money(builder, rest, confirmed)
    _check_end(builder, rest, confirmed.ended_at)
    unread = sum(link is None for link in rest)
    builder.looked(*_CHECKS, plies=len(links) - unread)
    builder.left_out(*_CHECKS, plies=unread)


def _check_forms(builder: ReportBuilder, links: Sequence[Link | None], confirmed: int) -> None:
    begun = opening(links)
    game = begun[1].get("game") if begun else None
    for at, link in enumerate(links[confirmed:], confirmed):
        members, may = (_FIRST, _FIRST_MAY) if at == 0 else (PUBLIC_MEMBERS, set())
        wrong = _form_fault(link.document, members, may, game) if link else None
        if link and wrong:
            builder.find(Check.FORMAT, link.ply, wrong)


_FAULTS: Final = (
    Message("v is not {version}").filled(version=FORMAT_VERSION),
    Message("game is not the game of the first entry"),
    Message("command is not an object"),
    Message("events are not objects that name their type"),
    Message("receipt_key is not the id of a key"),
    Message("seals are not pairs of audience and hash in rising order"),
)
"""What can be wrong with the form of a public part, in the order of the tests."""


def _form_fault(document: Json, members: Set[str], may: Set[str], game: Any) -> Message | None:
    if set(document) - may != members:
        return Message("the public part does not have the members {names}").filled(names=str(sorted(members)))
    tests = (
        type(document["v"]) is int and document["v"] == FORMAT_VERSION,
        document["game"] == game and is_game_id(str(game)),
        isinstance(document["command"], dict),
        _are_events(document["events"]),
        is_key(document.get("receipt_key", "0" * 16)),
        _are_seals(document["seals"]),
    )
    return next((fault for fault, right in zip(_FAULTS, tests, strict=True) if not right), None)


def _are_events(value: Any) -> bool:
    named = isinstance(value, list) and bool(value)
    return named and all(isinstance(item, dict) and isinstance(item.get("type"), str) for item in value)


def _are_seals(value: Any) -> bool:
    if not isinstance(value, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in value):
        return False
    audiences = [pair[0] for pair in value]
    numbers = all(type(audience) is int and 0 <= audience <= 255 for audience in audiences)
    return numbers and audiences == sorted(set(audiences)) and all(is_hash(pair[1]) for pair in value)


def _check_gaps(builder: ReportBuilder, links: Sequence[Link | None], last: int) -> None:
    strays = 0
    for link in links:
        due = last + strays + 1
        claim = link.document.get("ply") if link else None
        if link is None or type(claim) is not int or claim != link.ply:
            strays += 1
            if link:
                builder.find(Check.GAPS, link.ply, Message("the entry here has another number"), found=claim)
            continue
        if claim > due:
            builder.find(
                Check.GAPS,
                due,
                Message("entry {ply} is missing here").filled(ply=due),
                expected=due,
                found=claim,
            )
        last, strays = claim, 0


def _check_digests(builder: ReportBuilder, links: Sequence[Link | None], digest_before: bytes) -> None:
    before = [digest_before]
    for link in links:
        if link is None:
            before = []
            continue
        # From the digest as recorded, or as it should be, or from before an entry that was put in, so that
        # one change is one finding.
        made = [digest(each, link.public) for each in before]
        wrong = bool(made) and link.digest not in made
        if wrong:
            detail = Message("the digest does not follow from the entry and the one before")
            builder.find(Check.DIGESTS, link.ply, detail, recorded=link.digest, computed=made[0])
        before = [link.digest, made[0], before[0]] if wrong else [link.digest]


def _check_people(builder: ReportBuilder, links: Sequence[Link | None], confirmed: Confirmed) -> None:
    begun = opening(links)
    seats = begun[1].get("seats") if begun else None
    plans = seats if isinstance(seats, list) else []
    if begun is None:
        builder.left_out(Check.ACTORS)  # the seats of the table are unknown
    timeless = all(isinstance(plan, dict) and plan.get("kind") == "bot" for plan in plans) and bool(plans)
    latest = confirmed.time
    for at, link in enumerate(links[confirmed.plies :], confirmed.plies):
        if link is None:
            continue
        _check_actor(builder, link, at == 0, len(plans))
        latest = _check_time(builder, link, timeless, latest)


def _check_actor(builder: ReportBuilder, link: Link, first: bool, seats: int) -> None:
    actor = link.document.get("actor")
    match = _ACTOR.fullmatch(actor) if isinstance(actor, str) else None
    unknown = match is None or (match[1] is not None and seats > 0 and int(match[1]) >= seats)
    if unknown or (actor == HOST) != (first or (actor in (HOST, SYSTEM) and _made_by_host(link))):
        builder.find(Check.ACTORS, link.ply, Message("nobody of this name can act here"), actor=actor)


def _made_by_host(link: Link) -> bool:
    """Return whether an entry without a seat has a command that only a host gives (RULES 11.15)."""
    command = link.document.get("command")
    return isinstance(command, dict) and command.get("type") == "rotate"


def _check_time(builder: ReportBuilder, link: Link, timeless: bool, latest: int) -> int:
    time = link.document.get("time")
    if type(time) is not int or time < 0:
        builder.find(
            Check.TIMES, link.ply, Message("the time is not a whole number of milliseconds"), time=time
        )
        return latest
    if timeless and time:
        builder.find(
            Check.TIMES, link.ply, Message("a game of bots alone has no clock, so its time is 0"), time=time
        )
    elif time < latest:
        builder.find(Check.TIMES, link.ply, Message("the clock goes back"), time=time, before=latest)
    return max(time, latest)


def _check_rules(builder: ReportBuilder, links: Sequence[Link | None], confirmed: Confirmed) -> None:
    begun = opening(links)
    if confirmed.plies:
        builder.looked(Check.RULES)
        return
    if begun is None:
        builder.find(Check.RULES, 1, Message("no event tells under which rules the game is played"))
        return
    builder.looked(Check.RULES)
    first, created = begun
    fault = _sheet_fault(created)
    if fault:
        builder.find(Check.RULES, 1, fault, play=created.get("play"), rules=created.get("rules"))
    elif rules_hash(created["rules"]) != first.document.get("rules_hash"):
        values = {"recorded": first.document.get("rules_hash"), "computed": rules_hash(created["rules"])}
        builder.find(Check.RULES, 1, Message("the hash is not that of the rules sheet"), **values)
    if "rulebook" in first.document and not is_pin(first.document["rulebook"]):
        builder.find(
            Check.FORMAT,
            1,
            Message("rulebook is not an edition and its hash"),
            found=first.document["rulebook"],
        )
    version = first.document.get("rules_version")
    if type(version) is not int or not 1 <= version <= RULES_VERSION:
        builder.find(
            Check.RULES, 1, Message("this version of the rules is not known here"), rules_version=version
        )


def _sheet_fault(created: Json) -> Message | None:
    """Return why the rules sheet cannot be played, or None."""
    try:
        rules = GAMES[created["play"]].rules_from_json(created["rules"])
    except Exception as fault:  # the sheet is foreign: whatever it breaks, it is no sheet
        reason = f"{type(fault).__name__} {ascii(fault)[:200]}"
        return Message("the rules sheet cannot be played: {reason}").filled(reason=reason)
    wrong = wrong_field(rules)
    return (
        Message("the rules sheet has a value of the wrong kind: {name}").filled(name=wrong) if wrong else None
    )


def _check_promises(builder: ReportBuilder, links: Sequence[Link | None], confirmed: Confirmed) -> None:
    """Check that every commitment stands in the entry in which the players saw it."""
    begun = opening(links)
    if begun is None:
        builder.left_out(Check.COMMITMENTS)
    else:
        builder.looked(Check.COMMITMENTS)
    for name in ("game_commitment", "commitment") if begun and not confirmed.plies else ():
        if begun and not is_hash(begun[1].get(name)):
            builder.find(
                Check.COMMITMENTS,
                1,
                Message("{name} is missing").filled(name=name),
                "12.1",
                found=begun[1].get(name),
            )
    for link in present(links[confirmed.plies :]):
        for event in events(link, "hand-begun"):
            if not is_hash(event.get("next_commitment")):
                builder.find(
                    Check.COMMITMENTS,
                    link.ply,
                    Message("{name} is missing").filled(name="next_commitment"),
                    "12.1",
                    event=event,
                )


def _check_money(builder: ReportBuilder, links: Sequence[Link | None], confirmed: Confirmed) -> None:
    settled = confirmed.count(HandSettled) + confirmed.count(HouseCharged)
    builder.looked(Check.MONEY, plies=settled)
    balances = list(confirmed.table.balances) if confirmed.table and settled else None
    for link in present(links):
        for event in events(link, "hand-settled", "house-charged"):
            builder.looked(Check.MONEY)
            if event["type"] == "house-charged":
                balances = _check_charge(builder, link, event, _play(links, confirmed))
                continue
            amounts, after = event.get("amounts"), event.get("balances")
            if not _adds_up(balances, amounts, after):
                values: Json = {"before": balances, "amounts": amounts, "after": after}
                builder.find(Check.MONEY, link.ply, Message("the ledger does not add up"), "11.5", **values)
            balances = after if _are_numbers(after) else None


def _play(links: Sequence[Link | None], confirmed: Confirmed) -> Game:
    """Return the game of a log, the usual one if no entry names it."""
    begun = opening(links)
    named = begun[1].get("play") if begun else None
    known = GAMES.get(named, GAMES[USUAL]) if isinstance(named, str) else GAMES[USUAL]
    return confirmed.table.play if confirmed.table else known


def _check_charge(builder: ReportBuilder, link: Link, event: Json, play: Game) -> list[int] | None:
    """Return the balances after the charge of the house, if it is what the seats lost together."""
    after = event.get("balances")
    if _are_numbers(after) and event.get("house") == -sum(after):
        return after
    rule = play.subjects["charge"]
    builder.find(Check.MONEY, link.ply, Message("the house's charge does not add up"), rule, event=event)
    return None


def _adds_up(before: list[int] | None, amounts: Any, after: Any) -> bool:
    if not _are_numbers(amounts) or not _are_numbers(after) or len(amounts) != len(after):
        return False
    known = [0] * len(after) if before is None or len(before) != len(after) else before
    return sum(amounts) == 0 and [old + won for old, won in zip(known, amounts, strict=True)] == after


def _are_numbers(value: Any) -> TypeGuard[list[int]]:
    return isinstance(value, list) and all(type(item) is int for item in value)


def _check_end(builder: ReportBuilder, links: Sequence[Link | None], ended: int | None) -> None:
    for link in present(links):
        if ended is not None:
            builder.find(
                Check.END, link.ply, Message("the game was over at entry {ply}").filled(ply=ended), "11.1"
            )
        elif any(True for _ in events(link, *ENDS)):
            ended = link.ply
