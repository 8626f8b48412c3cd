/** Boards of a file as PBN again: what reviews need, who sat there, and the cards they played. */

import { isOver } from "../bridge/auction";
import { isBid } from "../bridge/calls";
import { SEAT_NAMES, SEATS, type Vulnerability } from "../bridge/table";
import type { RecordedBoard } from "../service/boards";

const VULNERABLE: Record<Vulnerability, string> = { none: "None", NS: "NS", EW: "EW", both: "All" };

export function boardsToPbn(boards: readonly RecordedBoard[]): string {
  return boards.map(boardToPbn).join("\n");
}

function boardToPbn(board: RecordedBoard): string {
  const { number, dealer, vulnerability, hands, auction, tricks = null, others = [], event, cards } = board;
  const scoring = others.find(({ name }) => name === "Scoring")?.value ?? "";
  // A complete auction says it; where it was entered by the player, the file's contract may be another.
  const given = isOver(auction) ? "" : (board.contract ?? "");
  const [, contract = "", doubled = "", declarer = ""] = /^(\d\w+?)(X*) by ([NESW])$/.exec(given) ?? [];
  const tags: [string, string][] = [
    ["Event", event],
    ["Board", number === null ? "" : String(number)],
    ...SEATS.map((seat): [string, string] => [SEAT_NAMES[seat], board.players?.[seat] ?? ""]),
    ["Dealer", dealer ?? ""],
    ["Vulnerable", vulnerability === null ? "" : VULNERABLE[vulnerability]],
    ["Deal", `N:${SEATS.map((seat) => hands[seat] ?? "-").join(" ")}`],
    ["Scoring", scoring],
    ["Declarer", declarer],
    ["Contract", `${contract}${doubled}`],
    ["Result", tricks === null ? "" : String(tricks)],
    ["BidSystemNS", cards.ns ?? ""],
    ["BidSystemEW", cards.ew ?? ""],
  ];
  const stated = tags.filter(([, value]) => value !== "").map(([name, value]) => `[${name} "${escaped(value)}"]`);
  const calls = auction.map((call) => (call === "P" ? "Pass" : isBid(call) ? call : call.toUpperCase()));
  const called = auction.length === 0 ? [] : [`[Auction "${dealer ?? "N"}"]`, calls.join(" "), ...openEnd(auction)];
  return [...stated, ...called, ""].join("\n");
}

/** The sign of an auction that goes on. */
function openEnd(auction: RecordedBoard["auction"]): string[] {
  return isOver(auction) ? [] : ["+"];
}

/** A tag's value: a backslash stands before a quote and before another backslash. */
function escaped(value: string): string {
  return value.replace(/[\\"]/g, "\\$&");
}
