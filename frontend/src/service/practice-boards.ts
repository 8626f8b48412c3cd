/** Practice: its themes and boards, and the calls of robots. */

import type { Call } from "../bridge/calls";
import type { Seat, System, Vulnerability } from "../bridge/table";
import { ask, fetchDocument, type Outcome } from "./client";
import type { Fields, Schemas } from "./types";

/** The hand of each seat, S.H.D.C. */
export type Hands = Record<Seat, string>;

/** A system of which there are boards. */
export type PracticeSystem = Schemas["DescribedSystem"];
export const PRACTICE_SYSTEMS: readonly PracticeSystem[] = ["sayc", "standard", "2/1", "acol", "polish"];

/** How sure the model is of the player's call. */
export type Level = Schemas["PracticeLevel"];

/** A theme to practise. */
export type Theme = Omit<Schemas["ThemeSummary"], "id"> & { id: string };

/** The boards wanted; the same seed is the same boards. */
export interface BoardsWanted {
  seed: number;
  count: number;
  system: PracticeSystem;
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
  systems: { ns: System; ew: System };
  /** Nobody: robots bid to the end. */
  players: readonly Seat[];
  /** The seed of calls that are drawn by their chances; null for the likeliest. */
  draw: number | null;
};

/** The auction after the robots' calls; contracts such as "3NTX by S". */
export type RobotCalls = Fields<"RobotCalls", "auction" | "calls" | "turn" | "contract">;

/** A deal with its tricks, and what the estimator of tricks says. */
export type TrickDeal = Schemas["TrickDeal"];

const PRACTICE = "/api/v1/practice";

/** Fetch the themes of which a system has boards. */
export function fetchThemes(system: PracticeSystem, signal: AbortSignal): Promise<Outcome<{ themes: Theme[] }>> {
  return fetchDocument(`${PRACTICE}/themes?${new URLSearchParams({ system })}`, signal);
}

/** Have boards dealt. */
export function dealBoards(wanted: BoardsWanted, signal: AbortSignal): Promise<Outcome<{ boards: DealtBoard[] }>> {
  return fetchDocument(`${PRACTICE}/boards`, signal, wanted);
}

/** Have boards dealt of which no hand is shown. */
export function dealUnseen(
  wanted: BoardsWanted,
  signal: AbortSignal,
): Promise<Outcome<{ boards: Pick<DealtBoard, "id">[] }>> {
  return fetchDocument(`${PRACTICE}/boards`, signal, { ...wanted, hand: false });
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
