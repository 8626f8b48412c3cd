/** Boards to bid, and what is kept of a board that was bid. */

import type { Call } from "../bridge/calls";
import type { Seat, Vulnerability } from "../bridge/table";
import type { Hands, PracticeSystem } from "../service/practice-boards";
import type { Grade } from "../service/review-types";

/** A board of the service by its id, or one pasted. */
export type BoardSource =
  | { id: number }
  | { hands: Hands; dealer: Seat; vulnerability: Vulnerability; seat: Seat };

/** A board to bid later. */
export interface QueuedBoard {
  source: BoardSource;
  theme: string | null;
  /** What both sides play; as in the settings without. */
  system?: PracticeSystem;
  /** That of a pasted board, where it has one. */
  number?: number | null;
}

/** A call of the player as first made, and what it was graded. */
export interface GradedCall {
  /** Its place in the auction. */
  index: number;
  call: Call;
  grade: Grade;
  /** The call that the model makes most often with this hand. */
  usual: Call;
  /** The points lost on average; null where that was not computed, as for usual calls. */
  lost: number | null;
}

/** A call with the call that scores best, where another than the usual one does. */
export interface OwnCall extends GradedCall {
  best: Call | null;
}

/** A board bid to the end. */
export interface PlayedBoard {
  board: BoardSource;
  system: PracticeSystem;
  /** The id of the theme it was dealt for; null for none. */
  theme: string | null;
  /** When it ended, as `Date.toISOString` writes it. */
  played: string;
  auction: readonly Call[];
  /** The player's calls as first made, also those that were tried again. */
  calls: readonly GradedCall[];
  /** IMPs against the robots' auction of the same deal; null where not computed. */
  imps: number | null;
}
