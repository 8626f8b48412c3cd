/** Ask the service what next calls would show, once somebody wants to know, and once only. */

import { optionsKey } from "./exploring";
import type { Position } from "./explanation";
import { askOptions } from "./service";
import type { Dispatch, State } from "./state";
import { wantedOptions } from "./wanted";

/**
 * Ask for the first that the state wants and nobody has asked for yet; that it is asked is a
 * change of the state, at which this is called again for the next.
 */
export function askWanted(state: State, dispatch: Dispatch): void {
  const [next] = wantedOptions(state);
  if (next !== undefined) void askFor(next, dispatch);
}

async function askFor(position: Position, dispatch: Dispatch): Promise<void> {
  const key = optionsKey(position);
  dispatch({ type: "options answered", key, answer: { kind: "asking" } });
  const outcome = await askOptions(position);
  const answer =
    "failure" in outcome
      ? ({ kind: "failed", failure: outcome.failure } as const)
      : ({ kind: "told", options: outcome.result } as const);
  dispatch({ type: "options answered", key, answer });
}
