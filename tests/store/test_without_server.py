"""Parts of the store that need no server: keys, canonical JSON, seals, encryption, packing, upcasters."""

import hmac
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from redis import Redis

from app.i18n import Message
from app.parts.outages import Outage, OutageCause, Part
from app.store import keys
from app.store.append_options import IdempotencyKey, after
from app.store.canonical import canonical, parse
from app.store.client import ask_scripts
from app.store.durability import Grade, away
from app.store.encryption import StorageCipher
from app.store.entry import START, Entry, HiddenPart, continues, digest, next_entry, pack, salt, seal, unpack
from app.store.entry_format import upcast
from app.store.errors import UnknownSchema, Unreadable
from tests.server.helpers import free_port

from .helpers import PARTS, VAULT_KEY


class Number(int):
    """An integer of another type."""


VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "shuffle.json").read_text())
GAME = keys.game_id_from(bytes(32))
LIMIT = 2**53
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(1 - LIMIT, LIMIT - 1) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(max_codepoint=127)), inner),
)


def test_an_id_made_from_a_seed_is_always_the_same_and_carries_its_bucket() -> None:
    assert keys.game_id_from(bytes(32)) == keys.game_id_from(bytes(32))
    assert keys.is_game_id(GAME)
    assert f"{keys.bucket(GAME):02x}" == GAME[2:4]


def test_new_ids_are_well_formed_and_reach_every_bucket() -> None:
    made = [keys.game_id_from(number.to_bytes(32)) for number in range(2000)]
    assert all(map(keys.is_game_id, made))
    assert {keys.bucket(game) for game in made} == set(range(64))
    assert len(set(made)) == 2000


def test_an_id_needs_a_seed_of_32_bytes() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        keys.game_id_from(bytes(31))


def test_all_keys_of_a_game_share_the_hash_tag_of_its_bucket() -> None:
    tags = {key[key.index("{") : key.index("}") + 1] for key in keys.append_keys(GAME)}
    assert tags == {f"{{b{GAME[2:4]}}}"}
    assert len(set(keys.append_keys(GAME))) == 8
    assert set(keys.game_keys(GAME)) - set(keys.append_keys(GAME)) == {f"cq:{{b{GAME[2:4]}}}:kept"}


KEYS_OF_A_LOG = [
    keys.log_key,
    keys.state_key,
    keys.disputes_key,
    keys.contradictions_key,
    keys.waits_key,
    keys.summary_key,
    keys.parts_key,
    keys.wanted_key,
    keys.disputed_key,
    keys.hooks_key,
    keys.fails_key,
    keys.busy_key,
    keys.marked_key,
    keys.idem_key,
    keys.gone_key,
]
KEYS_OF_A_BUCKET = [
    keys.unreadable_key,
    keys.post_key,
    keys.hooked_key,
    keys.outbox_key,
    keys.due_key,
    keys.marker_key,
    keys.live_key,
    keys.tournaments_key,
    keys.unsettled_key,
    keys.turns_key,
    keys.ended_key,
    keys.kept_key,
]


def test_each_key_of_a_log_and_of_its_bucket_is_another_and_has_the_tag_of_the_bucket() -> None:
    made = [key(GAME) for key in KEYS_OF_A_LOG] + [key(keys.bucket(GAME)) for key in KEYS_OF_A_BUCKET]
    assert len(set(made)) == len(made)
    assert all(key.startswith(f"cq:{{b{GAME[2:4]}}}:") for key in made)
    assert keys.log_of(keys.state_key(GAME)) == GAME


BAD_IDS = [
    "",
    "g-17",
    "{b00}",
    GAME.upper(),
    f"{GAME}\n",
    f"{GAME}0",
    GAME[:-1],
    f"{GAME[:-1]}*",
    f"{GAME[:-1]}}}",
    f"{{{GAME[1:]}",
    f"g-40{GAME[4:]}",
    f"{GAME[:-1]}é",
    f"{GAME[:-1]}١",
    "9" * 4000,
]


@pytest.mark.parametrize("text", BAD_IDS)
@pytest.mark.parametrize("key", [keys.bucket, keys.log_key, keys.state_key, keys.idem_key, keys.append_keys])
def test_a_key_is_made_of_a_game_id_only(text: str, key: Any) -> None:
    assert not keys.is_game_id(text)
    with pytest.raises(ValueError, match="not a game id"):
        key(text)


