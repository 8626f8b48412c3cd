/** Requests that the page of practice needs: each is made once, and aborted when not needed. */

import { keyOf, type Need, type NeedMet, needsOf } from "../practice/needs";
import type { PracticeAction, PracticeDispatch, PracticeState } from "../practice/practice-state";
import { askTable, isOfTable } from "../practice/table-requests";
import {
  fetchExplanation, fetchOptions, fetchReview, fetchRobotCalls, type Outcome,
} from "../service/client";
import { retryPauseS, withAutoRetry } from "../service/failure";
import { dealBoards, dealTricks, fetchThemes, fetchWholeBoard } from "../service/practice-boards";
import { asAtTable } from "./practice-table";

/** The first pause before the service is asked again for what may pass. */
const PAUSE_S = 5;

const running = new Map<string, AbortController>();
/** How often a need has failed in a row. */
const failed = new Map<string, number>();

/** Make the requests that the state needs, and abort those that it needs no longer. */
export function requestNeeds(state: PracticeState, dispatch: PracticeDispatch): void {
  const needs = new Map(needsOf(state).map((need) => [keyOf(need), need]));
  for (const [key, request] of running) {
    if (needs.has(key)) continue;
    running.delete(key);
    request.abort();
  }
  for (const key of failed.keys()) {
    if (!needs.has(key) && state.failures[key] === undefined) failed.delete(key);
  }
  for (const [key, need] of needs) if (!running.has(key)) void meet(key, need, dispatch);
}

async function meet(key: string, need: Need, dispatch: PracticeDispatch): Promise<void> {
  const request = new AbortController();
  running.set(key, request);
  const outcome = await ask(need, request.signal).catch(() => null);
  if (request.signal.aborted || outcome === null) return;
  running.delete(key);
  if ("result" in outcome) return dispatch(outcome.result);
  const { failure } = outcome;
  const ofTable = isOfTable(need);
  if (failure.retryAfterS === undefined && !failure.network && !(ofTable && failure.retry)) {
    return dispatch({ type: "need failed", need, failure });
  }
  const failures = (failed.get(key) ?? 0) + 1;
  failed.set(key, failures);
  const seconds = retryPauseS(failures, PAUSE_S, failure.retryAfterS);
  dispatch({ type: "need failed", need, failure: ofTable ? asAtTable(failure) : withAutoRetry(failure, seconds) });
  setTimeout(() => dispatch({ type: "retried", key }), 1000 * seconds);
}

/** Ask the service for what is needed; the result is the action to dispatch. */
async function ask(need: Need, signal: AbortSignal): Promise<Outcome<PracticeAction>> {
  switch (need.kind) {
    case "themes":
      return asAction(fetchThemes(need.system, signal), ({ themes }) =>
        ({ type: "themes received", system: need.system, list: themes }));
    case "deal":
      return asAction(dealBoards(need.wanted, signal), ({ boards }) => ({ type: "board dealt", boards }));
    case "board":
      return asAction(fetchWholeBoard(need.id, signal), (board) => ({ type: "board opened", board }));
    case "trick deal":
      return asAction(dealTricks(need.seed, need.first, signal), ({ deals: [deal] }) =>
        ({ type: "trick deal received", place: need.first, deal: deal!, now: Date.now() }));
    case "hands":
      return asAction(fetchWholeBoard(need.id, signal), (result) => met({ kind: "hands", result }));
    case "calls":
    case "robot auction":
      return asAction(fetchRobotCalls(need.table, signal), (result) => met({ kind: need.kind, result }));
    case "grade":
    case "review":
    case "robot review":
      return asAction(fetchReview(need.request, () => {}), (result) => met({ kind: need.kind, result }));
    case "explanation": {
      const answer = await fetchExplanation(need.position, signal);
      if (answer.kind === "failure") return { failure: answer.failure };
      return { result: met({ kind: need.kind, key: keyOf(need), result: answer.explanation }) };
    }
    case "options":
      return asAction(fetchOptions(need.position), (result) =>
        met({ kind: need.kind, key: keyOf(need), result }));
    case "seat":
    case "table call":
    case "next board":
      return asAction(askTable(need, signal), (result) => met({ kind: need.kind, result }));
  }
}

async function asAction<Result>(
  asked: Promise<Outcome<Result>>, action: (result: Result) => PracticeAction,
): Promise<Outcome<PracticeAction>> {
  const outcome = await asked;
  return "failure" in outcome ? outcome : { result: action(outcome.result) };
}

function met(answer: NeedMet): PracticeAction {
  return { type: "need met", ...answer };
}
