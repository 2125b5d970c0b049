"""Errors of exports.

ExportError
    AnotherExport   an unfinished export into the same file has other parameters
    FormatMissing   the package that writes the format is not installed
    Unwritable      the file or its directory cannot be written
"""


class ExportError(Exception):
    """Base of the errors of exports; the text is one sentence without a full stop."""


class AnotherExport(ExportError):
    """An unfinished export into this file has other parameters."""


class FormatMissing(ExportError):
    """The package that writes this format is not installed."""


class Unwritable(ExportError):
    """The file, or the directory of its parts, cannot be written."""
