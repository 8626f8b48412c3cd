/** An auction at a table as one text: the key of what is known of it, and what calls on a page say of themselves. */

import { ALL_CALLS, type Call } from "./calls";
import { type Cards, readCode } from "./card";
import { type Seat, SEATS, VULNERABILITIES, type Vulnerability } from "./table";

export interface TableAuction {
  dealer: Seat;
  vulnerability: Vulnerability;
  auction: readonly Call[];
  /** What each side plays. */
  systems: Cards;
}

/** "N none 1NT-P-2C acol sayc": equal for equal auctions. */
export function auctionKey({ dealer, vulnerability, auction, systems }: TableAuction): string {
  return [dealer, vulnerability, auction.join("-"), systems.ns, systems.ew].join(" ");
}

/** The auction of a key; null where the text is none. */
export function auctionOfKey(key: string): TableAuction | null {
  const [dealerText, vulnerabilityText, calls = "", ns = "", ew = ""] = key.split(" ");
  const dealer = SEATS.find((seat) => seat === dealerText);
  const vulnerability = VULNERABILITIES.find((one) => one === vulnerabilityText);
  const auction = calls.split("-").filter((call) => ALL_CALLS.includes(call));
  const systems = { ns: readCode(ns), ew: readCode(ew) };
  if (dealer === undefined || vulnerability === undefined || systems.ns === null || systems.ew === null) return null;
  return { dealer, vulnerability, auction, systems: { ns: systems.ns, ew: systems.ew } };
}
