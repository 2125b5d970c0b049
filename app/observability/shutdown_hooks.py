"""Shutdown hooks: calls that an application registers for the end of its process.

This is a separate module because the server reads it before it patches sockets, and modules that open sockets
must be imported after that.
"""

from typing import Final

SHUTDOWN_HOOKS: Final = "farewell"
"""Name of the application extension that lists the hooks."""
