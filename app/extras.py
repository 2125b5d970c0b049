"""Optional parts of the installation: the package that each extra of pyproject.toml brings."""

from importlib.util import find_spec
from types import MappingProxyType
from typing import Final

EXTRAS: Final = MappingProxyType({"parquet": "pyarrow", "postgres": "psycopg", "s3": "boto3"})
"""Name of the extra to name of the module that the project imports from it."""


class NotInstalled(Exception):
    """An optional package is missing; the text says what to install, without a full stop."""


def require(extra: str) -> None:
    """Do nothing if the packages of `extra` are installed. Raises NotInstalled otherwise."""
    if find_spec(EXTRAS[extra]) is None:
        raise NotInstalled(f"needs {EXTRAS[extra]}, which is not installed: pip install 'conquian[{extra}]'")
