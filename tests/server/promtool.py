"""Prometheus's own tool, which evaluates the rules of the alerts over scraped metrics."""

import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from os import environ
from pathlib import Path
from typing import Final

import orjson
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.server.helpers import ROOT

RULES: Final = ROOT / "deploy" / "prometheus" / "rules.yml"
STEPS: Final = 240
"""How many scrapes are told, one every fifteen seconds: an hour."""
EVALUATED: Final = "60s"
"""How often the rules are evaluated, as by Prometheus itself; it is for this that the tool computes."""

needs_promtool = pytest.mark.skipif(
    shutil.which("promtool") is None and "CI" not in environ,
    reason="needs promtool (apt-get install prometheus)",
)

Labels = Mapping[str, str]
Samples = Sequence[tuple[Labels, float]]


def check_rules() -> str:
    """Return what the tool says of the rules, which it must find right."""
    return _run("check", "rules", str(RULES))


def evaluate(home: Path, series: Mapping[str, str], expected: Mapping[str, Samples]) -> None:
    """Each expression has exactly the `expected` samples at the end of an hour of these series."""
    tests = [
        {
            "interval": "15s",
            "input_series": [{"series": name, "values": values} for name, values in series.items()],
            "promql_expr_test": [
                {
                    "expr": expr,
                    "eval_time": f"{STEPS * 15}s",
                    "exp_samples": [
                        {"labels": f"{{{_written(labels)}}}", "value": value} for labels, value in samples
                    ],
                }
                for expr, samples in expected.items()
            ],
        }
    ]
    file = home / "alerts.json"  # YAML that is JSON
    document = {"rule_files": [str(RULES)], "evaluation_interval": EVALUATED, "tests": tests}
    file.write_bytes(orjson.dumps(document))
    _run("test", "rules", str(file))


def series(text: str, before: str | None = None, *, grows: bool = True) -> dict[str, str]:
    """The series of a scrape as they are told for an hour.

    With a scrape `before`, each goes on growing as it grew between the two, as if these were fifteen seconds
    apart; or else it stands as before for half an hour and then as it is.
    """
    first = dict(_samples(text if before is None else before))
    second = dict(_samples(text))
    values = {}
    for name in first | second:
        one, two = first.get(name, 0.0), second.get(name, 0.0)
        steady = f"{one:.6f}+0.000000x{STEPS // 2} {two:.6f}+0.000000x{STEPS // 2}"
        values[name] = f"{one:.6f}{two - one:+.6f}x{STEPS}" if grows else steady
    return values


def _samples(text: str) -> Iterator[tuple[str, float]]:
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            labels = {**sample.labels, "job": "conquian", "instance": "games.example:8000"}
            yield f"{sample.name}{{{_written(labels)}}}", float(sample.value)


def _written(labels: Labels) -> str:
    return ",".join(f"{name}={orjson.dumps(value).decode()}" for name, value in labels.items())


def _run(*words: str) -> str:
    done = subprocess.run(["promtool", *words], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
