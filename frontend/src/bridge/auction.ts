/**
 * Whose turn it is and which calls are legal (Laws of Duplicate Bridge, Laws 17-22).
 * The server judges every auction again; here the rules grey the bidding box.
 */

import { msg, t } from "../i18n/translate";
import { BIDS, type Call, callSymbol, type Doubling, isBid, strainOf } from "./calls";
import { AUCTION_COLUMNS, type Seat, seatAfter, sideOf } from "./table";

/** Three passes in a row after a bid, or four at the start (Law 22). */
export function isOver(calls: readonly Call[]): boolean {
  const needed = calls.some(isBid) ? 3 : 4;
  return calls.length >= needed && calls.slice(-needed).every((call) => call === "P");
}

/** Whose turn it is; null once the auction has ended. */
export function turnOf(dealer: Seat, calls: readonly Call[]): Seat | null {
  return isOver(calls) ? null : seatAfter(dealer, calls.length);
}

/** A rule that bars a call, to be said only where somebody wants to know it. */
interface Violation {
  rule: string;
  /** The bid that another must exceed. */
  bid?: Call;
}

/** The rule that bars the call now, in words; null when it is legal. */
export function illegalReason(dealer: Seat, calls: readonly Call[], call: Call): string | null {
  const bar = violationOf(dealer, calls, call);
  if (bar === null) return null;
  return t(bar.rule, bar.bid === undefined ? {} : { bid: callSymbol(bar.bid) });
}

function violationOf(dealer: Seat, calls: readonly Call[], call: Call): Violation | null {
  const turn = turnOf(dealer, calls);
  if (turn === null) return { rule: msg("the auction is over") };
  if (call === "P") return null;
  if (isBid(call)) return bidViolation(calls, call);
  return call === "X" ? doubleViolation(dealer, calls, turn) : redoubleViolation(dealer, calls, turn);
}

export function isLegal(dealer: Seat, calls: readonly Call[], call: Call): boolean {
  return violationOf(dealer, calls, call) === null;
}

/** The longest legal start of a sequence: what is left of an auction whose links are broken. */
export function legalPrefix(dealer: Seat, calls: readonly Call[]): Call[] {
  const bad = calls.findIndex((call, index) => !isLegal(dealer, calls.slice(0, index), call));
  return calls.slice(0, bad === -1 ? calls.length : bad);
}

export interface Contract {
  bid: Call;
  /** Null where nobody doubled. */
  doubling: Doubling | null;
  declarer: Seat;
}

/** The contract of an ended auction; null while it runs or when it was passed out. */
export function contractOf(dealer: Seat, calls: readonly Call[]): Contract | null {
  const place = calls.findLastIndex(isBid);
  if (!isOver(calls) || place === -1) return null;
  const bid = calls[place]!;
  const side = sideOf(seatAfter(dealer, place));
  const first = calls.findIndex(
    (call, index) => isBid(call) && strainOf(call) === strainOf(bid) && sideOf(seatAfter(dealer, index)) === side,
  );
  const stake = calls.slice(place).findLast((call) => call === "X" || call === "XX") ?? null;
  return { bid, doubling: stake, declarer: seatAfter(dealer, first) };
}

export type Cell =
  | { kind: "blank" }
  | { kind: "call"; call: Call; index: number; seat: Seat }
  | { kind: "next"; seat: Seat };

/** The auction as rows of W N E S: blanks before the dealer, "next" where the next call goes. */
export function auctionRows(dealer: Seat, calls: readonly Call[]): Cell[][] {
  const cells: Cell[] = AUCTION_COLUMNS.slice(0, AUCTION_COLUMNS.indexOf(dealer)).map(() => ({ kind: "blank" }));
  calls.forEach((call, index) => {
    cells.push({ kind: "call", call, index, seat: seatAfter(dealer, index) });
  });
  const turn = turnOf(dealer, calls);
  if (turn !== null) cells.push({ kind: "next", seat: turn });
  while (cells.length % 4 !== 0) cells.push({ kind: "blank" });
  return Array.from({ length: cells.length / 4 }, (_, row) => cells.slice(4 * row, 4 * row + 4));
}

function bidViolation(calls: readonly Call[], bid: Call): Violation | null {
  const last = calls.findLast(isBid);
  if (last === undefined || BIDS.indexOf(bid) > BIDS.indexOf(last)) return null;
  return { rule: msg("it is not higher than {bid}"), bid: last };
}

function lastAction(dealer: Seat, calls: readonly Call[]): { call: Call; seat: Seat } | null {
  const index = calls.findLastIndex((call) => call !== "P");
  return index === -1 ? null : { call: calls[index]!, seat: seatAfter(dealer, index) };
}

function doubleViolation(dealer: Seat, calls: readonly Call[], turn: Seat): Violation | null {
  const last = lastAction(dealer, calls);
  if (last === null) return { rule: msg("there is no bid to double") };
  if (!isBid(last.call)) return { rule: msg("the last bid is already doubled") };
  const own = sideOf(last.seat) === sideOf(turn);
  return own ? { rule: msg("a side cannot double its own bid") } : null;
}

function redoubleViolation(dealer: Seat, calls: readonly Call[], turn: Seat): Violation | null {
  const last = lastAction(dealer, calls);
  if (last === null || last.call !== "X") return { rule: msg("there is no double to redouble") };
  const own = sideOf(last.seat) === sideOf(turn);
  return own ? { rule: msg("one's own side's double cannot be redoubled") } : null;
}
