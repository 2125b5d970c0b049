"""The same request to both of two twins: the same status, headers, body and log lines, to the byte."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from werkzeug.routing import Rule

from tests.twins.leak import Leak
from tests.twins.places import METRICS, unmeasured, veiled, veiled_tag
from tests.twins.requests import Ask, Case, asks
from tests.twins.sending import sent
from tests.twins.worlds import World, Worlds

_PATIENCE = 5
_OTHERWISE = 0.05
"""How often a request is made once more in another way."""

METHODS = frozenset(("GET", "POST", "PUT", "PATCH", "DELETE"))


@dataclass(frozen=True, slots=True)
class ComparedAnswer:
    """All of an answer that is compared."""

    status: int
    headers: tuple[tuple[str, str], ...]
    length: int
    body: bytes
    log: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Requester:
    """The sender of requests: its name in a failure, and the headers that identify it."""

    name: str
    headers: Mapping[str, str]


@dataclass
class Comparison:
    """Asks both worlds and compares; `schemas` are those of the API's document, by address and method."""

    worlds: Worlds
    schemas: Mapping[tuple[str, str], str]
    compared: int = 0

    def everything(self, case: Case, requester: Requester, rules: Iterable[Rule]) -> None:
        """Every request that `requester` can make about the game is answered the same."""
        for rule in rules:
            for method in sorted((rule.methods or set()) & METHODS):
                for ask in asks(str(rule), method, case):
                    self.same(ask, requester)
                    if case.rng.random() < _OTHERWISE:
                        self.same(_otherwise(ask, case), requester)

    def same(self, ask: Ask, requester: Requester) -> ComparedAnswer:
        """Return what both answered; Leak if they did not answer alike."""
        headers = replace(ask, headers={**requester.headers, **ask.headers})
        one, other = (self.heard(world, headers) for world in self.worlds.both())
        self.compared += 1
        if one != other:
            raise Leak(_difference(requester, headers, one, other))
        return one

    def heard(self, world: World, ask: Ask) -> ComparedAnswer:
        """Return the answer and the log lines of one service; repeats the request while the store is late."""
        for _ in range(_PATIENCE):
            heard = self._heard(world, ask)
            if heard.status != 503 or b'"code":"store_unavailable"' not in heard.body:
                break
        return heard

    def _heard(self, world: World, ask: Ask) -> ComparedAnswer:
        world.log.take()
        world.chance.begin(f"{ask.method} {ask.path} {self.compared}")
        status, headers, data = sent(world.api.app, ask)
        media_type = next((text for name, text in headers if name == "Content-Type"), "")
        if status >= 400:
            self._count(media_type, data)
        method = "get" if ask.method == "HEAD" else ask.method.lower()
        schema = self.schemas.get((ask.template, method)) if status < 300 else None
        rows = tuple((name, veiled_tag(text, schema) if name == "ETag" else text) for name, text in headers)
        log = tuple(world.log.take())
        if media_type.startswith(METRICS):
            # How long something took has no fixed number of digits, and the tag is a hash of it.
            body = unmeasured(data)
            rows = tuple(row for row in rows if row[0] not in ("Content-Length", "ETag"))
            return ComparedAnswer(status, rows, len(body), body, log)
        body = veiled(data, schema, media_type.partition(";")[0])
        return ComparedAnswer(status, rows, len(data), body, log)

    def _count(self, media_type: str, data: bytes) -> None:
        if media_type.endswith("problem+json"):
            self.worlds.codes.add(data.split(b'"code":"', 1)[-1].split(b'"', 1)[0].decode())


def _otherwise(ask: Ask, case: Case) -> Ask:
    """The same request in another language, and of what is only read the head, or what has changed."""
    more = {"Accept-Language": "es"}
    if ask.method != "GET":
        return replace(ask, headers={**ask.headers, **more})
    known = {"If-None-Match": f'"{case.ply}"'}
    method = case.rng.choice(("GET", "HEAD")) if ask.chunks is None else "GET"
    return replace(ask, method=method, headers={**ask.headers, **more, **known})


def schemas(document: Mapping[str, Any]) -> dict[tuple[str, str], str]:
    """The name of the schema of the JSON that each operation answers with, by address and method."""
    return {
        (path, method): name
        for path, item in document["paths"].items()
        for method, operation in item.items()
        if method != "parameters"
        for name in _answers(operation["responses"])
    }


def _answers(responses: Mapping[str, Any]) -> Iterator[str]:
    for status, answer in responses.items():
        shape = answer.get("content", {}).get("application/json", {}).get("schema", {})
        if status.startswith("2") and "$ref" in shape:
            yield shape["$ref"].rpartition("/")[2]


def _difference(requester: Requester, ask: Ask, one: ComparedAnswer, other: ComparedAnswer) -> str:
    asked = f"{requester.name}: {ask.method} {ask.path} {ask.body or ''}"
    if one.status != other.status:
        return f"{asked}: {one.status} {one.body!r}, {other.status} {other.body!r}"
    for name in ("headers", "length", "log"):
        if getattr(one, name) != getattr(other, name):
            return f"{asked}: {name} {getattr(one, name)!r}, {getattr(other, name)!r}"
    return f"{asked}: {_around(one.body, other.body)}"


def _around(one: bytes, other: bytes) -> str:
    """Return where two bodies begin to differ, with what stands there."""
    at = next((at for at, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), 0)
    parts: Sequence[bytes] = [body[max(0, at - 80) : at + 80] for body in (one, other)]
    return f"at byte {at}: {parts[0]!r}, {parts[1]!r}"
