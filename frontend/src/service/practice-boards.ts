/** Practice: its themes and boards, and the calls of robots. */

import type { Call } from "../bridge/calls";
import { type CardCode, type Cards, codeOfSystem, readCode } from "../bridge/card";
import { type Seat, SYSTEMS, type Vulnerability } from "../bridge/table";
import { formatCount, t } from "../i18n/translate";
import { ANALYSIS_GIVE_UP_AFTER_MS, ask, fetchDocument, type Outcome } from "./client";
import type { Fields, Schemas } from "./types";

/** The hand of each seat, S.H.D.C. */
export type Hands = Record<Seat, string>;

/** The systems that boards are bid in, as far as their cards are not changed. */
export const PRACTICE_SYSTEMS: readonly CardCode[] = SYSTEMS.filter((one) => one !== "unknown").map(codeOfSystem);
/** Those of which the service has boards ready; of others they are searched for. */
const WITH_BOARDS: readonly CardCode[] = ["sayc", "standard", "21", "acol", "polish", "precision"];

/** The card that a text names, by its code or a system; null where boards cannot be bid on it. */
export function practiceCard(text: unknown): CardCode | null {
  const code = typeof text === "string" ? readCode(text) : null;
  return code === "unknown" ? null : code;
}

/** How sure the model is of the player's call. */
export type Level = Schemas["PracticeLevel"];

/** A theme to practise. */
export type Theme = Omit<Schemas["ThemeSummary"], "id"> & { id: string };

/** The boards wanted; the same seed is the same boards. */
export interface BoardsWanted {
  seed: number;
  count: number;
  system: CardCode;
  /** What the opponents play; the same without. It matters to a search alone. */
  opponents?: CardCode;
  theme: string | null;
  level: Level | null;
}

/** A board of the service with all four hands. */
export type WholeBoard = Fields<"WholePracticeBoard", "id" | "number" | "dealer" | "vulnerability" | "seat" | "hands">;

/** A board as it is dealt to the player. */
export type DealtBoard = Required<
  Fields<"PracticeBoard", "id" | "number" | "dealer" | "vulnerability" | "seat", "hand">
>;

/** A table at which robots call at the seats that are not the players'. */
export type RobotTable = ({ board: number } | { hands: Hands; dealer: Seat; vulnerability: Vulnerability }) & {
  auction: readonly Call[];
  systems: Cards;
  /** Nobody: robots bid to the end. */
  players: readonly Seat[];
  /** The seed of calls that are drawn by their chances; null for the likeliest. */
  draw: number | null;
  /** Until it comes up for a player everybody's calls are robots'; without, only those of others. */
  theme?: string;
};

/** The auction after the robots' calls; contracts such as "3NTX by S". */
export type RobotCalls = Fields<"RobotCalls", "auction" | "calls" | "turn" | "contract">;

/** A deal with its tricks, and what the estimator of tricks says. */
export type TrickDeal = Schemas["TrickDeal"];

const PRACTICE = "/api/v1/practice";

/** Fetch the themes of a card. */
export function fetchThemes(system: CardCode, signal: AbortSignal): Promise<Outcome<{ themes: Theme[] }>> {
  return fetchDocument(`${PRACTICE}/themes?${new URLSearchParams({ system })}`, signal);
}

/** Whether boards are found by bidding deals, which takes a while. */
export function isSearched({ system, theme, level }: Pick<BoardsWanted, "system" | "theme" | "level">): boolean {
  return (theme !== null || level !== null) && !WITH_BOARDS.includes(system);
}

/** Have boards dealt; where no such board is found the failure says in how many deals. */
export function dealBoards(wanted: BoardsWanted, signal: AbortSignal): Promise<Outcome<{ boards: DealtBoard[] }>> {
  return boardsOf(wanted, signal);
}

async function boardsOf<Boards extends { boards: readonly object[] }>(
  { opponents, ...wanted }: BoardsWanted & { hand?: boolean },
  signal: AbortSignal,
): Promise<Outcome<Boards>> {
  if (!isSearched(wanted)) return fetchDocument(`${PRACTICE}/boards`, signal, wanted);
  const found = await ask<Boards & { searched: number }>(
    "practice/searches",
    opponents === undefined ? wanted : { ...wanted, opponents },
    signal,
    { giveUpAfterMs: ANALYSIS_GIVE_UP_AFTER_MS },
  );
  if ("failure" in found || found.result.boards.length > 0) return found;
  const count = found.result.searched;
  const title = t("In {count} deals there was no such board. Choose another theme or level.", {
    count: formatCount(count),
  });
  return { failure: { title, errors: [], retry: false } };
}

/** Have boards dealt of which no hand is shown. */
export function dealUnseen(
  wanted: BoardsWanted,
  signal: AbortSignal,
): Promise<Outcome<{ boards: Pick<DealtBoard, "id">[] }>> {
  return boardsOf({ ...wanted, hand: false }, signal);
}

/** Fetch a board with all four hands. */
export function fetchWholeBoard(id: number, signal: AbortSignal): Promise<Outcome<WholeBoard>> {
  return fetchDocument(`${PRACTICE}/boards/${id}`, signal);
}

/** Have one deal dealt to count tricks on, by its place in the order of the seed. */
export function dealTricks(seed: number, first: number, signal: AbortSignal): Promise<Outcome<{ deals: TrickDeal[] }>> {
  return fetchDocument(`${PRACTICE}/tricks`, signal, { seed, first });
}

/** Ask for the calls of robots until a person is to call, and wait. */
export function fetchRobotCalls(table: RobotTable, signal: AbortSignal): Promise<Outcome<RobotCalls>> {
  return ask("practice/calls", table, signal);
}
