/** A board put on the table: nothing is left of the last one. */

import { type Board, NO_ENDING, type PracticeState } from "./practice-state";

/** The state with a board before its first call; robots draw their calls by a seed, or do not. */
export function seated(state: PracticeState, board: Board, draw: number | null): PracticeState {
  return {
    ...state,
    dealing: false,
    opening: null,
    board,
    draw,
    auction: [],
    attempts: [],
    explanation: null,
    options: null,
    inspected: null,
    hints: 0,
    ending: NO_ENDING,
    revealed: false,
    recorded: false,
    failures: {},
  };
}
