"""The worked values of app/docs/proofs.md, as the file of vectors that the service serves.

    python -m tests.vectors.proofs

writes `replays/verifier/proof-vectors.json`. Each vector has what goes in, and what comes out last. Bytes are
in hex, unless a name ends in `text`.
"""

import json
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any, Final

from app.games import shuffle
from app.games.cards import canonical_deck
from app.service.signing import (
    KeyRing,
    command_digest,
    key_id,
    receipt,
    receipt_message,
    refusal,
    refusal_message,
)
from app.store.canonical import canonical
from app.store.entry import NO_SEAT, START_DIGEST, At, next_entry, salt, seal
from app.store.keys import LogKind, game_id_from
from replays.disputes import bundle
from replays.disputes import record as disputes
from replays.transparency.checkpoints import Checkpoint, key_hash, signed
from replays.transparency.merkle import Leaf, node_hash
from tests.corpus.disputes import FOLDER
from tests.replays.transparency.rings import KnownStarts

FILE: Final = Path(__file__).parents[2] / "replays" / "verifier" / "proof-vectors.json"

_TIME_MS: Final = 1_700_000_000_000
_GAME_KEY: Final = bytes(range(32))
_ENTROPY: Final = (bytes(range(100, 116)), b"")
_GAME: Final = game_id_from(bytes(32))
_RING: Final = KeyRing(bytes(range(32)), KnownStarts((0,)))


def vectors() -> dict[str, Any]:
    """Every vector by name."""
    return {
        "canonical_json": _canonical_json(),
        "id": {"kind": "g", "seed": bytes(32).hex(), "id": _GAME},
        **_keys(),
        **_deck(),
        **_entries(),
        **_signatures(),
        "judged_entry": _judged_entry(),
        **_tree(),
        **_tournament(),
    }


def _canonical_json() -> dict[str, Any]:
    value = {"b": [1, None, True], "a": "é\n", "A": {}}
    return {"value": value, "bytes_text": canonical(value).decode()}


def _keys() -> dict[str, Any]:
    key = shuffle.deal_key(_GAME_KEY, 1)
    return {
        "deal_key": {"game_key": _GAME_KEY.hex(), "hand_number": 1, "deal_key": key.hex()},
        "game_commitment": {
            "game": _GAME,
            "game_key": _GAME_KEY.hex(),
            "commitment": shuffle.commitment(_GAME, 0, _GAME_KEY).hex(),
        },
        "hand_commitment": {
            "game": _GAME,
            "hand_number": 1,
            "deal_key": key.hex(),
            "commitment": shuffle.commitment(_GAME, 1, key).hex(),
        },
        "entropy_commitment": {
            "game": _GAME,
            "seat": 0,
            "entropy": _ENTROPY[0].hex(),
            "commitment": shuffle.entropy_commitment(_GAME, 0, _ENTROPY[0]).hex(),
        },
    }


def _deck() -> dict[str, Any]:
    key = shuffle.deal_key(_GAME_KEY, 1)
    mixed = shuffle.shuffle_key(key, _ENTROPY)
    entropy = [value.hex() for value in _ENTROPY]
    stream = shuffle.draws(key, _ENTROPY)
    return {
        "shuffle_key": {"deal_key": key.hex(), "entropy_by_seat": entropy, "shuffle_key": mixed.hex()},
        "words": {"key": mixed.hex(), "first_words": list(islice(shuffle.words(mixed), 9))},
        "pack": {"pack": "spanish40", "packs": 1, "cards_text": _cards(canonical_deck("spanish40", 1))},
        "deck": {
            "pack": "spanish40",
            "packs": 1,
            "shuffle_key": mixed.hex(),
            "deck_text": _cards(shuffle.shuffled("spanish40", 1, mixed)),
        },
        "draws": {
            "deal_key": key.hex(),
            "entropy_by_seat": entropy,
            "below": 3,
            "draws": [shuffle.below(3, stream) for _ in range(6)],
        },
    }


def _cards(cards: tuple[str, ...]) -> str:
    return " ".join(cards)


