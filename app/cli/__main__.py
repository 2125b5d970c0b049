"""`python -m app.cli`: the program without its script."""

from app.cli import main

if __name__ == "__main__":
    main(prog_name="conquian")
