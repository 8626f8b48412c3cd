/** Boards that a teacher chose for pupils, as a link. */

import type { CardCode } from "../bridge/card";
import type { Call } from "../bridge/calls";
import { joinList, t } from "../i18n/translate";
import { PRACTICE_SYSTEMS, practiceCard, type Theme, type WholeBoard } from "../service/practice-boards";
import type { BoardSource, QueuedBoard } from "./played-board";

/** At least one board of the service, each once, to be bid in a system. */
export interface ClassSet {
  system: CardCode;
  /** The id of the theme they were dealt for; null for none. */
  theme: string | null;
  /** Ids. */
  boards: readonly number[];
}

export const MOST_IN_SET = 32;

const NO_THEME = "any";
const EXAMPLE = "set=sayc.stayman.428-1095";

/** The fragment of a set: "set=sayc.stayman.428-1095". */
export function formatSet({ system, theme, boards }: ClassSet): string {
  return `set=${system}.${theme ?? NO_THEME}.${boards.join("-")}`;
}

/** The set in a fragment or a whole link, or what is wrong with it. */
export function parseSet(link: string): { set: ClassSet } | { fault: string } {
  const fragment = link.trim().replace(/^[^#]*#/, "");
  const [name, theme, numbers, ...rest] = (new URLSearchParams(fragment).get("set") ?? "").split(".");
  if (!name || !theme || !numbers || rest.length > 0) {
    return {
      fault: t("The link's boards must be written as system, theme and numbers: {example}.", { example: EXAMPLE }),
    };
  }
  const system = practiceCard(name);
  if (system === null) {
    const known = joinList(PRACTICE_SYSTEMS);
    return {
      fault: t("The link's {name} is “{text}”; it must be one of {known}.", { name: "system", text: name, known }),
    };
  }
  if (!/^[a-z0-9_]{1,40}$/.test(theme)) {
    return { fault: t("The link's theme is “{text}”, which is not a theme.", { text: theme }) };
  }
  const texts = numbers.split("-");
  const fault = faultOf(texts);
  if (fault !== null) return { fault };
  return { set: { system, theme: theme === NO_THEME ? null : theme, boards: texts.map(Number) } };
}

function faultOf(texts: readonly string[]): string | null {
  const wrong = texts.find((text) => !/^\d{1,13}$/.test(text));
  if (wrong !== undefined) {
    return t("The link's board is “{number}”, which is not a board number.", { number: wrong });
  }
  const twice = texts.find((text, place) => texts.indexOf(text) !== place);
  if (twice !== undefined) return t("The link has board {number} twice.", { number: twice });
  if (texts.length <= MOST_IN_SET) return null;
  return t("The link has {count} boards; {most} are the most.", { count: texts.length, most: MOST_IN_SET });
}

/** The place of a board in a set, from 1 on; null where it is none of the set's. */
export function placeInSet({ boards }: ClassSet, source: BoardSource | null): number | null {
  const place = source !== null && "id" in source ? boards.indexOf(source.id) : -1;
  return place < 0 ? null : place + 1;
}

/** The boards of a set, to be bid in turn. */
export function boardsOfSet({ system, theme, boards }: ClassSet): QueuedBoard[] {
  return boards.map((id) => ({ source: { id }, theme, system }));
}

export interface SheetBoard {
  board: WholeBoard;
  /** As robots bid it at all four seats. */
  auction: readonly Call[];
  /** Such as "3NT by S"; null where it was passed out. */
  contract: string | null;
}

/** A board at the table, and the set that it may be of. */
interface Named {
  board: { source: BoardSource | null; number: number | null } | null;
  set: ClassSet | null;
}

/** "Board 1 of 8", "Board 14"; null for a board without number. */
export function boardName({ board, set }: Named): string | null {
  const place = set === null ? null : placeInSet(set, board?.source ?? null);
  if (place !== null) return t("Board {number} of {count}", { number: place, count: set!.boards.length });
  const number = board?.number ?? null;
  return number === null ? null : t("Board {number}", { number });
}

/** Whether the board at the table is the last of a class's. */
export function isLastOfSet({ board, set, queue }: Named & { queue: readonly QueuedBoard[] }): boolean {
  return set !== null && queue.length === 0 && placeInSet(set, board?.source ?? null) !== null;
}

/** The name of a theme, or its id where the system has no such theme; without a theme, of all of them. */
export function themeName(themes: readonly Theme[], id: string | null): string {
  if (id === null) return t("all kinds of boards");
  const theme = themes.find((one) => one.id === id);
  return theme === undefined ? id.replaceAll("_", " ") : t(theme.name);
}
