/** What a file of reviewed boards comes to for a pair: points lost by kind and theme, turning points, its best board. */

import { isBid } from "../bridge/calls";
import { SEAT_NAMES, SEATS, type Seat, seatAfter, type Side, sideOf } from "../bridge/table";
import { msg, t } from "../i18n/translate";
import type { RecordedBoard } from "../service/boards";
import type { PointsLost, ReachedContract, Review, ReviewedCall } from "../service/types";
import { bidOf, type BoardRow, isGame, isSlamBid, sideOfPlayer } from "./board-rows";
import { formatPercent } from "./format";
import { inTens, lossOf, mistakesOf, totalLoss } from "./verdicts";

export type MistakeKind = "slam" | "missedGame" | "misdescribed" | "competitive" | "overbid" | "partScore";
export const KIND_NAMES: Record<MistakeKind, string> = {
  slam: msg("Slams, bid or missed"),
  missedGame: msg("Missed games"),
  misdescribed: msg("Hands described wrongly"),
  competitive: msg("Competitive auctions"),
  overbid: msg("Overbids"),
  partScore: msg("Part scores and the right strain"),
};

/** The same of one mistake. */
export const KIND_TAGS: Record<MistakeKind, string> = {
  slam: msg("slam"),
  missedGame: msg("missed game"),
  misdescribed: msg("hand described wrongly"),
  competitive: msg("competitive auction"),
  overbid: msg("overbid"),
  partScore: msg("part score or strain"),
};

/** A mistake with its board. */
export interface BoardMistake {
  row: BoardRow;
  review: Review;
  call: ReviewedCall;
  /** The caller's name; the seat where there is none. */
  player: string;
  kind: MistakeKind;
}

/** Points lost under one heading. */
export interface LostOn<Key> {
  key: Key;
  mistakes: number;
  lost: number;
}

/** Points lost by a player, and what most of them were lost on. */
export interface LostByPlayer extends LostOn<string> {
  most: MistakeKind;
}

/** What the boards of a pair come to. */
export interface Session {
  /** How many boards the pair bid, and how many of these are reviewed. */
  boards: number;
  reviewed: number;
  lost: number;
  /** The costliest first, as in the lists below. */
  mistakes: BoardMistake[];
  byKind: LostOn<MistakeKind>[];
  byTheme: LostOn<string>[];
  byPlayer: LostByPlayer[];
  best: { row: BoardRow; review: Review; overPar: number } | null;
}

/** The session of a player and partner; of everybody without a player. */
export function sessionOf(rows: readonly BoardRow[], player: string): Session {
  const own = rows.filter(({ board }) => player === "" || sideOfPlayer(board, player) !== null);
  const bid = own.filter(({ board }) => board.auction.length > 0);
  const mistakes = bid
    .flatMap((row) => mistakesOn(row, player))
    .sort((a, b) => lossOf(b.call) - lossOf(a.call) || a.row.index - b.row.index);
  return {
    boards: bid.length,
    reviewed: bid.filter(({ review }) => review !== null).length,
    lost: totalLost(mistakes),
    mistakes,
    byKind: sums(mistakes, ({ kind }) => kind),
    byTheme: sums(mistakes, ({ call }) => call.theme ?? null),
    byPlayer: sums(mistakes, (mistake) => mistake.player).map((lost) => ({
      ...lost,
      most: sums(
        mistakes.filter(({ player: name }) => name === lost.key),
        ({ kind }) => kind,
      )[0]!.key,
    })),
    best: player === "" ? null : bestBoard(bid, player),
  };
}

function mistakesOn(row: BoardRow, player: string): BoardMistake[] {
  const { board, review } = row;
  if (review === null) return [];
  const side = player === "" ? null : sideOfPlayer(board, player);
  return mistakesOf(review, side).map((call) => ({
    row,
    review,
    call,
    player: nameAt(board, call.seat),
    kind: kindOf(call, review, board),
  }));
}

/** Who sits at a seat of a board; the seat where that is not known. */
function nameAt({ players }: RecordedBoard, seat: Seat): string {
  return players?.[seat] || t(SEAT_NAMES[seat]);
}

function totalLost(mistakes: readonly BoardMistake[]): number {
  return totalLoss(mistakes.map(({ call }) => call));
}

/** The points lost under each heading, most first; mistakes without one are left out. */
function sums<Key extends string>(
  mistakes: readonly BoardMistake[],
  keyOf: (mistake: BoardMistake) => Key | null,
): LostOn<Key>[] {
  const keys = new Set(mistakes.map(keyOf).filter((key) => key !== null));
  return [...keys]
    .map((key) => {
      const some = mistakes.filter((mistake) => keyOf(mistake) === key);
      return { key, mistakes: some.length, lost: totalLost(some) };
    })
    .sort((a, b) => b.lost - a.lost);
}

