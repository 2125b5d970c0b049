"""What refusals say of fields and bodies in Spanish and French."""

import pytest
from flask.testing import FlaskClient

from app.http.details import DETAILS, detail_in


@pytest.mark.parametrize("english", DETAILS)
def test_each_sentence_is_said_in_both_languages_with_what_differs(english: str) -> None:
    numbers = ["2", "12"][: english.count("{}")]
    spanish, french = (detail_in(language, english.format(*numbers)) for language in ("es", "fr"))
    assert (spanish, french) == tuple(said.format(*numbers) for said in DETAILS[english])
    assert all(said.count("{}") == len(numbers) for said in DETAILS[english])


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
