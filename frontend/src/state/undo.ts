/** The undo history of the entry. */

import type { Input } from "../entry/input";
import type { Lines } from "../lines/lines";

/** An input with the lines it is one of. */
interface UndoStep {
  input: Input;
  lines: Lines;
}

export interface UndoHistory {
  /** The earliest first. */
  past: readonly UndoStep[];
  /** The field in which the last change was typed; null where it was another. */
  typed: string | null;
}

export const EMPTY_HISTORY: UndoHistory = { past: [], typed: null };
const LONGEST = 200;
/** The history after a change; typing goes on with the same step until it has been explained. */
export function pushUndo(
  { past, typed }: UndoHistory,
  { input, lines, explained }: UndoStep & { explained: Input | null },
  field: string | null = null,
): UndoHistory {
  if (field !== null && field === typed && input !== explained) return { past, typed };
  return { past: [...past, { input, lines }].slice(-LONGEST), typed: field };
}

/** The history without its last change; what was entered before that is its last input. */
export function popUndo({ past }: UndoHistory): UndoHistory {
  return { past: past.slice(0, -1), typed: null };
}
