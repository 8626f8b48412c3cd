import { describe, expect, it } from "vitest";

import { formatHand, highCardPoints, PACK, parseHand, sortCards, toggleCard } from "../../src/bridge/hand";

describe("hands as people type them", () => {
  it.each([
    "AKJ5.T98.Q2.AK43",
    "akj5.1098.q2.ak43",
    "AKJ5 T98 Q2 AK43",
    "  AKJ5   T98 Q2\tAK43 ",
    "AKJ5_T98_Q2_AK43",
    "AKJ5,T98,Q2,AK43",
    "♠AKJ5 ♥T98 ♦Q2 ♣AK43",
    "♠️AKJ5♥️1098♦️Q2♣️AK43",
    "S: A K J 5, H: 10 9 8, D: Q 2, C: A K 4 3",
    "CAK43 DQ2 HT98 SAKJ5",
    "Spades AKJ5; Hearts T98; Diamonds Q2; Clubs AK43",
  ])("reads %s", (text) => {
    const { cards, error } = parseHand(text);
    expect(error).toBeNull();
    expect(formatHand(cards)).toBe("AKJ5.T98.Q2.AK43");
  });

  it.each(["AKJT985..A7654.8", "AKJT985 - A7654 8", "AKJT985,,A7654,8", "♠AKJT985 ♦A7654 ♣8"])(
    "reads the void in %s",
    (text) => {
      expect(parseHand(text).error).toBeNull();
      expect(formatHand(parseHand(text).cards)).toBe("AKJT985..A7654.8");
    },
  );

  it.each([
    ["AKJX.T98", "“X” is not a card; cards are A K Q J 10 9 8 7 6 5 4 3 2."],
    ["AKKJ.T98", "♠K is given twice."],
    ["A.K.Q.J.T", "There are more than four suits here."],
    ["AKJT985 A7654 8", "Write a void as a dash, so that all four suits are there."],
    ["S AK H QJ S T9", "There are two groups of spades."],
    ["AK-J.T98", "“-” is not a card; cards are A K Q J 10 9 8 7 6 5 4 3 2."],
  ])("says what is wrong with %s", (text, fault) => {
    expect(parseHand(text).error).toBe(fault);
  });

  it("reads a hand that is still being typed", () => {
    expect(parseHand("AKJ5.T")).toEqual({ cards: ["SA", "SK", "SJ", "S5", "HT"], error: null });
    expect(parseHand(" ")).toEqual({ cards: [], error: null });
  });

  it("reads back every hand it writes", () => {
    for (let start = 0; start + 13 <= PACK.length; start += 1) {
      const cards = PACK.slice(start, start + 13);
      expect(parseHand(formatHand(cards))).toEqual({ cards, error: null });
    }
  });
});

describe("cards", () => {
  it("are kept in order, each once", () => {
    expect(sortCards(["C2", "SA", "HT", "SA"])).toEqual(["SA", "HT", "C2"]);
    expect(toggleCard(["SA"], "SK")).toEqual(["SA", "SK"]);
    expect(toggleCard(["SA", "SK"], "SA")).toEqual(["SK"]);
  });

  it("count 4 3 2 1", () => {
    expect(highCardPoints(PACK)).toBe(40);
    expect(highCardPoints(parseHand("AKJT985.6.A76.84").cards)).toBe(12);
  });
});
