"""A bot that is a program: lays the most cards it can, else any move that is no fold."""

import json
import sys

game = json.loads(input())  # {"conquian": 1, "game", "seat", "rules", "ms"}: nothing to answer
for line in sys.stdin:
    asked = json.loads(line)  # {"view", "legal", "events", "ms", "chance"}
    most = max(len(move.get("use", "")) for move in asked["legal"])
    best = [move for move in asked["legal"] if len(move.get("use", "")) == most and move["type"] != "fold"]
    best = best or asked["legal"]
    print(json.dumps(best[asked["chance"] % len(best)]), flush=True)