def _entries() -> dict[str, Any]:
    key = shuffle.deal_key(_GAME_KEY, 1)
    part = {"events": {"1": {"hands": ["7O", "4C"]}}}
    salted = salt(key, _GAME, 2, 0)
    publics = [canonical({"game": _GAME, "ply": 1}), canonical({"game": _GAME, "ply": 2})]
    first = next_entry(At(0, START_DIGEST), _GAME, publics[0])
    second = next_entry(first, _GAME, publics[1])
    return {
        "salt": {"deal_key": key.hex(), "game": _GAME, "ply": 2, "audience": 0, "salt": salted.hex()},
        "salt_of_nobody": {
            "deal_key": key.hex(),
            "game": _GAME,
            "ply": 2,
            "audience": NO_SEAT,
            "salt": salt(key, _GAME, 2, NO_SEAT).hex(),
        },
        "seal": {"salt": salted.hex(), "part": part, "seal": seal(salted, canonical(part)).hex()},
        "digest": {
            "previous": START_DIGEST.hex(),
            "public_text": publics[0].decode(),
            "digest": first.digest.hex(),
        },
        "digest_of_the_next": {
            "previous": first.digest.hex(),
            "public_text": publics[1].decode(),
            "digest": second.digest.hex(),
        },
    }


def _signatures() -> dict[str, Any]:
    public = _RING.keys()[0].public
    made = receipt(_RING, _GAME, 2, sha256(b"an entry").digest(), _TIME_MS)
    body = {"type": "meld", "use": ["6O", "5O"], "discard": "12B"}
    opening = {"ply": 17, "claim": "wrong_payment", "text": "Paragraph 9.2 says otherwise."}
    digest = command_digest(body)
    why = {"code": "not_your_turn", "rule": "10.4"}
    statement = refusal(_RING, {"game": _GAME, "ply": 2, "seat": 0, "command": digest, **why}, _TIME_MS)
    return {
        "key_id": {"public": public.hex(), "id": key_id(public)},
        "receipt": {
            "public": public.hex(),
            "message_text": receipt_message(made).decode(),
            "receipt": made,
        },
        "refused_command": {"body": body, "command_text": canonical(body).decode(), "command": digest},
        "refused_opening": {
            "body": opening,
            "command_text": canonical({**opening, "type": "open"}).decode(),
            "command": command_digest({**opening, "type": "open"}),
        },
        "refusal": {
            "public": public.hex(),
            "message_text": refusal_message(statement).decode(),
            "refusal": statement,
        },
    }


def _judged_entry() -> dict[str, Any]:
    """The entry of a bundle that is kept in which the machine judges."""
    data = (FOLDER / "second-honest-deck_of_service_alone.zip").read_bytes()
    entries, _ = disputes.read(bundle.read(data).dispute)
    at = next(at for at, entry in enumerate(entries) if b'"type":"judge"' in entry.public)
    before, judged = entries[at - 1], entries[at]
    return {
        "previous": before.digest.hex(),
        "public_text": judged.public.decode(),
        "digest": next_entry(before, judged.game, judged.public).digest.hex(),
    }


def _tree() -> dict[str, Any]:
    public = _RING.keys()[0].public
    leaves = [Leaf(game_id_from(bytes([at]) * 32), 40 + at, bytes([at]) * 32) for at in range(3)]
    left, right = node_hash(leaves[0].hash, leaves[1].hash), leaves[2].hash
    root = node_hash(left, right)
    head = Checkpoint(_RING.origin, 3, root, _TIME_MS)
    return {
        "leaf": {"leaf": leaves[0].document, "hash": leaves[0].hash.hex()},
        "node": {"left": leaves[0].hash.hex(), "right": leaves[1].hash.hex(), "hash": left.hex()},
        "inclusion": {
            "leaf": leaves[1].hash.hex(),
            "index": 1,
            "size": 3,
            "path": [leaves[0].hash.hex(), right.hex()],
            "root": root.hex(),
        },
        "consistency": {
            "old": 2,
            "new": 3,
            "path": [right.hex()],
            "old_root": left.hex(),
            "new_root": root.hex(),
        },
        "checkpoint_key": {
            "origin": _RING.origin,
            "public": public.hex(),
            "hash": key_hash(_RING.origin, public).hex(),
        },
        "checkpoint": {"public": public.hex(), "note_text": signed(head, _RING)},
    }


def _tournament() -> dict[str, Any]:
    seed = bytes(range(64, 96))
    name = game_id_from(bytes(range(32)), LogKind.TOURNAMENT)
    return {
        "tournament_game_key": {
            "deck_seed": seed.hex(),
            "deck": 1,
            "game_key": shuffle.tournament_game_key(seed, 1).hex(),
        },
        "tournament_commitment": {
            "tournament": name,
            "deck_seed": seed.hex(),
            "commitment": shuffle.commitment(name, 0, seed).hex(),
        },
    }


def main() -> None:
    """Write the file."""
    FILE.write_text(json.dumps(vectors(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
