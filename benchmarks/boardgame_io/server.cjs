// A server of boardgame.io with a game of dice like NOIRLab Dice: node server.cjs memory|files FOLDER
const { Server, Origins, FlatFile } = require('boardgame.io/server');

const dice = {
  name: 'dice',
  setup: () => ({ covered: [Array(6).fill(0), Array(6).fill(0)], fresh: [] }),
  turn: { minMoves: 1 },
  moves: {
    roll: ({ G, ctx, random, events }) => {
      const face = random.D6() - 1;
      if (G.covered[ctx.currentPlayer][face] || G.fresh.includes(face)) {
        G.fresh = [];
        events.endTurn();
      } else G.fresh.push(face);
    },
    stop: ({ G, ctx, events }) => {
      for (const face of G.fresh) G.covered[ctx.currentPlayer][face] = 1;
      G.fresh = [];
      events.endTurn();
    },
  },
  endIf: ({ G }) => {
    const winner = G.covered.findIndex((own) => own.every(Boolean));
    return winner < 0 ? undefined : { winner };
  },
};

const [, , store, folder] = process.argv;
const server = Server({
  games: [dice],
  origins: [Origins.LOCALHOST],
  authenticateCredentials: () => true,
  ...(store === 'files' ? { db: new FlatFile({ dir: folder }) } : {}),
});
console.info = console.log = () => {}; // it tells of every match
server.run({ port: 0, callback: () => {} }).then(({ appServer }) => {
  process.stdout.write(`http://127.0.0.1:${appServer.address().port}\n`);
});
