"""Rules of addresses that are compiled when the first address is built."""

from collections.abc import Callable

from flask import Blueprint, Flask, Response, has_app_context, has_request_context, request, session, url_for
from werkzeug.test import create_environ

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
    app.hosts = ["localhost"]
    app.add_url_rule("/here", "here", lambda: "here")
    client = app.test_client()
    for _ in range(2):
        assert client.get("/here").text == "here"
        assert client.get("/here", headers={"Host": "evil.example"}).status_code == 400


def test_addresses_are_built_in_a_request_as_outside_of_one() -> None:
    app = App(__name__, static_folder=None)
    app.add_url_rule("/games/<int:number>", "game", lambda number: url_for("game", number=number + 1))
    assert [app.test_client().get("/games/7").text for _ in range(2)] == ["/games/8", "/games/8"]


def _said(made: type[Flask]) -> list[str]:
    """What is said around a request for a room inside a room, and around one for an unknown address."""
    said = list[str]()

    def before(word: str) -> Callable[[], None]:
        return lambda: said.append(f"before {word}")

    def after(word: str) -> Callable[[Response], Response]:
        def hook(response: Response) -> Response:
            said.append(f"after {word}")
            return response

        return hook

    def here() -> str:
        said.append("view")
        return "here"

    app, house, room = (
        made(__name__, static_folder=None),
        Blueprint("house", __name__),
        Blueprint("room", __name__),
    )
    for place, name in ((app, "app"), (house, "house"), (room, "room")):
        for number in range(2):
            place.before_request(before(f"{name} {number}"))
            place.after_request(after(f"{name} {number}"))
    room.add_url_rule("/here", "here", here)
    house.register_blueprint(room)
    app.register_blueprint(house)
    client = app.test_client()
    for path in ("/here", "/nowhere", "/here"):
        said.append(str(client.get(path).status_code))
    return said


def test_hooks_are_called_in_the_order_of_flask() -> None:
    assert _said(App) == _said(Flask)
    assert "before room 1" in _said(App)


def test_a_hook_that_answers_is_the_last_before_the_view_and_its_answer_is_seen_by_all_others() -> None:
    app = App(__name__, static_folder=None)
    app.before_request(lambda: "refused")
    app.before_request(lambda: "never")
    app.after_request(lambda response: Response(f"{response.get_data(as_text=True)} here"))
    app.add_url_rule("/", "here", lambda: "never")
    assert app.test_client().get("/").text == "refused here"


def test_nobody_has_a_session() -> None:
    app = App(__name__, static_folder=None)

    def keep() -> str:
        session["name"] = "value"
        return "kept"

    app.add_url_rule("/", "keep", keep)
    app.config["PROPAGATE_EXCEPTIONS"] = False
    assert app.test_client().get("/").status_code == 500


def test_a_request_leaves_nothing_behind() -> None:
    app = App(__name__, static_folder=None)
    app.add_url_rule("/", "here", lambda: request.path)
    for path in ("/", "/nowhere"):
        environ = create_environ(path)
        b"".join(app(environ, lambda *said: lambda data: None))
        assert environ["werkzeug.request"] is None
        assert not has_request_context()
        assert not has_app_context()


def test_a_test_may_look_at_a_request_that_is_over() -> None:
    app = App(__name__, static_folder=None)
    app.add_url_rule("/", "here", lambda: "here")
    with app.test_client() as client:
        client.get("/?at=37")
        assert request.args["at"] == "37"
