/** The answers to a set: its boards with all hands and the robots' auctions. */

import type { Call } from "../bridge/calls";
import type { Failure } from "../service/failure";
import { fetchRobotCalls, fetchWholeBoard, type WholeBoard } from "../service/practice-boards";
import type { ClassSet } from "./class-set";

export interface SheetBoard {
  board: WholeBoard;
  /** As robots bid it at all four seats. */
  auction: readonly Call[];
  /** Such as "3NT by S"; null where it was passed out. */
  contract: string | null;
}

/**
 * Fetch the boards of a set from the one of this place on, each passed on as it comes.
 * Return the failure that ended it; null once all are there. Rejects when the signal fires.
 */
export async function fetchSheet(
  { system, boards }: ClassSet, from: number, signal: AbortSignal, onBoard: (board: SheetBoard) => void,
): Promise<Failure | null> {
  for (const id of boards.slice(from)) {
    const table = {
      board: id, auction: [], systems: { ns: system, ew: system }, players: [], draw: null,
    };
    const [board, calls] = await Promise.all([
      fetchWholeBoard(id, signal), fetchRobotCalls(table, signal),
    ]);
    if ("failure" in board) return board.failure;
    if ("failure" in calls) return calls.failure;
    const { auction, contract } = calls.result;
    onBoard({ board: board.result, auction, contract });
  }
  return null;
}
