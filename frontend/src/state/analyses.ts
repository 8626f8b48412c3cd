/** The analyses asked for, by their questions. */

import type { Loadable } from "../service/requests";
import type { Analysis, Position } from "../service/types";
import type { Slice } from "./slice";

/** By `analysisKey`, the latest last. */
export type Analyses = Readonly<Record<string, Loadable<Analysis>>>;

export type AnalysisAction =
  | { type: "analysis requested"; position: Position }
  | { type: "analysis updated"; position: Position; answer: Loadable<Analysis> };

const MOST_KEPT = 12;

export const ANALYSES_SLICE: Slice<Analyses, AnalysisAction> = {
  "analysis requested": (analyses, { position }) => withAnswer(analyses, position, { kind: "asked", share: 0 }),
  // How far one is that nobody has asked for is not told.
  "analysis updated": (analyses, { position, answer }) =>
    answer.kind === "asked" && analyses[analysisKey(position)] === undefined
      ? analyses
      : withAnswer(analyses, position, answer),
};

function withAnswer(analyses: Analyses, position: Position, answer: Loadable<Analysis>): Analyses {
  const key = analysisKey(position);
  const others = Object.entries(analyses).filter(([known]) => known !== key);
  return Object.fromEntries([...others.slice(1 - MOST_KEPT), [key, answer]]);
}

/** Return a key that is equal for equal questions, and tells them. */
export function analysisKey({ hand, seat, dealer, vulnerability, auction, systems: { ns, ew } }: Position): string {
  return JSON.stringify({ hand, seat, dealer, vulnerability, auction, systems: { ns, ew } } satisfies Position);
}

/** The question about the moment after the first calls of a position. */
export function positionAt(position: Position, moment: number): Position {
  return { ...position, auction: position.auction.slice(0, moment) };
}
