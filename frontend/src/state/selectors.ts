/** Selectors: values derived from the state. */

import { isBid } from "../bridge/calls";
import type { Deal } from "../bridge/hand";
import type { Seat } from "../bridge/table";
import type { Input } from "../entry/input";
import { reviewOfInput } from "../entry/import-board";
import { type ComparedLines, comparedSeat, type LineSide } from "../insight/comparison";
import { messageCall } from "../insight/message";
import { comparedMoments } from "../lines/lines";
import { type Failure, firstField } from "../service/failure";
import type { Explanation, Position, ReviewRequest } from "../service/types";
import { analysisKey } from "./analyses";
import { cachedAnswer } from "./answer-cache";
import { formatLink, formatProblem, type Link } from "./link";
import type { State } from "./state";

/** The input of the line beside the one on show, where it is still to be answered. */
export function unansweredInput(state: State): Input | null {
  const { compared, lines, input, answers, lineFailed } = state;
  const auction = compared === null ? undefined : lines.auctions[compared.line];
  if (auction === undefined || lineFailed || isStale(state)) return null;
  const other = { ...input, auction };
  return cachedAnswer(answers, other) === null ? other : null;
}

/** Return the input on show, or compared, whose answer is still to be refined, and can be. */
export function unrefinedInput(state: State): Input | null {
  const { explained, input, compared, lines, answers, unrefinable } = state;
  if (explained !== input) return null;
  const other = compared === null ? undefined : lines.auctions[compared.line];
  const inputs = other === undefined ? [input] : [input, { ...input, auction: other }];
  const isUnrefined = (one: Input) => {
    const answer = cachedAnswer(answers, one);
    return answer?.refined === false && !unrefinable.includes(answer);
  };
  // Of hands that have only passed all is told.
  return inputs.find((one) => one.auction.some(isBid) && isUnrefined(one)) ?? null;
}

/** Return the position with advice on show whose contracts are still to be found out, where the page does nothing else. */
export function unanalysedPosition(state: State): Position | null {
  const { explanation, moment, analyses, hidden, review } = state;
  if (!explanation?.suggestion || hidden || review.view !== "explain") return null;
  if (isStale(state) || unrefinedInput(state) !== null) return null;
  const { position } = explanation;
  return moment === position.auction.length && analyses[analysisKey(position)] === undefined ? position : null;
}

/** The moment on show, or the one that will be once what is entered is answered. */
export function momentOf(state: State): number {
  const { input, pendingMoment, moment } = state;
  return isStale(state) ? (pendingMoment ?? input.auction.length) : moment;
}

/** Whether the entry is drawn as one line; one with a fault is open. */
export function isFolded(state: State): boolean {
  const failure = failureOf(state);
  return state.folded && (failure === null || firstField(failure) === null);
}

/** Whether the answer on a deal that was chosen as a whole is to come: no picture on show is about it. */
export function isOtherDealAwaited(state: State): boolean {
  return isFolded(state) && isStale(state) && state.explained?.cards !== state.input.cards;
}

/** Whether the answer is being computed. */
export function isAsked({ request }: State): boolean {
  return request?.kind === "asked" || request?.kind === "slow";
}

/** Why what is entered has no answer; null where it is there or awaited. */
export function failureOf({ request }: State): Failure | null {
  return request?.kind === "failed" ? request.failure : null;
}

/** Whether the picture shows something else than what is entered now. */
export function isStale(state: State): boolean {
  return state.explained !== state.input;
}

/** The call on the card; null before the first one. */
export function callOnCard({ explanation, moment, selectedCall }: State): number | null {
  return explanation === null ? null : (selectedCall ?? messageCall(explanation, moment));
}

/** The whole deal behind the picture, where it is known. */
export function knownDeal({ explained }: State): Deal | null {
  return explained?.deal ?? null;
}

/** The deal to lay over the picture: the known one, once it was asked for. */
export function revealedDeal(state: State): Deal | null {
  const deal = knownDeal(state);
  return state.revealed === deal ? deal : null;
}

/** The comparison on show; null where there is none, or the other line is still to be answered. */
export function comparedLines(state: State): ComparedLines | null {
  const { compared, explanation, lines, input, answers, moment } = state;
  if (compared === null || explanation === null) return null;
  const auction = lines.auctions[compared.line] ?? [];
  const other = cachedAnswer(answers, { ...input, auction });
  const seat = comparedSeat(explanation, compared.seat);
  if (other === null || seat === undefined) return null;
  const moments = comparedMoments(explanation.position.auction, auction, moment);
  const first = lineSide(lines.shown, explanation, moments[0], seat);
  const second = lineSide(compared.line, other, moments[1], seat);
  return first === null || second === null ? null : { seat, sides: [first, second] };
}

function lineSide(place: number, explanation: Explanation, moment: number, seat: Seat): LineSide | null {
  const hand = explanation.moments[moment]?.hands[seat];
  return hand === undefined ? null : { place, explanation, moment, hand };
}

/** The link to what is on show or will be once it is answered, for anybody. */
export function sharedLink(state: State): Omit<Link, "errors"> {
  const revealed = state.revealed !== null && state.revealed === state.input.deal;
  const reviewed = state.review.view === "review" && reviewOfInput(state.input) !== null;
  return { ...state, moment: momentOf(state), revealed, reviewed, boards: null };
}

/** Its fragment. */
export function linkFragment(state: State): string {
  return formatLink(sharedLink(state));
}

/** The question how good the call made at the problem is, by the own hand; null before it is made. */
export function problemReview({ problem, problemCall, input }: State): ReviewRequest | null {
  if (!problem || problemCall === null) return null;
  const { auction } = input;
  const request = reviewOfInput({ ...input, auction: [...auction, problemCall] });
  return request && { ...request, graded_from: auction.length };
}

/** The fragment of the problem at the moment on show. */
export function problemFragment(state: State): string {
  return formatProblem(state.input, momentOf(state));
}
