/** Lines: the auction entered, and other auctions that branch from it. */

import { isOver, legalPrefix } from "../bridge/auction";
import type { Call } from "../bridge/calls";
import { type Seat, seatAfter } from "../bridge/table";

export type Line = readonly Call[];

/** The main line first, then its branches as they were made; never empty. */
export interface Lines {
  auctions: readonly Line[];
  /** The place of the line on show. */
  shown: number;
}

export const MOST_BRANCHES = 6;
/** The letters of the lines, the main line A. */
const LETTERS = "ABCDEFG";

/** The point at which a branch leaves the main line. */
interface BranchPoint {
  /** The number of calls that both lines share. */
  at: number;
  seat: Seat;
  /** The branch's own first call; null where it has none yet. */
  call: Call | null;
  /** The main line's call in its place; null where the main line ends there. */
  mainCall: Call | null;
}

/** Only a main line. */
export function singleLine(auction: Line): Lines {
  return { auctions: [auction], shown: 0 };
}

export function lineLetter(line: number): string {
  return LETTERS[line] ?? "?";
}

export function shownLine({ auctions, shown }: Lines): Line {
  return auctions[shown]!;
}

/** The lines once the one on show reads so. */
export function replaceShownLine(lines: Lines, auction: Line): Lines {
  if (shownLine(lines) === auction) return lines;
  const auctions = lines.auctions.map((line, place) => (place === lines.shown ? auction : line));
  return { ...lines, auctions };
}

/** Whether another branch may leave the line on show after so many calls. */
export function canBranch(lines: Lines, dealer: Seat, at: number): boolean {
  const start = shownLine(lines).slice(0, at);
  const legal = legalPrefix(dealer, start).length === start.length;
  return lines.auctions.length <= MOST_BRANCHES && legal && !isOver(start);
}

/** A new branch, and on show, that shares the first calls of the line shown before. */
export function addBranch(lines: Lines, at: number): Lines {
  const start = shownLine(lines).slice(0, at);
  const kept = dropIdleBranch(lines);
  return { auctions: [...kept.auctions, start], shown: kept.auctions.length };
}

/** Another line on show; a branch that came to nothing is forgotten when it is left. */
export function switchLine(lines: Lines, line: number): Lines {
  if (lines.auctions[line] === undefined || line === lines.shown) return lines;
  const wanted = lines.auctions[line];
  const left = dropIdleBranch(lines);
  return { ...left, shown: left.auctions.indexOf(wanted) };
}

/** The lines less one branch; the main line stays, and is shown if the branch was. */
export function removeLine(lines: Lines, line: number): Lines {
  if (line < 1 || line >= lines.auctions.length) return lines;
  const auctions = lines.auctions.filter((_, place) => place !== line);
  if (line === lines.shown) return { auctions, shown: 0 };
  return { auctions, shown: lines.shown - (line < lines.shown ? 1 : 0) };
}

/** The lines less the branch on show if it says nothing that the main line does not. */
function dropIdleBranch(lines: Lines): Lines {
  const { auctions, shown } = lines;
  const idle = shown > 0 && sharedCalls(shownLine(lines), auctions[0]!) === shownLine(lines).length;
  return idle ? removeLine(lines, shown) : lines;
}

/** Return the number of calls that two lines share. */
export function sharedCalls(one: Line, other: Line): number {
  const different = one.findIndex((call, place) => call !== other[place]);
  return different === -1 ? one.length : different;
}

/** Return the point at which a branch leaves the main line. */
export function branchPoint(auctions: readonly Line[], line: number, dealer: Seat): BranchPoint {
  const [main, branch] = [auctions[0]!, auctions[line]!];
  const at = sharedCalls(branch, main);
  const [call = null, instead = null] = [branch[at], main[at]];
  return { at, seat: seatAfter(dealer, at), call, mainCall: instead };
}

/**
 * The moments at which two lines are compared: as many calls in both as the picture has seen,
 * but at least the first one that differs, and never more than a line has.
 */
export function comparedMoments(one: Line, other: Line, moment: number): [number, number] {
  const calls = Math.max(moment, sharedCalls(one, other) + 1);
  return [Math.min(calls, one.length), Math.min(calls, other.length)];
}

/** Two lines side by side: the other one, and the hidden hand to look at. */
export interface LineComparison {
  line: number;
  seat: Seat;
}
