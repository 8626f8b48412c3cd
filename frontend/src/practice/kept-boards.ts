/** The boards that a player has bid, the last of them. */

import { SEATS } from "../bridge/table";
import type { BoardSource, PlayedBoard } from "./played-board";

/** What is kept of a player's practice; the boards that are to be repeated follow from it. */
export interface Progress {
  /** Newest last. */
  boards: readonly PlayedBoard[];
}

export const NO_PROGRESS: Progress = { boards: [] };

/** So many boards are kept: about a megabyte. Older ones are dropped. */
export const MOST_KEPT = 2000;

/** A name of a board: the same deal, dealer, vulnerability and seat have the same. */
export function nameOfSource(source: BoardSource): string {
  if ("id" in source) return String(source.id);
  const { hands, dealer, vulnerability, seat } = source;
  return [...SEATS.map((one) => hands[one]), dealer, vulnerability, seat].join(" ");
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
