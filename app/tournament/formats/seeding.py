"""Order of seeds: as the manifest lists the entrants, strongest first, or as its seed draws them."""

from typing import Final

from app.tournament.manifest import Manifest

LISTED: Final = "listed"
DRAWN: Final = "drawn"
SEEDINGS: Final = (LISTED, DRAWN)


def seeding(manifest: Manifest, default: str) -> tuple[int, ...]:
    """Return all entrants, the highest seed first."""
    if manifest.parameter("seeding", default) == DRAWN:
        return manifest.drawn("seeding")
    return tuple(range(len(manifest.entrants)))
