import { describe, expect, it } from "vitest";

import { auctionRows, contractOf, illegalReason, isOver, legalPrefix, turnOf } from "../../src/bridge/auction";
import { ALL_CALLS, BIDS, type Call, type Doubling } from "../../src/bridge/calls";
import type { Seat } from "../../src/bridge/table";

const calls = (text: string) => text.split(" ").filter((call) => call !== "");

/** Every call that may be made now. */
function legalCalls(dealer: Seat, sofar: readonly Call[]): Call[] {
  return ALL_CALLS.filter((call) => illegalReason(dealer, sofar, call) === null);
}

/** Complete auctions in which only the lowest bids are used. */
function countComplete(lowest: number, sofar: string[] = []): number {
  if (isOver(sofar)) return 1;
  const barred = BIDS.slice(lowest);
  return legalCalls("N", sofar)
    .filter((call) => !barred.includes(call))
    .reduce((sum, call) => sum + countComplete(lowest, [...sofar, call]), 0);
}

describe("the rules of the auction", () => {
  it.each([
    [0, 1],
    [1, 29],
    [2, 645],
    [3, 14197],
  ])(
    "allow (4·22^k − 1)/3 complete auctions with the lowest %i bids: %i",
    (lowest, count) => expect(countComplete(lowest)).toBe(count),
    60_000, // a busy machine counts slowly
  );

  it.each([
    ["", "X", "there is no bid to double"],
    ["", "XX", "there is no double to redouble"],
    ["1H", "1D", "it is not higher than 1♥"],
    ["1H", "1H", "it is not higher than 1♥"],
    ["1H P", "X", "a side cannot double its own bid"],
    ["1H X", "X", "the last bid is already doubled"],
    ["1H X XX", "X", "the last bid is already doubled"],
    ["1H X P", "XX", "one's own side's double cannot be redoubled"],
    ["P P P P", "1C", "the auction is over"],
    ["1C P P P", "P", "the auction is over"],
  ])("after “%s” bar %s: %s", (sofar, call, reason) => {
    expect(illegalReason("N", calls(sofar), call)).toBe(reason);
  });

  it.each([
    ["", "P"],
    ["", "1C"],
    ["P P P", "P"],
    ["1H", "X"],
    ["1H P P", "X"],
    ["1H X", "XX"],
    ["1H X P P", "XX"],
    ["1H X XX", "1S"],
    ["7NT", "X"],
  ])("after “%s” allow %s", (sofar, call) => {
    expect(illegalReason("N", calls(sofar), call)).toBeNull();
  });

  it("leave pass and double over 7NT, and nothing once it is over", () => {
    expect(legalCalls("E", ["7NT"])).toEqual(["P", "X"]);
    expect(legalCalls("E", calls("7NT P P P"))).toEqual([]);
    expect(legalCalls("S", [])).toHaveLength(ALL_CALLS.length - 2);
  });
});

describe("turns and contracts", () => {
  it("give the turn clockwise from the dealer", () => {
    expect(turnOf("W", [])).toBe("W");
    expect(turnOf("W", ["P"])).toBe("N");
    expect(turnOf("N", calls("1C P P P"))).toBeNull();
  });

  it.each<[Seat, string, string, Doubling | null, Seat]>([
    ["N", "1H P 2H P 4H P P P", "4H", null, "N"],
    ["N", "P P 1NT P 3NT X P P XX P P P", "3NT", "XX", "S"],
    ["N", "1D 1H 1S 4H P P 4S 5H P P 5S 6H P P 6S 7H P P X P P P", "7H", "X", "E"],
    ["W", "1S X P P P", "1S", "X", "W"],
  ])("find declarer: %s deals, %s", (dealer, text, bid, doubling, declarer) => {
    expect(contractOf(dealer, calls(text))).toEqual({ bid, doubling, declarer });
  });

  it("know no contract while bidding goes on, nor when all have passed", () => {
    expect(contractOf("N", calls("1H P"))).toBeNull();
    expect(contractOf("N", calls("P P P P"))).toBeNull();
  });

  it("keep the legal start of a broken auction", () => {
    expect(legalPrefix("N", calls("1H 1D 2C"))).toEqual(["1H"]);
    expect(legalPrefix("N", calls("1H 1S 2C"))).toEqual(["1H", "1S", "2C"]);
  });
});

describe("the auction's table", () => {
  const kinds = (dealer: Seat, text: string) =>
    auctionRows(dealer, calls(text)).map((row) =>
      row.map((cell) => ({ blank: "", next: "?", call: "call" in cell ? cell.call : "" })[cell.kind]),
    );

  it("has blanks before the dealer and a question mark for the next call", () => {
    expect(kinds("N", "1D")).toEqual([["", "1D", "?", ""]]);
    expect(kinds("S", "P")).toEqual([
      ["", "", "", "P"],
      ["?", "", "", ""],
    ]);
    expect(kinds("W", "")).toEqual([["?", "", "", ""]]);
  });

  it("has no question mark once the auction is over", () => {
    expect(kinds("E", "P P P P")).toEqual([
      ["", "", "P", "P"],
      ["P", "P", "", ""],
    ]);
  });
});
