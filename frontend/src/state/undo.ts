/** The undo history of the entry. */

import type { Input } from "../entry/input";
import type { Lines } from "../lines/lines";

/** An input with the lines it is one of. */
export interface UndoStep {
  input: Input;
  lines: Lines;
}

export interface UndoHistory {
  /** The earliest first. */
  past: readonly UndoStep[];
  /** The action that made the last change; null after an undo. */
  lastAction: string | null;
}

export const EMPTY_HISTORY: UndoHistory = { past: [], lastAction: null };
const LONGEST = 200;
/** Actions that follow each other letter by letter: undone as one. */
const TYPING = ["hand typed", "board typed"];

/** The history after a change; typing goes on with the same step until it has been explained. */
export function pushUndo(
  { past, lastAction }: UndoHistory,
  { input, lines }: UndoStep,
  action: string,
  explained: Input | null,
): UndoHistory {
  if (action === lastAction && TYPING.includes(action) && input !== explained) return { past, lastAction };
  return { past: [...past, { input, lines }].slice(-LONGEST), lastAction: action };
}

/** The history without its last change; what was entered before that is its last input. */
export function popUndo({ past }: UndoHistory): UndoHistory {
  return { past: past.slice(0, -1), lastAction: null };
}
