/** The questions about calls to come that the state needs and that are not requested yet. */

import { isLegal, isOver } from "../bridge/auction";
import type { Call } from "../bridge/calls";
import { toRequest } from "../entry/input";
import type { Position } from "../service/types";
import { type InspectionTarget, nextCallPosition, optionsKey } from "./inspection";
import { isStale } from "./selectors";
import type { State } from "./state";

/** Return the question about an inspected call; null where the answer at hand covers it. */
export function positionOfTarget(state: State, target: InspectionTarget): Position | null {
  if (target.kind === "made") return null;
  if (target.kind === "next") return positionOfMoment(state, target.call);
  const { dealer, auction } = state.input;
  return isLegal(dealer, auction, target.call) ? nextCallPosition(toRequest(state.input)) : null;
}

function positionOfMoment(state: State, call: Call): Position | null {
  if (state.explanation === null || isStale(state)) return null;
  const ahead = nextCallPosition(state.explanation.position, state.moment);
  return isLegal(ahead.dealer, ahead.auction, call) ? ahead : null;
}

/** Return the question that the reasons for the suggestion need; null where none are shown. */
export function positionOfReasons(state: State): Position | null {
  const { explanation, inspection } = state;
  if (inspection.depth === "line" || explanation === null || isStale(state)) return null;
  const { position } = explanation;
  return isOver(position.auction) ? null : nextCallPosition(position);
}

/** Return the questions that are needed, and neither answered nor pending. */
export function missingOptions(state: State): Position[] {
  const { target, answers } = state.inspection;
  const wanted = [target === null ? null : positionOfTarget(state, target), positionOfReasons(state)];
  const asked = wanted.filter((position) => position !== null);
  const byKey = new Map(asked.map((position) => [optionsKey(position), position]));
  return [...byKey].filter(([key]) => answers[key] === undefined).map(([, position]) => position);
}
