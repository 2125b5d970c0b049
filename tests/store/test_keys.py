"""The names of keys and their table in app/store/KEYS.md."""

import re
from inspect import signature
from pathlib import Path

import pytest

from app.store import keys
from app.store.keys import LogKind, game_id_from

BUCKET = 0x17
TABLE = (Path(keys.__file__).parent / "KEYS.md").read_text()
ROWS = frozenset(re.findall(r"^    (cq:\S+)", TABLE, re.MULTILINE))
LOG = next(
    id_
    for seed in range(1_000)
    if keys.bucket(id_ := game_id_from(seed.to_bytes(32), LogKind.GAME)) == BUCKET
)
VALUES = {"bucket": BUCKET, "part": 0, "player": LOG}
ONE_KEY = sorted(name for name in vars(keys) if name.endswith("_key") and not name.startswith("_"))


def row(key: str) -> str:
    """Return the key as the table writes it."""
    key = key.replace(LOG, "<id>").replace(":lease:0", ":lease:<part>")
    return re.sub(r"^cq:(n|code|own):.*", r"cq:\1:<name>", key)


@pytest.mark.parametrize("name", [name for name in ONE_KEY if name != "answer_key"])
def test_each_key_is_a_row_of_the_table(name: str) -> None:
    function = getattr(keys, name)
    key = function(*(VALUES.get(parameter, LOG) for parameter in signature(function).parameters))
    assert row(key) in ROWS


@pytest.mark.parametrize("ends", [keys.append_keys(LOG, LOG), keys.game_keys(LOG), keys.removal_keys(LOG)])
def test_the_keys_of_the_scripts_are_rows_of_the_table(ends: list[str]) -> None:
    assert {row(key) for key in ends} <= ROWS


def test_keys_of_the_whole_store_are_rows_of_the_table() -> None:
    names = ["GENERATIONS", "SIGNED", "HOOKS", "NAMES", "ENTERED", "UNFINISHED", "PHASES", "INSTALLATION"]
    assert {getattr(keys, name) for name in names} <= ROWS
    assert keys.answer_key(bytes(32)).startswith("cq:{b00}:once:")
    assert "cq:{b17}:once:<64" in ROWS
