// A small game for boardgame.io's own server: 64 cards face down, one is turned in each move.
const { Server } = require('boardgame.io/server');
const { INVALID_MOVE, PlayerView } = require('boardgame.io/core');

const KINDS = 16;
const SPOTS = 64;

function turn({ G, playerID, random }, spot) {
  if (G.cards[spot] !== null) return INVALID_MOVE;
  const left = G.secret.bag.reduce((sum, count) => sum + count, 0);
  let drawn = random.Die(left) - 1;
  let kind = 0;
  while (drawn >= G.secret.bag[kind]) drawn -= G.secret.bag[kind++];
  G.secret.bag[kind] -= 1;
  G.cards[spot] = kind;
  G.points[playerID] += kind;
}

const game = {
  name: 'turning',
  minPlayers: 2,
  maxPlayers: 2,
  setup: () => ({
    cards: Array(SPOTS).fill(null),
    points: { 0: 0, 1: 0 },
    secret: { bag: Array(KINDS).fill(SPOTS / KINDS) },
  }),
  moves: { turn },
  turn: { minMoves: 1, maxMoves: 1 },
  playerView: PlayerView.STRIP_SECRETS,
  endIf: ({ G }) => (G.cards.includes(null) ? undefined : true),
};

const server = Server({ games: [game], origins: ['http://127.0.0.1'] });
console.log = console.info = () => {}; // its own lines; ours is the address
server
  .run(0)
  .then(({ appServer }) =>
    process.stdout.write(`http://127.0.0.1:${appServer.address().port}\n`),
  );
