"""Check the record of a game as /docs/proofs says: chain, seals, commitments, deck, receipts, inclusion.

    python3 check_record.py game.record kept-keys.json [receipt.json ...]

Written from /docs/proofs alone. It needs Python 3.11 and `cryptography`, and does not know the rules of play.
Exit status: 0 if all that was looked at holds, 1 if something does not, 2 for a file that is no record.
"""

import itertools
import json
import re
import sys
from base64 import b64decode, b64encode
from collections.abc import Iterator
from hashlib import sha256
from hmac import digest as hmac
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

Claim = tuple[str, Any, Any]  # what it is about, what the record says, what follows from the forms
RANKS = {"spanish40": "1 2 3 4 5 6 7 10 11 12", "french40": "A 2 3 4 5 6 7 J Q K"}
RANKS |= {"numeral40": "A 2 3 4 5 6 7 8 9 T", "french52": "A 2 3 4 5 6 7 8 9 T J Q K"}
HOLDS = "all that was looked at holds; not looked at: what header and rulebook say, moves and payments"
PACKETS = {("packets_4_4", 8): [4, 4], ("packets_3_5", 8): [3, 5]}


def unhex(text: str) -> bytes:
    return bytes.fromhex(re.fullmatch("([0-9a-f]{2})*", text)[0])


