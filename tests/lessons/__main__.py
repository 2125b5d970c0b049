"""Write the script with the lessons for the page."""

from tests.lessons import SCRIPT, script

SCRIPT.write_text(script(), encoding="utf-8")
