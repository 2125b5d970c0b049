"""The log of logs: every finished game is a leaf of one Merkle tree whose signed heads anybody may keep."""
