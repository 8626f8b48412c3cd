/** The slice of the state with the answers about what is entered, and the moment that they show. */

import type { Input } from "../entry/input";
import { withoutCallsText } from "../entry/text-fields";
import { missingHand, withAutoRetry, type Failure } from "../service/failure";
import type { Explanation } from "../service/types";
import { cacheAnswer, cachedAnswer } from "./answer-cache";
import { withoutTarget } from "./inspection";
import { isStale } from "./selectors";
import type { Slice } from "./slice";
import type { AnswerAction, State } from "./state";

/** How often the page asks again by itself before it leaves that to the user. */
const MAX_RETRIES = 5;

export const ANSWER_SLICE: Slice<State, AnswerAction> = {
  submitted,
  "problem answered": (state, { call }) => ({ ...state, problemCall: call }),
  "problem opened": (state) => submitted({ ...state, problem: false, focus: { on: "answer" } }),
  "network returned": withNetwork,
  "explanation requested": withRequest,
  "answer delayed": (state) => (state.request?.kind === "asked" ? { ...state, request: { kind: "slow" } } : state),
  "explanation received": (state, action) => ({ ...withExplanation(state, action), request: null }),
  "request failed": (state, { failure }) => withFailure(state, failure),
  "compared line answered": (state, { input, explanation }) => ({
    ...state,
    answers: cacheAnswer(state.answers, input, explanation),
    secondaryFailure: null,
  }),
  // It is asked for again when the network is back, but never by the clock.
  "compared line failed": (state, { failure }) => ({
    ...state,
    lineFailed: true,
    secondaryFailure: failure.network ? withAutoRetry(failure) : failure,
  }),
  "refined explanation received": withRefined,
  "refinement failed": (state, { input }) => {
    const answer = cachedAnswer(state.answers, input);
    return answer === null ? state : { ...state, unrefinable: [...state.unrefinable, answer] };
  },
  "moment set": (state, { moment }) => atMoment(state, moment),
  "call selected": (state, { index }) => ({ ...atMoment(state, index + 1), selectedCall: index }),
};

/**
 * Ask for the answer at once, or say what is missing. Typed calls are parsed first: an answer
 * without them would be one to another auction.
 */
export function submitted(state: State): State {
  const { pending, error } = state.textFields.calls;
  if (pending !== null) return { ...state, submitsOnceParsed: true };
  const next = { ...state, submitsOnceParsed: false };
  if (error !== null) return { ...next, focus: { on: "calls" } };
  const { spectator, handText } = state.input;
  const review = { ...state.review, view: "explain" } as const;
  const ready = { ...next, review, folded: true, awaited: true, retries: 0, lineFailed: false };
  if (!spectator && handText.trim() === "") return withFailure(ready, missingHand());
  return isStale(state) ? withRequest(ready) : ready;
}

function withRequest(state: State): State {
  return { ...state, problem: false, request: { kind: "asked", share: 0 } };
}

/** Where the service says when, the page asks again by itself. */
function withFailure(state: State, failure: Failure): State {
  const { retryAfterS, network } = failure;
  const timed = retryAfterS !== undefined && state.retries < MAX_RETRIES;
  const shown = timed || network ? withAutoRetry(failure) : failure;
  if (!timed) return { ...state, request: { kind: "failed", failure: shown } };
  const again = { ...shown, againInS: retryAfterS };
  return { ...state, retries: state.retries + 1, request: { kind: "failed", failure: again } };
}

/** The network is to blame no longer. */
function withNetwork(state: State): State {
  const { request, secondaryFailure } = state;
  const failed = request?.kind === "failed" && request.failure.network;
  if (!failed && !secondaryFailure?.network) return state;
  return isStale(state) ? withRequest(state) : { ...state, lineFailed: false };
}

export function atMoment(state: State, moment: number): State {
  return { ...state, moment: clamp(moment, state.explanation), selectedCall: null };
}

/** A new input on show: answered at once where it was answered before, else still to be asked. */
export function withCachedAnswer(state: State, input: Input): State {
  const same = input.auction === state.input.auction;
  const textFields = same ? state.textFields : withoutCallsText(state.textFields);
  const inspection = { ...withoutTarget(state.inspection), asked: null };
  const handout = same ? state.handout : { ...state.handout, moments: null };
  const waiting = { ...state, ...NOTHING_ASKED, input, textFields, inspection, handout };
  const explanation = cachedAnswer(state.answers, input);
  return explanation === null ? waiting : withExplanation(waiting, { explanation, input });
}

const NOTHING_ASKED = {
  request: null,
  retries: 0,
  awaited: false,
  secondaryFailure: null,
  lineFailed: false,
  unrefinable: [],
};

interface Answered {
  explanation: Explanation;
  input: Input;
}

/**
 * The state with an answer. It shows the moment that was pendingMoment; else the end of its auction,
 * unless it explains the auction already on show.
 */
function withExplanation(state: State, { explanation, input }: Answered): State {
  const shown = state.explanation?.position.auction.join(" ");
  const same = shown === explanation.position.auction.join(" ");
  const moment = state.pendingMoment ?? (same ? state.moment : explanation.moments.length - 1);
  const selectedCall = same && state.pendingMoment === null ? state.selectedCall : null;
  const answers = cacheAnswer(state.answers, input, explanation);
  const explained = input;
  return {
    ...state,
    explanation,
    explained,
    answers,
    selectedCall,
    pendingMoment: null,
    moment: clamp(moment, explanation),
  };
}

/** The refined answer in the place of the first; nothing else of what is on show changes. */
function withRefined(state: State, { explanation, input }: Answered): State {
  const answers = cacheAnswer(state.answers, input, explanation);
  return state.explained === input ? { ...state, explanation, answers } : { ...state, answers };
}

function clamp(moment: number, explanation: Explanation | null): number {
  const last = (explanation?.moments.length ?? 1) - 1;
  return Math.min(Math.max(moment, 0), last);
}
