/** The analyses asked for, by their questions. */

import type { Failure } from "../service/failure";
import type { Analysis, Position } from "../service/types";

/** What became of one question. */
export type AnalysisAnswer =
  | { kind: "asking"; share: number }
  | { kind: "told"; analysis: Analysis }
  | { kind: "failed"; failure: Failure };

/** By `analysisKey`, the latest last. */
export type Analyses = Readonly<Record<string, AnalysisAnswer>>;

export type AnalysisAction =
  | { type: "analysis wanted"; position: Position }
  | { type: "analysis answered"; position: Position; answer: AnalysisAnswer };

const MOST_KEPT = 12;

export function updateAnalyses(analyses: Analyses, action: AnalysisAction): Analyses {
  const key = analysisKey(action.position);
  const answer: AnalysisAnswer =
    action.type === "analysis wanted" ? { kind: "asking", share: 0 } : action.answer;
  const others = Object.entries(analyses).filter(([known]) => known !== key);
  return Object.fromEntries([...others.slice(1 - MOST_KEPT), [key, answer]]);
}

/** Equal for equal questions. */
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
