/** How the board at the table is called: its place in the set of a class, else its number. */

import { t } from "../i18n/translate";
import type { Theme } from "../service/practice-boards";
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

/** The name of a theme, or its id where the system has no such theme; without a theme, of all of them. */
export function themeName(themes: readonly Theme[], id: string | null): string {
  if (id === null) return t("all kinds of boards");
  const theme = themes.find((one) => one.id === id);
  return theme === undefined ? id.replaceAll("_", " ") : t(theme.name);
}
