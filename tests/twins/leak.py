"""What is raised when twins can be told apart."""


class Leak(AssertionError):
    """Two twins answered their reader differently."""
