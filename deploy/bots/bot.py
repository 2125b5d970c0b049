"""A remote bot: asks the queue what there is to decide, and lays the longest meld.

CONQUIAN_URL=http://127.0.0.1:8000 CONQUIAN_KEY=cq_key_... python3 bot.py
"""

import http.client
import json
import os
import sys
import time
import urllib.error
import urllib.request

URL = os.environ.get("CONQUIAN_URL", "http://127.0.0.1:8000")
HEADERS = {"Authorization": "Bearer " + os.environ["CONQUIAN_KEY"], "Content-Type": "application/json"}


def call(path, body=None, **more):
    request = urllib.request.Request(URL + path, body, {**HEADERS, **more})
    while True:  # until an answer comes: the Idempotency-Key makes a move that was sent twice count once
        try:
            with urllib.request.urlopen(request, timeout=40) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refusal:
            if refusal.code in (401, 403):
                sys.exit(refusal.read().decode())
            if refusal.code < 500 and refusal.code != 429:
                return None  # somebody was faster, or the time is over: ask again what there is to decide
        except (OSError, ValueError, http.client.HTTPException):
            time.sleep(0.2)


while True:
    for asked in call("/v1/players/me/decisions?wait=25")["decisions"]:
        best = max(asked["moves"], key=lambda move: (move["type"] != "fold", len(move.get("use", ""))))
        move, ply = json.dumps(best["example"]).encode(), str(asked["decision"])
        headers = {"If-Match": f'"{ply}"', "Idempotency-Key": ply}
        call(f"/v1/games/{asked['game']}/moves", move, **headers)