/**
 * What was lost by a mistake: the contract that robots reach after the usual call is held against
 * the one that was reached, or one call against the other where the deal is not known. Where it is
 * the same, the call cost nothing on this deal, but told another hand.
 */
export function kindOf(
  { seat, call, index, usual, instead }: ReviewedCall,
  review: Review,
  board: RecordedBoard,
): MistakeKind {
  const side = sideOf(seat);
  const reached = bidOfSide(review.contract, side) ?? "";
  const better = instead == null ? (usual?.call ?? "") : (bidOfSide(instead.contract, side) ?? "");
  if (isSlam(reached) || isSlam(better)) return "slam";
  const games = [reached, better].filter((bid) => isBid(bid) && isGame(bid));
  if (games.length === 1 && games[0] === better) return "missedGame";
  if (instead != null && isSame(review.contract, instead.contract)) return "misdescribed";
  if (isContested(instead?.auction ?? board.auction.slice(0, index), board, side)) return "competitive";
  if (games.length === 2 && levelOf(reached) <= HIGHEST_OF_GAME) return "partScore";
  if (levelOf(reached) > levelOf(better) || levelOf(call) > levelOf(usual?.call ?? "")) return "overbid";
  return "partScore";
}

/** Of the two games, each of the right strain, that can be in question: 3NT, and four of a major. */
const HIGHEST_OF_GAME = 4;

function isSame(one: ReachedContract | null, other: ReachedContract | null): boolean {
  return one?.contract === other?.contract && one?.declarer === other?.declarer;
}

function bidOfSide(contract: ReachedContract | null, side: Side): string | null {
  return contract !== null && sideOf(contract.declarer) === side ? bidOf(contract.contract) : null;
}

function isSlam(bid: string): boolean {
  return isBid(bid) && isSlamBid(bid);
}

function levelOf(call: string): number {
  return isBid(call) ? Number(call[0]) : 0;
}

/** Whether the other side bids, too. */
function isContested(auction: readonly string[], { dealer }: RecordedBoard, side: Side): boolean {
  return dealer !== null && auction.some((call, index) => isBid(call) && sideOf(seatAfter(dealer, index)) !== side);
}

/** The board without a mistake of the pair on which it scored most over par; null where none is known. */
function bestBoard(rows: readonly BoardRow[], player: string): Session["best"] {
  const found = rows.flatMap((row) => {
    const { review, board } = row;
    const side = sideOfPlayer(board, player);
    if (review === null || review.par === null || side === null) return [];
    if (mistakesOf(review, side).length > 0) return [];
    const score = review.contract === null ? 0 : (review.contract.actual_score ?? review.contract.score);
    if (score === null) return [];
    return [{ row, review, overPar: (side === "ns" ? 1 : -1) * (score - review.par.score) }];
  });
  return found.reduce<Session["best"]>((best, one) => (best === null || one.overPar > best.overPar ? one : best), null);
}

/** How a file is scored. */
export type Scoring = "imps" | "matchpoints" | null;

export function scoringOf({ others = [] }: RecordedBoard): Scoring {
  const stated = others.find(({ name }) => name === "Scoring")?.value ?? "";
  if (/imp/i.test(stated)) return "imps";
  return /^(mp|bam)$|match|pairs/i.test(stated) ? "matchpoints" : null;
}

/** A loss as the file scores: "5.2 IMPs", "35 % of the matchpoints"; in points where it does not say. */
export function scoredLoss({ mean, imps, matchpoints }: PointsLost, scoring: Scoring): string {
  if (scoring === "imps" && imps !== undefined) return t("{imps} IMPs", { imps: imps.toFixed(1) });
  if (scoring === "matchpoints" && matchpoints !== undefined) {
    return t("{share} of the matchpoints", { share: formatPercent(Math.max(0, matchpoints)) });
  }
  return t("{points} points", { points: inTens(mean) });
}

/** The names of a pair at a board; a player's own stands first. */
export function pairAt(board: RecordedBoard, player: string): string[] {
  const side = sideOfPlayer(board, player);
  const names = SEATS.filter((seat) => sideOf(seat) === side).map((seat) => board.players?.[seat] ?? "");
  return names.filter((name) => name !== "").sort((a, b) => Number(b === player) - Number(a === player));
}
