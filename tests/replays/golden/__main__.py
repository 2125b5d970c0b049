"""Write the playthroughs again, for review before they are committed."""

from tests.replays.test_show import GOLDEN, SEEDS, playthrough

for name in SEEDS:
    (GOLDEN / f"{name}.txt").write_text(playthrough(name), encoding="utf-8")
