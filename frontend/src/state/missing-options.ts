/** What the page wants to know of calls to come, and whether it has been asked. */

import { isLegal, isOver } from "../bridge/auction";
import type { Call } from "../bridge/calls";
import { toRequest } from "../entry/input";
import type { Position } from "../service/types";
import { type Look, optionsKey, positionAhead } from "./inspection";
import { isStale } from "./selectors";
import type { State } from "./state";

/** The question that a look at a call asks; null where the answer at hand tells of it. */
export function positionOfLook(state: State, look: Look): Position | null {
  if (look.kind === "made") return null;
  if (look.kind === "next") return aheadOfMoment(state, look.call);
  const { dealer, auction } = state.input;
  return isLegal(dealer, auction, look.call) ? positionAhead(toRequest(state.input)) : null;
}

function aheadOfMoment(state: State, call: Call): Position | null {
  if (state.explanation === null || isStale(state)) return null;
  const ahead = positionAhead(state.explanation.position, state.moment);
  return isLegal(ahead.dealer, ahead.auction, call) ? ahead : null;
}

/** The question that giving reasons for the suggestion asks; null where none are to be given. */
export function positionOfReasons(state: State): Position | null {
  const { explanation, exploring } = state;
  if (exploring.depth === "line" || explanation === null || isStale(state)) return null;
  const { position } = explanation;
  return isOver(position.auction) ? null : positionAhead(position);
}

/** What is to be asked now: wanted, and neither known nor asked before. */
export function wantedOptions(state: State): Position[] {
  const { look, answers } = state.exploring;
  const wanted = [look === null ? null : positionOfLook(state, look), positionOfReasons(state)];
  const asked = wanted.filter((position) => position !== null);
  const byKey = new Map(asked.map((position) => [optionsKey(position), position]));
  return [...byKey].filter(([key]) => answers[key] === undefined).map(([, position]) => position);
}
