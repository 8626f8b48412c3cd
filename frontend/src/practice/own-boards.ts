/** Boards of a text as boards to bid. */

import type { QueuedBoard } from "./played-board";
import { boardConditions, type Seat, SEATS } from "../bridge/table";
import type { RecordedBoard } from "../service/boards";
import type { Hands } from "../service/practice-boards";

/** The boards of which all four hands are known, bid from that seat, and how many are not. */
export function queuedBoards(
  found: readonly RecordedBoard[], seat: Seat,
): { boards: QueuedBoard[]; incomplete: number } {
  const boards = found.flatMap((board): QueuedBoard[] => {
    const hands = wholeHands(board.hands);
    if (hands === null) return [];
    const law = boardConditions(board.number ?? 1)!;
    const dealer = board.dealer ?? law.dealer;
    const vulnerability = board.vulnerability ?? law.vulnerability;
    return [{ source: { hands, dealer, vulnerability, seat }, theme: null, number: board.number }];
  });
  return { boards, incomplete: found.length - boards.length };
}

/** The hands where all four are there. */
function wholeHands(hands: Record<Seat, string | null>): Hands | null {
  return SEATS.every((seat) => hands[seat] !== null) ? (hands as Hands) : null;
}
