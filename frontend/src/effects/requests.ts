/** Requests for the options and analyses that the state needs, each once. */

import { fetchAnalysis, fetchOptions } from "../service/client";
import type { Position } from "../service/types";
import type { AnalysisAnswer } from "../state/analyses";
import { optionsKey } from "../state/inspection";
import { missingOptions } from "../state/missing-options";
import type { Dispatch, State } from "../state/state";

/**
 * Request the first options that the state needs and that are not pending; the request itself is a
 * change of the state, at which this is called again for the next.
 */
export function requestMissingOptions(state: State, dispatch: Dispatch): void {
  const [next] = missingOptions(state);
  if (next !== undefined) void requestOptions(next, dispatch);
}

/** Request an analysis, and dispatch its progress. */
export async function requestAnalysis(position: Position, dispatch: Dispatch): Promise<void> {
  const tell = (answer: AnalysisAnswer) =>
    dispatch({ type: "analysis updated", position, answer });
  const outcome = await fetchAnalysis(position, (share) => tell({ kind: "pending", share }));
  if ("failure" in outcome) tell({ kind: "failed", failure: outcome.failure });
  else tell({ kind: "ready", analysis: outcome.result });
}

async function requestOptions(position: Position, dispatch: Dispatch): Promise<void> {
  const key = optionsKey(position);
  dispatch({ type: "options updated", key, answer: { kind: "pending" } });
  const outcome = await fetchOptions(position);
  const answer =
    "failure" in outcome
      ? ({ kind: "failed", failure: outcome.failure } as const)
      : ({ kind: "ready", options: outcome.result } as const);
  dispatch({ type: "options updated", key, answer });
}