@pytest.mark.parametrize("number", [-1, 64])
def test_no_key_is_made_for_a_bucket_that_does_not_exist(number: int) -> None:
    with pytest.raises(ValueError, match="no bucket"):
        keys.due_key(number)


@given(VALUES)
def test_canonical_bytes_match_an_independent_writer_and_parse_back(value: Any) -> None:
    second = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert canonical(value) == second.encode()
    assert parse(canonical(value)) == value


@pytest.mark.parametrize(
    "value",
    [
        1.0,
        LIMIT,
        -LIMIT,
        Number(LIMIT),
        Number(-LIMIT),
        float("nan"),
        b"x",
        {1: 2},
        {"é": 1},
        "\ud800",
        {1, 2},
    ],
)
def test_values_without_a_canonical_form_are_refused_at_any_depth(value: object) -> None:
    for wrapped in (value, [value], {"a": [value]}):
        with pytest.raises(ValueError, match=r"."):
            canonical(wrapped)


def test_text_that_is_not_json_is_refused() -> None:
    with pytest.raises(ValueError, match=r"."):
        parse(b'{"a":')


@pytest.mark.parametrize("vector", VECTORS["seals"])
def test_salts_and_seals_match_the_vectors(vector: dict[str, Any]) -> None:
    hand = b"conquian/deal/1" + vector["hand_number"].to_bytes(4)
    deal_key = hmac.digest(bytes.fromhex(vector["game_key"]), hand, "sha256")
    body = canonical(vector["part"])
    derived = salt(deal_key, vector["game"], vector["ply"], vector["audience"])
    assert body.decode() == vector["canonical"]
    assert derived.hex() == vector["salt"]
    assert seal(derived, body).hex() == vector["seal"]


def test_the_chain_of_digests_is_that_of_the_vectors() -> None:
    previous = START.digest
    for link in VECTORS["chain"]:
        public = canonical(link["public"])
        assert public.decode() == link["canonical"]
        previous = digest(previous, public)
        assert previous.hex() == link["digest"]
    assert VECTORS["chain"]


@pytest.mark.parametrize(("ply", "audience"), [(-1, 0), (2**32, 0), (1, 256)])
def test_a_salt_is_not_made_for_numbers_that_do_not_fit(ply: int, audience: int) -> None:
    with pytest.raises(ValueError, match="bits"):
        salt(bytes(32), GAME, ply, audience)


def test_an_entry_continues_only_the_place_it_was_made_for() -> None:
    first = next_entry(START, GAME, b"{}")
    second = next_entry(first, GAME, b"{}")
    assert continues(first, START)
    assert continues(second, first)
    assert not continues(second, START)
    assert not continues(Entry(GAME, 1, b"{ }", first.digest), START)


@given(st.lists(st.builds(HiddenPart, st.integers(0, 255), st.binary(max_size=255), st.binary())))
def test_hidden_parts_unpack_as_they_were_packed(parts: list[HiddenPart]) -> None:
    assert unpack(pack(parts)) == tuple(parts)


def test_packed_parts_that_were_cut_or_written_over_are_refused() -> None:
    blob = pack(PARTS)
    for end in range(len(blob)):
        with pytest.raises(ValueError, match="hidden part"):
            unpack(blob[:end])
    for count in (*range(len(PARTS)), 255):
        with pytest.raises(ValueError, match="hidden part"):
            unpack(blob[:1] + bytes((count,)) + blob[2:])
    with pytest.raises(ValueError, match="hidden part"):
        unpack(blob[:-1] + b"x")


def test_parts_packed_before_there_was_padding_are_still_read() -> None:
    blob = b"\x01" + b"".join(
        bytes((part.audience, len(part.salt))) + len(part.body).to_bytes(4) + part.salt + part.body
        for part in PARTS
    )
    assert unpack(blob) == tuple(PARTS)
    assert unpack(b"\x01") == ()
    with pytest.raises(ValueError, match="cut"):
        unpack(blob[:-1])


def test_the_packed_size_does_not_distinguish_a_pass_from_a_claim() -> None:
    answers = (b'{"type":"pass"}', b'{"type":"meld","use":["10O","11O"],"discard":"12B"}')
    assert len({len(pack([HiddenPart(1, bytes(32), answer)])) for answer in answers}) == 1


def test_a_cipher_opens_its_ciphertexts_which_differ_each_time() -> None:
    cipher = StorageCipher(VAULT_KEY)
    assert cipher.open(GAME, 3, cipher.seal(GAME, 3, b"cards")) == b"cards"
    assert cipher.seal(GAME, 3, b"cards") != cipher.seal(GAME, 3, b"cards")


