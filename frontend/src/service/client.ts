/** The service behind the page: ask for an explanation, then wait until it is there. */

import { msg } from "../i18n/translate";
import {
  type Failure, failureOf, noNetwork, notOfService, problemOfStatus, typeName, unreachable,
} from "./failure";
import type { RobotCalls, RobotTable } from "./practice-boards";
import type { Review, ReviewRequest } from "./review-types";
import type { Analysis, Explanation, Options, Position, Problem, StatusDocument } from "./types";

export type Answer =
  | { kind: "explanation"; explanation: Explanation }
  | { kind: "failure"; failure: Failure };

/** The outcome of a request. */
export type Outcome<Result> = { result: Result } | { failure: Failure };

const EXPLANATIONS = "/api/v1/explanations";
const REFINED = "/api/v1/refined";
const OPTIONS = "/api/v1/options";
const ANALYSES = "/api/v1/analyses";
const REVIEWS = "/api/v1/reviews";
const ROBOT_CALLS = "/api/v1/practice/calls";
const WAIT_S = 5;
const GIVE_UP_AFTER_MS = 30_000;
/** The service itself gives up on an analysis, or a review, before. */
const ANALYSIS_GIVE_UP_AFTER_MS = 120_000;
/** Short enough to tell of progress, long enough not to count as many requests. */
const REVIEW_WAIT_S = 2;
const POLL_EVERY_MS = 400;
/** Pauses before a broken connection is tried again: a web server takes a few seconds to restart. */
const RECONNECT_MS = [500, 1_000, 2_000];

/** Ask and wait. Rejects with an AbortError when the signal fires, else always answers. */
export async function fetchExplanation(position: Position, signal: AbortSignal): Promise<Answer> {
  const outcome = await request<Explanation>(EXPLANATIONS, position, signal);
  return "failure" in outcome
    ? { kind: "failure", failure: outcome.failure }
    : { kind: "explanation", explanation: outcome.result };
}

/**
 * Ask for the refined explanation, and wait. Rejects with an AbortError when the signal fires, and
 * drops the question; as does the next of the same topic.
 */
export function fetchRefined(
  position: Position,
  topic: string,
  signal: AbortSignal,
): Promise<Outcome<Explanation>> {
  return request<Explanation>(REFINED, position, signal, { ...DEFAULT_POLLING, topic });
}

/** Ask what every legal next call would show, and wait. */
export function fetchOptions(position: Position): Promise<Outcome<Options>> {
  return request<Options>(OPTIONS, position, new AbortController().signal);
}

/** Ask which contracts make, and wait; `onProgress` receives how much of the work is done. */
export function fetchAnalysis(
  position: Position,
  onProgress: (share: number) => void,
): Promise<Outcome<Analysis>> {
  const patience = { waitS: 0, giveUpAfterMs: ANALYSIS_GIVE_UP_AFTER_MS, onProgress };
  return request<Analysis>(ANALYSES, position, new AbortController().signal, patience);
}

/** Ask for the review of an auction, and wait; `onProgress` receives how much of the work is done. */
export function fetchReview(
  board: ReviewRequest,
  onProgress: (share: number) => void,
): Promise<Outcome<Review>> {
  const patience = { waitS: REVIEW_WAIT_S, giveUpAfterMs: ANALYSIS_GIVE_UP_AFTER_MS, onProgress };
  return request<Review>(REVIEWS, board, new AbortController().signal, patience);
}

/** Ask for the calls of robots until a person is to call, and wait. */
export function fetchRobotCalls(table: RobotTable, signal: AbortSignal): Promise<Outcome<RobotCalls>> {
  return request<RobotCalls>(ROBOT_CALLS, table, signal);
}

/** Fetch a document that the service has at once; with a body it is posted. */
export async function fetchDocument<Result>(
  address: string,
  signal: AbortSignal,
  body?: object,
): Promise<Outcome<Result>> {
  return (await exchange<Result>(address, signal, { body })).outcome;
}

/** The outcome of a request with what a caller may have to know besides. */
export interface Reply<Result> {
  outcome: Outcome<Result>;
  /** The type of the problem document, without its prefix; null for none. */
  problem: string | null;
  /** Whether the service has waited, as it was asked to. */
  waited: boolean;
  /** After how many seconds the service wishes to be asked again, whatever the outcome. */
  retryAfterS?: number;
}

/** Fetch a document, or post a body for it; the service may wait so many seconds. */
export async function exchange<Result>(
  address: string,
  signal: AbortSignal,
  { body, waitS = 0 }: { body?: object | undefined; waitS?: number },
): Promise<Reply<Result>> {
  try {
    const headers = {
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...(waitS === 0 ? {} : { Prefer: `wait=${waitS}` }),
    };
    const posted = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const { response, body: document } = await read(fetch(address, { ...posted, headers, signal }));
    const waited = response.headers.has("Preference-Applied");
    const later = retryAfter(response.headers, Date.now());
    const more = later === null ? { waited } : { waited, retryAfterS: later };
    if (response.ok && document !== null) {
      return { outcome: { result: document as Result }, problem: null, ...more };
    }
    const problem = asProblem(document, response.status);
    const failure = failureOf(problem, later, msg("This is not to be had"));
    return { outcome: { failure }, problem: typeName(problem), ...more };
  } catch (error) {
    if (signal.aborted) throw error;
    return { outcome: lost(), problem: null, waited: false };
  }
}

