"""Generator of the typed client for Python, from the OpenAPI document.

It has the runtime, a TypedDict for each schema, and a method for each operation under /v1 and for the list of
keys. A member that an answer may lack is absent only for the reason that its description gives, so answers
are not checked. Types of requests say which members are required.
"""

import keyword
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from json import dumps
from textwrap import fill, indent, wrap
from typing import Any, Final

Json = dict[str, Any]

_SIMPLE: Final = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
_METHODS: Final = ("get", "post", "put", "patch", "delete")
_HEADERS: Final = {"Idempotency-Key": ("idempotency_key", "str"), "If-Match": ("if_match", "int")}
_IMPORTS: Final = "import Any, Literal, Required, TypedDict, cast\nfrom urllib.parse import quote, urlencode"
_JSON: Final = "application/json"
_WIDTH: Final = 110


def generate(document: Json) -> str:
    """The text of the client of the service that `document` describes."""
    schemas = document["components"]["schemas"]
    used = sorted(_used(document), key=lambda name: ("properties" not in schemas[name], name))
    shapes = "\n\n\n".join(_shape(name, schemas[name]) for name in used)
    operations = "\n\n".join(indent(method, "    ") for method in _operations(document))
    about = '"""Every operation of the service; a `token` is an API key or that of a seat."""'
    client = f"class Client(_Wire):\n    {about}\n\n"
    runtime = files(__package__).joinpath("runtime.py").read_text(encoding="utf-8")
    runtime = runtime.replace("import Any\nfrom urllib.parse import urlencode", _IMPORTS)
    return f"{runtime}\n\n{shapes}\n\n\n{client}{operations}\n"


def _laid(depth: int, head: str, items: Sequence[str], tail: str) -> str:
    """`items` between `head` and `tail`, in one line that begins after `depth` blanks, or a line for each."""
    line = f"{head}{', '.join(items)}{tail}"
    if depth + len(line) <= _WIDTH and "\n" not in line:
        return line
    blanks = " " * depth
    return "\n".join([head, *(f"{blanks}    {item}," for item in items), f"{blanks}{tail}"])


def _folded(line: str) -> str:
    """A field with its type, whose names in brackets go on in further lines where it is too long for one."""
    if len(line) <= _WIDTH or "[" not in line:
        return line
    head, bracket, names = line.rpartition("[")
    return fill(
        names, _WIDTH, initial_indent=head + bracket, subsequent_indent=" " * 8, break_on_hyphens=False
    )


def _paths(document: Json) -> Iterator[tuple[str, str, Json, Json]]:
    for path, item in document["paths"].items():
        for method in _METHODS:
            if method in item and path.startswith(("/v1/", "/.well-known/conquian")):
                yield path, method, item, item[method]


def _used(document: Json) -> set[str]:
    """The names of the schemas that operations mention, and of those that they mention."""
    names: set[str] = set()
    operations = [operation for *_, operation in _paths(document)]
    shared = [_resolved(document, answer) for operation in operations for answer in _successes(operation)]
    todo = _mentioned([*operations, *shared])
    while todo:
        name = todo.pop()
        if name not in names:
            names.add(name)
            todo += _mentioned(document["components"]["schemas"][name])
    return names


def _mentioned(part: Any) -> list[str]:
    if isinstance(part, list):
        return [name for item in part for name in _mentioned(item)]
    if not isinstance(part, dict):
        return []
    own = [_name(part)] if str(part.get("$ref", "")).startswith("#/components/schemas/") else []
    return own + [name for item in part.values() for name in _mentioned(item)]


def _successes(operation: Json) -> list[Json]:
    answers = operation["responses"]
    return [answers[status] for status in sorted(answers) if status[0] == "2"]


def _resolved(document: Json, part: Json) -> Json:
    """A parameter or a response, where it is a reference that of the components."""
    if "$ref" not in part:
        return part
    *_, kind, name = str(part["$ref"]).split("/")
    component: Json = document["components"][kind][name]
    return component


def _name(reference: Json) -> str:
    return str(reference["$ref"]).rpartition("/")[2]


def _title(name: str) -> str:
    """Return the name of the type of a schema."""
    return "".join(part[:1].upper() + part[1:] for part in name.split("_"))


def _shape(name: str, schema: Json) -> str:
    if "properties" not in schema:
        return f"{_title(name)} = {_type(schema)}"
    must = schema.get("required", ())
    kinds = {field: _type(part) for field, part in schema["properties"].items()}
    rows = {field: f"Required[{kind}]" if field in must else kind for field, kind in kinds.items()}
    if any(keyword.iskeyword(field) or not field.isidentifier() for field in rows):
        members = [f"{dumps(field)}: {dumps(kind)}" for field, kind in rows.items()]
        inside = _laid(4, "{", members, "}")
        return _laid(0, f"{_title(name)} = TypedDict(", [dumps(_title(name)), inside, "total=False"], ")")
    lines = [_folded(f"    {field}: {kind}") for field, kind in rows.items()]
    return "\n".join([f"class {_title(name)}(TypedDict, total=False):", *lines])


