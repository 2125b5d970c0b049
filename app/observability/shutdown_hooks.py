"""Where an application says what is to be called when its process is about to end.

A module of its own, because the server reads it before it patches sockets, and whatever opens any must come
after that.
"""

from typing import Final

SHUTDOWN_HOOKS: Final = "farewell"
"""The member of the application's extensions that lists the calls."""
