"""The keys, commitments, decks and draws agree with the published vectors."""

import json
from pathlib import Path
from typing import Any

import pytest

from app.games import shuffle

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "shuffle.json").read_text())
SHUFFLES = VECTORS["shuffles"]


@pytest.mark.parametrize("vector", SHUFFLES, ids=range(len(SHUFFLES)))
def test_a_deck_follows_from_its_keys(vector: dict[str, Any]) -> None:
    game, number = vector["game"], vector["hand_number"]
    game_key = bytes.fromhex(vector["game_key"])
    entropy = [bytes.fromhex(text) for text in vector["entropy_by_seat"]]
    key = shuffle.deal_key(game_key, number)
    deck_key = shuffle.shuffle_key(key, entropy)
    assert shuffle.commitment(game, 0, game_key).hex() == vector["game_commitment"]
    assert key.hex() == vector["deal_key"]
    assert shuffle.commitment(game, number, key).hex() == vector["commitment"]
    assert deck_key.hex() == vector["shuffle_key"]
    packs = len(vector["deck"]) // len(set(vector["deck"]))
    assert list(shuffle.shuffled(vector["pack"].split(" ")[0], packs, deck_key)) == vector["deck"]


@pytest.mark.parametrize("vector", SHUFFLES, ids=range(len(SHUFFLES)))
def test_seats_commit_to_their_entropy_and_draws_use_it(vector: dict[str, Any]) -> None:
    entropy = [bytes.fromhex(text) for text in vector["entropy_by_seat"]]
    promised = [
        shuffle.entropy_commitment(vector["game"], seat, value).hex() if value else None
        for seat, value in enumerate(entropy)
    ]
    assert promised == vector["entropy_commitments"]
    first = shuffle.deal_key(bytes.fromhex(vector["game_key"]), 1)
    stream = shuffle.draws(first, entropy)
    expected = vector["first_draws_below_number_of_seats"]
    assert [shuffle.below(len(entropy), stream) for _ in expected] == expected


def test_tournament_keys_follow_from_the_deck_seed() -> None:
    vector = VECTORS["tournament"]
    seed = bytes.fromhex(vector["deck_seed"])
    assert shuffle.commitment(vector["id"], 0, seed).hex() == vector["commitment"]
    for number, key in vector["game_keys"].items():
        assert shuffle.tournament_game_key(seed, int(number)).hex() == key


def test_a_draw_is_even_over_its_range() -> None:
    stream = shuffle.words(b"\x01" * 32)
    counts = [0] * 7
    for _ in range(7000):
        counts[shuffle.below(7, stream)] += 1
    assert all(880 < count < 1120 for count in counts)


def test_length_prefix_refuses_lengths_above_one_byte() -> None:
    assert shuffle.length_prefixed(b"x" * 255) == b"\xff" + b"x" * 255
    with pytest.raises(ValueError, match=r"."):
        shuffle.length_prefixed(b"x" * 256)


def test_biased_words_are_skipped() -> None:
    limit = (1 << 32) // 7 * 7
    assert shuffle.below(7, iter((limit, (1 << 32) - 1, limit - 1))) == 6
    assert shuffle.below(8, iter(((1 << 32) - 1,))) == 7
