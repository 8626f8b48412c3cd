import { expect, it } from "vitest";

import {
  bestText,
  callText,
  contractName,
  contractSymbol,
  contractTexts,
  costliestCall,
  parText,
  remarkText,
  overtricks,
  seatVerdict,
  seatVerdictText,
  uncostedCall,
  notableCalls,
} from "../../src/insight/verdicts";
import { graded, review } from "../fixtures/review";

it("says what the hand's usual call was, to the own hand as You", () => {
  const sentence = "North: 1♣. Usual with this hand: 1NT, over 99\u00a0%.";
  const said = {
    key: "{seat}: {call}. Usual with this hand: {usual}, {chance}.",
    values: { seat: { key: "North" }, call: "1♣", usual: "1NT", chance: { key: "over 99\u00a0%" } },
  };
  const call = { ...graded(0, "N", "1C", "mistake"), sentence, said };
  expect(callText(call, null)).toBe(sentence);
  expect(callText(call, "S")).toBe(sentence);
  expect(callText(call, "N")).toBe("You: 1♣. Usual with this hand: 1NT, over 99\u00a0%.");
});

it("says what a call cost and how sure that is", () => {
  const cost = (mean: number, error: number, grade: "rare" | "mistake" = "rare") =>
    remarkText(graded(0, "N", "1C", grade, { mean, error }));
  expect(cost(183, 31, "mistake")).toBeNull();
  expect(cost(24, 20)).toBe("No clear loss: about 20 points on average, which may be chance.");
  expect(cost(40, 8)).toBe("It costs little: about 40 points on average.");
  expect(cost(-3, 20)).toBe("It scores no worse on average.");
  expect(remarkText(graded(0, "N", "1C", "rare"))).toBeNull();
  expect(remarkText(graded(0, "N", "1C", "also_usual"))).toBe("30\u00a0% of such hands make this call.");
});

it("names the call that scores best beside the usual one", () => {
  const best = { call: "4H" as const, imps: 0.94, error: 0.31 };
  const usual = { call: "3H", frequency: 0.7 };
  const text = "4♥ scores about 0.9 IMPs more than 3♥ on average.";
  expect(bestText({ ...graded(0, "N", "3H", "best"), usual, best })).toBe(text);
  expect(bestText({ ...graded(0, "N", "4H", "scores_best"), usual, best })).toBe(text);
  expect(bestText(graded(0, "N", "3H", "best"))).toBeNull();
});

it("finds the calls worth a word, and the costliest of each side", () => {
  expect(notableCalls(review()).map(({ index }) => index)).toEqual([1, 2, 3]);
  const better = { ...graded(0, "S", "1S", "best"), best: { call: "2S" as const, imps: 0.94, error: 0.3 } };
  expect(notableCalls(review({ calls: [better, graded(1, "W", "P", "best")] }))).toEqual([better]);
  expect(costliestCall(review(), "ns")?.index).toBe(2);
  expect(costliestCall(review(), "ew")).toBeNull();
  expect(uncostedCall(review(), "ew")).toBeNull();
  expect(uncostedCall(review({ calls: [graded(0, "W", "3D", "rare")] }), "ew")?.index).toBe(0);
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
  expect([8, 9, 7].map((tricks) => overtricks("2S", tricks))).toEqual([0, 1, -1]);
});
