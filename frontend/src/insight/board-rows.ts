/** A file of boards as rows: contract, result and costliest calls; sorted and filtered. */

import { contractOf, isOver } from "../bridge/auction";
import { BIDS, isBid } from "../bridge/calls";
import { type Seat, SEATS, type Side, sideOf, type Strain, STRAINS } from "../bridge/table";
import type { RecordedBoard } from "../service/boards";
import type { Review, ReviewedCall } from "../service/types";
import { costliestCall, lossOf, mistakesOf, overtricks, totalLoss } from "./verdicts";

/** What a board came to: "4SX" and its declarer, or a pass by all. */
export type Outcome = { contract: string; declarer: Seat } | "passed out" | null;

export interface BoardRow {
  /** The place in the file. */
  index: number;
  board: RecordedBoard;
  review: Review | null;
  outcome: Outcome;
  costliest: Record<Side, ReviewedCall | null>;
}

/** What boards are sorted by; "cost" is that of all mistakes of the player's side, or of both. */
export type BoardColumn = "board" | "contract" | "result" | "ns" | "ew" | "cost";

export interface Sorting {
  column: BoardColumn;
  descending: boolean;
}

export const FILTERS = ["missedGames", "doubled", "slams"] as const;

/** Which boards are shown: all, but for what is asked for. */
export interface BoardFilter extends Record<(typeof FILTERS)[number], boolean> {
  /** A player who sits at the board; empty for anybody. */
  player: string;
}

export const NO_FILTER: BoardFilter = { player: "", missedGames: false, doubled: false, slams: false };
export const FILE_ORDER: Sorting = { column: "board", descending: false };
export const COSTLIEST_FIRST: Sorting = { column: "cost", descending: true };

/** The side of a player at a board; "ns" and "ew" are players, too, of files without names. */
export function sideOfPlayer({ players }: RecordedBoard, player: string): Side | null {
  if (player === "ns" || player === "ew") return player;
  const seat = SEATS.find((one) => player !== "" && players?.[one] === player);
  return seat === undefined ? null : sideOf(seat);
}

export function rowOf(board: RecordedBoard, index: number, review: Review | null): BoardRow {
  const costliest = {
    ns: review === null ? null : costliestCall(review, "ns"),
    ew: review === null ? null : costliestCall(review, "ew"),
  };
  return { index, board, review, outcome: outcomeOf(board), costliest };
}

/** The contract of the auction, or else the one that the file states. */
export function outcomeOf({ auction, dealer, contract = "" }: RecordedBoard): Outcome {
  if (dealer !== null && isOver(auction)) {
    const final = contractOf(dealer, auction);
    if (final === null) return "passed out";
    return { contract: `${final.bid}${final.doubling ?? ""}`, declarer: final.declarer };
  }
  if (contract === "passed out") return contract;
  const [, stated, declarer] = /^([1-7](?:NT|[CDHS])X{0,2}) by ([NESW])$/.exec(contract) ?? [];
  return stated === undefined ? null : { contract: stated, declarer: declarer as Seat };
}

/** The rows that the filter lets through, in order; those without a value come last. */
export function arrange(rows: readonly BoardRow[], filter: BoardFilter, { column, descending }: Sorting): BoardRow[] {
  const turn = descending ? -1 : 1;
  return rows
    .filter((row) => isShown(row, filter))
    .map((row) => ({ row, value: valueOf(row, column, filter.player) }))
    .sort((a, b) => {
      if (a.value === null || b.value === null) {
        return Number(a.value === null) - Number(b.value === null) || a.row.index - b.row.index;
      }
      return turn * (a.value - b.value) || a.row.index - b.row.index;
    })
    .map(({ row }) => row);
}

function valueOf(row: BoardRow, column: BoardColumn, player: string): number | null {
  switch (column) {
    case "board":
      return row.index;
    case "contract":
      return contractRank(row.outcome);
    case "result":
      return resultOf(row);
    case "cost":
      return row.review === null ? null : totalLoss(mistakesOf(row.review, sideOfPlayer(row.board, player)));
    default: {
      const worst = row.costliest[column];
      if (row.review === null) return null;
      return worst === null ? 0 : lossOf(worst);
    }
  }
}

function contractRank(outcome: Outcome): number | null {
  if (outcome === null) return null;
  return outcome === "passed out" ? -1 : BIDS.indexOf(bidOf(outcome.contract));
}

/** The tricks over or under the contract at the table; null where they are not given. */
export function resultOf({ outcome, board }: BoardRow): number | null {
  if (outcome === null || outcome === "passed out" || board.tricks == null) return null;
  return overtricks(outcome.contract, board.tricks);
}

function isShown(row: BoardRow, { player, missedGames, doubled, slams }: BoardFilter): boolean {
  return (
    (player === "" || sideOfPlayer(row.board, player) !== null) &&
    (!missedGames || isMissedGame(row)) &&
    (!doubled || isDoubled(row.outcome)) &&
    (!slams || isSlam(row))
  );
}

function isDoubled(outcome: Outcome): boolean {
  return outcome !== null && outcome !== "passed out" && outcome.contract.endsWith("X");
}

/** Whether a side that could make game played less, or nobody played. */
export function isMissedGame({ outcome, review }: BoardRow): boolean {
  if (outcome === null || review === null || review.makes === null) return false;
  if (outcome === "passed out") return makes(review, "ns", isGame) || makes(review, "ew", isGame);
  const side = sideOf(outcome.declarer);
  return !isGame(bidOf(outcome.contract)) && makes(review, side, isGame);
}

/** Whether a slam was bid, or could have been made. */
export function isSlam({ outcome, review }: BoardRow): boolean {
  if (outcome !== null && outcome !== "passed out" && isSlamBid(bidOf(outcome.contract))) return true;
  return review !== null && (makes(review, "ns", isSlamBid) || makes(review, "ew", isSlamBid));
}

/** Whether a side makes a bid of some kind, double dummy. */
function makes({ makes: table }: Review, side: Side, kind: (bid: string) => boolean): boolean {
  if (table === null) return false;
  const seats = SEATS.filter((seat) => sideOf(seat) === side);
  const highest = seats.flatMap((seat) => STRAINS.map((strain) => `${table.tricks[seat][strain] - 6}${strain}`));
  return highest.filter(isBid).some(kind);
}

/** Three notrump, four of a major, five of a minor, or more. */
export function isGame(bid: string): boolean {
  const level = Number(bid[0]);
  const needed = { NT: 3, S: 4, H: 4, D: 5, C: 5 }[bid.slice(1) as Strain];
  return level >= needed;
}

export function isSlamBid(bid: string): boolean {
  return Number(bid[0]) >= 6;
}

export function bidOf(contract: string): string {
  const bid = contract.replace(/X+$/, "");
  return isBid(bid) ? bid : "";
}

/** The names at a board's table. */
export function playersOf({ players }: RecordedBoard): string[] {
  return SEATS.map((seat) => players?.[seat] ?? "").filter((name) => name !== "");
}

/** Every name of a file, in alphabetical order. */
export function allPlayers(boards: readonly RecordedBoard[]): string[] {
  return [...new Set(boards.flatMap(playersOf))].sort((a, b) => a.localeCompare(b));
}
