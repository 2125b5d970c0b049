// A bot that is a program: lays the most cards it can, else the first move that is no fold.
const lines = require("readline").createInterface({ input: process.stdin });
let game = null;
lines.on("line", (line) => {
  const told = JSON.parse(line);
  if (!game) return void (game = told); // {conquian: 1, game, seat, rules, ms}: nothing to answer
  const worth = (move) => (move.type === "fold" ? -1 : (move.use || []).length);
  const best = told.legal.reduce((one, other) => (worth(other) > worth(one) ? other : one));
  console.log(JSON.stringify(best));
});
