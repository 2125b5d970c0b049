"""Examples for the documentation of the API: a dispute that the machine has judged."""

from typing import Any, Final

_GAME: Final = "g-17b3v0w1x5z8k2m4n6p7q9r0"
_HASH: Final = "5b" * 32

DISPUTE: Final[dict[str, Any]] = {
    "dispute": "d-2a4k6m8p0r2t4v6x8z0b2d4f",
    "ply": 2,
    "digest": "9f" * 32,
    "about": {"game": _GAME, "ply": 17, "digest": _HASH, "hand_number": 1, "first": 3, "last": 43},
    "seat": 0,
    "claim": "wrong_refusal",
    "text": "I could have kept the card.",
    "command": {"type": "keep", "discard": "4C"},
    "receipt": None,
    "judge": 3,
    "refusal": None,
    "checkpoint": None,
    "evidence": [],
    "state": "judged",
    "since": 1_790_000_000_000,
    "until": 1_790_604_800_000,
    "for_arbiter": False,
    "parties": [
        {"seat": 0, "player": None, "answer": None},
        {"seat": 1, "player": "p-0c1d2e3f4g5h6i7j8k9l0m1n", "answer": "accepted"},
    ],
    "statements": [],
    "verdict": {
        "outcome": "rejected",
        "code": "command_forbidden",
        "consequence": "none",
        "sentences": {
            "reason": "After entry 17 the rules forbid the command (keep_forbidden).",
            "consequence": "The hand and the ledger stay as they are.",
        },
        "rule": "10.6",
        "paragraph": "Keep. `keep_forbidden` (rules), `not_your_turn`, ...",
        "head": {"ply": 43, "digest": _HASH},
        "revealed": True,
        "facts": {
            "actor": 0,
            "command": {"type": "keep", "discard": "4C"},
            "ply": 17,
            "refusal": "keep_forbidden",
            "signed": None,
        },
        "findings": [],
        "legal": {"ply": 17, "seat": 0, "moves": [{"type": "pass"}], "count": 1},
        "correction": None,
    },
    "ruling": None,
    "closed": None,
    "correction": None,
}

SIGNED: Final[dict[str, Any]] = {
    **DISPUTE,
    "signed": {
        "v": 1,
        "key": "c5" * 8,
        "game": DISPUTE["dispute"],
        "ply": DISPUTE["ply"],
        "digest": DISPUTE["digest"],
        "time": 1_790_000_000_500,
        "signature": "7e" * 64,
    },
}

OPENED: Final[dict[str, Any]] = {
    **SIGNED,
    "ply": 1,
    "about": {**DISPUTE["about"], "last": 48},
    "claim": "wrong_payment",
    "text": "The yuca was not paid double.",
    "command": None,
    "state": "open",
    "until": None,
    "parties": [
        {"seat": 0, "player": None, "answer": None},
        {"seat": 1, "player": None, "answer": None},
    ],
    "verdict": None,
}
"""The answer to whoever opens a dispute, which the machine has not judged yet."""

LOG: Final[dict[str, Any]] = {
    "dispute": DISPUTE["dispute"],
    "ply": 1,
    "events": [
        {
            "ply": 1,
            "digest": "9f" * 32,
            "public": {
                "v": 1,
                "game": DISPUTE["dispute"],
                "ply": 1,
                "time": 1_790_000_000_000,
                "actor": "seat:0",
                "command": {"type": "open", "game": _GAME, "ply": 17, "claim": "wrong_refusal"},
                "events": [{"type": "dispute-opened", "game": _GAME, "ply": 17, "claim": "wrong_refusal"}],
                "seals": [],
            },
        }
    ],
    "next": 1,
}

OF_GAME: Final[dict[str, Any]] = {"game": _GAME, "disputes": [DISPUTE]}

UNSETTLED: Final[dict[str, Any]] = {"disputes": [DISPUTE], "next": None}
