"""QR codes of the pages: of paths of this service alone, in pictures that cameras read."""

import re
from xml.etree import ElementTree

import pytest
import segno

from tests.api.helpers import Api, refused

PLAY = "/play/g-00" + "a" * 22 + "#invitation=cq_invite_" + "b" * 40
LIGHT = "{http://www.w3.org/2000/svg}path"


def modules(svg: bytes) -> tuple[int, set[tuple[int, int]]]:
    """Return the width of a picture and its dark modules, by column and row."""
    root = ElementTree.fromstring(svg)
    background, code = root.findall(LIGHT)
    width = int(root.attrib["viewBox"].split()[2])
    assert (background.attrib["fill"], code.attrib["stroke"]) == ("#fff", "#000")
    assert background.attrib["d"] == f"M0 0h{width}v{width}h-{width}z"
    dark: set[tuple[int, int]] = set()
    x = y = 0
    for step, right, down in re.findall(r"([Mmh])(-?\d+)(?: ?(-?\d+)(?:\.5)?)?", code.attrib["d"]):
        if step == "h":
            dark |= {(x + each, y) for each in range(int(right))}
        x, y = (0, 0) if step == "M" else (x, y)
        x, y = x + int(right), y + int(down or 0)
    return width, dark


def modules_of(text: str) -> tuple[int, set[tuple[int, int]]]:
    """Return what `modules` returns for the code of `text` with four light modules around it."""
    matrix = segno.make(text, error="m", micro=False).matrix
    dark = {(x + 4, y + 4) for y, row in enumerate(matrix) for x, module in enumerate(row) if module}
    return len(matrix) + 8, dark


@pytest.mark.parametrize("path", ["/", "/play/g-1?lang=es", PLAY])
def test_a_code_leads_to_the_path_at_this_service_and_has_its_quiet_zone(api: Api, path: str) -> None:
    answer = api.client.post("/qr", json={"path": path})
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "image/svg+xml"
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert modules(answer.data) == modules_of(f"http://localhost{path}")


def test_a_code_has_the_origin_of_the_page_that_asks(api: Api) -> None:
    def asked(origin: str) -> bytes:
        data: bytes = api.client.post("/qr", json={"path": PLAY}, headers={"Origin": origin}).data
        return data

    local = api.client.post("/qr", json={"path": PLAY}).data
    assert asked("https://localhost:8443") != local
    assert modules(asked("https://localhost:8443")) == modules_of(f"https://localhost:8443{PLAY}")
    for foreign in ("https://evil.example", "null", "localhost", "https://localhost.evil.example"):
        assert asked(foreign) == local


@pytest.mark.parametrize(
    "path",
    [
        "",
        "play",
        "//evil.example/",
        "/\\evil.example",
        "https://evil.example/",
        "/a b",
        "/é",
        "/" + "a" * 500,
    ],
)
def test_what_is_no_path_of_this_service_is_refused(api: Api, path: str) -> None:
    answer = api.client.post("/qr", json={"path": path})
    assert refused(answer, 422, "validation_failed")["errors"][0]["pointer"] == "/path"
    assert "evil" not in answer.text
