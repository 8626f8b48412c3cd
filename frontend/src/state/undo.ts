/** What was entered before each change, so that any change can be undone. */

import type { Input } from "../entry/input";
import type { Lines } from "../lines/lines";

/** An input with the lines it is one of. */
export interface Entered {
  input: Input;
  lines: Lines;
}

export interface History {
  /** The earliest first. */
  past: readonly Entered[];
  /** The action that made the last change; null after an undo. */
  by: string | null;
}

export const NO_HISTORY: History = { past: [], by: null };
const LONGEST = 200;
/** Actions that follow each other letter by letter: undone as one. */
const TYPING = ["hand typed", "board typed"];

/** The history after a change; typing goes on with the same step until it has been explained. */
export function remembered(
  { past, by }: History,
  { input, lines }: Entered,
  action: string,
  explained: Input | null,
): History {
  if (action === by && TYPING.includes(action) && input !== explained) return { past, by };
  return { past: [...past, { input, lines }].slice(-LONGEST), by: action };
}

/** The history without its last change; what was entered before that is its last input. */
export function shortened({ past }: History): History {
  return { past: past.slice(0, -1), by: null };
}
