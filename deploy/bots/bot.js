// A remote bot: listens to the stream of its decisions, and lays the longest meld. Needs Node 18 or newer.
// CONQUIAN_URL=http://127.0.0.1:8000 CONQUIAN_KEY=cq_key_... node bot.js
const url = process.env.CONQUIAN_URL || "http://127.0.0.1:8000";
const headers = { Authorization: `Bearer ${process.env.CONQUIAN_KEY}`, "Content-Type": "application/json" };
const pause = () => new Promise((go) => setTimeout(go, 200));

async function play({ game, decision, moves }) {
  const worth = (move) => (move.type === "fold" ? -1 : (move.use || []).length);
  const best = moves.reduce((one, other) => (worth(other) > worth(one) ? other : one));
  const named = { ...headers, "If-Match": `"${decision}"`, "Idempotency-Key": `${decision}` };
  const move = { method: "POST", headers: named, body: JSON.stringify(best.example) };
  for (;;) { // until an answer comes: the Idempotency-Key makes a move that was sent twice count once
    const answer = await fetch(`${url}/v1/games/${game}/moves`, move).catch(() => null);
    if (answer) await answer.text().catch(() => null);
    if (answer && answer.status < 500 && answer.status !== 429) return;
    await pause();
  }
}

async function listen() {
  const asked = { headers: { ...headers, Accept: "application/x-ndjson" } };
  const answer = await fetch(`${url}/v1/players/me/events?decisions=1`, asked);
  if (!answer.ok) throw Object.assign(new Error(await answer.text()), { final: [401, 403].includes(answer.status) });
  const decoder = new TextDecoder();
  let kept = "";
  for await (const bytes of answer.body) {
    const lines = (kept + decoder.decode(bytes, { stream: true })).split("\n");
    kept = lines.pop();
    for (const told of lines.filter(Boolean).map((line) => JSON.parse(line))) {
      if (told.decision) play(told.decision).catch(console.error);
    }
  }
}

(async () => {
  for (;;) await listen().catch((why) => (why.final ? process.exit(console.error(why.message) || 1) : pause()));
})();
