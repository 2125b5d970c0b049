"""An accepted move over HTTP executes few files of the product, so that its path can be read."""

import sys
from collections import defaultdict
from collections.abc import Callable, Mapping
from pathlib import Path
from types import FrameType
from typing import Any, Final

import app
from tests.api.helpers import Api, Table, expect

ROOT: Final = Path(app.__file__).parents[1]
PACKAGES: Final = ("app", "replays", "workers")
READ: Final = ("app.api", "app.service", "app.games", "app.store.log")
"""The layers that an engineer reads to understand a move."""

MOST_READ: Final = 29
MOST: Final = 50
"""The limits are today's numbers. The aims are 20 and 40: lower a limit when a change makes that possible."""


def _executed(work: Callable[[], object]) -> set[str]:
    """Return the modules of the product of which `work` calls a function in this thread."""
    files: set[str] = set()

    def called(frame: FrameType, event: str, _: Any) -> None:
        files.add(frame.f_code.co_filename)

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        work()
    finally:
        sys.setprofile(before)
    paths = [Path(file).relative_to(ROOT) for file in files if file.startswith(f"{ROOT}/")]
    return {".".join(path.with_suffix("").parts) for path in paths if path.parts[0] in PACKAGES}


def _layer(module: str) -> str:
    return module if module in READ else ".".join(module.split(".")[:2])


def _by_layer(modules: set[str]) -> Mapping[str, list[str]]:
    layers: dict[str, list[str]] = defaultdict(list)
    for module in sorted(modules):
        layers[_layer(module)].append(module)
    return layers


def _next_pass(table: Table) -> Callable[[], object]:
    """Make moves until a seat may pass. Return the function that lets it pass."""
    while True:
        seat = table.asked()
        assert seat is not None, "the game is over"
        options = table.moves(seat)
        if command := next((option for option in options if option["type"] == "pass"), None):
            ply = table.view(seat)["ply"]
            return lambda: expect(table.post(seat, command, If_Match=f'"{ply}"'), 200)
        expect(table.post(seat, options[0]), 200)


def test_an_accepted_pass_executes_few_files_of_the_product(api: Api) -> None:
    table = api.table("me me")
    _next_pass(table)()  # what only the first move of a process does is not counted
    modules = _executed(_next_pass(table))
    layers = _by_layer(modules)
    for layer, inside in layers.items():
        print(f"{len(inside):3}  {layer}: {' '.join(module.removeprefix(f'{layer}.') for module in inside)}")
    read = [module for layer in READ for module in layers.get(layer, ())]
    assert len(read) <= MOST_READ, read
    assert len(modules) <= MOST, sorted(modules)
