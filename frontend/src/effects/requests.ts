/** Requests for the options, refined answers and analyses that the state needs, each once. */

import { type Input, toRequest } from "../entry/input";
import { fetchAnalysis, fetchOptions, fetchRefined, sleep } from "../service/client";
import { newHolder } from "../service/tables";
import type { Position } from "../service/types";
import type { AnalysisAnswer } from "../state/analyses";
import { optionsKey } from "../state/inspection";
import { missingOptions } from "../state/missing-options";
import { unrefinedInput } from "../state/selectors";
import type { Dispatch, State } from "../state/state";

/** Debounces the refined answer, which costs as much as many first ones. */
const REFINE_AFTER_MS = 500;
/** The topic of this page's refined answers: the next supersedes what is still queued. */
const TOPIC = newHolder();

let refinement: { question: string; request: AbortController } | null = null;

/**
 * Request the first options that the state needs and that are not pending; the request itself is a
 * change of the state, at which this is called again for the next.
 */
export function requestMissingOptions(state: State, dispatch: Dispatch): void {
  const [next] = missingOptions(state);
  if (next !== undefined) void requestOptions(next, dispatch);
}

/**
 * Request the refined answer to what is on show, once one stays there, and only once. Where it
 * cannot be had, the first stays. Another question drops the pending one.
 */
export function requestRefinement(state: State, dispatch: Dispatch): void {
  const input = unrefinedInput(state);
  const question = input === null ? null : JSON.stringify(toRequest(input));
  if (question === (refinement?.question ?? null)) return;
  refinement?.request.abort();
  refinement = null;
  if (input === null || question === null) return;
  const request = new AbortController();
  refinement = { question, request };
  void refine(input, request.signal, dispatch).catch(() => undefined);
}

/** Rejects when the signal fires. */
async function refine(input: Input, signal: AbortSignal, dispatch: Dispatch): Promise<void> {
  await sleep(REFINE_AFTER_MS, signal);
  const outcome = await fetchRefined(toRequest(input), TOPIC, signal);
  signal.throwIfAborted();
  // After very many calls the service answers with the first once more.
  if ("failure" in outcome || !outcome.result.refined) dispatch({ type: "refinement failed", input });
  else dispatch({ type: "refined explanation received", explanation: outcome.result, input });
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
