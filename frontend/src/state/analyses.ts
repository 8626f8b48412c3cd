/** The analyses asked for, by their questions. */

import type { Failure } from "../service/failure";
import type { Analysis, Position } from "../service/types";

/** The state of one request. */
export type AnalysisAnswer =
  | { kind: "pending"; share: number }
  | { kind: "ready"; analysis: Analysis }
  | { kind: "failed"; failure: Failure };

/** By `analysisKey`, the latest last. */
export type Analyses = Readonly<Record<string, AnalysisAnswer>>;

export type AnalysisAction =
  | { type: "analysis requested"; position: Position }
  | { type: "analysis updated"; position: Position; answer: AnalysisAnswer };

const MOST_KEPT = 12;

export function updateAnalyses(analyses: Analyses, action: AnalysisAction): Analyses {
  const key = analysisKey(action.position);
  const answer: AnalysisAnswer =
    action.type === "analysis requested" ? { kind: "pending", share: 0 } : action.answer;
  const others = Object.entries(analyses).filter(([known]) => known !== key);
  return Object.fromEntries([...others.slice(1 - MOST_KEPT), [key, answer]]);
}

/** Return a key that is equal for equal questions. */
export function analysisKey(position: Position): string {
  return JSON.stringify([
    position.hand, position.seat, position.dealer, position.vulnerability,
    position.auction.join("-"), position.systems.ns, position.systems.ew,
  ]);
}

/** The question about the moment after the first calls of a position. */
export function positionAt(position: Position, moment: number): Position {
  return { ...position, auction: position.auction.slice(0, moment) };
}
