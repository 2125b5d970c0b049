"""The entropy commitment is the same in /docs/proofs, OpenAPI, problem page and helpers."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import app
from app.api.causes import OWN_REMEDIES
from app.api.clients.runtime import entropy_commitment
from app.i18n import Language, translate
from tests.client.document import document
from tests.remote.test_guides import program
from tests.rulebook.editions import CONQUIAN, paragraphs
from tests.vectors.proofs import vectors
from tests.verifier.node import NODE

VECTOR: dict[str, Any] = vectors()["entropy_commitment"]
SCRIPTS = Path(app.__file__).parent / "web" / "static" / "js"


def printed(command: list[str], text: str) -> str:
    """Return what a program prints."""
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_the_client_commits_as_in_the_vector() -> None:
    entropy = bytes.fromhex(VECTOR["entropy"])
    assert entropy_commitment(VECTOR["game"], VECTOR["seat"], entropy) == VECTOR["commitment"]


def test_the_pages_commit_as_in_the_vector() -> None:
    asked = json.dumps(VECTOR)
    module = (SCRIPTS / "chance.js").read_text()
    text = (
        f"{module}\nconst asked = {asked};\n"
        "const entropy = Uint8Array.from(asked.entropy.match(/../g), (digits) => parseInt(digits, 16));\n"
        "console.log(await committed(asked.game, asked.seat, entropy));"
    )
    assert printed([str(NODE), "--input-type=module"], text) == VECTOR["commitment"]


def test_the_function_of_the_guide_for_python_commits_as_in_the_vector() -> None:
    guide = program("python", "http://127.0.0.1:1")
    start = guide.index("def entropy_commitment")
    function = guide[start : guide.index("\n\n\n", start)]
    text = f"import hashlib\n{function}\nasked = {VECTOR!r}\n"
    text += "entropy = bytes.fromhex(asked['entropy'])\n"
    text += "print(entropy_commitment(asked['game'], asked['seat'], entropy))\n"
    assert printed([sys.executable, "-I", "-"], text) == VECTOR["commitment"]


def test_the_client_for_javascript_commits_as_in_the_vector() -> None:
    module = (Path(app.__file__).parent / "api" / "clients" / "conquian_client.mjs").read_text()
    text = (
        f"{module}\nconst asked = {json.dumps(VECTOR)};\n"
        "const entropy = Uint8Array.from(asked.entropy.match(/../g), (digits) => parseInt(digits, 16));\n"
        "console.log(await entropyCommitment(asked.game, asked.seat, entropy));"
    )
    assert printed([str(NODE), "--input-type=module"], text) == VECTOR["commitment"]


def test_the_openapi_document_has_the_form_and_the_examples_of_the_vector() -> None:
    described = document()
    content = described["paths"]["/v1/games/{game}/moves"]["post"]["requestBody"]["content"]
    examples = content["application/json"]["examples"]
    assert examples["ready"]["value"]["entropy_commitment"] == VECTOR["commitment"]
    assert examples["reveal"]["value"]["entropy"] == VECTOR["entropy"]
    text = described["components"]["schemas"]["Move_ready"]["properties"]["entropy_commitment"]["description"]
    assert "conquian/entropy/1" in text
    assert f"seat {VECTOR['seat']} of {VECTOR['game']}" in text


@pytest.mark.parametrize("name", ["RULES.md", "RULES.es.md", "RULES.fr.md"])
def test_the_rulebook_has_the_form(name: str) -> None:
    assert "conquian/entropy/1" in paragraphs((CONQUIAN / name).read_text())["12.2"]


@pytest.mark.parametrize("language", Language)
def test_the_page_of_the_refusal_has_the_form(language: Language) -> None:
    assert "conquian/entropy/1" in translate(language, OWN_REMEDIES["seed_invalid"])
