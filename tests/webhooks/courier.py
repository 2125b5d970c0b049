"""A courier process over the stores named as arguments, with the keys of the tests."""

import sys
from contextlib import closing
from ipaddress import ip_network
from pathlib import Path
from tempfile import TemporaryDirectory

from app.cli import courier
from app.observability.metrics import Metrics
from app.settings.settings import Settings
from replays.installation.installation import Installation
from tests.installation import united
from tests.service.helpers import KEYS

if __name__ == "__main__":
    with TemporaryDirectory() as data:
        settings = Settings(
            data=Path(data),
            redis_url=sys.argv[1],
            queue_redis_url=sys.argv[2],
            webhook_networks=(ip_network("127.0.0.0/8"),),
            webhook_seconds=1,
        )
        installation = Installation(settings, KEYS, united(settings, KEYS))
        with closing(installation.archive()) as archive:
            courier.deliver(installation, Metrics(), archive)