/** Options of polling: the wait on the service's side, the deadline here, a progress callback. */
interface Polling {
  waitS: number;
  giveUpAfterMs: number;
  onProgress: (share: number) => void;
  /** With it a question that is no longer wanted is dropped. */
  topic?: string;
}

const DEFAULT_POLLING: Polling = { waitS: WAIT_S, giveUpAfterMs: GIVE_UP_AFTER_MS, onProgress: () => {} };

async function request<Result>(
  address: string,
  question: object,
  signal: AbortSignal,
  { waitS, giveUpAfterMs, onProgress, topic }: Polling = DEFAULT_POLLING,
): Promise<Outcome<Result>> {
  let pending: string | null = null;
  try {
    const deadline = Date.now() + giveUpAfterMs;
    // To be dropped a question needs its address, at once and also where the signal fires meanwhile.
    const isDroppable = topic !== undefined;
    const ask = isDroppable
      ? () => post(address, question, { Topic: topic })
      : () => post(address, question, waiting(waitS), signal);
    let answer = await reconnecting(ask, signal);
    pending = pendingAddress(answer, onProgress);
    let pauseMs = isDroppable ? 0 : POLL_EVERY_MS;
    while (pending !== null) {
      if (Date.now() > deadline) return failed({ title: msg("Time-out"), status: 504 });
      await sleep(pauseMs, signal);
      pauseMs = POLL_EVERY_MS;
      const from = pending;
      answer = await reconnecting(() => fetch(from, { headers: waiting(waitS), signal }), signal);
      pending = pendingAddress(answer, onProgress);
    }
    return outcomeOf<Result>(answer);
  } catch (error) {
    if (!signal.aborted) return lost();
    if (pending !== null && topic !== undefined) drop(pending, topic);
    throw error;
  }
}

/** Have a question dropped; where that does not succeed it expires. */
function drop(address: string, topic: string): void {
  fetch(address, { method: "DELETE", headers: { Topic: topic }, keepalive: true }).catch(() => undefined);
}

/** A response with its JSON; null where it is none, which the service itself never sends. */
interface Received {
  response: Response;
  body: unknown;
}

/** Read a response to its end. Rejects where the connection breaks meanwhile. */
async function read(sent: Promise<Response>): Promise<Received> {
  const response = await sent;
  const text = await response.text();
  try {
    return { response, body: JSON.parse(text) };
  } catch {
    return { response, body: null };
  }
}

/** Send a question, or look for its answer, again where the connection breaks: asked twice, a
 * question is computed once. */
async function reconnecting(send: () => Promise<Response>, signal: AbortSignal): Promise<Received> {
  for (const pauseMs of RECONNECT_MS) {
    try {
      return await read(send());
    } catch (error) {
      if (signal.aborted || isOffline()) throw error;
    }
    await sleep(pauseMs, signal);
  }
  return read(send());
}

/** The failure of a request that got no response. */
function lost(): { failure: Failure } {
  return { failure: isOffline() ? noNetwork() : unreachable() };
}

function isOffline(): boolean {
  return globalThis.navigator?.onLine === false;
}

function post(
  address: string,
  question: object,
  headers: Record<string, string>,
  signal: AbortSignal | null = null,
): Promise<Response> {
  return fetch(address, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(question),
    signal,
  });
}

function waiting(seconds: number): Record<string, string> {
  return { Prefer: `wait=${seconds}` };
}

/** Return the address to poll; null once there is an answer, good or bad. */
function pendingAddress(
  { response, body }: Received,
  onProgress: (share: number) => void,
): string | null {
  if (response.status === 504) return response.headers.get("Location");
  if (!response.ok || body === null) return null;
  const { status, url, progress } = body as StatusDocument;
  if (status !== "queued" && status !== "running") return null;
  if (progress !== undefined) onProgress(progress);
  return url;
}

function outcomeOf<Result>({ response, body }: Received): Outcome<Result> {
  if (!response.ok || body === null) {
    return failed(asProblem(body, response.status), retryAfter(response.headers, Date.now()));
  }
  const status = body as StatusDocument<Result>;
  if (status.result !== null) return { result: status.result };
  return failed(status.error ?? problemOfStatus(status.status === "expired" ? 410 : 500));
}

function asProblem(body: unknown, status: number): Problem {
  if (status < 400) return notOfService();
  const described = typeof body === "object" && body !== null && "title" in body;
  return described ? { ...(body as Problem), status } : problemOfStatus(status);
}

function failed(problem: Problem, retryAfterS: number | null = null): { failure: Failure } {
  return { failure: failureOf(problem, retryAfterS) };
}

/** After how many seconds to come again: the header gives seconds or a date (RFC 9110, 10.2.3). */
export function retryAfter(headers: Headers, now: number): number | null {
  const text = headers.get("Retry-After")?.trim() ?? "";
  if (/^\d+$/.test(text)) return Math.max(Number(text), 1);
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(Math.ceil((date - now) / 1000), 1);
}

/** Wait; rejects when the signal fires. */
export function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal.addEventListener("abort", stop, { once: true });
  });
}
