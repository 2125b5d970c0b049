// boardgame.io's own server with the smallest game of turns: node bgio_server.js MODULES PORT memory|flatfile FOLDER
const [modules, port, storage, folder] = process.argv.slice(2);
const { Server, FlatFile, Origins } = require(`${modules}/boardgame.io/server`);

const count = {
  name: "count",
  setup: () => ({ plays: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play: ({ G }, card) => {
      G.plays += 1;
      G.card = card;
    },
  },
};

Server({
  games: [count],
  origins: [Origins.LOCALHOST],
  db: storage === "flatfile" ? new FlatFile({ dir: folder }) : undefined,
}).run(Number(port));
