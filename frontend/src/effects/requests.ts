/** Ask the service what next calls would show, once somebody wants to know, and once only. */

import { askAnalysis, askOptions } from "../service/client";
import type { Position } from "../service/types";
import type { AnalysisAnswer } from "../state/analyses";
import { optionsKey } from "../state/inspection";
import { wantedOptions } from "../state/missing-options";
import type { Dispatch, State } from "../state/state";

/**
 * Ask for the first that the state wants and nobody has asked for yet; that it is asked is a
 * change of the state, at which this is called again for the next.
 */
export function askWanted(state: State, dispatch: Dispatch): void {
  const [next] = wantedOptions(state);
  if (next !== undefined) void askFor(next, dispatch);
}

/** Ask which contracts make, and tell how far the answer is. */
export async function analyse(position: Position, dispatch: Dispatch): Promise<void> {
  const tell = (answer: AnalysisAnswer) =>
    dispatch({ type: "analysis answered", position, answer });
  const outcome = await askAnalysis(position, (share) => tell({ kind: "asking", share }));
  if ("failure" in outcome) tell({ kind: "failed", failure: outcome.failure });
  else tell({ kind: "told", analysis: outcome.result });
}

async function askFor(position: Position, dispatch: Dispatch): Promise<void> {
  const key = optionsKey(position);
  dispatch({ type: "options answered", key, answer: { kind: "asking" } });
  const outcome = await askOptions(position);
  const answer =
    "failure" in outcome
      ? ({ kind: "failed", failure: outcome.failure } as const)
      : ({ kind: "told", options: outcome.result } as const);
  dispatch({ type: "options answered", key, answer });
}
