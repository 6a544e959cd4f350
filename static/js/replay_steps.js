// A game as steps, without a page: what stands after a line, and which line follows. The data are those of referee/board_image/steps.py.
export class Game {
  constructor(data) {
    this.texts = data.texts;
    this.start = data.start;
    this.moves = data.moves;
  }

  get last() { return this.moves.at(-1)?.s ?? 0; }

  // The number of the last move up to a line; -1 before the first.
  indexAt(seq) {
    let low = 0;
    let high = this.moves.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.moves[middle].s <= seq) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  // Everything on the table after a move: texts still by number.
  stateAt(index) {
    const state = { places: { ...this.start.places }, players: [...this.start.players], headline: this.start.headline, links: this.start.links };
    for (const move of this.moves.slice(0, index + 1)) {
      Object.assign(state.places, move.p);
      for (const [seat, player] of Object.entries(move.l ?? {})) state.players[seat] = player;
      state.headline = move.h ?? state.headline;
      state.links = move.k ?? state.links;
    }
    return state;
  }

  // The next move in a direction, of one seat only where `seat` is a number.
  next(index, step, seat = null) {
    let at = index + step;
    while (seat !== null && at >= 0 && at < this.moves.length && this.moves[at].b !== seat) at += step;
    return Math.max(-1, Math.min(this.moves.length - 1, at));
  }

  // The last move of the turn before, or of this turn and then of the next.
  turnEnd(index, step) {
    const ends = this.moves.flatMap((move, at) => (this.moves[at + 1]?.t === move.t ? [] : [at]));
    if (step > 0) return ends.find((at) => at > index) ?? this.moves.length - 1;
    return ends.findLast((at) => at < index) ?? -1;
  }

  turnOf(index) { return index < 0 ? 0 : this.moves[index].t; }

  linesOf(turn) { return this.moves.filter((move) => move.t === turn); }
}

// Where pips of a die stand, in a square of 28.
const LEFT = 7.5;
const MIDDLE = 14;
const RIGHT = 20.5;
export const pips = (die) => [
  ...(die % 2 ? [[MIDDLE, MIDDLE]] : []),
  ...(die > 1 ? [[LEFT, LEFT], [RIGHT, RIGHT]] : []),
  ...(die > 3 ? [[RIGHT, LEFT], [LEFT, RIGHT]] : []),
  ...(die === 6 ? [[LEFT, MIDDLE], [RIGHT, MIDDLE]] : []),
];

// The borders between lands of two owners.
export const fronts = (borders, owner) => borders.filter(([one, other]) => owner(one) !== owner(other));