def _type(schema: Json) -> str:
    """The type of what a schema describes."""
    if "$ref" in schema:
        return _title(_name(schema))
    ways = schema.get("anyOf", ()) or schema.get("oneOf", ())
    if ways and "type" not in schema:
        return _union(_type(way) for way in ways)
    if "const" in schema:
        return f"Literal[{_literal(schema['const'])}]"
    if "enum" in schema:
        return f"Literal[{', '.join(map(_literal, schema['enum']))}]"
    kinds = schema.get("type", [])
    return _union(_plain(kind, schema) for kind in ([kinds] if isinstance(kinds, str) else kinds)) or "Any"


def _literal(value: Any) -> str:
    return dumps(value, ensure_ascii=False) if isinstance(value, str) else repr(value)


def _plain(kind: str, schema: Json) -> str:
    if kind == "array":
        return f"list[{_type(schema.get('items', {}))}]"
    if kind == "object":
        more = schema.get("additionalProperties")
        return f"dict[str, {_type(more) if isinstance(more, dict) else 'Any'}]"
    return _SIMPLE[kind]


def _union(kinds: Iterable[str]) -> str:
    return " | ".join(dict.fromkeys(kinds))


def _operations(document: Json) -> Iterator[str]:
    for path, method, item, operation in _paths(document):
        yield _Operation(document, path, method, item, operation).text()


@dataclass(frozen=True, slots=True)
class _Operation:
    """One operation, as a method."""

    document: Json
    path: str
    method: str
    item: Json
    operation: Json

    def text(self) -> str:
        """The method."""
        media, kind = self._answer()
        body = self._body()
        first = [f"{path['name']}: {_type(path['schema'])}" for path in self._parameters("path")]
        first += [] if body is None else [f"body: {body[1]}"]
        named = [
            f"{item['name']}: {_type(item['schema'])} | None = None" for item in self._parameters("query")
        ]
        named += [f"{name}: {type_} | None = None" for name, type_ in self._headers().values()]
        arguments = ["self", *first, *(["*", *named] if named else [])]
        summary = wrap(f"{self.operation['summary'].rstrip('.')}.", 98)
        about = "\n".join(
            [
                summary[0],
                *(f"    {line}" for line in summary[1:]),
                "",
                f"    {self.method.upper()} {self.path}",
                "    ",
            ]
        )
        # Methods stand in a class, 4 blanks further to the right.
        signature = _laid(4, f"def {self.name}(", arguments, f") -> {kind}:").replace("\n    ", "\n")
        return f'{signature}\n    """{about}"""\n    {self._sending(kind, list(self._given(media, body)))}'

    def _sending(self, kind: str, given: Sequence[str]) -> str:
        """The statement that sends the request and returns what is answered, of type `kind`."""
        if kind == "None":
            return _laid(8, "self._call(", given, ")").replace("\n    ", "\n")
        if kind == "Any":
            return _laid(8, "return self._call(", given, ")").replace("\n    ", "\n")
        line = f"return cast({kind}, self._call({', '.join(given)}))"
        if 8 + len(line) <= _WIDTH:
            return line
        return _laid(8, "return cast(", [kind, _laid(12, "self._call(", given, ")")], ")").replace(
            "\n    ", "\n"
        )

    @property
    def name(self) -> str:
        """The name of the operation, once where the blueprint is called like it."""
        first, _, rest = str(self.operation["operationId"]).partition("_")
        return rest if rest == first else f"{first}_{rest}"

    def _given(self, media: str, body: tuple[str, str] | None) -> Iterator[str]:
        address = re.sub(r"{(\w+)}", r"{quote(str(\1), safe='')}", self.path)
        yield dumps(self.method.upper())
        yield f'f"{address}"' if "{" in address else dumps(address)
        yield dumps(media)
        query = [item["name"] for item in self._parameters("query")]
        if body is not None:
            yield "body"
        if query:
            yield _laid(16, "query={", [f"{dumps(name)}: {name}" for name in query], "}")
        if headers := self._headers():
            sent = (f"{dumps(name)}: {_sent(*known)}" for name, known in headers.items())
            yield f"headers={{{', '.join(sent)}}}"
        if body is not None and body[0] != _JSON:
            yield f"sends={dumps(body[0])}"

    def _answer(self) -> tuple[str, str]:
        """The media type and the type of the answer that is wanted."""
        done = [_resolved(self.document, answer) for answer in _successes(self.operation)]
        contents = [answer.get("content", {}) for answer in done]
        content = contents[0]
        if not content:
            return _JSON, "None"
        media = _JSON if _JSON in content else next(iter(content))
        if media == _JSON:
            kinds = [_type(content[media]["schema"]) for content in contents if media in content]
            return media, " | ".join(dict.fromkeys(kinds))
        return media, "bytes" if media == "application/zip" else "str"

    def _body(self) -> tuple[str, str] | None:
        content = self.operation.get("requestBody", {}).get("content", {})
        if not content:
            return None
        media = next(iter(content))
        kind = _type(content[media]["schema"])
        required = self.operation["requestBody"].get("required")
        return media, kind if required else f"{kind} | None = None"

    def _parameters(self, place: str) -> list[Json]:
        given = [*self.item.get("parameters", ()), *self.operation.get("parameters", ())]
        every = [_resolved(self.document, parameter) for parameter in given]
        return [parameter for parameter in every if parameter["in"] == place]

    def _headers(self) -> dict[str, tuple[str, str]]:
        given = [header["name"] for header in self._parameters("header")]
        return {name: known for name, known in _HEADERS.items() if name in given}


def _sent(argument: str, kind: str) -> str:
    return f"_tag({argument})" if kind == "int" else argument
