"""Everything that can go wrong with an export, in one tree.

ExportError
    AnotherExport   what was begun into the same file was asked for otherwise
    FormatMissing   the package that writes the format is not installed
    Unwritable      the file or its directory cannot be written
"""


class ExportError(Exception):
    """The base of every error of an export; the text is one sentence without a full stop."""


class AnotherExport(ExportError):
    """What was begun into this file and never ended was another export."""


class FormatMissing(ExportError):
    """The package that writes this format is not installed."""


class Unwritable(ExportError):
    """The file, or the directory of its parts, cannot be written."""
