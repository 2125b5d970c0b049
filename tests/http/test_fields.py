"""Strict fields, unknown fields, and the list of all errors."""

from typing import Any

import pytest
from flask.testing import FlaskClient
from marshmallow import fields

from app.http.fields import StrictSchema, String
from app.http.parser import MAX_ERRORS
from app.i18n import translate


def problem(client: FlaskClient, body: dict[str, Any]) -> dict[str, Any]:
    """The problem that a body earns."""
    response = client.post("/v1/echo", json=body)
    answer: dict[str, Any] = response.get_json(force=True)
    assert response.status_code == answer["status"] == 422
    return answer


@pytest.mark.parametrize("value", ["1", 1.0, 1.9, True, "1_0", "٣", " 7 ", None, [], {}, -1, 101])
def test_only_an_integer_in_range_is_an_integer(client: FlaskClient, value: object) -> None:
    body = problem(client, {"count": value})
    assert (body["code"], body["errors"][0]["pointer"]) == ("validation_failed", "/count")


@pytest.mark.parametrize("value", ["on", "true", 1, 0, 1.0, None, "", []])
def test_only_true_and_false_are_booleans(client: FlaskClient, value: object) -> None:
    assert problem(client, {"flag": value})["code"] == "validation_failed"


@pytest.mark.parametrize("value", ["", "x" * 21, "a\nb", "a\x7fb", "a\u2028b", "\x1b[0m", 7, None, ["x"]])
def test_a_text_is_bounded_and_has_no_control_characters(client: FlaskClient, value: object) -> None:
    assert problem(client, {"text": value})["code"] == "validation_failed"


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        " Ana",
        "Ana ",
        "x" * 41,
        "x" * 8000,
        "a\nb",
        "a\x00b".replace("\x00", "\x01"),
        "a\u202eb",
        "a\u2066b",
        "a\u200eb",
        "\u200b",
        "\ufeffAna",
        "\ue000",
        "a\u2028b",
    ],
)
def test_a_name_with_invisible_characters_is_invalid(client: FlaskClient, name: str) -> None:
    body = problem(client, {"name": name})
    assert (body["code"], body["errors"][0]["code"]) == ("name_invalid", "name_invalid")


@pytest.mark.parametrize(
    "name", ["Ana", "x" * 40, "<b>José</b>", "王小明", "👩\u200d🚀", "\u0646\u200c\u062e", "O'Neil-Ruiz 2"]
)
def test_ordinary_names_of_any_script_pass(client: FlaskClient, name: str) -> None:
    assert client.post("/v1/echo", json={"name": name}).get_json() == {"name": name}


def test_a_name_is_composed_before_it_is_measured(client: FlaskClient) -> None:
    assert client.post("/v1/echo", json={"name": "e\u0301" * 40}).get_json() == {"name": "é" * 40}


@pytest.mark.parametrize("card", ["1O", "12B", "7C", "7c", "Jc", "Ts", "10E"])
def test_card_codes_of_both_packs_pass(client: FlaskClient, card: str) -> None:
    assert client.post("/v1/echo", json={"card": card}).status_code == 200


@pytest.mark.parametrize(
    "card", ["13O", "0O", "1o", "10c", "??", "", "1O ", "1O\n", "J", "c7", "1d", 7, None]
)
def test_other_texts_are_no_card_codes(client: FlaskClient, card: object) -> None:
    assert problem(client, {"card": card})["code"] == "validation_failed"


def test_a_wrong_card_in_a_meld_is_pointed_at(client: FlaskClient) -> None:
    body = problem(client, {"melds": [["1O"], ["2O", "xx"], []]})
    assert {error["pointer"] for error in body["errors"]} == {"/melds/1/1", "/melds/2"}
    assert "A card is a rank and a suit, like 7O, 12B, Td or Kh." in [
        error["detail"] for error in body["errors"]
    ]


@pytest.mark.parametrize("field", ["__proto__", "state", "seat", "constructor"])
def test_an_unknown_field_is_refused_by_name(client: FlaskClient, field: str) -> None:
    body = problem(client, {"count": 1, field: {}})
    assert (body["code"], body["errors"][0]["pointer"]) == ("unknown_field", f"/{field}")


