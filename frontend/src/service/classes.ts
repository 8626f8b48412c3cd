/** Classes whose first answers are collected: opened by a token of the teacher's, answered by one of the pupils'. */

import type { Call } from "../bridge/calls";
import { exchange, fetchDocument, type Outcome, send, sleep } from "./client";
import { type Failure, retryPauseS } from "./failure";
import type { Fields, Plain, Schemas } from "./types";

/** The tokens of a class. */
export type ClassTokens = Fields<"OpenedClass", "teacher" | "pupils">;

/** A class as the service knows it; the pupils are there for the teacher alone. */
export type ClassAnswers = Plain<Schemas["ClassAnswers"]>;

/** A call of a pupil's as it was first made: the last of the auction. */
export interface FirstAnswer {
  /** The code of the board. */
  board: string;
  auction: readonly Call[];
}

const CLASSES = "/api/v1/practice/classes";
const WAIT_S = 20;
/** Between two looks where the service has not waited. */
const LOOK_EVERY_MS = 2_000;
const RETRY_AFTER_S = 5;

export function openClass(boards: readonly string[], signal: AbortSignal): Promise<Outcome<ClassTokens>> {
  return fetchDocument(CLASSES, signal, { boards });
}

export function fetchClass(token: string, signal: AbortSignal): Promise<Outcome<ClassAnswers>> {
  return fetchDocument(`${CLASSES}/${token}`, signal);
}

/** Send an answer under the pupil's name. */
export function sendAnswer(
  token: string,
  pupil: { pupil: string; holder: string },
  answer: FirstAnswer,
  signal: AbortSignal,
): Promise<Outcome<ClassAnswers>> {
  return fetchDocument(`${CLASSES}/${token}/answers`, signal, { ...pupil, ...answer });
}

/** Delete a class with its answers; return false where that failed. */
export async function deleteClass(token: string): Promise<boolean> {
  const done = await send(`${CLASSES}/${token}`, { method: "DELETE" }).catch(() => null);
  return done !== null && (done.ok || done.status === 404);
}

/** Receive a class whenever it has other answers than those seen, until the signal fires or a failure is final. */
export async function watchClass(
  token: string,
  seen: ClassAnswers | null,
  signal: AbortSignal,
  { onClass, onFailure }: { onClass: (found: ClassAnswers) => void; onFailure: (failure: Failure) => void },
): Promise<void> {
  let count = seen?.count ?? null;
  let failures = 0;
  while (!signal.aborted) {
    const query = count === null ? "" : `?after=${count}`;
    const waitS = count === null ? 0 : WAIT_S;
    const look = await exchange<ClassAnswers>(`${CLASSES}/${token}${query}`, signal, { waitS }).catch(() => null);
    if (look === null) return;
    let pauseMs = look.waited ? 0 : LOOK_EVERY_MS;
    if ("failure" in look.outcome) {
      const { failure } = look.outcome;
      onFailure(failure);
      if (!failure.retry) return;
      failures += 1;
      pauseMs = 1_000 * retryPauseS(failures, RETRY_AFTER_S, look.retryAfterS);
    } else {
      failures = 0;
      if (look.outcome.result.count !== count) onClass(look.outcome.result);
      count = look.outcome.result.count;
    }
    await sleep(pauseMs, signal).catch(() => undefined);
  }
}
