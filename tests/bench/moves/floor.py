"""The floor under a move: a bare Flask view that parses JSON and appends one entry if the ply is right.

Served by the same server, with the same settings, as the service itself.
"""

import os

import orjson
from flask import Flask, Response, request
from redis import Redis

_APPEND = """
local expected = tonumber(ARGV[1])
if redis.call('XLEN', KEYS[1]) ~= expected then return -1 end
redis.call('XADD', KEYS[1], (expected + 1) .. '-0', 'p', ARGV[2])
return expected + 1
"""


def create_app(url: str) -> Flask:
    """An application with that one view."""
    app = Flask(__name__)
    append = Redis.from_url(url).register_script(_APPEND)

    @app.post("/v1/games/<game>/moves")
    def move(game: str) -> Response:
        body = orjson.loads(request.get_data())
        ply = append(keys=[f"floor:{game}"], args=[body["expected_ply"], orjson.dumps(body)])
        status = 200 if ply > 0 else 409
        return Response(orjson.dumps({"ply": ply}), status, content_type="application/json")

    return app


def __getattr__(name: str) -> Flask:
    """`app`, made when the server asks for it."""
    if name == "app":
        return create_app(os.environ["REDIS_URL"])
    raise AttributeError(name)
