import { describe, expect, it } from "vitest";

import { type Change, changesTitle, changeText, largestChanges } from "../../src/insight/changes";
import { answerOf, hand, momentOf } from "../fixtures/hands";

const nothing = momentOf({ N: hand(), W: hand() });

function said(before = nothing, now = nothing): string[] {
  return largestChanges(before, now).map(changeText);
}

describe("what a call changed", () => {
  it("is nothing where nothing moved", () => expect(largestChanges(nothing, nothing)).toEqual([]));

  it("is nothing where no chance moved by ten points", () => {
    const now = momentOf({
      N: hand({ hcp: { 10: 0.91, 14: 0.09 }, cards: { SA: 1 / 3 + 0.09 } }),
      W: hand({ lengths: { S: { 4: 0.91, 5: 0.09 } } }),
    });
    expect(largestChanges(nothing, now)).toEqual([]);
  });

  it("is told of points by their range", () => {
    const before = momentOf({ N: hand({ hcp: { 8: 0.5, 14: 0.5 } }) });
    const now = momentOf({ N: hand({ hcp: { 12: 0.5, 14: 0.5 } }) });
    expect(said(before, now)).toEqual(["North's HCP: from 8–14 to 12–14."]);
  });

  it("is told of points by their median where the range stayed", () => {
    const before = momentOf({ N: hand({ hcp: { 8: 0.8, 14: 0.2 } }) });
    const now = momentOf({ N: hand({ hcp: { 8: 0.2, 14: 0.8 } }) });
    expect(said(before, now)).toEqual(["North's median HCP: from 8 to 14."]);
  });

  it("leaves out points where neither range nor median moved", () => {
    const before = momentOf({ N: hand({ hcp: { 8: 0.3, 10: 0.6, 14: 0.1 } }) });
    const now = momentOf({ N: hand({ hcp: { 8: 0.1, 10: 0.6, 14: 0.3 } }) });
    expect(said(before, now)).toEqual([]);
  });

  it("is told of a length by the chance that rose most", () => {
    const before = momentOf({ W: hand({ lengths: { H: { 2: 0.5, 4: 0.4, 6: 0.1 } } }) });
    const longer = momentOf({ W: hand({ lengths: { H: { 2: 0.1, 4: 0.5, 6: 0.4 } } }) });
    expect(said(before, longer)).toEqual(["3 or more ♥ with West: from 50\u00a0% to 90\u00a0%."]);
    expect(said(longer, before)).toEqual(["At most 2 ♥ with West: from 10\u00a0% to 50\u00a0%."]);
  });

  it("is told of a void as such", () => {
    const before = momentOf({ W: hand({ lengths: { C: { 0: 0.05, 2: 0.95 } } }) });
    const now = momentOf({ W: hand({ lengths: { C: { 0: 0.85, 2: 0.15 } } }) });
    expect(said(before, now)).toEqual(["No ♣ with West: from 5\u00a0% to 85\u00a0%."]);
  });

  it("is told of honours, up or down, and of no smaller card", () => {
    const before = momentOf({ W: hand({ cards: { SA: 0.31, H9: 0.1 } }) });
    const now = momentOf({ W: hand({ cards: { SA: 0.12, H9: 0.9 } }) });
    expect(said(before, now)).toEqual(["♠A with West: from 31\u00a0% to 12\u00a0%."]);
  });

  it("is told largest first, one of a kind for each player, three at most", () => {
    const now = momentOf({
      N: hand({
        hcp: { 10: 0.4, 15: 0.6 },
        lengths: { S: { 4: 0.3, 5: 0.7 }, C: { 1: 0.65, 3: 0.35 } },
        cards: { SA: 0.7, SK: 0.69 },
      }),
      W: hand({ cards: { SA: 0.1 } }),
    });
    const kinds = largestChanges(nothing, now).map(({ kind, seat }: Change) => `${seat} ${kind}`);
    expect(kinds).toEqual(["N least", "N hcp", "N card"]);
    expect(said(nothing, now)[2]).toBe("♠A with North: from 33\u00a0% to 70\u00a0%.");
  });
});

describe("the line above the changes", () => {
  const answer = answerOf({ dealer: "W", auction: ["2H"] }, nothing, nothing);

  it("names the call", () => expect(changesTitle(answer, 1, 2)).toBe("What West's 2♥ changed most"));

  it("says so where the call changed little", () => {
    expect(changesTitle(answer, 1, 0)).toBe("West's 2♥ changed little: no suit length and no honour by 10 points.");
  });

  it("speaks of no call before the first", () => {
    expect(changesTitle(answer, 0, 0)).toMatch(/^No calls yet/);
  });
});
