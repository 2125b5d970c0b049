"""The worked values of app/docs/proofs.md are those of the service, and the document has all of them."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import app
from tests.vectors.proofs import FILE, vectors

_DOCUMENT = (Path(app.__file__).parent / "docs" / "proofs.md").read_text(encoding="utf-8")
BLOCKS = dict(re.findall(r"```vector (\w+)\n(.*?)```", _DOCUMENT, flags=re.DOTALL))
VECTORS = vectors()


def test_the_file_is_up_to_date() -> None:
    assert json.loads(FILE.read_text(encoding="utf-8")) == VECTORS, "run python -m tests.vectors.proofs"


def test_every_vector_is_in_the_document() -> None:
    assert list(BLOCKS) == list(VECTORS)


@pytest.mark.parametrize("name", VECTORS)
def test_the_document_shows_the_value(name: str) -> None:
    values = {key: text.strip() for key, _, text in (line.partition(" ") for line in _lines(name))}
    assert {key: _read(key, text, VECTORS[name]) for key, text in values.items()} == VECTORS[name]


def _lines(name: str) -> list[str]:
    return [line for line in BLOCKS[name].splitlines() if line]


def _read(key: str, text: str, vector: dict[str, Any]) -> Any:
    """The value of a line: text as it stands where it is on one line, JSON for everything else."""
    value = vector.get(key)
    return text if isinstance(value, str) and "\n" not in value else json.loads(text)
