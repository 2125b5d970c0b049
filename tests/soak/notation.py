"""Random games written as text: the same record is read back, and its audit is clean."""

from random import Random

from replays.audit.audit import audit
from replays.notation.exporting import text_of
from replays.notation.importing import imported
from replays.notation.parse import parse
from replays.notation.printing import written
from replays.record.write import write_record
from tests.corpus.sittings import plans, sitting


def texts(rng: Random, _: None) -> int:
    """Five sittings of the corpus, played in another way: every variant, options, clocks, custom sheets."""
    known = plans()
    for name in rng.sample(sorted(known), 5):
        log = sitting(f"{name} {rng.random()}", known[name])
        text = text_of(log)
        assert parse(written(text)) == text, name
        data = b"".join(write_record(log))
        assert imported(written(text)).record == data, name
        assert audit(data).sound, name
    return 5
