import { describe, expect, it } from "vitest";

import { EXAMPLES } from "../../src/entry/examples";
import { toRequest } from "../../src/entry/input";
import { unreachable } from "../../src/service/failure";
import {
  type ExploringAction, NOT_EXPLORING, optionsKey, optionsOf, positionAhead, updateExploring,
} from "../../src/state/inspection";
import { wantedOptions } from "../../src/state/missing-options";
import { update } from "../../src/state/reducer";
import { type Action, initialState, type State } from "../../src/state/state";
import { lookOf } from "../../src/views/common/hover";
import { flatExplanation } from "../fixtures/explanation";
import { meaning, options } from "../fixtures/options";

const { input } = EXAMPLES[1]!; // 1H P; South to call
const AT = { left: 0, top: 0, width: 10, height: 10, around: null };
const AHEAD = positionAhead(toRequest(input));
const KEY = optionsKey(AHEAD);
const TOLD = { kind: "told", options: options(input, [meaning("1S", [6, 12], [[4, 6], [0, 3], [0, 4], [0, 4]])]) } as const;

function after(state: State, ...actions: Action[]): State {
  return actions.reduce(update, state);
}

function explained(): State {
  const explanation = flatExplanation(input);
  return after(initialState(input), { type: "answered", explanation, input });
}

function look(kind: "box" | "next", call: string): Action {
  return { type: "call looked at", look: { kind, call }, anchor: AT };
}

describe("what is asked of calls to come", () => {
  it("nothing, until somebody looks", () => {
    expect(wantedOptions(explained())).toEqual([]);
  });

  it("one question for all calls of an auction, whoever holds what", () => {
    const wanted = wantedOptions(after(explained(), look("box", "1S")));
    expect(wanted).toEqual([{ ...toRequest(input), hand: null, seat: "S" }]);
    expect(wantedOptions(after(explained(), look("next", "2H")))).toEqual(wanted);
    const asked = after(explained(), look("box", "1S"), {
      type: "options answered", key: optionsKey(wanted[0]!), answer: { kind: "asking" },
    });
    expect(wantedOptions(after(asked, look("next", "P")))).toEqual([]);
  });

  it("the moment shown, for what could have been called then", () => {
    const before = after(explained(), { type: "moment set", moment: 0 }, look("next", "1NT"));
    expect(wantedOptions(before)).toMatchObject([{ auction: [], seat: "N" }]);
  });

  it("the auction entered, even before there is a hand", () => {
    const empty = after(initialState(), { type: "call made", call: "1D" }, look("box", "1H"));
    expect(wantedOptions(empty)).toMatchObject([{ auction: ["1D"], seat: "E", hand: null }]);
  });

  it("nothing for calls made, illegal calls and pictures that are veiled", () => {
    const made: Action = { type: "call looked at", look: { kind: "made", index: 0 }, anchor: AT };
    expect(wantedOptions(after(explained(), made))).toEqual([]);
    expect(wantedOptions(after(explained(), look("box", "1C")))).toEqual([]);
    const stale = after(explained(), { type: "call made", call: "2H" }, look("next", "2S"));
    expect(wantedOptions(stale)).toEqual([]);
  });

  it("the end of the auction, where reasons are wanted; not at every step", () => {
    const why = after(explained(), { type: "depth set", depth: "why" });
    expect(wantedOptions(why)).toEqual([AHEAD]);
    const told = after(why, { type: "options answered", key: KEY, answer: TOLD });
    expect(wantedOptions(after(told, { type: "moment set", moment: 0 }))).toEqual([]);
    expect(optionsOf(told.exploring, toRequest(input))).toBe(TOLD.options.options);
  });

  it("another system, vulnerability or dealer is another question", () => {
    const keys = [
      AHEAD, { ...AHEAD, vulnerability: "both" }, { ...AHEAD, dealer: "E" },
      { ...AHEAD, systems: { ns: "acol", ew: "sayc" } }, { ...AHEAD, systems: { ns: "sayc", ew: "acol" } },
    ].map((position) => optionsKey(position as typeof AHEAD));
    expect(new Set(keys).size).toBe(5);
  });
});

describe("looking at calls", () => {
  it("ends with what is entered, and at another moment for calls to come", () => {
    const looking = after(explained(), look("next", "1S"));
    expect(after(looking, { type: "moment set", moment: 0 }).exploring.look).toBeNull();
    expect(after(looking, { type: "call made", call: "1S" }).exploring.look).toBeNull();
    expect(after(looking, { type: "looked away" }).exploring.anchor).toBeNull();
    const made: Action = { type: "call looked at", look: { kind: "made", index: 0 }, anchor: AT };
    const stepped = after(explained(), made, { type: "moment set", moment: 1 });
    expect(stepped.exploring.look).toEqual({ kind: "made", index: 0 });
  });

  it("asks again what failed once another call is looked at", () => {
    const failed: ExploringAction = { type: "options answered", key: KEY, answer: { kind: "failed", failure: unreachable() } };
    const state = after(explained(), look("box", "1S"), failed);
    expect(wantedOptions(after(state, look("box", "1S")))).toEqual([]);
    expect(wantedOptions(after(state, look("box", "2H")))).toEqual([AHEAD]);
    expect(wantedOptions(after(state, { type: "depth set", depth: "why" }))).toEqual([AHEAD]);
  });

  it("keeps no more than the latest answers", () => {
    const many = Array.from({ length: 60 }, (_, place) => `${place}`);
    const full = many.reduce(
      (all, key) => updateExploring(all, { type: "options answered", key, answer: TOLD }),
      NOT_EXPLORING,
    );
    const kept = Object.keys(full.answers);
    expect(kept.length).toBe(40);
    expect(kept).toContain("59");
    expect(kept).not.toContain("19");
  });

  it("reads what an element names, and nothing else", () => {
    expect(lookOf("made:3")).toEqual({ kind: "made", index: 3 });
    expect(lookOf("box:1NT")).toEqual({ kind: "box", call: "1NT" });
    expect([undefined, "", "box", "box:", "card:SA"].map(lookOf)).toEqual(Array(5).fill(null));
  });
});
