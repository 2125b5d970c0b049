"""Checks of what a record opens: keys and entropy by their commitments, hidden parts by their seals."""

from collections.abc import Mapping, Sequence
from typing import Any

from app.games import shuffle
from app.games.codec import Json
from app.games.table.events import HandBegun
from app.i18n import Message
from app.service.rulebook import Rulebook, edition, hash_of
from app.store.canonical import parse
from app.store.entry import NO_SEAT, Entry, salt, seal
from replays.audit.chain import Link, events, game_of, opening, present
from replays.audit.confirmed import NOTHING_CONFIRMED, Confirmed
from replays.audit.report import Check, ReportBuilder
from replays.record.format import ENDS, Header, RevealedKeys, is_hash
from replays.record.untrusted_values import member
from replays.record.write import players

Pair = tuple[Link, Entry]
"""An entry twice: what its public part says, and the entry with its hidden parts."""


def check_header(
    builder: ReportBuilder, header: Header, links: Sequence[Link | None], confirmed: Confirmed
) -> None:
    """Check that the header agrees with the log; in a damaged log a difference counts as damage."""
    builder.looked(Check.HEADER)
    begun = opening(links)
    if begun is None:
        builder.left_out(Check.HEADER)
    last = links[-1] if links else None
    expected: Json = {"plies": last.ply if last else len(links)}
    if begun is not None:
        expected |= _opened(*begun) | {"players": _players(links, confirmed)}
    recorded: Json = {name: getattr(header, name) for name in expected}
    if "players" in recorded:
        players = [{"kind": place.kind, "player": place.player, "bot": place.bot} for place in header.players]
        recorded["players"] = players
    for name, value in expected.items():
        if recorded[name] != value:
            detail = Message("{name} is not that of the log").filled(name=name)
            builder.find(Check.HEADER, builder.damage(), detail, header=recorded[name], log=value)


def _opened(first: Link, created: Json) -> Json:
    """Return the members of the header that repeat the first entry."""
    rules = created.get("rules")
    members = {name: first.document.get(name) for name in ("game", "rules_hash", "rules_version")}
    return members | {"variant": member(rules, "variant")}


def check_rulebook(builder: ReportBuilder, book: Rulebook, links: Sequence[Link | None]) -> None:
    """Check that the rulebook has the hash that it names, and is the one that the first entry pins."""
    builder.looked(Check.RULEBOOK)
    begun = opening(links)
    ours = edition(str(begun[1].get("play")), book.edition) if begun else None
    derived = book.hash if book == ours else hash_of(book.paragraphs)
    if derived != book.hash:
        builder.find(
            Check.RULEBOOK,
            0,
            Message("the hash is not that of the paragraphs"),
            hash=book.hash,
            derived=derived,
        )
    first = links[0] if links else None
    if first is None:
        builder.left_out(Check.RULEBOOK)
    pinned = first.document.get("rulebook") if first else None
    if first and pinned != book.pin:
        values = {"rulebook": book.pin, "log": pinned}
        builder.find(
            Check.RULEBOOK,
            builder.damage(),
            Message("the rulebook is not the one that the log pins"),
            "12.6",
            **values,
        )


def _players(links: Sequence[Link | None], confirmed: Confirmed) -> list[Json] | None:
    if confirmed.table and confirmed.plies == len(links):
        places = confirmed.table.places
        return [{"kind": str(place.kind), "player": place.player, "bot": place.bot} for place in places]
    try:
        return players(place.document for place in present(links))
    except (AttributeError, LookupError, TypeError):
        return None  # the log itself is malformed, which is found elsewhere


def game_key(builder: ReportBuilder, reveal: RevealedKeys | None, pairs: Sequence[Pair]) -> bytes | None:
    """Return the key of the game: of the recorded ones that with the right commitment; None if there is none.

    It stands in the reveal, in the event that ends the game and in the first entry. If these differ, later
    checks find the others.
    """
    created: Json = next((event for link, _ in pairs[:1] for event in events(link, "created")), {})
    ended = [event for link, _ in pairs for event in events(link, *ENDS)]
    kept = _hidden_key(pairs)
    candidates = [reveal.game_key if reveal else None, *(event.get("game_key") for event in ended), kept]
    keys = [bytes.fromhex(text) for text in candidates if text is not None and is_hash(text)]
    game, promise = game_of(link for link, _ in pairs), created.get("game_commitment")
    chosen = next((key for key in keys if shuffle.commitment(game, 0, key).hex() == promise), None)
    if chosen is None:
        detail = Message("no key was opened that was committed to")
        builder.find(Check.COMMITMENTS, 1, detail, "12.1", game_commitment=promise)
    return chosen or (keys[0] if keys else None)


