/** What the page needs in a state: requests to the service, and waits. */

import { auctionKey } from "../bridge/table-auction";
import { type Input, isComplete, toRequest } from "../entry/input";
import { reviewKey } from "../entry/import-board";
import type { TextFieldName } from "../entry/text-fields";
import { parseBoards } from "../service/boards";
import {
  fetchAnalysis,
  fetchExplanation,
  fetchGuess,
  fetchOptions,
  fetchRefined,
  fetchReview,
  type Outcome,
  sleep,
} from "../service/client";
import { fetchRobotCalls, type Hands } from "../service/practice-boards";
import { after, type Loadable, type Request } from "../service/requests";
import { newHolder } from "../service/tables";
import type { Analysis, CardQuestion, Position, ReviewRequest } from "../service/types";
import { loadBoards } from "./kept-boards";
import { missingOptions } from "./missing-options";
import { askedGuesses, fileId, missingReviews, type ReviewState, unbidBoard } from "./reviews";
import { analysisKey } from "./analyses";
import { isAsked, isStale, problemReview, unanalysedPosition, unansweredInput, unrefinedInput } from "./selectors";
import type { Action, State } from "./state";

/** Long enough not to send a request between two clicks, short enough not to be felt. */
const DEBOUNCE_MS = 250;
/** The delay after which the answer counts as slow. */
const SLOW_MS = 5_000;
/** Debounces the refined answer, which costs as much as many first ones. */
const REFINE_AFTER_MS = 500;
/** How long the page rests until it finds out by itself which contracts make. */
const IDLE_AFTER_MS = 1_500;
/** How often a busy service is asked for what takes it long, before the page says that it is busy. */
const MOST_TRIES = 3;
/** A pause where the service cannot be reached, or says nothing of when to come again. */
const PAUSE_S = 10;
/** The topic of this page's refined answers: the next supersedes what is still queued. */
const TOPIC = newHolder();

/** Everything that a state needs. */
export function needsOf(state: State): Request<Action>[] {
  const { input, review, analyses, textFields } = state;
  const line = unansweredInput(state);
  const unrefined = unrefinedInput(state);
  const unanalysed = unanalysedPosition(state);
  const { pause } = review;
  const asked = Object.keys(analyses).filter((key) => analyses[key]!.kind === "asked");
  return [
    ...(["paste", "calls"] as const).flatMap((field) =>
      textFields[field].pending === null ? [] : [parse(state, field)],
    ),
    ...explanationNeeds(state),
    ...(line === null ? [] : [explanation(line, "compared line answered", "compared line failed")]),
    ...(unrefined === null ? [] : [refinement(unrefined)]),
    ...missingOptions(state).map(options),
    ...asked.map(analysis),
    ...(unanalysed === null ? [] : [idleAnalysis(unanalysed, state.rested)]),
    ...missingReviews(input, review, problemReview(state)).map(reviewOf),
    ...robotNeeds(input, review),
    ...askedGuesses(review).map(guess),
    ...(review.wanted === null ? [] : [keptBoards(review.wanted.file)]),
    ...(pause === null ? [] : [after(pause, 1000 * pause.seconds, { type: "reviews resumed" } as const)]),
  ];
}

/** The answer to what is entered: asked for once the entry rests, and again where it may pass. */
function explanationNeeds(state: State): Request<Action>[] {
  const { input, request, review, problem } = state;
  const ask = { type: "explanation requested" } as const;
  if (isAsked(state)) {
    const slow = after<Action>("slow", SLOW_MS, { type: "answer delayed" });
    return [explanation(input, "explanation received", "request failed"), ...(request?.kind === "asked" ? [slow] : [])];
  }
  if (request?.kind === "failed") {
    const { againInS } = request.failure;
    return againInS === undefined ? [] : [after(request, 1000 * againInS, ask)];
  }
  const wanted = review.view === "explain" && isStale(state) && !problem;
  return wanted && isComplete(input) ? [after(input, DEBOUNCE_MS, ask)] : [];
}

/** An explanation, with the actions that say what has come of it. */
function explanation(
  input: Input,
  done: "explanation received" | "compared line answered",
  failed: "request failed" | "compared line failed",
): Request<Action> {
  return {
    key: keyOf(done, input),
    send: async (signal) => {
      const outcome = await fetchExplanation(toRequest(input), signal);
      return "failure" in outcome ? { type: failed, ...outcome } : { type: done, explanation: outcome.result, input };
    },
  };
}

/** The refined answer, once one stays at what is on show; where it cannot be had, the first stays. */
function refinement(input: Input): Request<Action> {
  return {
    key: keyOf("refined", input),
    send: async (signal) => {
      await sleep(REFINE_AFTER_MS, signal);
      const outcome = await againWhenBusy(() => fetchRefined(toRequest(input), TOPIC, signal), signal);
      // After very many calls the service answers with the first once more.
      if ("failure" in outcome || !outcome.result.refined) return { type: "refinement failed", input };
      return { type: "refined explanation received", explanation: outcome.result, input };
    },
  };
}

