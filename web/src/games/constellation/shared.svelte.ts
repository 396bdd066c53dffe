/** What the board and the goals in front of the seats share. */
export class Shared {
  goal = $state.raw<{ seat: number; goal: number } | null>(null); // the one whose matching is lit on the board
}
