/** The reducer of the page's state, put together from its slices. */

import { isComplete } from "../entry/input";
import { ANALYSES_SLICE } from "./analyses";
import { ANSWER_SLICE } from "./answer-reducer";
import { ENTRY_SLICE } from "./entry-reducer";
import { INSPECTION_SLICE } from "./inspection";
import { LINE_SLICE } from "./line-reducer";
import { REVIEW_SLICE } from "./reviews";
import { isAsked, isStale } from "./selectors";
import { reduce, type Slice } from "./slice";
import type { Action, AnswerAction, EntryAction, LineAction, State, ViewAction } from "./state";

const VIEW_SLICE: Slice<State, ViewAction> = {
  "link copied": (state, { link, done }) => ({ ...state, copied: { link, done } }),
  "export failed": (state, { failure }) => ({ ...state, secondaryFailure: failure }),
  "printing set": (state, { day }) => (state.printing === day ? state : { ...state, printing: day }),
  "handout set": (state, { handout }) => ({ ...state, handout: { ...state.handout, ...handout } }),
  "page hidden": (state, { hidden }) => ({ ...state, hidden }),
  "page rested": (state, { position }) => ({ ...state, rested: position }),
  "table turned": (state, { bottom }) => ({ ...state, bottom }),
  "card pinned": (state, { card }) => ({ ...state, pinned: card }),
  "cards revealed": (state, { deal }) => ({ ...state, revealed: deal }),
  "shortcuts toggled": (state) => ({ ...state, shortcutsShown: !state.shortcutsShown }),
  "shortcuts set": (state, { on }) => ({ ...state, shortcuts: on }),
};
const SLICES: Slice<State, EntryAction | LineAction | AnswerAction | ViewAction> = {
  ...ENTRY_SLICE,
  ...LINE_SLICE,
  ...ANSWER_SLICE,
  ...VIEW_SLICE,
};

export function update(state: State, action: Action): State {
  const next = updateParts(reduce(SLICES, state, action), action);
  return next === state ? state : withOutcome(withFold(withFreshView(state, next)));
}

function updateParts(state: State, action: Action): State {
  const inspection = reduce(INSPECTION_SLICE, state.inspection, action);
  const analyses = reduce(ANALYSES_SLICE, state.analyses, action);
  const review = reduce(REVIEW_SLICE, state.review, action);
  const same = inspection === state.inspection && analyses === state.analyses && review === state.review;
  return same ? state : { ...state, inspection, analyses, review };
}

/** Who comes back to the explanation has it asked for again where that has failed. */
function withFreshView({ review, request }: State, next: State): State {
  const back = review.view !== "explain" && next.review.view === "explain";
  return back && request?.kind === "failed" && next.request === request ? { ...next, request: null } : next;
}

/** Only an entry that is complete folds to a line. */
function withFold(state: State): State {
  return state.folded && !isComplete(state.input) ? { ...state, folded: false } : state;
}

/** Move to the outcome once it is there, where it is awaited. */
function withOutcome(state: State): State {
  const there = !isAsked(state) && (!isStale(state) || state.request?.kind === "failed");
  return state.awaited && there ? { ...state, awaited: false, focus: { on: "outcome" } } : state;
}
