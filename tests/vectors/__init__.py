"""Vectors of play and of proofs, and the writer of those of proofs."""
