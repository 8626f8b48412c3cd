import { expect, it } from "vitest";

import { parseAskedCalls, parseCall } from "../../src/entry/asked-call";

it.each([
  ["2♣ in Acol", "2C", "acol"],
  ["What is 2c in 2/1?", "2C", "21"],
  ["1nt p 2c", "1NT P 2C", null],
  ["1 NT pass 2 clubs, SAYC", "1NT P 2C", "sayc"],
  ["1♥ (2♦) X 二盖一", "1H 2D X", "21"],
  ["(1NT) 2♣ standard american", "1NT 2C", "standard"],
  ["1♠ 2♠ (3♥) 4♠", "1S P 2S 3H 4S", null],
  ["1梅花 不叫 1无将", "1C P 1NT", null],
])("%s", (text, calls, system) => {
  expect(parseAskedCalls(text)).toMatchObject({ auction: calls.split(" "), system, fault: null });
});

it("offers a silent opposition where that may be meant", () => {
  expect(parseAskedCalls("1NT 2C")).toMatchObject({ auction: ["1NT", "2C"], uncontested: ["1NT", "P", "2C"] });
  expect(parseAskedCalls("1NT P 2C")!.uncontested).toBeNull();
});

it("stops at a call that cannot be made, and names terms for what they are", () => {
  expect(parseAskedCalls("2C 1NT")).toMatchObject({ auction: ["2C"], fault: expect.stringContaining("1NT") });
  expect(parseAskedCalls("Stayman")).toBeNull();
  expect(parseAskedCalls("forcing to game")).toBeNull();
  expect(parseAskedCalls("negative double")).toBeNull();
});

it.each([
  ["Jacoby 2NT", true],
  ["Strong 2♣ opening", true],
  ["What is 2♣ in Acol?", false],
  ["1♥ 加倍 在精确体系里是什么意思？", false],
  ["pass", false],
])("tells whether there may be a name: “%s”", (text, named) => {
  expect(parseAskedCalls(text)).toMatchObject({ named });
});

it.each([
  ["1nt", "1NT"],
  [" 2♥ ", "2H"],
  ["p", "P"],
  ["Dbl", "X"],
  ["rdbl", "XX"],
  ["２Ｃ", "2C"],
])("reads one call alone: %s", (text, call) => {
  expect(parseCall(text)).toBe(call);
});

it.each(["", "8c", "2", "1NT P", "2h please", "hearts"])("reads no call where there is another text: “%s”", (text) => {
  expect(parseCall(text)).toBeNull();
});
