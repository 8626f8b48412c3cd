/** Reviews of played boards, as far as the page reads them: aliases as in types.ts. */

import type { Call } from "../bridge/calls";
import type { System } from "../bridge/systems";
import type { Seat, Strain, Vulnerability } from "../bridge/table";
import type { Fields, Said, Schemas } from "./types";

/** A board to review. */
export interface ReviewRequest {
  /** S.H.D.C of each seat; null where it is not known. */
  hands: Record<Seat, string | null>;
  dealer: Seat;
  vulnerability: Vulnerability;
  auction: readonly Call[];
  systems: { ns: System; ew: System };
  /** The tricks that declarer took, where known. */
  tricks?: number;
  /** The index of the first call to grade; all without. */
  graded_from?: number;
}

export type Grade = Schemas["Grade"];
export type TrickSource = Schemas["TrickSource"];
export type PointsLost = Schemas["PointsLost"];

/** One call of the auction; without a grade where the caller's hand is not known. */
export type ReviewedCall = Said &
  Fields<
    "ReviewedCall",
    | "index" | "seat" | "call" | "grade" | "frequency" | "usual" | "best" | "points_lost"
    | "costly" | "sentence"
  >;

/** The contract reached; scores are those of North and South. */
export type ReviewedContract = Fields<
  "ReviewedContract",
  "contract" | "declarer" | "tricks" | "source" | "score" | "actual_tricks" | "actual_score"
>;

export interface Review {
  calls: ReviewedCall[];
  contract: ReviewedContract | null;
  makes: { source: TrickSource; tricks: Record<Seat, Record<Strain, number>> } | null;
  /** The score of North and South, and contracts such as "4S by N". */
  par: Schemas["Par"] | null;
}
