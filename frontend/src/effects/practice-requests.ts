/** Requests that the page of practice needs: each is made once, and aborted when not needed. */

import { keyOf, type Need, needsOf } from "../practice/needs";
import type { PracticeAction, PracticeDispatch, PracticeState } from "../practice/practice-state";
import { askTable, isOfTable } from "../practice/table-requests";
import {
  fetchExplanation, fetchOptions, fetchReview, fetchRobotCalls, type Outcome,
} from "../service/client";
import { withAutoRetry } from "../service/failure";
import {
  dealBoards, type DealtBoard, dealTricks, fetchThemes, fetchWholeBoard, type Theme, type TrickDeal,
  type WholeBoard,
} from "../service/practice-boards";
import { asAtTable } from "./practice-table";

/** A pause before the service is asked again where it cannot be reached. */
const PAUSE_S = 5;

const running = new Map<string, AbortController>();
let retryTimer: ReturnType<typeof setTimeout> | undefined;

/** Make the requests that the state needs, and abort those that it needs no longer. */
export function requestNeeds(state: PracticeState, dispatch: PracticeDispatch): void {
  const needs = new Map(needsOf(state).map((need) => [keyOf(need), need]));
  for (const [key, request] of running) {
    if (needs.has(key)) continue;
    running.delete(key);
    request.abort();
  }
  for (const [key, need] of needs) if (!running.has(key)) void meet(key, need, dispatch);
}

async function meet(key: string, need: Need, dispatch: PracticeDispatch): Promise<void> {
  const request = new AbortController();
  running.set(key, request);
  const outcome = await ask(need, request.signal).catch(() => null);
  if (request.signal.aborted || outcome === null) return;
  running.delete(key);
  if ("result" in outcome) return dispatch(actionOf(need, outcome.result));
  const { failure } = outcome;
  const ofTable = isOfTable(need);
  const again = failure.network || (ofTable && failure.retry);
  const seconds = failure.retryAfterS ?? (again ? PAUSE_S : null);
  const told = ofTable ? asAtTable(failure) : seconds === null ? failure : withAutoRetry(failure);
  dispatch({ type: "need failed", need, failure: told });
  if (seconds !== null) retryAfter(seconds, dispatch);
}

/** Ask again for all that failed; of several pauses the last counts. */
function retryAfter(seconds: number, dispatch: PracticeDispatch): void {
  clearTimeout(retryTimer);
  retryTimer = setTimeout(() => dispatch({ type: "retried" }), 1000 * seconds);
}

async function ask(need: Need, signal: AbortSignal): Promise<Outcome<unknown>> {
  switch (need.kind) {
    case "themes":
      return fetchThemes(need.system, signal);
    case "deal":
      return dealBoards(need.wanted, signal);
    case "board":
    case "hands":
      return fetchWholeBoard(need.id, signal);
    case "trick deal":
      return dealTricks(need.seed, need.first, signal);
    case "calls":
    case "robot auction":
      return fetchRobotCalls(need.table, signal);
    case "grade":
    case "review":
    case "robot review":
      return fetchReview(need.request, () => {});
    case "explanation": {
      const answer = await fetchExplanation(need.position, signal);
      return answer.kind === "failure" ? { failure: answer.failure } : { result: answer.explanation };
    }
    case "options":
      return fetchOptions(need.position);
    case "seat":
    case "table call":
    case "next board":
      return askTable(need, signal);
  }
}

function actionOf(need: Need, result: unknown): PracticeAction {
  switch (need.kind) {
    case "themes":
      return { type: "themes received", system: need.system, list: (result as { themes: Theme[] }).themes };
    case "deal":
      return { type: "board dealt", boards: (result as { boards: DealtBoard[] }).boards };
    case "board":
      return { type: "board opened", board: result as WholeBoard };
    case "trick deal": {
      const [deal] = (result as { deals: [TrickDeal] }).deals;
      return { type: "trick deal received", place: need.first, deal, now: Date.now() };
    }
    default:
      return { type: "need met", need, result };
  }
}
