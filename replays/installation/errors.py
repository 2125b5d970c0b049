"""Why a process or a command does not start: its parts are not one installation."""

from app.config import StartError


class InstallationFault(StartError):
    """The parts are not one installation, or not that of the service secret; one sentence says which."""
