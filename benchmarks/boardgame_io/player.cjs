// Many tables at once, each played as fast as it is answered: node player.cjs PORT TABLES SECONDS
// As player.py does for our servers: one connection a table, and it plays both seats.
const { io } = require('socket.io-client');

const [port, tables, seconds] = process.argv.slice(2).map(Number);
const here = `http://127.0.0.1:${port}`;
const WARM_UP = 1000;
let times = [];

async function table() {
  const socket = io(`${here}/dice`, { transports: ['websocket'] });
  let matchID, sentAt;
  const begin = async () => {
    const made = await fetch(`${here}/games/dice/create`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ numPlayers: 2 }),
    });
    matchID = (await made.json()).matchID;
    socket.emit('sync', matchID, '0', undefined, 2);
  };
  const move = (state) => {
    if (state.ctx.gameover) return void begin();
    const type = state.G.fresh.length && Math.random() < 0.5 ? 'stop' : 'roll';
    const playerID = state.ctx.currentPlayer;
    sentAt = performance.now();
    const action = { type: 'MAKE_MOVE', payload: { type, args: [], playerID, credentials: undefined } };
    socket.emit('update', action, state._stateID, matchID, playerID);
  };
  socket.on('sync', (id, info) => id === matchID && move(info.state));
  socket.on('update', (id, state) => {
    if (id !== matchID) return;
    times.push(performance.now() - sentAt);
    move(state);
  });
  await new Promise((ready) => socket.on('connect', ready));
  await begin();
}

(async () => {
  await Promise.all(Array.from({ length: tables }, table));
  await new Promise((go) => setTimeout(go, WARM_UP));
  times = [];
  const began = performance.now(), busy = process.cpuUsage();
  await new Promise((go) => setTimeout(go, 1000 * seconds));
  const took = (performance.now() - began) / 1000, used = process.cpuUsage(busy);
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.floor(share * times.length)] ?? 0;
  const client_busy = (used.user + used.system) / 1e6 / took;
  console.log(JSON.stringify({ moves: times.length / took, p50: at(0.5), p99: at(0.99), client_busy }));
  process.exit(0);
})();
