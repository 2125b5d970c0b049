"""Errors of the start: the parts are not one installation."""

from app.config import StartError


class InstallationFault(StartError):
    """The parts are not one installation, or not of the service secret; the text names them."""
