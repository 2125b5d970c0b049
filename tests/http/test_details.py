"""What refusals say of fields and bodies in Spanish and French."""

import pytest
from flask.testing import FlaskClient

from app.http.details import DETAILS, detail_in
from app.i18n import Message, translate


@pytest.mark.parametrize("message", DETAILS, ids=lambda message: message.text)
def test_each_sentence_is_said_in_both_languages_with_what_differs(message: Message) -> None:
    values = {
        name: number for name, number in (("value", 2), ("first", 2), ("second", 12)) if name in message.text
    }
    for language in ("es", "fr"):
        english = translate("en", message, **values)
        assert detail_in(language, english) == translate(language, message, **values) != english


def test_a_sentence_that_nobody_has_translated_is_left_as_it_is() -> None:
    assert detail_in("es", "Something else.") is None


@pytest.mark.parametrize(
    ("query", "english"),
    [
        ("after=x", "Not a valid integer."),
        ("after=-1", "Must be greater than or equal to 0 and less than or equal to 9007199254740991."),
        ("before=1", "This field is not known here."),
    ],
)
def test_an_error_in_the_query_is_said_in_the_language_of_the_caller(
    query: str, english: str, client: FlaskClient
) -> None:
    answer = client.get(f"/v1/search?{query}", headers={"Accept-Language": "es"})
    assert answer.headers["Content-Language"] == "es"
    assert [error["detail"] for error in answer.get_json(force=True)["errors"]] == [detail_in("es", english)]


def test_a_refusal_with_a_sentence_of_its_own_is_all_in_one_language(client: FlaskClient) -> None:
    answer = client.get("/v1/search?after=1&after=2", headers={"Accept-Language": "fr"})
    assert answer.headers["Content-Language"] == "fr"
    assert answer.get_json(force=True)["detail"] == detail_in("fr", "Give every query parameter once.")
