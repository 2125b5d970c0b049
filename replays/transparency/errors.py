"""Errors of the transparency log.

TreeError
    NoSuchLeaf     the game is in no tree of the requested size, or in no signed one yet
    NoSuchTree     there is no signed tree of that size
    LeafConflict   the game already has a different leaf
    Unverified     what a service or a file gives does not hold
      BadNote      the text is not a checkpoint, or not signed by a known key
    TreeForked     the stored tree contradicts a signed one; nothing is signed or appended any more
    ForeignTree    another installation has signed it; nothing is signed or appended
"""

from app.i18n import Message


class TreeError(Exception):
    """Base of the errors of the transparency log; the text is one sentence without a full stop."""


class NoSuchLeaf(TreeError):
    """The game has no leaf in the tree, or none under a checkpoint yet."""


class NoSuchTree(TreeError):
    """No tree with that many leaves was signed yet."""


class LeafConflict(TreeError):
    """The game already has a different leaf; a finished game never changes."""


class Unverified(TreeError):
    """A proof of a service or a file does not hold; `message` is the reason."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


class BadNote(Unverified):
    """The text is not a checkpoint signed by one of the known keys."""


class TreeForked(TreeError):
    """The stored tree is not an extension of the last signed checkpoint."""


class ForeignTree(TreeError):
    """The last checkpoint has another origin, or a signature by keys of another service key."""
