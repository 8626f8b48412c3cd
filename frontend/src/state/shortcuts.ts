/** Keyboard shortcuts of the whole page, outside fields and grids that have their own. */

import { seatAfter } from "../bridge/table";
import type { Action, State } from "./state";

/** Return the action of a key; null where it has none. */
export function actionForKey(key: string, state: State): Action | null {
  if (isPrintable(key) && !state.shortcuts) return null;
  if (key === "?" || (key === "Escape" && state.shortcutsShown)) return { type: "shortcuts toggled" };
  if (state.explanation === null || state.review.view !== "explain") return null;
  switch (key) {
    case "ArrowLeft":
      return { type: "moment set", moment: state.moment - 1 };
    case "ArrowRight":
      return { type: "moment set", moment: state.moment + 1 };
    case "Home":
      return { type: "moment set", moment: 0 };
    case "End":
      return { type: "moment set", moment: state.explanation.moments.length - 1 };
    case "f":
      return { type: "table turned", bottom: seatAfter(state.bottom, 1) };
    case "Escape":
      return state.pinned === null ? null : { type: "card pinned", card: null };
    default:
      return null;
  }
}

/** Whether the key types a character: such keys are pressed by mistake, or by dictated words. */
export function isPrintable(key: string): boolean {
  return [...key].length === 1;
}

/** Whether the key undoes a change of the entry: fields of text undo their own. */
export function isUndoShortcut(event: KeyboardEvent): boolean {
  const wanted = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
  if (event.defaultPrevented || !wanted || event.key.toLowerCase() !== "z") return false;
  const target = event.target as Element | null;
  return target?.closest("textarea, input:not([type=radio], [type=checkbox], [type=file])") === null;
}

/** Whether the key belongs to what has the focus: typing, choosing, walking a grid. */
export function isHandledByFocus(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return true;
  const target = event.target as Element | null;
  if (target?.matches("input[type=checkbox]")) return false;
  return target?.closest("input, select, textarea") !== null;
}

const SHORTCUTS = "shortcuts";
const OFF = "off";

/** Whether keys of one character act: they do until they are turned off. */
export function loadShortcuts(): boolean {
  try {
    return localStorage.getItem(SHORTCUTS) !== OFF;
  } catch {
    return true;
  }
}

export function saveShortcuts(on: boolean): void {
  try {
    if (on) localStorage.removeItem(SHORTCUTS);
    else localStorage.setItem(SHORTCUTS, OFF);
  } catch {
    // It holds until the page is left.
  }
}
