"""The identity of an installation: a random id, and a check of the secret that reveals nothing of it."""

import hmac

import pytest

from app.service.secret_keys import keys
from app.settings.settings import Settings
from replays.installation.parts import BadIdentity, Identity, draw, parse

SECRET = bytes.fromhex("5e" * 32)
KEY = keys(Settings(secret=SECRET)).installation


def test_the_check_value_fits_its_secret_and_no_other() -> None:
    drawn = draw(KEY)
    assert drawn.fits(KEY)
    assert not drawn.fits(keys(Settings(secret=bytes(32))).installation)
    assert not Identity(draw(KEY).id, drawn.check).fits(KEY)


def test_the_check_value_is_a_keyed_digest_of_the_id() -> None:
    drawn = draw(KEY)
    assert drawn.check == hmac.new(KEY, b"conquian/installation/1" + drawn.id.encode(), "sha256").hexdigest()


def test_two_installations_have_two_ids() -> None:
    assert draw(KEY).id != draw(KEY).id


def test_the_stored_text_gives_the_identity_again_and_holds_no_key() -> None:
    drawn = draw(KEY)
    assert parse(drawn.text) == parse(drawn.text.encode()) == drawn
    assert SECRET.hex() not in drawn.text
    assert KEY.hex() not in drawn.text


@pytest.mark.parametrize(
    "text", ["", "x", "[]", "{}", '{"v":1,"id":"i-0","check":"00"}', '{"v":1,"id":"../../x","check":"%s"}']
)
def test_an_invalid_identity_is_refused(text: str) -> None:
    with pytest.raises(BadIdentity, match="cannot be read"):
        parse(text.replace("%s", "0" * 64))


def test_an_identity_of_a_later_version_is_refused() -> None:
    with pytest.raises(BadIdentity, match="version 2"):
        parse(draw(KEY).text.replace('"v":1', '"v":2'))
