"""Seat tokens: derived, checked, refused in other places and in a damaged form."""

import base64
import hmac
import string
import zlib

import pytest
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st

from app.http.credentials import GAME_ID, SeatToken, matches, mint, parse, token_hash
from app.observability.logs import redact

KEY = bytes(range(32))
GAME = "g-0123456789abcdefghijklmn"
TOKEN = mint(KEY, GAME, 2, 7)
GAMES = st.from_regex(GAME_ID, fullmatch=True)
SEATS = st.integers(0, 255)
GENERATIONS = st.integers(0, 2**32 - 1)


def test_a_token_is_the_derivation_that_is_documented() -> None:
    message = b"conquian/token/1" + bytes([len(GAME)]) + GAME.encode() + b"\x02" + b"\0\0\0\x07"
    secret = base64.b32encode(hmac.digest(KEY, message, "sha256")).decode().rstrip("=").lower()
    body = f"cq_seat_{GAME}.2.7_{secret}"
    assert f"{body}{zlib.crc32(body.encode()):08x}" == TOKEN


@settings(max_examples=100)
@given(GAMES, SEATS, GENERATIONS)
def test_a_token_is_decoded_to_its_parts(game: str, seat: int, generation: int) -> None:
    text = mint(KEY, game, seat, generation)
    assert parse(text) == SeatToken(game, seat, generation, text, token_hash(text))


@settings(max_examples=100)
@given(GAMES, SEATS, GENERATIONS, st.binary(min_size=32, max_size=32))
def test_tokens_differ_if_any_part_differs(game: str, seat: int, generation: int, key: bytes) -> None:
    others = {mint(KEY, game, seat, generation), mint(KEY, game, (seat + 1) % 256, generation)}
    others |= {mint(KEY, game, seat, (generation + 1) % 2**32), mint(key + b"x", game, seat, generation)}
    assert len({text.split("_")[-1][:52] for text in others}) == 4


def test_any_change_of_one_character_is_refused() -> None:
    alphabet = string.ascii_letters + string.digits + "._-~ "
    changed = {TOKEN[:i] + c + TOKEN[i + 1 :] for i in range(len(TOKEN)) for c in alphabet} - {TOKEN}
    assert len(changed) > 5000
    assert [text for text in changed if parse(text)] == []


@settings(max_examples=200)
@given(st.integers(0, len(TOKEN)), st.text(max_size=3))
def test_insertions_and_truncations_are_refused(place: int, extra: str) -> None:
    assert parse(TOKEN[:place]) is None or place == len(TOKEN)
    assert parse(TOKEN[:place] + extra + TOKEN[place:]) is None or extra == ""


@settings(max_examples=200)
@given(st.text())
def test_no_text_makes_the_reader_fail(text: str) -> None:
    assert parse(text) is None


def with_checksum(body: str) -> str:
    """A text of token shape whose checksum is right."""
    return f"{body}{zlib.crc32(body.encode()):08x}"


@pytest.mark.parametrize("numbers", ["256.0", "02.7", "2.07", "2.4294967296", "-1.0", "2.", "999.1"])
def test_numbers_out_of_range_or_in_another_spelling_are_refused(numbers: str) -> None:
    assert parse(with_checksum(f"cq_seat_{GAME}.2.7_{'a' * 52}")) is not None
    assert parse(with_checksum(f"cq_seat_{GAME}.{numbers}_{'a' * 52}")) is None


@pytest.mark.parametrize(
    ("game", "seat", "generation"), [("g-1", 0, 0), (GAME, 256, 0), (GAME, -1, 0), (GAME, 0, 2**32)]
)
def test_no_token_is_made_for_impossible_seats(game: str, seat: int, generation: int) -> None:
    with pytest.raises(ValueError, match="token"):
        mint(KEY, game, seat, generation)


def test_the_hash_verifies_its_token_only() -> None:
    token = parse(TOKEN)
    assert token is not None
    assert len(token_hash(TOKEN)) == 32
    assert matches(token, token_hash(TOKEN))
    assert not matches(token, token_hash(mint(KEY, GAME, 2, 8)))


def test_a_token_does_not_show_in_a_representation_or_a_redacted_line() -> None:
    secret = TOKEN[-60:]
    assert secret not in repr(parse(TOKEN))
    assert secret not in redact(f"GET /v1/games?x={TOKEN}&y=1 {TOKEN.upper()}")


@pytest.mark.parametrize("header", [f"Bearer {TOKEN}", f"bearer  {TOKEN}"])
def test_the_authorization_header_names_the_seat(client: FlaskClient, header: str) -> None:
    assert client.get("/v1/whoami", headers={"Authorization": header}).get_json()["seat"] == 2


def test_a_request_without_the_header_has_no_caller(client: FlaskClient) -> None:
    assert client.get("/v1/whoami").get_json()["seat"] is None


BAD_HEADERS = [
    "",
    "Bearer",
    TOKEN,
    f"Basic {TOKEN}",
    f"Bearer {TOKEN[:-1]}",
    f"Bearer {TOKEN} x",
    f"Bearer {TOKEN},",
]


def test_every_bad_header_gets_the_same_answer(client: FlaskClient) -> None:
    answers = [client.get("/v1/whoami", headers={"Authorization": header}) for header in BAD_HEADERS]
    assert {answer.status_code for answer in answers} == {401}
    assert {answer.headers["WWW-Authenticate"] for answer in answers} == {'Bearer realm="conquian"'}
    assert len({answer.get_data() for answer in answers}) == 1
    assert answers[0].get_json(force=True)["code"] == "unauthenticated"


@pytest.mark.parametrize(
    "path",
    [
        "/v1/whoami?token=x",
        "/v1/whoami?ACCESS_TOKEN=",
        f"/v1/whoami?q={TOKEN}",
        f"/v1/whoami/{TOKEN}",
        f"/nowhere/{TOKEN}",
        "/v1/whoami?q=%63q_seat_x",
        "/v1/whoami?q=%2563q%255fseat%255fx",
        "/v1/whoami?q=CQ_SEAT_x",
        f"/v1/whoami?{TOKEN}",
    ],
)
def test_a_token_in_the_url_is_refused_and_not_repeated(client: FlaskClient, path: str) -> None:
    response = client.get(path)
    assert (response.status_code, response.get_json(force=True)["code"]) == (400, "token_in_url")
    assert TOKEN not in response.get_data(as_text=True) + str(response.headers)
