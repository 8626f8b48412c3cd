/** Seats, suits, strains and vulnerability: every order of the page, written once. */

import { msg, t } from "../i18n/translate";

export type Seat = "N" | "E" | "S" | "W";
export type Side = "ns" | "ew";
export type Suit = "S" | "H" | "D" | "C";
export type Strain = "C" | "D" | "H" | "S" | "NT";
export type Vulnerability = "none" | "NS" | "EW" | "both";
/** Clockwise from North: the order in which players call. */
export const SEATS: readonly Seat[] = ["N", "E", "S", "W"];
/** The columns of an auction as it is printed. */
export const AUCTION_COLUMNS: readonly Seat[] = ["W", "N", "E", "S"];
export const SUITS: readonly Suit[] = ["S", "H", "D", "C"];
export const STRAINS: readonly Strain[] = ["C", "D", "H", "S", "NT"];
export const RANKS = "AKQJT98765432";
export const VULNERABILITIES: readonly Vulnerability[] = ["none", "NS", "EW", "both"];
export const SEAT_NAMES: Record<Seat, string> = { N: msg("North"), E: msg("East"), S: msg("South"), W: msg("West") };
export const SUIT_NAMES: Record<Suit, string> = {
  S: msg("spades"),
  H: msg("hearts"),
  D: msg("diamonds"),
  C: msg("clubs"),
};
export const SUIT_SYMBOLS: Record<Suit, string> = { S: "♠", H: "♥", D: "♦", C: "♣" };
export const RANK_NAMES: Record<string, string> = {
  A: msg("ace"),
  K: msg("king"),
  Q: msg("queen"),
  J: msg("jack"),
  T: "10",
};
export const VULNERABILITY_NAMES: Record<Vulnerability, string> = {
  none: msg("None"),
  NS: msg("N-S"),
  EW: msg("E-W"),
  both: msg("Both"),
};
/** The seat that many turns clockwise. */
export function seatAfter(seat: Seat, turns: number): Seat {
  return SEATS[(((SEATS.indexOf(seat) + turns) % 4) + 4) % 4]!;
}

/** Return the number of turns clockwise from one seat to another, 0 to 3. */
export function turnsTo(from: Seat, to: Seat): number {
  return (SEATS.indexOf(to) - SEATS.indexOf(from) + 4) % 4;
}

export function sideOf(seat: Seat): Side {
  return seat === "N" || seat === "S" ? "ns" : "ew";
}

export function isVulnerable(seat: Seat, vulnerability: Vulnerability): boolean {
  return vulnerability === "both" || vulnerability === sideOf(seat).toUpperCase();
}

const RELATIONS = [msg("you"), msg("left opponent"), msg("partner"), msg("right opponent")];

/** "partner", "left opponent", "right opponent" or "you", as the viewer says it. */
export function relationOf(seat: Seat, viewer: Seat): string {
  return t(RELATIONS[turnsTo(viewer, seat)]!);
}

/** Dealer and vulnerability of a board number (Laws of Duplicate Bridge, Law 2); null where there is no such board. */
export function boardConditions(board: number): { dealer: Seat; vulnerability: Vulnerability } | null {
  if (!Number.isInteger(board) || board < 1) return null;
  const place = board - 1;
  // Each four boards begin one vulnerability later than the four before.
  return { dealer: SEATS[place % 4]!, vulnerability: VULNERABILITIES[(place + Math.floor(place / 4)) % 4]! };
}

/** The least difference in points of 1 IMP, 2 IMPs … 24 (Laws of Duplicate Bridge, Law 78B). */
const LEAST_DIFFERENCES = [
  20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000,
  3500, 4000,
];

/** The IMPs of a difference in points, with its sign: −24 to 24. */
export function imps(difference: number): number {
  const count = LEAST_DIFFERENCES.filter((least) => least <= Math.abs(difference)).length;
  return difference < 0 && count > 0 ? -count : count;
}

export type System = "sayc" | "standard" | "2/1" | "acol" | "polish" | "precision" | "unknown";
export const SYSTEMS: readonly System[] = ["sayc", "standard", "2/1", "acol", "polish", "precision", "unknown"];
export const SYSTEM_NAMES: Record<System, string> = {
  sayc: msg("SAYC (ACBL booklet)"),
  standard: msg("Standard American (clubs)"),
  "2/1": msg("Two over one (2/1)"),
  acol: msg("Acol"),
  polish: msg("Polish Club"),
  precision: msg("Precision"),
  unknown: msg("Not known"),
};
