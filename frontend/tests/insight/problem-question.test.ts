import { expect, it } from "vitest";

import { EMPTY_INPUT, toRequest } from "../../src/entry/input";
import { problemQuestion } from "../../src/insight/best-call";

const HAND = "AKJT985.6.A76.84";

it.each([
  [HAND, ["1D", "1H"], "What do you call?"],
  [null, ["1D", "1H"], "What does East's 1♥ show?"],
  [HAND, ["1D", "1H", "1S", "P"], "What does South's 1♠ show?"],
  [HAND, ["1D", "X", "P"], "What does East's X show?"],
  [HAND, ["1D", "P", "P", "P"], "What does North's 1♦ show?"],
  [HAND, [], "What do you know of the hidden hands?"],
  [null, ["P", "P"], "What do you know of the hidden hands?"],
])("the question to %s after %j", (hand, auction, question) => {
  expect(problemQuestion({ ...toRequest({ ...EMPTY_INPUT, auction }), hand })).toBe(question);
});
