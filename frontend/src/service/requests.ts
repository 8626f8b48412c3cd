/** Requests that follow from the state of a page: each is sent once, and aborted when not needed. */

import { sleep } from "./client";
import type { Failure } from "./failure";

/** What is asked of the service, as far as it is there. */
export type Loadable<Result> =
  /** With the share of the work that is done. */
  | { kind: "asked"; share: number }
  | { kind: "slow" }
  | { kind: "failed"; failure: Failure }
  | { kind: "there"; result: Result };

/** A request, or a wait, that a state needs. */
export interface Request<Action> {
  /** The same for the same request. */
  key: unknown;
  /** Return what has come of it; null for nothing. `tell` is for what happens before the end. */
  send: (signal: AbortSignal, tell: (action: Action) => void) => Promise<Action | null>;
  /** Whether it goes on where it is not needed any more, since its answer is kept. */
  lasting?: boolean;
}

/** A wait with what comes after it. */
export function after<Action>(key: unknown, milliseconds: number, action: Action): Request<Action> {
  return { key, send: (signal) => sleep(milliseconds, signal).then(() => action) };
}

/** Return the function to call with all that each new state needs. */
export function requester<Action>(dispatch: (action: Action) => void): (needed: Request<Action>[]) => void {
  const running = new Map<unknown, { request: Request<Action>; controller: AbortController }>();

  async function run(request: Request<Action>): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    const tell = (action: Action) => void (signal.aborted || dispatch(action));
    running.set(request.key, { request, controller });
    const action = await request.send(signal, tell).catch(() => null);
    // One that comes to nothing is not sent again while it is needed.
    if (signal.aborted || action === null) return;
    running.delete(request.key);
    dispatch(action);
  }

  let latest: readonly Request<Action>[] = [];
  return (needed) => {
    latest = needed;
    const keys = new Set(needed.map(({ key }) => key));
    for (const [key, { request, controller }] of running) {
      if (keys.has(key) || request.lasting) continue;
      running.delete(key);
      controller.abort();
    }
    for (const request of needed) {
      // One that has told of its start may have led to another state, which was seen to.
      if (latest !== needed) return;
      if (!running.has(request.key)) void run(request);
    }
  };
}
