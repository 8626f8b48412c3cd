/** The board at the table once its auction is over: as it is shown, and as progress keeps it. */

import { isOver } from "../bridge/auction";
import type { Seat } from "../bridge/table";
import type { Review, ReviewedCall } from "../service/types";
import { compareAuctions, type FinishedBoard } from "./board-result";
import { endNeeds, keyOf, openAttempt, ownSystem, playersOf } from "./needs";
import type { OwnCall, PlayedBoard } from "./played-board";
import type { PracticeState } from "./practice-state";

/** The board with its auction; null until the auction is over and the four hands are known. */
export function finishedBoard(state: PracticeState): FinishedBoard | null {
  const { board, auction } = state;
  if (board === null || board.hands === null || !isOver(auction)) return null;
  if (openAttempt(state) !== null) return null;
  const { number, dealer, vulnerability, hands, systems, seat } = board;
  return { number, dealer, vulnerability, hands, systems, auction, players: playersOf(state, seat) };
}

/**
 * The player's calls as first made, in their order: graded as they were made, else as the review
 * of the board grades those that stand.
 */
export function firstMadeCalls({ attempts, board, ending }: PracticeState): OwnCall[] {
  const firsts = attempts.filter(({ index }, place) => attempts.findIndex((other) => other.index === index) === place);
  return firsts.flatMap(({ index, call, graded }) => {
    const found = graded ?? reviewedCall(ending.review, index, call);
    const [grade, usual] = [found?.grade ?? null, found?.usual ?? null];
    if (board === null || grade === null || usual === null) return [];
    const [best, lost] = [found?.best?.call ?? null, found?.points_lost?.mean ?? null];
    return [{ index, call, grade, usual: usual.call, best, lost }];
  });
}

/** The calls of a seat as the review grades them. */
export function callsOf({ calls }: Review, seat: Seat): OwnCall[] {
  return calls.flatMap(({ index, seat: caller, call, grade, usual, best, points_lost }) =>
    caller !== seat || grade === null || usual === null
      ? []
      : [{ index, call, grade, usual: usual.call, best: best?.call ?? null, lost: points_lost?.mean ?? null }],
  );
}

function reviewedCall(review: Review | null, index: number, call: string): ReviewedCall | null {
  const found = review?.calls[index];
  return found?.call === call ? found : null;
}

/** The board for the progress, once all is known of it that can be had; else null. */
export function playedBoard(state: PracticeState, now: Date): PlayedBoard | null {
  const { board, ending, auction } = state;
  const over = finishedBoard(state);
  if (board === null || board.source === null || over === null || ending.review === null) return null;
  const system = ownSystem(board);
  if (system === null) return null;
  const open = endNeeds(state, board).some((need) => need !== null && !(keyOf(need) in state.failures));
  if (open) return null;
  return {
    board: board.source,
    system,
    theme: board.theme,
    played: now.toISOString(),
    auction,
    calls: firstMadeCalls(state).map(({ index, call, grade, usual, lost }) => ({ index, call, grade, usual, lost })),
    imps: impsOf(ending.review, ending.robotReview, board.seat),
  };
}

function impsOf(own: Review, robots: Review | null, seat: Seat): number | null {
  return robots === null ? null : (compareAuctions(own, robots, seat)?.imps ?? null);
}
