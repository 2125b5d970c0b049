"""The transparency log: every finished game is a leaf of one Merkle tree with public signed checkpoints."""
