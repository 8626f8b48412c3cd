import { expect, it } from "vitest";

import {
  callText, contractName, contractSymbol, contractTexts, costliestCall, costText, parText,
  resultSymbol, seatVerdict, seatVerdictText, shareText, unusualCalls,
} from "../../src/insight/verdicts";
import { graded, review } from "../fixtures/review";

it("says what the hand's usual call was", () => {
  const mistake = graded(0, "N", "1C", "mistake");
  const opening = { ...mistake, usual: { call: "1NT", frequency: 0.998 } };
  expect(callText(opening, "N")).toBe("You: 1♣. Usual with this hand: 1NT, over 99 %.");
  expect(callText(opening, null)).toBe("North: 1♣. Usual with this hand: 1NT, over 99 %.");
  expect(callText(graded(0, "E", "P", "best"), null)).toBe(
    "East: Pass. The usual call with this hand, over 99 %.",
  );
  expect(callText(graded(0, "E", "X", "also_usual"), null)).toBe(
    "East: X, by 30 % of such hands. Most usual: 4♠, over 99 %.",
  );
  expect(callText(graded(0, "E", "X", null), null)).toBe("East: X. The hand is not known.");
});

it("says what a call cost and how sure that is", () => {
  const cost = (mean: number, error: number, grade: "rare" | "mistake" = "rare") =>
    costText(graded(0, "N", "1C", grade, { mean, error }));
  expect(cost(183, 31, "mistake")).toBe(
    "It costs about 180 points on average; the layouts dealt leave 120 to 250 open.",
  );
  expect(cost(30, 14.9, "mistake")).toMatch(/leave 0 to 60 open/);
  expect(cost(24, 20)).toBe("No sure loss: about 20 points on average, which may be chance.");
  expect(cost(40, 8)).toBe("It costs little: about 40 points on average.");
  expect(cost(-3, 20)).toBe("It scores no worse on average.");
  expect(costText(graded(0, "N", "1C", "rare"))).toBe("What it costs was not worked out.");
  expect(costText(graded(0, "N", "1C", "also_usual"))).toBeNull();
});

it("never calls a share certain", () => {
  expect([0.999, 0.993, 0.2, 0.004].map(shareText)).toEqual(["over 99 %", "99 %", "20 %", "under 1 %"]);
});

it("finds the calls worth a word, and the costliest of each side", () => {
  expect(unusualCalls(review()).map(({ index }) => index)).toEqual([1, 2, 3]);
  expect(costliestCall(review(), "ns")?.index).toBe(2);
  expect(costliestCall(review(), "ew")).toBeNull();
  const worse = graded(4, "S", "P", "mistake", { mean: 400, error: 50 });
  const both = review({ calls: [...review().calls.slice(0, 4), worse] });
  expect(costliestCall(both, "ns")?.index).toBe(4);
});

it("sums up each seat", () => {
  const text = (seat: "N" | "E" | "S" | "W") => seatVerdictText(seatVerdict(review(), seat));
  expect([text("N"), text("S")]).toEqual(["1 mistake (−180)", "no mistake"]);
  const unknown = review({ calls: [graded(0, "S", "1S", null)] });
  expect(seatVerdictText(seatVerdict(unknown, "S"))).toBe("not graded");
});

it("sets the contract against what makes", () => {
  const { contract } = review();
  expect(contractTexts(contract!)).toEqual([
    "At the table 9 tricks were taken: made with 1 over, +140 for N-S.",
    "Double dummy it takes 10 tricks: made with 2 over, +170 for N-S.",
  ]);
  const estimated = { ...contract!, contract: "4SX", source: "estimator" as const, tricks: 9 };
  expect(contractTexts({ ...estimated, score: -200, actual_tricks: null, actual_score: null })).toEqual([
    "Double dummy it is estimated to take 9 tricks: 1 down, −200 for N-S.",
  ]);
  expect(parText(review())).toMatch(/is \+620 for N-S: 4♠ by South, 4♠ by North\.$/);
  expect(parText(review({ par: null }))).toBeNull();
});

it("writes contracts and results as tables do", () => {
  expect(["3NT", "4SX", "1CXX", "odd"].map(contractSymbol)).toEqual(["3NT", "4♠X", "1♣XX", "odd"]);
  expect(contractName("4S by N")).toBe("4♠ by North");
  expect(contractName("passed out")).toBe("passed out");
  expect([8, 9, 7].map((tricks) => resultSymbol("2S", tricks))).toEqual(["=", "+1", "−1"]);
});
