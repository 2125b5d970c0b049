"""Error messages on fields and bodies in Spanish and French."""

import pytest
from flask.testing import FlaskClient

from app.i18n import Message, translate


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("after=x", Message("Not a valid integer.")),
        (
            "after=-1",
            Message("Must be greater than or equal to {min} and less than or equal to {max}.").filled(
                min=0, max=2**53 - 1
            ),
        ),
        ("before=1", Message("This field is not known here.")),
    ],
)
def test_an_error_in_the_query_is_in_the_language_of_the_request(
    query: str, message: Message, client: FlaskClient
) -> None:
    answer = client.get(f"/v1/search?{query}", headers={"Accept-Language": "es"})
    assert answer.headers["Content-Language"] == "es"
    assert (
        [error["detail"] for error in answer.get_json(force=True)["errors"]]
        == [translate("es", message)]
        != [str(message)]
    )


def test_a_refusal_with_a_custom_sentence_is_in_one_language(client: FlaskClient) -> None:
    answer = client.get("/v1/search?after=1&after=2", headers={"Accept-Language": "fr"})
    assert answer.headers["Content-Language"] == "fr"
    assert answer.get_json(force=True)["detail"] == translate("fr", "Give every query parameter once.")
