"""In which order entrants are taken: as the manifest lists them, strongest first, or as its seed draws."""

from typing import Final

from app.tournament.manifest import Manifest

LISTED: Final = "listed"
DRAWN: Final = "drawn"
SEEDINGS: Final = (LISTED, DRAWN)


def seeding(manifest: Manifest, default: str) -> tuple[int, ...]:
    """All entrants, the highest seed first."""
    if manifest.parameter("seeding", default) == DRAWN:
        return manifest.drawn("seeding")
    return tuple(range(len(manifest.entrants)))
