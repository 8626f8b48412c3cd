/** The questions about calls to come that the state needs and that are not requested yet. */

import { isLegal, isOver } from "../bridge/auction";
import { auctionKey } from "../bridge/table-auction";
import { reviewKey } from "../entry/import-board";
import { toRequest } from "../entry/input";
import type { Position, ReviewRequest } from "../service/types";
import { type InspectionTarget, nextCallPosition } from "./inspection";
import { shownReview } from "./reviews";
import { isStale, problemReview } from "./selectors";
import type { State } from "./state";

/** Return the question about an inspected call; null where the answer at hand covers it. */
export function positionOfTarget(state: State, target: InspectionTarget): Position | null {
  if (target.kind === "made") return null;
  const { dealer, auction } = state.input;
  return isLegal(dealer, auction, target.call) ? nextCallPosition(toRequest(state.input)) : null;
}

/**
 * Return the question that the list of the next calls needs: always at the end of the auction, and
 * at an earlier moment once it was asked for; null for none.
 */
function positionOfNextCalls(state: State): Position | null {
  const { explanation, inspection, moment } = state;
  if (explanation === null || isStale(state) || state.problem) return null;
  const { position } = explanation;
  if (inspection.asked === moment && moment < position.auction.length) return nextCallPosition(position, moment);
  return isOver(position.auction) ? null : nextCallPosition(position);
}

/** Return the questions what could have been called in place of each mistake of the review on show, and of partner's call before a pass, or at the problem. */
function positionsOfMistakes(state: State): Position[] {
  const { input, review } = state;
  const request = review.view === "review" ? shownReview(input, review) : problemReview(state);
  const answer = request === null ? undefined : review.answers[reviewKey(request)];
  if (request === null || answer?.kind !== "there") return [];
  const mistakes = answer.result.calls.filter(({ grade }) => grade === "mistake");
  return mistakes.flatMap(({ index, call }) => {
    const places = call === "P" && index >= 2 ? [index, index - 2] : [index];
    return places.map((place) => positionOfCall(request, place));
  });
}

/** Return the question what could be called at a place of a reviewed auction. */
export function positionOfCall({ dealer, vulnerability, auction, systems }: ReviewRequest, index: number): Position {
  const position = { hand: null, seat: dealer, dealer, vulnerability, auction: [...auction], systems };
  return nextCallPosition(position, index);
}

/** Return the questions that are needed, and neither answered nor pending. */
export function missingOptions(state: State): Position[] {
  const { target, answers } = state.inspection;
  const wanted = [
    positionOfNextCalls(state),
    target === null ? null : positionOfTarget(state, target),
    ...positionsOfMistakes(state),
  ];
  const asked = wanted.filter((position) => position !== null);
  const byKey = new Map(asked.map((position) => [auctionKey(position), position]));
  return [...byKey].filter(([key]) => answers[key] === undefined).map(([, position]) => position);
}
