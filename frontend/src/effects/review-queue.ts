/** Requests for reviews: the one on show, and those of a file of boards a few at a time. */

import { reviewKey } from "../entry/review-request";
import { fetchReview } from "../service/client";
import type { ReviewRequest } from "../service/review-types";
import { nextReview } from "../state/reviews";
import type { Dispatch, State } from "../state/state";

/** A pause where the service cannot be reached, or says nothing of when to come again. */
const PAUSE_S = 10;

let resumeTimer: ReturnType<typeof setTimeout> | undefined;
let resumeAt = 0;

/**
 * Request the next review that the state needs; the request itself is a change of the state, at
 * which this is called again for the next.
 */
export function requestReviews({ input, review }: State, dispatch: Dispatch): void {
  const next = nextReview(input, review);
  if (next !== null) void requestReview(next, dispatch);
}

async function requestReview(request: ReviewRequest, dispatch: Dispatch): Promise<void> {
  const key = reviewKey(request);
  const report = (share: number) =>
    dispatch({ type: "review updated", key, answer: { kind: "pending", share } });
  const answer = fetchReview(request, report);
  report(0);
  const outcome = await answer;
  if ("result" in outcome) {
    return dispatch({ type: "review updated", key, answer: { kind: "ready", review: outcome.result } });
  }
  const { failure } = outcome;
  if (failure.retryAfterS === undefined && !failure.network) {
    return dispatch({ type: "review updated", key, answer: { kind: "failed", failure } });
  }
  pause(key, failure.retryAfterS ?? PAUSE_S, dispatch);
}

/** Ask for nothing for so many seconds; of several pauses the one that ends last counts. */
function pause(key: string, seconds: number, dispatch: Dispatch): void {
  resumeAt = Math.max(resumeAt, Date.now() + 1000 * seconds);
  const left = Math.ceil((resumeAt - Date.now()) / 1000);
  clearTimeout(resumeTimer);
  resumeTimer = setTimeout(() => {
    resumeAt = 0;
    dispatch({ type: "reviews resumed" });
  }, resumeAt - Date.now());
  dispatch({ type: "reviews paused", key, seconds: left });
}
