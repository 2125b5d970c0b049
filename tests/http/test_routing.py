"""Rules of addresses that are compiled when the first address is built."""

from flask import Flask, request, url_for

from app.http.routing import App, LazyRule


def test_addresses_are_matched_and_built_as_by_any_other_rule() -> None:
    app = Flask(__name__, static_folder=None)
    app.url_rule_class = LazyRule
    app.add_url_rule("/games/<int:number>/<path:rest>", "game", lambda number, rest: f"{number} {rest}")
    assert app.test_client().get("/games/7/a/b").text == "7 a/b"
    with app.test_request_context():
        built = [url_for("game", number=number, rest="a b/c", at=37) for number in (7, 8)]
    assert built == ["/games/7/a%20b/c?at=37", "/games/8/a%20b/c?at=37"]


def test_an_address_that_is_known_is_matched_by_method_and_says_the_same_again() -> None:
    app = App(__name__, static_folder=None)
    app.add_url_rule("/games/<int:number>", "read", lambda number: f"read {number}", methods=["GET"])
    app.add_url_rule("/games/<int:number>", "write", lambda number: f"write {number}", methods=["POST"])
    client = app.test_client()
    for _ in range(2):
        assert client.get("/games/7").text == "read 7"
        assert client.post("/games/7").text == "write 7"
        assert client.get("/games/8?at=7").text == "read 8"
        assert client.put("/games/7").status_code == 405
        assert client.get("/games/x").status_code == 404


def test_what_a_view_does_with_a_known_address_is_not_seen_by_the_next_request() -> None:
    app = App(__name__, static_folder=None)

    @app.before_request
    def forget() -> None:
        (request.view_args or {}).pop("number")

    app.add_url_rule("/games/<int:number>", "game", lambda **said: f"{said}")
    assert [app.test_client().get("/games/7").text for _ in range(2)] == ["{}", "{}"]


def test_a_host_that_is_not_ours_is_refused_at_a_known_address_too() -> None:
    app = App(__name__, static_folder=None)
    app.config["TRUSTED_HOSTS"] = ["localhost"]
    app.add_url_rule("/here", "here", lambda: "here")
    client = app.test_client()
    for _ in range(2):
        assert client.get("/here").text == "here"
        assert client.get("/here", headers={"Host": "evil.example"}).status_code == 400


def test_addresses_are_built_in_a_request_as_outside_of_one() -> None:
    app = App(__name__, static_folder=None)
    app.add_url_rule("/games/<int:number>", "game", lambda number: url_for("game", number=number + 1))
    assert [app.test_client().get("/games/7").text for _ in range(2)] == ["/games/8", "/games/8"]
