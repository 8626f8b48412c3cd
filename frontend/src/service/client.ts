/** The service behind the page: one way to ask it, and to wait until an answer is there. */

import type { TableAuction } from "../bridge/table-auction";
import { loadWords, msg } from "../i18n/translate";
import { type Failure, failureOf, noNetwork, notOfService, problemOfStatus, typeName, unreachable } from "./failure";
import type {
  Analysis,
  CardQuestion,
  Explanation,
  GuessedCard,
  Options,
  Position,
  Problem,
  Review,
  ReviewRequest,
  StatusDocument,
} from "./types";

/** The outcome of a request. */
export type Outcome<Result> = { result: Result } | { failure: Failure };

const JSON_TYPE = "application/json";
const PBN_TYPE = "application/x-pbn";
const WAIT_S = 5;
const GIVE_UP_AFTER_MS = 30_000;
/** The service itself gives up on an analysis, or a review, before. */
export const ANALYSIS_GIVE_UP_AFTER_MS = 120_000;
/** Short enough to tell of progress, long enough not to count as many requests. */
const REVIEW_WAIT_S = 2;
const POLL_EVERY_MS = 400;
/** Pauses before a broken connection is tried again: a web server takes a few seconds to restart. */
const RECONNECT_MS = [500, 1_000, 2_000];

/** Ask for the explanation of a position, and wait. */
export function fetchExplanation(position: Position, signal: AbortSignal): Promise<Outcome<Explanation>> {
  return askAbout("explanations", position, signal);
}

/** Ask what each call of an auction shows to everybody, and wait: of the hands only what is known at its end. */
export function fetchPublicExplanation(table: TableAuction): Promise<Outcome<Explanation>> {
  const { dealer, vulnerability, auction, systems } = table;
  const position = { hand: null, seat: dealer, dealer, vulnerability, auction: [...auction], systems };
  return askAbout("explanations?moments=last", position, new AbortController().signal);
}

/** The same refined. When the signal fires the question is dropped; as by the next of the same topic. */
export function fetchRefined(position: Position, topic: string, signal: AbortSignal): Promise<Outcome<Explanation>> {
  return askAbout("refined", position, signal, { topic });
}

/** Ask what every legal next call would show, and wait. */
export function fetchOptions(position: Position, signal: AbortSignal): Promise<Outcome<Options>> {
  return askAbout("options", position, signal);
}

/** Ask which contracts make, and wait; `onProgress` receives how much of the work is done. With a topic it is
 * dropped when the signal fires. */
export function fetchAnalysis(
  position: Position,
  signal: AbortSignal,
  onProgress: (share: number) => void,
  topic?: string,
): Promise<Outcome<Analysis>> {
  const polling = { waitS: 0, giveUpAfterMs: ANALYSIS_GIVE_UP_AFTER_MS, onProgress };
  return askAbout("analyses", position, signal, topic === undefined ? polling : { ...polling, topic });
}

/** Ask for the review of an auction, and wait. */
export function fetchReview(
  board: ReviewRequest,
  signal: AbortSignal,
  onProgress?: (share: number) => void,
): Promise<Outcome<Review>> {
  return ask("reviews", board, signal, { waitS: REVIEW_WAIT_S, giveUpAfterMs: ANALYSIS_GIVE_UP_AFTER_MS, onProgress });
}

/** Ask which convention card fits a pair's calls, and wait. */
export function fetchGuess(
  question: CardQuestion,
  signal: AbortSignal,
  onProgress?: (share: number) => void,
): Promise<Outcome<GuessedCard>> {
  const polling = { waitS: REVIEW_WAIT_S, giveUpAfterMs: ANALYSIS_GIVE_UP_AFTER_MS, onProgress };
  return ask("cards/guess", question, signal, polling);
}

/** Fetch a document that the service has at once; with a body it is posted. */
export async function fetchDocument<Result>(
  address: string,
  signal: AbortSignal,
  body?: object | string,
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
  { body, waitS = 0 }: { body?: object | string | undefined; waitS?: number },
): Promise<Reply<Result>> {
  try {
    const headers = waitS === 0 ? {} : waiting(waitS);
    const received = await send(address, { body, headers, signal });
    const waited = received.headers.has("Preference-Applied");
    const later = retryAfter(received.headers, Date.now());
    const more = later === null ? { waited } : { waited, retryAfterS: later };
    if (received.ok && received.body !== null) {
      return { outcome: { result: received.body as Result }, problem: null, ...more };
    }
    const problem = asProblem(received);
    const failure = failureOf(problem, later, msg("This is not available"));
    return { outcome: { failure }, problem: typeName(problem), ...more };
  } catch (error) {
    if (signal.aborted) throw error;
    return { outcome: lost(), problem: null, waited: false };
  }
}

interface Sending extends Pick<RequestInit, "method" | "signal" | "keepalive"> {
  /** What is posted: a document, or boards as PBN. */
  body?: object | string | undefined;
  headers?: Record<string, string>;
}

/** A response with its JSON; null where it is none, which the service itself never sends. */
interface Received {
  ok: boolean;
  status: number;
  headers: Headers;
  body: unknown;
}

