"""The outside of the product, frozen: every name, number and text that a user or an operator may rely on.

Each snapshot is a text file in `data/` with one fact a line, sorted. A test writes the lines again and names
those that are new, gone or changed. After an intended change, run

    python -m tests.frozen --write

and commit the files with the change, so that the diff shows what changed for users. Some facts are frozen
elsewhere and not repeated here: digests and verdicts of the corpus (tests/corpus), shuffles and proofs
(tests/vectors), positions of the rules (perft and golden playthroughs in tests/games), the generated client
(tests/client).

`doors` is the only module of this package that imports the product; when something moves, change it there.
"""
