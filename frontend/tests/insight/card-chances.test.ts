import { describe, expect, it } from "vitest";

import {
  cardHolders,
  heatCellText,
  heatMapText,
  holdersText,
  likeliestCards,
  markedChange,
} from "../../src/insight/card-chances";
import { hand, momentOf } from "../fixtures/hands";

const before = momentOf({
  W: hand({ cards: { SK: 0.31 } }),
  N: hand({ cards: { SK: 0.3 } }),
  E: hand({ cards: { SK: 0.39 } }),
});
const now = momentOf({
  W: hand({ cards: { SK: 0.61 } }),
  N: hand({ cards: { SK: 0.3 } }),
  E: hand({ cards: { SK: 0.09 } }),
});

describe("a card's holders", () => {
  it("are the hidden hands from West around the table", () => {
    expect(cardHolders(now, before, "SK")).toEqual([
      { seat: "W", now: 0.61, before: 0.31 },
      { seat: "N", now: 0.3, before: 0.3 },
      { seat: "E", now: 0.09, before: 0.39 },
    ]);
  });

  it("are said in one line, with where they came from", () => {
    expect(holdersText("SK", cardHolders(now, null, "SK"))).toBe("♠K: West 61\u00a0%, North 30\u00a0%, East 9\u00a0%");
    expect(holdersText("SK", cardHolders(now, before, "SK"))).toBe(
      "♠K: West 61\u00a0% (from 31\u00a0%), North 30\u00a0%, East 9\u00a0% (from 39\u00a0%)",
    );
  });
});

describe("a cell", () => {
  it.each([
    [null, 0.5, 0],
    [0.5, 0.5, 0],
    [0.5, 0.54, 0],
    [0.5, 0.55, 5],
    [0.5, 0.45, -5],
    [0.304, 0.346, 5],
    [0.296, 0.344, 0],
  ])("that went from %s to %d is marked by %d", (from, to, points) => expect(markedChange(from, to)).toBe(points));

  it("says what it shows", () => {
    const chance = { seat: "W", now: 0.61, before: 0.31 } as const;
    expect(heatCellText("SK", chance, false)).toBe("king of spades: 61\u00a0%, up by 30 points");
    expect(heatCellText("H9", { ...chance, now: 0.11 }, false)).toBe("9 of hearts: 11\u00a0%, down by 20 points");
    expect(heatCellText("DT", { ...chance, before: null }, true)).toBe("10 of diamonds: 61\u00a0%; actually held");
  });
});

describe("a heat map", () => {
  const north = hand({ cards: { HA: 0.93, HK: 0.88, C2: 0.7, SA: 1 } });

  it("is summed up by its surest cards, none of them one's own", () => {
    expect(likeliestCards(north, ["SA"], 3)).toEqual(["HA", "HK", "C2"]);
    expect(heatMapText("N", north, ["SA"])).toBe(
      "North most likely holds ♥A (93\u00a0%), ♥K (88\u00a0%), ♣2 (70\u00a0%).",
    );
  });
});
