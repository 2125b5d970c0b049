"""Pictures of every page at three sizes, in both themes, in Spanish and English, for people to look at.

    python -m tests.web.shots OUT [SCENE...]

They go into the directory OUT, `OUT/table-phone-dark-es.png` and so on, with an `index.html` that shows all.
"""

import sys
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Final

from tests.web import chromium as browsers
from tests.web.scenes import SCENES, Stage, Wishes, stage
from tests.web.service import running
from tests.web.visiting import SIZES, Language, Profiles, Size, Theme, Visitor

_SIZES: Final[tuple[Size, ...]] = ("phone", "tablet", "desktop")
_THEMES: Final[tuple[Theme, ...]] = ("light", "dark")
_LANGUAGES: Final[tuple[Language, ...]] = ("es", "en")
_INDEX: Final = """<!doctype html><meta charset=utf-8><title>Pages</title>
<style>figure {{ display: inline-block }} img {{ width: 30em }}</style>
{}
"""
_TALLEST: Final = 6000


def main(words: Sequence[str]) -> int:
    """Takes the pictures; the exit status."""
    program = browsers.program()
    if not words or program is None:
        sys.stderr.write(f"{__doc__ if program else browsers.MISSING}\n")
        return 2
    out = Path(words[0])
    out.mkdir(parents=True, exist_ok=True)
    with running() as service, browsers.chromium(program) as browser:
        ready, visit = stage(service, out), Visitor(Profiles(browser, service.url))
        names = [name for scene in words[1:] or SCENES for name in _taken(visit, ready, scene, out)]
        complaints = visit.complaints()
    figures = (f"<figure><img src={name}.png><figcaption>{name}</figcaption></figure>" for name in names)
    (out / "index.html").write_text(_INDEX.format("".join(figures)))
    sys.stdout.write("".join(f"{each}\n" for each in complaints))
    return 1 if complaints else 0


def _taken(visit: Visitor, ready: Stage, scene: str, out: Path) -> Iterator[str]:
    for size, theme, language in product(_SIZES, _THEMES, _LANGUAGES):
        name = f"{scene}-{size}-{theme}-{language}"
        page = SCENES[scene](visit, ready, Wishes(size, theme, language))
        # As tall as the page, so that what sticks to an edge of the window is where the page ends.
        tall = min(_TALLEST, page.evaluate("document.documentElement.scrollHeight"))
        page.set_viewport_size({"width": SIZES[size][0], "height": max(tall, SIZES[size][1])})
        page.screenshot(path=out / f"{name}.png")
        page.context.close()
        yield name


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