def _hidden_key(pairs: Sequence[Pair]) -> str | None:
    """Return the game key in the hidden part of the first entry that is for no seat."""
    for part in pairs[0][1].parts if pairs else ():
        event = member(member(parse(part.body), "events"), "0")
        key = member(event, "game_key")
        if part.audience == NO_SEAT and isinstance(key, str):
            return key
    return None


def check_reveal(
    builder: ReportBuilder,
    key: bytes,
    reveal: RevealedKeys | None,
    pairs: Sequence[Pair],
    links: Sequence[Link | None],
    confirmed: Confirmed,
) -> None:
    """Check that the last line, the event that ends the game and the first entry have the same keys.

    `pairs` are the entries after the `confirmed` ones. If the last entry could not be read, the end of the
    log is not checked.
    """
    begun = [_number(event) for link, _ in pairs for event in events(link, "hand-begun")]
    keys = [shuffle.deal_key(key, number).hex() for number in range(1, max([confirmed.hands, *begun]) + 1)]
    at_end = links[confirmed.ended_at - 1 :][:1] if confirmed.ended_at else [link for link, _ in pairs]
    ended = next(((link.ply, event) for link in present(at_end) for event in events(link, *ENDS)), None)
    last = links[-1]
    if ended is None and reveal is None:
        builder.left_out(Check.REVEAL)
    else:
        builder.looked(Check.REVEAL)
    if ended is None and last:
        builder.find(Check.END, last.ply, Message("the log does not end with the reveal"), "12.4")
    elif ended is not None:
        _same_keys(builder, *ended, key, keys, Message("the event that ends the game"))
    if reveal:
        line = {"game_key": reveal.game_key, "deal_keys": list(reveal.deal_keys)}
        ply = last.ply if last else (pairs[-1][0].ply if pairs else confirmed.plies) + 1
        _same_keys(builder, ply, line, key, keys, Message("the last line of the record"))
    if not confirmed.plies and _hidden_key(pairs) != key.hex():
        detail = Message("the key of the first entry is not the one that was committed to")
        builder.find(Check.REVEAL, 1, detail, "12.4")


def _number(event: Json) -> int:
    number = event.get("hand_number")
    return number if type(number) is int and 1 <= number <= 100 else 0


def _same_keys(
    builder: ReportBuilder, ply: int, opened: Json, key: bytes, keys: list[str], where: Message
) -> None:
    if opened.get("game_key") != key.hex():
        values = {"opened": opened.get("game_key"), "committed": key.hex()}
        detail = Message("the game key in {where} is not the one that was committed to").filled(where=where)
        builder.find(Check.REVEAL, ply, detail, "12.4", **values)
    if "deal_keys" in opened and opened["deal_keys"] != keys:
        values = {"opened": opened["deal_keys"], "derived": keys}
        detail = Message("the deal keys in {where} do not follow from the game key").filled(where=where)
        builder.find(Check.REVEAL, ply, detail, "12.4", **values)


def check_commitments(
    builder: ReportBuilder, key: bytes, pairs: Sequence[Pair], confirmed: Confirmed = NOTHING_CONFIRMED
) -> None:
    """Check that the key of each hand and the entropy of each seat have the commitments made before.

    `pairs` are the entries after the `confirmed` ones.
    """
    begun = opening([link for link, _ in pairs]) if not confirmed.plies else None
    game = _game(pairs, confirmed)
    builder.looked(Check.COMMITMENTS, plies=confirmed.count(HandBegun))
    if begun:
        derived = shuffle.commitment(game, 1, shuffle.deal_key(key, 1))
        _check_promise(builder, 1, begun[1].get("commitment"), derived)
    for link, _ in pairs:
        for event in events(link, "hand-begun"):
            following = _number(event) + 1
            derived = shuffle.commitment(game, following, shuffle.deal_key(key, following))
            _check_promise(builder, link.ply, event.get("next_commitment"), derived)
            builder.looked(Check.COMMITMENTS)
    _check_entropy(builder, game, pairs, confirmed)


