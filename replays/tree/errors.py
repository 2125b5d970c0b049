"""Everything that can go wrong with the tree, in one tree of its own.

TreeError
    NoSuchLeaf     the game is in no tree of the size that was asked for
    NoSuchTree     there is no signed tree of that size
    NotSigned      the leaf is there, and under no checkpoint yet
    LeafConflict   a leaf of the game is there already, and says something else
    BadNote        a text that is no checkpoint, or not one that a known key has signed
    Unproven       a proof does not prove what it was asked for
    TreeForked     what is stored contradicts what was signed; nothing is signed or appended any more
    ForeignTree    another installation has signed it; nothing is signed or appended
"""


class TreeError(Exception):
    """The base of every error of the tree; the text is one sentence without a full stop."""


class NoSuchLeaf(TreeError):
    """The game is not among the leaves."""


class NoSuchTree(TreeError):
    """No tree with that many leaves was signed yet."""


class NotSigned(TreeError):
    """The leaf is under no checkpoint yet."""


class LeafConflict(TreeError):
    """A finished game never changes, so a second, different leaf of one is refused."""


class BadNote(TreeError):
    """The text is not a checkpoint that one of the known keys has signed."""


class TreeForked(TreeError):
    """The stored tree is not an extension of the last signed checkpoint."""


class ForeignTree(TreeError):
    """The last checkpoint is of another origin, or was signed with keys of another service key."""


class Unproven(TreeError):
    """What a service says, or somebody kept, does not fit together."""
