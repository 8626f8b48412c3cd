/** Reviews of auctions as the service gives them. */

import type { Call } from "../bridge/calls";
import type { Seat, Strain, Vulnerability } from "../bridge/table";
import type { System } from "../bridge/systems";

/** A board to review: the hands that are known, and the auction. */
export interface ReviewRequest {
  /** S.H.D.C of each seat; null where it is not known. */
  hands: Record<Seat, string | null>;
  dealer: Seat;
  vulnerability: Vulnerability;
  auction: readonly Call[];
  systems: { ns: System; ew: System };
  /** The tricks that declarer took, where known. */
  tricks?: number;
}

export type Grade = "best" | "also_usual" | "rare" | "mistake";

/** What worked out the tricks. */
export type TrickSource = "solver" | "estimator";

/** Expected points lost against the usual call, and their standard error. */
export interface PointsLost {
  mean: number;
  error: number;
}

/** One call of the auction; without a grade where the caller's hand is not known. */
export interface ReviewedCall {
  index: number;
  seat: Seat;
  call: Call;
  grade: Grade | null;
  /** The share of hands like this one that make the call. */
  frequency: number | null;
  usual: { call: Call; frequency: number } | null;
  points_lost: PointsLost | null;
  /** Whether it is the first mistake of its side. */
  costly: boolean;
}

/** The contract reached; scores are those of North and South. */
export interface ReviewedContract {
  /** "4SX", "3NT". */
  contract: string;
  declarer: Seat;
  tricks: number | null;
  source: TrickSource | null;
  score: number | null;
  actual_tricks: number | null;
  actual_score: number | null;
}

export interface Review {
  calls: ReviewedCall[];
  contract: ReviewedContract | null;
  makes: { source: TrickSource; tricks: Record<Seat, Record<Strain, number>> } | null;
  /** The score for North and South, and "4S by N". */
  par: { score: number; contracts: string[] } | null;
}