def _game(pairs: Sequence[Pair], confirmed: Confirmed) -> str:
    return confirmed.table.game if confirmed.table else game_of(link for link, _ in pairs)


def _check_promise(builder: ReportBuilder, ply: int, promised: Any, derived: bytes) -> None:
    if promised != derived.hex():
        detail = Message("the key of the hand is not the one that was committed to")
        builder.find(Check.COMMITMENTS, ply, detail, "12.1", committed=promised, derived=derived)


def _check_entropy(builder: ReportBuilder, game: str, pairs: Sequence[Pair], confirmed: Confirmed) -> None:
    places = confirmed.table.places if confirmed.table else ()
    promised: dict[Any, Any] = {seat: place.committed for seat, place in enumerate(places) if place.committed}
    for link, entry in pairs:
        for event in events(link, "readied"):
            if isinstance(seat := event.get("seat"), int) and event.get("entropy_commitment") is not None:
                promised[seat] = event["entropy_commitment"]
        for event in events(link, "entropy-revealed"):
            seat = event.get("seat")
            made = _entropy_promise(game, seat, entry)
            if not isinstance(seat, int) or made is None or promised.get(seat) != made:
                detail = Message("the entropy of the seat is not what it had committed to")
                builder.find(Check.COMMITMENTS, link.ply, detail, "12.2", seat=seat, derived=made)


def _entropy_promise(game: str, seat: Any, entry: Entry) -> str | None:
    """Return the commitment to the entropy that `seat` opens in `entry`, in hex; None if unreadable."""
    for part in entry.parts:
        text = member(member(parse(part.body), "command"), "entropy")
        try:
            if part.audience == seat and isinstance(text, str):
                return shuffle.entropy_commitment(game, part.audience, bytes.fromhex(text)).hex()
        except ValueError:
            return None
    return None


def check_seals(
    builder: ReportBuilder, key: bytes, pairs: Sequence[Pair], confirmed: Confirmed = NOTHING_CONFIRMED
) -> None:
    """Check that each seal is that of one part, salted from the key of the hand, and each part has one.

    `pairs` are the entries after the `confirmed` ones.
    """
    game, hand = _game(pairs, confirmed), max(1, confirmed.hands)
    builder.looked(Check.SEALS, plies=confirmed.plies)
    for link, entry in pairs:
        hand = max([hand, *map(_number, events(link, "hand-begun"))])
        builder.looked(Check.SEALS)
        _check_parts(builder, link, entry, game, shuffle.deal_key(key, hand))


def _check_parts(builder: ReportBuilder, link: Link, entry: Entry, game: str, deal_key: bytes) -> None:
    seals = _seals(link)
    audiences = [part.audience for part in entry.parts]
    if audiences != sorted(set(audiences)) or set(audiences) != set(seals):
        detail = Message("seals and hidden parts do not answer one to one")
        builder.find(Check.SEALS, link.ply, detail, "12.3", seals=sorted(seals), parts=audiences)
    for part in entry.parts:
        derived = salt(deal_key, game, max(link.ply, 0), part.audience)
        if part.salt != derived:
            values: Json = {"audience": part.audience, "recorded": part.salt, "derived": derived}
            builder.find(
                Check.SEALS,
                link.ply,
                Message("the salt does not follow from the key of the hand"),
                "12.3",
                **values,
            )
        made = seal(part.salt, part.body).hex()
        if part.audience in seals and seals[part.audience] != made:
            values = {"audience": part.audience, "seal": seals[part.audience], "computed": made}
            builder.find(
                Check.SEALS,
                link.ply,
                Message("the hidden part is not the one that was sealed"),
                "12.3",
                **values,
            )


def _seals(link: Link) -> Mapping[int, Any]:
    recorded = link.document.get("seals")
    rows = recorded if isinstance(recorded, list) else []
    pairs = (row for row in rows if isinstance(row, list) and len(row) == 2)
    return {audience: value for audience, value in pairs if type(audience) is int}