def test_a_sealed_blob_opens_at_no_other_ply_and_in_no_other_game() -> None:
    cipher = StorageCipher(VAULT_KEY)
    sealed = cipher.seal(GAME, 3, b"cards")
    for game, ply in [(GAME, 4), (keys.game_id_from(bytes([1]) * 32), 3)]:
        with pytest.raises(Unreadable) as refused:
            cipher.open(game, ply, sealed)
        assert (refused.value.game, refused.value.ply) == (game, ply)


def test_a_blob_with_any_flipped_or_missing_byte_does_not_open() -> None:
    cipher = StorageCipher(VAULT_KEY)
    sealed = cipher.seal(GAME, 3, b"cards")
    flipped = [sealed[:at] + bytes([sealed[at] ^ 1]) + sealed[at + 1 :] for at in range(len(sealed))]
    for blob in flipped + [sealed[:end] for end in range(len(sealed))]:
        with pytest.raises(Unreadable):
            cipher.open(GAME, 3, blob)


def test_an_older_key_still_opens_but_no_longer_seals() -> None:
    old, new = StorageCipher(VAULT_KEY), StorageCipher(bytes(32), older=[VAULT_KEY])
    assert new.open(GAME, 1, old.seal(GAME, 1, b"cards")) == b"cards"
    with pytest.raises(Unreadable):
        old.open(GAME, 1, new.seal(GAME, 1, b"cards"))


def test_a_cipher_key_has_32_bytes_and_is_not_shown() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        StorageCipher(bytes(16))
    assert VAULT_KEY.hex() not in repr(StorageCipher(VAULT_KEY))


UPCASTERS = {
    ("card-left", 1): lambda event: {**event, "source": "stock"},
    ("card-left", 2): lambda event: {**event, "by": event["seat"]},
}


def test_an_old_event_passes_through_every_version_up_to_todays() -> None:
    event = upcast({"type": "card-left", "seat": 1}, UPCASTERS)
    assert event == {"type": "card-left", "seat": 1, "source": "stock", "by": 1, "v": 3}


def test_an_event_half_way_up_passes_through_the_rest_only() -> None:
    assert upcast({"type": "card-left", "seat": 1, "v": 2}, UPCASTERS) == {
        "type": "card-left",
        "seat": 1,
        "by": 1,
        "v": 3,
    }


def test_an_event_of_the_current_version_is_returned_unchanged() -> None:
    event = {"type": "passed", "seat": 0}
    assert upcast(event) == {"type": "passed", "seat": 0}


@pytest.mark.parametrize(("name", "version"), [("card-left", 4), ("passed", 2)])
def test_an_event_newer_than_the_registry_knows_is_refused_by_name(name: str, version: int) -> None:
    with pytest.raises(UnknownSchema) as refused:
        upcast({"type": name, "v": version}, UPCASTERS)
    assert (refused.value.name, refused.value.version) == (name, version)


@pytest.mark.parametrize(("scope", "fingerprint"), [("a\nb", bytes(16)), ("a", bytes(15))])
def test_a_scope_that_could_pass_for_another_or_a_short_fingerprint_is_refused(
    scope: str, fingerprint: bytes
) -> None:
    with pytest.raises(ValueError, match="line feed"):
        IdempotencyKey(scope, "k", fingerprint)


def test_a_deadline_does_not_lie_in_the_past() -> None:
    with pytest.raises(ValueError, match="future"):
        after(-1)


@pytest.mark.parametrize(("part", "grade"), [(Part.STORE, Grade.FAIL), (Part.QUEUE, Grade.WARN)])
def test_only_a_store_that_does_not_answer_fails_and_others_are_warned_of(part: Part, grade: Grade) -> None:
    check = away(Outage(part, OutageCause.REFUSED), Message("Nothing is played."))
    assert (check.name, check.grade, check.code) == (str(part), grade, "refused")
    assert check.detail.endswith(" Nothing is played.")
    assert away(Outage(part, OutageCause.REFUSED)).detail == Outage(part, OutageCause.REFUSED).sentence
    assert check.cause == {"code": "refused", "detail": check.detail}


def test_no_calls_of_a_script_need_no_server() -> None:
    with Redis(port=free_port()) as redis:
        assert ask_scripts(redis, "probe", []) == []
