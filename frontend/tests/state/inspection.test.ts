import { describe, expect, it } from "vitest";

import { auctionKey } from "../../src/bridge/table-auction";
import { EXAMPLES } from "../../src/entry/examples";
import { toRequest } from "../../src/entry/input";
import { unreachable } from "../../src/service/failure";
import {
  INSPECTION_SLICE,
  type InspectionAction,
  nextCallPosition,
  NO_INSPECTION,
  optionsOf,
} from "../../src/state/inspection";
import { missingOptions } from "../../src/state/missing-options";
import { update } from "../../src/state/reducer";
import { reduce } from "../../src/state/slice";
import { type Action, initialState, type State } from "../../src/state/state";
import { parseTarget } from "../../src/views/common/hover";
import { flatExplanation } from "../fixtures/explanation";
import { meaning, options } from "../fixtures/options";

const { input } = EXAMPLES[0]!; // 1H P; South to call
const AT = { left: 0, top: 0, width: 10, height: 10, around: null, suggestion: null };
const AHEAD = nextCallPosition(toRequest(input));
const KEY = auctionKey(AHEAD);
const TOLD = {
  kind: "there",
  result: options(input, [
    meaning(
      "1S",
      [6, 12],
      [
        [4, 6],
        [0, 3],
        [0, 4],
        [0, 4],
      ],
    ),
  ]),
} as const;

function after(state: State, ...actions: Action[]): State {
  return actions.reduce(update, state);
}

function explained(): State {
  const explanation = flatExplanation(input);
  return after(initialState(input), { type: "explanation received", explanation, input });
}

function inspect(call: string): Action {
  return { type: "call inspected", target: { kind: "box", call }, anchor: AT };
}

describe("what is asked of calls to come", () => {
  it("nothing before there is an answer", () => {
    expect(missingOptions(initialState(input))).toEqual([]);
  });

  it("one question for all next calls of an auction, whoever holds what", () => {
    const wanted = missingOptions(explained());
    expect(wanted).toEqual([{ ...toRequest(input), hand: null, seat: "S" }]);
    expect(missingOptions(after(explained(), inspect("1S")))).toEqual(wanted);
    const asked = after(explained(), {
      type: "options updated",
      key: auctionKey(wanted[0]!),
      answer: { kind: "asked", share: 0 },
    });
    expect(missingOptions(after(asked, inspect("P")))).toEqual([]);
  });

  it("an earlier moment only once it is asked for there", () => {
    const told = after(explained(), { type: "options updated", key: KEY, answer: TOLD });
    const before = after(told, { type: "moment set", moment: 0 });
    expect(missingOptions(before)).toEqual([]);
    const asked = after(before, { type: "next calls asked", moment: 0 });
    expect(missingOptions(asked)).toMatchObject([{ auction: [], seat: "N" }]);
    expect(missingOptions(after(asked, { type: "moment set", moment: 1 }))).toEqual([]);
    expect(optionsOf(told.inspection, toRequest(input))).toBe(TOLD.result.options);
    expect(optionsOf(told.inspection, toRequest(input), 0)).toBeNull();
  });

  it("the auction entered, even before there is a hand", () => {
    const empty = after(initialState(), { type: "call made", call: "1D" }, inspect("1H"));
    expect(missingOptions(empty)).toMatchObject([{ auction: ["1D"], seat: "E", hand: null }]);
  });

  it("nothing for calls made, illegal calls and pictures that are veiled", () => {
    const told = after(explained(), { type: "options updated", key: KEY, answer: TOLD });
    const made: Action = { type: "call inspected", target: { kind: "made", index: 0 }, anchor: AT };
    expect(missingOptions(after(told, made))).toEqual([]);
    expect(missingOptions(after(told, inspect("1C")))).toEqual([]);
    expect(missingOptions(after(explained(), { type: "call made", call: "2H" }))).toEqual([]);
  });

  it("another system, vulnerability or dealer is another question", () => {
    const keys = [
      AHEAD,
      { ...AHEAD, vulnerability: "both" },
      { ...AHEAD, dealer: "E" },
      { ...AHEAD, systems: { ns: "acol", ew: "sayc" } },
      { ...AHEAD, systems: { ns: "sayc", ew: "acol" } },
    ].map((position) => auctionKey(position as typeof AHEAD));
    expect(new Set(keys).size).toBe(5);
  });
});

describe("looking at calls", () => {
  it("ends with what is entered", () => {
    const looking = after(explained(), inspect("1S"));
    expect(after(looking, { type: "call made", call: "1S" }).inspection.target).toBeNull();
    expect(after(looking, { type: "inspection ended" }).inspection.anchor).toBeNull();
    const made: Action = { type: "call inspected", target: { kind: "made", index: 0 }, anchor: AT };
    const stepped = after(explained(), made, { type: "moment set", moment: 1 });
    expect(stepped.inspection.target).toEqual({ kind: "made", index: 0 });
  });

  it("asks again what failed once another call is looked at", () => {
    const failed: InspectionAction = {
      type: "options updated",
      key: KEY,
      answer: { kind: "failed", failure: unreachable() },
    };
    const state = after(explained(), inspect("1S"), failed);
    expect(missingOptions(after(state, inspect("1S")))).toEqual([]);
    expect(missingOptions(after(state, inspect("2H")))).toEqual([AHEAD]);
    expect(missingOptions(after(state, { type: "next calls asked", moment: 2 }))).toEqual([AHEAD]);
  });

  it("keeps no more than the latest answers", () => {
    const many = Array.from({ length: 60 }, (_, place) => `${place}`);
    const full = many.reduce(
      (all, key) => reduce(INSPECTION_SLICE, all, { type: "options updated", key, answer: TOLD } as InspectionAction),
      NO_INSPECTION,
    );
    const kept = Object.keys(full.answers);
    expect(kept.length).toBe(40);
    expect(kept).toContain("59");
    expect(kept).not.toContain("19");
  });

  it("reads what an element names, and nothing else", () => {
    expect(parseTarget("made:3")).toEqual({ kind: "made", index: 3 });
    expect(parseTarget("box:1NT")).toEqual({ kind: "box", call: "1NT" });
    expect([undefined, "", "box", "box:", "card:SA"].map(parseTarget)).toEqual(Array(5).fill(null));
  });
});