def canonical(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def read(line: bytes) -> Any:
    try:
        value = json.loads(line.decode(), parse_float=int, parse_constant=int)  # takes no fraction, no NaN
        return value if isinstance(value, dict) and canonical(value) == line else {}
    except (ValueError, RecursionError):
        return {}


class Audit:
    """The audit of one record: `findings` has the plies at which something does not hold, and what."""

    def __init__(self, data: bytes, keys: Any, kept: list[Any]) -> None:
        header, *body = [read(line) for line in data.removesuffix(b"\n").split(b"\n")]
        body = body[header.get("v") != 1 :]  # a record of version 1 has no rulebook, and no proof
        end = len(body)
        while end and "public" not in body[end - 1] and (body[end - 1] or header.get("plies") in range(end)):
            end -= 1
        self.origin, self.keys, self.previous, self.hand = keys["origin"], keys["keys"], bytes(32), 0
        self.entries, self.closing, self.promised, self.findings = body[:end], body[end:], {}, []
        self.closing += [{"proof": {"receipts": [], "checkpoint": None}}] * (header.get("v") == 1)
        self.told = [unhex(key.decode()) for key in re.findall(rb'"game_key":"([0-9a-f]{64})"', data)]
        steps = [(ply, self.entry(ply, entry)) for ply, entry in enumerate(self.entries, 1)]
        steps += [(end, self.end()), *((min(one["ply"], end), self.receipt(one)) for one in kept)]
        for ply, claims in steps:
            try:
                self.findings += [(ply, f"{what} does not hold") for what, said, due in claims if said != due]
            except Exception as error:  # what cannot be read does not hold
                self.findings.append((ply, f"this has not its form: {error!r}"))

    def commitment(self, kind: str, number: bytes, secret: bytes) -> str:
        return sha256(f"conquian/{kind}/1".encode() + self.name + number + secret).hexdigest()

    def deal_key(self, hand: int) -> bytes:
        return hmac(self.game_key, b"conquian/deal/1" + hand.to_bytes(4), "sha256")

    def promise(self, hand: int) -> str:
        return self.commitment("commit", hand.to_bytes(4), self.deal_key(hand))

    def shuffled(self, cards: list[str]) -> list[str]:
        entropy = b"".join(bytes([len(one)]) + one for one in map(unhex, self.entropy))
        key = hmac(self.deal_key(self.hand), b"conquian/deck/1" + entropy, "sha256")
        blocks = (hmac(key, number.to_bytes(8), "sha256") for number in itertools.count())
        words = (int.from_bytes(block[at : at + 4]) for block in blocks for at in range(0, 32, 4))
        for left in range(len(cards), 1, -1):
            other = next(word for word in words if word < 2**32 // left * left) % left
            cards[left - 1], cards[other] = cards[other], cards[left - 1]
        return cards

    def pack(self) -> list[str]:
        suits = "OCEB" if self.rules["pack"] == "spanish40" else "dhsc"
        cards = [rank + suit for suit in suits for rank in RANKS[self.rules["pack"]].split()]
        return cards * self.rules["packs"]

    def dealt(self, said: dict[int, list[str]]) -> dict[int, list[str]]:
        """The hand of each seat as it is dealt and, for 255, the stock; of a fork its fresh stock alone.

        In hold'em the seats that got cards are those of which the record says so.
        """
        if "position" in self.created:
            return {255: self.shuffled(sorted(self.created["position"]["stock"], key=self.pack().index))}
        packets, order = [1, 1], [seat for seat in self.order if said[seat]]
        if "hand_sizes" in self.rules:
            size = self.rules["hand_sizes"][min(self.hand, len(self.rules["hand_sizes"])) - 1]
            packets, order = PACKETS.get((self.rules["deal_style"], size), [1] * size), self.order
        hands, cards = {seat: [] for seat in range(len(self.entropy))}, iter(self.shuffled(self.pack()))
        for number, seat in itertools.product(packets, order):
            hands[seat] += itertools.islice(cards, number)
        return hands | {255: list(cards)}

    def entry(self, ply: int, entry: Any) -> Iterator[Claim]:
        public, previous, self.previous = entry["public"], self.previous, unhex(entry["digest"])
        if ply == 1:
            self.game, self.created = public["game"], public["events"][0]
            self.name = bytes([len(self.game)]) + self.game.encode()
            self.rules, self.entropy = self.created["rules"], [""] * len(self.created["seats"])
            committed = {self.commitment("commit", bytes(4), key): key for key in self.told}
            self.game_key = committed[self.created["game_commitment"]]
        yield "the digest", entry["digest"], sha256(previous + canonical(public)).hexdigest()
        yield "game and ply", (public["game"], public["ply"]), (self.game, ply)
        parts = {one["audience"]: one["part"].get("events", {}) for one in entry["hidden"]}
        for at, event in zip(map(str, itertools.count()), public["events"], strict=False):
            yield from self.event(event, {who: part[at] for who, part in parts.items() if at in part})
        prefix = b"conquian/salt/1" + self.name + ply.to_bytes(4)
        for one, (who, seal) in zip(entry["hidden"], public["seals"], strict=True):
            salt = hmac(self.deal_key(max(self.hand, 1)), prefix + bytes([who]), "sha256").hex()
            yield f"the salt for {who}", (one["audience"], one["salt"]), (who, salt)
            yield f"the seal for {who}", seal, sha256(unhex(salt) + canonical(one["part"])).hexdigest()

    def event(self, event: Any, hidden: dict[int, Any]) -> Iterator[Claim]:
        match event["type"]:
            case "created":
                yield "the game key", hidden[255]["game_key"], self.game_key.hex()
                yield "the commitment to hand 1", event["commitment"], self.promise(1)
            case "readied":
                self.promised[event["seat"]] = event.get("entropy_commitment")
            case "entropy-revealed":
                seat, self.entropy[event["seat"]] = event["seat"], hidden[event["seat"]]["entropy"]
                due = self.commitment("entropy", bytes([seat]), unhex(self.entropy[seat]))
                yield f"the commitment of seat {seat}", self.promised[seat], due
            case "hand-begun":
                self.hand, self.order = self.hand + 1, event["order"]
                yield "the chance of the seats", event["entropy"], self.entropy
                yield "the next commitment", event["next_commitment"], self.promise(self.hand + 1)
            case "dealt" | "restocked" | "holes-dealt" | "stock-shuffled":
                said = {seat: next(iter(part.values())) for seat, part in hidden.items()}
                yield "the deck", said, self.dealt(said)
            case "key-revealed" | "game-ended" | "game-voided":
                yield from ((name, event.get(name, key), key) for name, key in self.opened().items())

    def opened(self) -> dict[str, Any]:
        keys = [self.deal_key(hand).hex() for hand in range(1, self.hand + 1)]
        said = {"game_key": self.game_key.hex(), "deal_keys": keys, "deal_key": keys and keys[-1]}
        return said | {"hand_number": self.hand, "entropy": self.entropy}

    def end(self) -> Iterator[Claim]:
        reveal, proof = self.closing
        yield "the keys", reveal["reveal"], {name: self.opened()[name] for name in ("deal_keys", "game_key")}
        for receipt in proof["proof"]["receipts"]:
            yield from self.receipt(receipt)
        if point := proof["proof"]["checkpoint"]:
            leaf = {"digest": self.previous.hex(), "game": self.game, "plies": len(self.entries), "v": 1}
            node, index, last = sha256(b"\0" + canonical(leaf)), point["index"], point["size"] - 1
            for beside in map(unhex, point["path"]):
                while 0 < index == last and not index % 2:  # nothing stands beside it on this level
                    index, last = index // 2, last // 2
                node = sha256(b"\1" + (beside + node.digest() if index % 2 else node.digest() + beside))
                index, last = index // 2, last // 2
            yield "the checkpoint", self.checkpoint(point["note"]), (point["size"], node.digest(), last == 0)

    def receipt(self, receipt: Any) -> Iterator[Claim]:
        entry = dict(enumerate(self.entries, 1))[receipt["ply"]]
        due = (self.game, entry["digest"], entry["public"]["time"] or receipt["time"], True)
        yield "the receipt", (receipt["game"], receipt["digest"], receipt["time"], self.signed(receipt)), due

    def signed(self, receipt: Any) -> bool:
        said = canonical({name: receipt[name] for name in receipt if name != "signature"})
        key = next(key for key in self.keys if key["id"] == receipt["key"])
        return self.verify(key, receipt["time"], b"conquian/receipt/1" + said, unhex(receipt["signature"]))

    def verify(self, key: Any, time: int, message: bytes, signature: bytes) -> bool:
        public, until = unhex(key["public"]), key["until"] or 2**53
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
        return sha256(public).hexdigest()[:16] == key["id"] and key["from"] <= time < until

    def checkpoint(self, note: str) -> tuple[int, bytes, bool]:
        text, start = note.partition("\n\n")[0] + "\n", f"{self.origin}\n\1".encode()
        (name, size, root, time, _), signature = text.split("\n"), b64decode(note.split(" ")[-1])
        keys = {sha256(start + unhex(key["public"])).digest()[:4]: key for key in self.keys}
        holds = self.verify(keys[signature[:4]], int(time[5:]), text.encode(), signature[4:])
        form = f"{text}\n— {name} {b64encode(signature).decode()}\n"
        return int(size), b64decode(root), holds and (name, note) == (self.origin, form)


def main(record: str, keys: str, *receipts: str) -> int:
    listed, *told = [json.loads(Path(file).read_bytes()) for file in (keys, *receipts)]
    data = Path(record).read_bytes()
    if b'"hidden":' not in data:
        print("this is no record", file=sys.stderr)
        return 2
    findings = sorted(Audit(data, listed, [one.get("receipt", one) for one in told]).findings)
    print("\n".join(f"ply {ply}: {what}" for ply, what in findings) or HOLDS)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) if sys.argv[2:] else __doc__)
