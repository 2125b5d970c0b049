"""The verifier reads old records of every format."""

from tests.corpus.test_corpus import RECORDS, head, kept
from tests.verifier.node import auditor


def test_every_old_record_is_clean_and_ends_as_written_down() -> None:
    assert len(RECORDS) > 50
    with auditor() as verifier:
        for form, name in RECORDS:
            report = verifier.audit(kept(form, name))
            causes = [finding["cause"] for finding in report["findings"]]
            assert causes == (["frozen"] if name == "frozen" else []), (form, name)
            assert {"plies": report["plies"], "digest": report["digest"]} == head(form, name)