/** Ask for what takes long; a service that is busy is asked again, when it says. */
async function againWhenBusy<Result>(
  ask: () => Promise<Outcome<Result>>,
  signal: AbortSignal,
): Promise<Outcome<Result>> {
  for (let tries = 1; ; tries++) {
    const outcome = await ask();
    const pauseS = "failure" in outcome ? outcome.failure.retryAfterS : undefined;
    if (pauseS === undefined || tries === MOST_TRIES) return outcome;
    await sleep(1_000 * pauseS, signal);
  }
}

function keyOf(what: string, input: Input): string {
  return `${what} ${JSON.stringify(toRequest(input))}`;
}

function parse({ textFields, input }: State, field: TextFieldName): Request<Action> {
  const source = textFields[field].pending!;
  return {
    key: source,
    send: async (signal) => {
      const outcome = await parseBoards(source, input, signal);
      const isFile = field === "paste" && outcome.kind === "boards";
      const list = isFile ? await loadBoards(fileId(outcome.found.boards)) : null;
      const kept = list?.boards.map(({ board }) => board);
      return { type: "parse finished", field, outcome, ...(kept && { kept }) };
    },
  };
}

/** A request whose progress and answer are kept. */
function lasting<Result>(
  key: string,
  fetch: (signal: AbortSignal, onProgress: (share: number) => void) => Promise<Outcome<Result>>,
  updated: (answer: Loadable<Result>) => Action,
  paused: (outcome: Outcome<Result>) => Action | null = () => null,
): Request<Action> {
  return {
    key,
    lasting: true,
    send: async (signal, tell) => {
      const report = (share: number) => tell(updated({ kind: "asked", share }));
      const answer = fetch(signal, report);
      report(0);
      const outcome = await answer;
      return paused(outcome) ?? updated(loaded(outcome));
    },
  };
}

function options(position: Position): Request<Action> {
  const key = auctionKey(position);
  return lasting(
    `options ${key}`,
    (signal) => fetchOptions(position, signal),
    (answer) => ({ type: "options updated", key, answer }),
  );
}

function analysis(key: string): Request<Action> {
  const position = JSON.parse(key) as Position;
  return lasting(
    `analysis ${key}`,
    (signal, report) => againWhenBusy(() => fetchAnalysis(position, signal, report), signal),
    (answer) => ({ type: "analysis updated", position, answer }),
  );
}

/** The same unasked, once the page rests; dropped where the position changes or the page is hidden. */
function idleAnalysis(position: Position, rested: Position | null): Request<Action> {
  if (rested !== position) return after(position, IDLE_AFTER_MS, { type: "page rested", position });
  const updated = (answer: Loadable<Analysis>) => ({ type: "analysis updated", position, answer }) as const;
  return {
    key: `analysis ${analysisKey(position)}`,
    send: async (signal, tell) => {
      const report = (share: number) => tell(updated({ kind: "asked", share }));
      const ask = () => fetchAnalysis(position, signal, report, newHolder());
      return updated(loaded(await againWhenBusy(ask, signal)));
    },
  };
}

function reviewOf(request: ReviewRequest): Request<Action> {
  const key = reviewKey(request);
  return lasting(
    `review ${key}`,
    (signal, report) => fetchReview(request, signal, report),
    (answer) => ({ type: "review updated", key, answer }),
    (outcome) => {
      if (!("failure" in outcome)) return null;
      const { network, retryAfterS: seconds = network ? PAUSE_S : undefined } = outcome.failure;
      return seconds === undefined ? null : { type: "reviews paused", key, seconds, now: Date.now() };
    },
  );
}

function keptBoards(file: string): Request<Action> {
  return { key: `boards ${file}`, send: async () => ({ type: "kept boards loaded", list: await loadBoards(file) }) };
}

/** The robots' auction of a board without one. */
function robotNeeds(input: Input, review: ReviewState): Request<Action>[] {
  const board = unbidBoard(input, review);
  if (board === null || review.robots[reviewKey(board)] !== undefined) return [];
  const key = reviewKey(board);
  const { hands, dealer, vulnerability, systems } = board;
  const table = { hands: hands as Hands, dealer, vulnerability, auction: [], systems, players: [], draw: null };
  return [
    lasting(
      `robots ${key}`,
      (signal) => fetchRobotCalls(table, signal),
      (answer) => ({ type: "robot calls updated", key, answer }),
    ),
  ];
}

function guess({ key, question }: { key: string; question: CardQuestion }): Request<Action> {
  return lasting(
    `card ${key}`,
    (signal, report) => fetchGuess(question, signal, report),
    (answer) => ({ type: "card guess updated", key, answer }),
  );
}

function loaded<Result>(outcome: Outcome<Result>): Loadable<Result> {
  return "failure" in outcome ? { kind: "failed", ...outcome } : { kind: "there", ...outcome };
}
