"""The error that is raised when twins can be distinguished."""


class Leak(AssertionError):
    """Two twins answered their reader differently."""
