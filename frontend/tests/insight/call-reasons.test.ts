import { expect, it } from "vitest";

import type { Call } from "../../src/bridge/calls";
import { luckText, reasonTexts } from "../../src/insight/call-reasons";
import type { CallMeaning, NamedMeaning, Options } from "../../src/service/types";
import { optionsOf } from "../fixtures/answers";
import { graded } from "../fixtures/review";

const TABLE = { hand: null, seat: "N", dealer: "N", vulnerability: "none" } as const;

/** The meanings of the calls after others, one of them changed. */
function meanings(
  auction: Call[],
  of: Call,
  meaning: Partial<NamedMeaning>,
  changes: Partial<CallMeaning> = {},
): Options {
  const all = optionsOf({ ...TABLE, auction, systems: { ns: "sayc", ew: "sayc" } });
  const options = all.options.map((one) =>
    one.call === of ? { ...one, ...changes, meaning: { ...one.meaning!, ...meaning } } : one,
  );
  return { ...all, options };
}

const AUCTION: Call[] = ["2C", "P", "P", "P"];
const passed = { ...graded(2, "S", "P", "mistake", { mean: 500, error: 90 }), usual: { call: "2NT", frequency: 0.7 } };
const said = { sentence: { key: "Pass: nothing yet.", values: {} } } as NamedMeaning["said"];

it("a pass of what is forcing is named, and what tells nothing is not", () => {
  const before = meanings([], "2C", { forcing: "game" });
  const options = meanings(["2C", "P"], "P", { said });
  expect(reasonTexts(passed, AUCTION, options, before)).toEqual([
    "Partner's 2♣ is forcing to game: it must not be passed.",
    expect.stringContaining("2NT would have told: "),
  ]);
  expect(reasonTexts(passed, ["2C", "2D", "P", "P"], options, before)).toHaveLength(1);
  expect(reasonTexts(passed, AUCTION, options, meanings([], "2C", { forcing: null }))).toHaveLength(1);
});

it.each([
  [-420, null],
  [50, "As the cards lay it cost nothing"],
  [170, "As the cards lay it gained 120 points"],
])("a mistake that reached %i is told of as the cards lay", (score, words) => {
  const contract = { contract: "3S", declarer: "S", tricks: 9, source: "solver", score: 50 } as const;
  const mistake = { ...passed, instead: { auction: AUCTION, contract } };
  const said = luckText(mistake, { ...contract, score });
  expect(said).toEqual(words === null ? null : expect.stringContaining(words));
  expect(luckText({ ...mistake, seat: "E" }, { ...contract, score: 100 - score })).toBe(said);
  expect(luckText(passed, { ...contract, score })).toBeNull();
});

it("a pass that nobody makes is no riddle for partner, another call is", () => {
  const rare = { probability: 0.001 };
  const told = (call: Call) => {
    const options = meanings(["2C", "P"], call, {}, rare);
    return reasonTexts({ ...passed, call }, AUCTION, options, null)[0];
  };
  expect(told("P")).toBe("Nearly nobody passes here.");
  expect(told("3S")).toBe("Partner could hardly read 3♠: nearly nobody makes it here.");
});
