// Plays matches of the smallest game for some seconds over boardgame.io's own transport, one move under way in each.
// node bgio_client.js MODULES PORT MATCHES SECONDS; prints {good, bad, seconds, busy, p50, p99} like the load generator.
const [modules, port, matches, seconds] = process.argv.slice(2);
const { io } = require(`${modules}/socket.io-client`);

const origin = `http://127.0.0.1:${port}`;
const times = [];

async function post(path, body) {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(origin + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

function heard(socket, event, wanted) {
  return new Promise((resolve) => {
    const listen = (...said) => {
      if (!wanted(...said)) return;
      socket.off(event, listen);
      resolve(said[1]);
    };
    socket.on(event, listen);
  });
}

async function sit(match, seat) {
  const { playerCredentials } = await post(`/games/count/${match}/join`, { playerID: seat, playerName: seat });
  const socket = io(`${origin}/count`, { transports: ["websocket"], forceNew: true });
  await heard(socket, "connect", () => true);
  const synced = heard(socket, "sync", () => true);
  socket.emit("sync", match, seat, playerCredentials, 2);
  await synced;
  return { seat, socket, credentials: playerCredentials };
}

async function table() {
  const { matchID } = await post("/games/count/create", { numPlayers: 2 });
  return { match: matchID, seats: [await sit(matchID, "0"), await sit(matchID, "1")] };
}

async function play({ match, seats }, ends) {
  let state = 0;
  let turn = "0";
  while (performance.now() < ends) {
    const { seat, socket, credentials } = seats[Number(turn)];
    const began = performance.now();
    const updated = heard(socket, "update", (_, next) => next._stateID > state);
    const payload = { type: "play", args: ["7O"], playerID: seat, credentials };
    socket.emit("update", { type: "MAKE_MOVE", payload }, state, match, seat);
    const next = await updated;
    times.push(performance.now() - began);
    state = next._stateID;
    turn = next.ctx.currentPlayer;
  }
  for (const { socket } of seats) socket.disconnect();
}

async function main() {
  const tables = [];
  for (let made = 0; made < Number(matches); made += 1) tables.push(await table());
  const worked = process.cpuUsage();
  const began = performance.now();
  await Promise.all(tables.map((one) => play(one, began + Number(seconds) * 1000)));
  const taken = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(worked);
  times.sort((one, other) => one - other);
  const at = (share) => times[Math.floor(times.length * share)];
  console.log(JSON.stringify({ good: times.length, bad: 0, seconds: taken, busy: (user + system) / 1e6, p50: at(0.5), p99: at(0.99) }));
  process.exit(0);
}

main();
