/** How the board at the table is called: its place in the set of a class, else its number. */

import { t } from "../i18n/translate";
import { placeInSet } from "./class-set";
import type { PracticeState } from "./practice-state";

type Named = Pick<PracticeState, "board" | "set">;

/** "Board 1 of 8", "Board 14"; null for a board without number. */
export function boardName({ board, set }: Named): string | null {
  const place = set === null ? null : placeInSet(set, board?.source ?? null);
  if (place !== null) return t("Board {number} of {count}", { number: place, count: set!.boards.length });
  const number = board?.number ?? null;
  return number === null ? null : t("Board {number}", { number });
}

/** Whether the board at the table is the last of a class's. */
export function isLastOfSet({ board, set, queue }: Named & Pick<PracticeState, "queue">): boolean {
  return set !== null && queue.length === 0 && placeInSet(set, board?.source ?? null) !== null;
}
