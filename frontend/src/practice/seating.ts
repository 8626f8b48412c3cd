/** A board put on the table: nothing is left of the last one. */

import { firstCalls } from "./played-board";
import { BEFORE_FIRST_CALL, type Board, type PracticeState } from "./practice-state";

/** The state with a board before the player's first call; robots draw their calls by a seed, or do not. */
export function seated(state: PracticeState, board: Board, draw: number | null): PracticeState {
  return {
    ...state,
    dealing: false,
    opening: null,
    board,
    draw,
    ...BEFORE_FIRST_CALL,
    auction: firstCalls(board.source),
  };
}
