/** Boards to bid, and what is kept of a board that was bid. */

import type { CardCode } from "../bridge/card";
import type { Call } from "../bridge/calls";
import { boardConditions, type Seat, SEATS, type Vulnerability } from "../bridge/table";
import { plural, t } from "../i18n/translate";
import { type BoardsResult, rejectedText } from "../service/boards";
import type { Hands } from "../service/practice-boards";
import type { Grade } from "../service/types";

/** A board of the service by its id, or one with its hands, which may begin at a decision. */
export type BoardSource = { id: number } | OwnBoardSource;

export interface OwnBoardSource {
  hands: Hands;
  dealer: Seat;
  vulnerability: Vulnerability;
  seat: Seat;
  /** The calls before the player's first turn here; from the start without. */
  auction?: readonly Call[];
}

/** A board to bid later. */
export interface QueuedBoard {
  source: BoardSource;
  theme: string | null;
  /** What both sides play; as in the settings without. */
  system?: CardCode;
  /** That of a pasted board, where it has one. */
  number?: number | null;
}

/** A call of the player as first made, and what it was graded. */
export interface GradedCall {
  /** Its place in the auction. */
  index: number;
  call: Call;
  grade: Grade;
  /** The call that the model makes most often with this hand. */
  usual: Call;
  /** The points lost on average; null where that was not computed, as for usual calls. */
  lost: number | null;
}

/** A call with the call that scores best, where another than the usual one does. */
export interface OwnCall extends GradedCall {
  best: Call | null;
}

/** A board bid to the end. */
export interface PlayedBoard {
  board: BoardSource;
  system: CardCode;
  /** The id of the theme it was dealt for; null for none. */
  theme: string | null;
  /** When it ended, as `Date.toISOString` writes it. */
  played: string;
  auction: readonly Call[];
  /** The player's calls as first made, also those that were tried again. */
  calls: readonly GradedCall[];
  /** IMPs against the robots' auction of the same deal; null where not computed. */
  imps: number | null;
}

/** What is kept of a player's practice; the boards that are to be repeated follow from it. */
export interface Progress {
  /** Newest last. */
  boards: readonly PlayedBoard[];
}

export const NO_PROGRESS: Progress = { boards: [] };

/** So many boards are kept: about a megabyte. Older ones are dropped. */
export const MOST_KEPT = 2000;

/** The calls that a board begins with. */
export function firstCalls(source: BoardSource | null): readonly Call[] {
  return source !== null && "auction" in source ? (source.auction ?? []) : [];
}

/** A name of a board: the same deal, dealer, vulnerability, seat and first calls have the same. */
export function nameOfSource(source: BoardSource): string {
  if ("id" in source) return String(source.id);
  const { hands, dealer, vulnerability, seat } = source;
  return [...SEATS.map((one) => hands[one]), dealer, vulnerability, seat, ...firstCalls(source)].join(" ");
}

/** Boards added; one that is there already, played at the same time, is not added again. */
export function addBoards(progress: Progress, added: readonly PlayedBoard[]): Progress {
  const boards = [...progress.boards];
  const known = new Set(boards.map(nameOfPlay));
  for (const board of added) {
    const name = nameOfPlay(board);
    if (!known.has(name)) boards.push(board);
    known.add(name);
  }
  if (boards.length === progress.boards.length) return progress;
  // ISO 8601 of one length: the order of the texts is that of the times.
  boards.sort((a, b) => (a.played < b.played ? -1 : Number(a.played > b.played)));
  return { boards: boards.slice(-MOST_KEPT) };
}

function nameOfPlay({ played, board }: PlayedBoard): string {
  return `${played} ${nameOfSource(board)}`;
}

/** The boards of a text of which all four hands are known, bid from that seat, and what is wrong with the others. */
export function ownBoards(read: BoardsResult, seat: Seat): { boards: QueuedBoard[]; faults: string[] } {
  const noBoard = t("No board was found: paste PBN, LIN or four hands.");
  if (read.kind === "error") return { boards: [], faults: read.isRead ? [noBoard, read.text] : [read.text] };
  const { boards: found, refused } = read.found;
  const boards = found.flatMap((board): QueuedBoard[] => {
    const hands = wholeHands(board.hands);
    if (hands === null) return [];
    const law = boardConditions(board.number ?? 1)!;
    const dealer = board.dealer ?? law.dealer;
    const vulnerability = board.vulnerability ?? law.vulnerability;
    return [{ source: { hands, dealer, vulnerability, seat }, theme: null, number: board.number }];
  });
  const incomplete = found.length - boards.length;
  const lacking = plural(
    "{count} board cannot be bid: all four hands are needed.",
    "{count} boards cannot be bid: all four hands are needed.",
    incomplete,
  );
  const faults = [
    ...(found.length === 0 ? [noBoard] : []),
    ...refused.map(rejectedText),
    ...(incomplete === 0 ? [] : [lacking]),
  ];
  return { boards, faults };
}

/** The hands where all four are there. */
function wholeHands(hands: Record<Seat, string | null>): Hands | null {
  return SEATS.every((seat) => hands[seat] !== null) ? (hands as Hands) : null;
}