def test_an_unknown_field_is_found_inside_nested_objects(client: FlaskClient) -> None:
    body = problem(client, {"seats": [{"bot": "a"}, {"bot": "b", "hand": []}]})
    assert body["errors"] == [
        {"pointer": "/seats/1/hand", "code": "unknown_field", "detail": "This field is not known here."}
    ]


@pytest.mark.parametrize("field", ["cq_seat_g-1.0.0_x", "<script>", "a b", "", "x" * 60, "a/b~c"])
def test_a_field_name_that_is_the_clients_text_is_not_sent_back(client: FlaskClient, field: str) -> None:
    body = problem(client, {field: 1})
    assert (body["code"], body["errors"][0]["pointer"]) == ("unknown_field", "")


def test_all_errors_are_reported_at_once(client: FlaskClient) -> None:
    body = problem(client, {"count": "1", "flag": 1, "name": "\n", "seats": [{}], "other": 1})
    codes = {error["pointer"]: error["code"] for error in body["errors"]}
    assert body["code"] == "unknown_field"
    assert codes == {
        "/count": "validation_failed",
        "/flag": "validation_failed",
        "/name": "name_invalid",
        "/seats/0/bot": "validation_failed",
        "/other": "unknown_field",
    }


def test_the_list_of_errors_does_not_grow_with_the_body(client: FlaskClient) -> None:
    body = problem(client, {f"f{n}": 1 for n in range(500)})
    assert len(body["errors"]) == MAX_ERRORS


@pytest.mark.parametrize(
    "field", [fields.Integer(), fields.Boolean(), fields.String(), fields.List(fields.Int())]
)
def test_a_coercing_field_cannot_be_declared(field: Any) -> None:
    with pytest.raises(TypeError, match="coerces"):
        StrictSchema.from_dict({"x": field})()


def test_a_pattern_must_match_from_end_to_end() -> None:
    schema = StrictSchema.from_dict({"x": String(pattern="^(?:[a-z]{2})+$")})()
    assert schema.validate({"x": "ab"}) == {}
    assert set(schema.validate({"x": "ab\n"})) == set(schema.validate({"x": "a1"})) == {"x"}
    error: Any = schema.validate({"x": "a1"})["x"][0]
    assert str(error.message) == "This text must match ^(?:[a-z]{2})+$."
    assert translate("es", error.message) == "Este texto tiene que coincidir con ^(?:[a-z]{2})+$."


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", {"after": 0, "expand": False}),
        ("after=12&expand=1", {"after": 12, "expand": True}),
        ("expand=false&tags=a%20b", {"after": 0, "expand": False, "tags": ["a b"]}),
    ],
)
def test_query_parameters_are_read(client: FlaskClient, query: str, expected: dict[str, object]) -> None:
    assert client.get(f"/v1/search?{query}").get_json() == expected


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ("after=-1", 422, "validation_failed"),
        ("after=01", 422, "validation_failed"),
        ("after=%D9%A3", 422, "validation_failed"),
        ("after=1.0", 422, "validation_failed"),
        ("after=", 422, "validation_failed"),
        ("after=" + "9" * 3000, 422, "validation_failed"),
        ("expand=on", 422, "validation_failed"),
        ("tags=a%0Ab", 422, "validation_failed"),
        ("before=1", 422, "unknown_field"),
        ("after=1&after=2", 400, "duplicate_key"),
        ("after=%ff", 400, "bad_encoding"),
    ],
)
def test_query_parameters_are_strict(client: FlaskClient, query: str, status: int, code: str) -> None:
    response = client.get(f"/v1/search?{query}")
    assert (response.status_code, response.get_json(force=True)["code"]) == (status, code)


def test_an_error_in_the_query_names_its_parameter(client: FlaskClient) -> None:
    errors = client.get("/v1/search?after=x").get_json(force=True)["errors"]
    assert errors == [{"parameter": "after", "code": "validation_failed", "detail": "Not a valid integer."}]


@pytest.mark.parametrize("path", ["/v1/whoami?x=1", "/v1/thing?x=1"])
def test_a_resource_without_query_parameters_takes_none(client: FlaskClient, path: str) -> None:
    answer = client.get(path).get_json(force=True)
    assert answer["code"] == "unknown_field"
    assert [error["parameter"] for error in answer["errors"]] == ["x"]
