/** The address of the page: a link to what is on show, with its place in the file of boards, and the browser's history. */

import { type BoardsPlace, formatLink } from "./link";
import { isStale, sharedLink } from "./selectors";
import type { Action, State } from "./state";

/** The fragment of the page's address. */
export function addressFragment(state: State): string {
  return formatLink({ ...sharedLink(state), boards: boardsPlace(state) });
}

function boardsPlace({ review: { view, list, wanted }, problem }: State): BoardsPlace | null {
  const shown = view === "boards";
  if (problem && !shown) return null;
  if (wanted !== null) return { ...wanted, shown };
  const several = list !== null && list.boards.length > 1;
  if (several) return { file: list.id, open: shown ? null : list.open, shown };
  return shown ? { file: "", open: null, shown } : null;
}

/** The actions that lead from one answer, board or line to another. */
const STEPS: ReadonlySet<Action["type"]> = new Set([
  "input replaced",
  "random board dealt",
  "board opened",
  "auction entered",
  "reviewed call opened",
  "problem opened",
  "moment set",
  "call selected",
  "call chosen",
  "branch started",
  "line shown",
  "line deleted",
  "lines compared",
] as const);

/**
 * Whether an action leads to a new entry of the browser's history; else the address changes in place.
 * What is entered bit by bit is one entry until it is answered.
 */
export function isNewEntry(before: State, { type }: Action, state: State): boolean {
  if (type === "link opened" || type === "kept boards loaded") return false;
  if (STEPS.has(type) || state.review.view !== before.review.view) return true;
  const settled = !isStale(before) || before.history.past.length === 0;
  return settled && state.input !== before.input;
}
