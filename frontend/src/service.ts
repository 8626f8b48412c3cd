/** The service behind the page: ask for an explanation, then wait until it is there. */

import type { Explanation, Position, Problem, StatusDocument } from "./explanation";
import { failureOf, type Failure, OFFLINE, problemOfStatus } from "./problems";

export type Answer =
  | { kind: "explanation"; explanation: Explanation }
  | { kind: "failure"; failure: Failure };

const ENDPOINT = "/api/v1/explanations";
const WAIT_S = 5;
const GIVE_UP_AFTER_MS = 30_000;
const POLL_EVERY_MS = 400;

/** Ask and wait. Rejects with an AbortError when the signal fires, else always answers. */
export async function explain(position: Position, signal: AbortSignal): Promise<Answer> {
  try {
    const deadline = Date.now() + GIVE_UP_AFTER_MS;
    let response = await ask(position, signal);
    while (response.status === 202) {
      if (Date.now() > deadline) return failed({ title: "Time-out", status: 504 });
      const url = response.headers.get("Location") ?? (await response.json()).url;
      await pause(POLL_EVERY_MS, signal);
      response = await fetch(url, { headers: { Prefer: `wait=${WAIT_S}` }, signal });
      response = await stillComputing(response, url);
    }
    return await answerOf(response);
  } catch (error) {
    if (signal.aborted) throw error;
    return { kind: "failure", failure: OFFLINE };
  }
}

function ask(position: Position, signal: AbortSignal): Promise<Response> {
  return fetch(ENDPOINT, {
    method: "POST",
    headers: { "Content-Type": "application/json", Prefer: `wait=${WAIT_S}` },
    body: JSON.stringify(position),
    signal,
  });
}

/** A status that is read with 200 may still say "queued": treat it as a 202 with its address. */
async function stillComputing(response: Response, url: string): Promise<Response> {
  if (response.status !== 200) return response;
  const status: StatusDocument = await response.clone().json();
  const pending = status.status === "queued" || status.status === "running";
  return pending ? new Response(null, { status: 202, headers: { Location: url } }) : response;
}

async function answerOf(response: Response): Promise<Answer> {
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok || body === null) return failed(asProblem(body, response.status));
  const status = body as StatusDocument;
  if (status.result !== null) return { kind: "explanation", explanation: status.result };
  return failed(status.error ?? problemOfStatus(status.status === "expired" ? 410 : 500));
}

function asProblem(body: unknown, status: number): Problem {
  const described = typeof body === "object" && body !== null && "title" in body;
  return described ? { ...(body as Problem), status } : problemOfStatus(status);
}

function failed(problem: Problem): Answer {
  return { kind: "failure", failure: failureOf(problem) };
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
