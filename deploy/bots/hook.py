"""A remote bot that is called: it answers each `your_turn` of a webhook with the longest meld.

CONQUIAN_WEBHOOK_SECRET=whsec_... PORT=9000 python3 hook.py
"""

import base64
import hmac
import json
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = base64.b64decode(os.environ["CONQUIAN_WEBHOOK_SECRET"].removeprefix("whsec_"))


def signed(headers, body):
    said = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    mac = "v1," + base64.b64encode(hmac.digest(KEY, said, "sha256")).decode()
    return any(hmac.compare_digest(mac, one) for one in headers["webhook-signature"].split())


class Bot(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if not signed(self.headers, body):
            self.send_error(401)
            return
        told, answer = json.loads(body), {}
        if told["type"] == "your_turn":  # the same message may come twice: the same answer counts once
            moves = told["data"]["moves"]
            best = max(moves, key=lambda move: (move["type"] != "fold", len(move.get("use", ""))))
            answer = {"command": best["example"]}
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(answer).encode())


ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", 9000))), Bot).serve_forever()