/** Send a request, and read the response to its end, once there are words for it. Rejects where the connection breaks
 * meanwhile. */
export async function send(address: string, { body, headers, ...more }: Sending): Promise<Received> {
  const isText = typeof body === "string";
  const posted = { method: "POST", body: isText ? body : JSON.stringify(body) };
  const words = loadWords("service");
  const response = await fetch(address, {
    ...(body === undefined ? {} : posted),
    headers: {
      Accept: JSON_TYPE,
      ...(body === undefined ? {} : { "Content-Type": isText ? PBN_TYPE : JSON_TYPE }),
      ...headers,
    },
    ...more,
  });
  const text = await response.text();
  await words;
  const { ok, status, headers: found } = response;
  return { ok, status, headers: found, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Options of polling: the wait on the service's side, the deadline here, a progress callback. */
interface Polling {
  waitS?: number;
  giveUpAfterMs?: number;
  onProgress?: ((share: number) => void) | undefined;
  /** With it a question that is no longer wanted is dropped. */
  topic?: string;
}

/** Ask about a position; in the answer its cards are codes, as they were asked. */
async function askAbout<Result extends { position: Position }>(
  what: string,
  position: Position,
  signal: AbortSignal,
  polling: Polling = {},
): Promise<Outcome<Result>> {
  const outcome = await ask<Result>(what, position, signal, polling);
  if ("failure" in outcome) return outcome;
  const asked = { ...outcome.result.position, systems: position.systems };
  return { result: { ...outcome.result, position: asked } };
}

/** Ask, and wait. Rejects with an AbortError when the signal fires, else always answers. */
export async function ask<Result>(
  what: string,
  question: object,
  signal: AbortSignal,
  { waitS = WAIT_S, giveUpAfterMs = GIVE_UP_AFTER_MS, onProgress, topic }: Polling = {},
): Promise<Outcome<Result>> {
  let pending: string | null = null;
  try {
    const address = `/api/v1/${what}`;
    const deadline = Date.now() + giveUpAfterMs;
    // To be dropped a question needs its address, at once and also where the signal fires meanwhile.
    const sending: Sending =
      topic === undefined
        ? { body: question, headers: waiting(waitS), signal }
        : { body: question, headers: { Topic: topic } };
    let answer = await reconnecting(address, sending, signal);
    pending = pendingAddress(answer, onProgress);
    let pauseMs = topic === undefined ? POLL_EVERY_MS : 0;
    while (pending !== null) {
      if (Date.now() > deadline) return { failure: failureOf({ title: msg("Time-out"), status: 504 }) };
      await sleep(pauseMs, signal);
      pauseMs = POLL_EVERY_MS;
      answer = await reconnecting(pending, { headers: waiting(waitS), signal }, signal);
      pending = pendingAddress(answer, onProgress);
    }
    return outcomeOf<Result>(answer);
  } catch (error) {
    if (!signal.aborted) return lost();
    // Where that does not succeed the question expires.
    if (pending !== null && topic !== undefined) {
      send(pending, { method: "DELETE", headers: { Topic: topic }, keepalive: true }).catch(() => undefined);
    }
    throw error;
  }
}

/** Send a question, or look for its answer, again where the connection breaks: asked twice, a
 * question is computed once. */
async function reconnecting(address: string, sending: Sending, signal: AbortSignal): Promise<Received> {
  for (const pauseMs of RECONNECT_MS) {
    try {
      return await send(address, sending);
    } catch (error) {
      if (signal.aborted || isOffline()) throw error;
    }
    await sleep(pauseMs, signal);
  }
  return send(address, sending);
}

/** The failure of a request that got no response. */
function lost(): { failure: Failure } {
  return { failure: isOffline() ? noNetwork() : unreachable() };
}

function isOffline(): boolean {
  return globalThis.navigator?.onLine === false;
}

function waiting(seconds: number): Record<string, string> {
  return { Prefer: `wait=${seconds}` };
}

/** Return the address to poll; null once there is an answer, good or bad. */
function pendingAddress(
  { ok, status: code, headers, body }: Received,
  onProgress?: (share: number) => void,
): string | null {
  if (code === 504) return headers.get("Location");
  if (!ok || body === null) return null;
  const { status, url, progress } = body as StatusDocument;
  if (status !== "queued" && status !== "running") return null;
  if (progress !== undefined) onProgress?.(progress);
  return url;
}

function outcomeOf<Result>(received: Received): Outcome<Result> {
  if (!received.ok || received.body === null) {
    return { failure: failureOf(asProblem(received), retryAfter(received.headers, Date.now())) };
  }
  const { result, error, status } = received.body as StatusDocument<Result>;
  if (result !== null) return { result };
  return { failure: failureOf(error ?? problemOfStatus(status === "expired" ? 410 : 500)) };
}

function asProblem({ body, status }: Received): Problem {
  if (status < 400) return notOfService();
  const described = typeof body === "object" && body !== null && "title" in body;
  return described ? { ...(body as Problem), status } : problemOfStatus(status);
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
