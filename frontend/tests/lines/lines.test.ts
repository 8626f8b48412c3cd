import { describe, expect, it } from "vitest";

import { EXAMPLES } from "../../src/entry/examples";
import { comparedSeat, differences } from "../../src/insight/comparison";
import {
  addBranch,
  branchPoint,
  canBranch,
  comparedMoments,
  lineLetter,
  type Lines,
  MOST_BRANCHES,
  removeLine,
  replaceShownLine,
  sharedCalls,
  shownLine,
  singleLine,
  switchLine,
} from "../../src/lines/lines";
import type { HiddenHand } from "../../src/service/types";
import { update } from "../../src/state/reducer";
import { isStale, momentOf, unansweredInput } from "../../src/state/selectors";
import { type Action, initialState, type State } from "../../src/state/state";
import { flatExplanation } from "../fixtures/explanation";

const MAIN = ["1D", "1H", "1S", "4H"];

/** The main line, and a branch that calls 2S in place of 1S. */
function twoLines(): Lines {
  return replaceShownLine(addBranch(singleLine(MAIN), 2), ["1D", "1H", "2S"]);
}

describe("lines", () => {
  it("leave the main line as it is", () => {
    const lines = twoLines();
    expect(lines.auctions).toEqual([MAIN, ["1D", "1H", "2S"]]);
    expect(shownLine(lines)).toEqual(["1D", "1H", "2S"]);
    expect(shownLine(switchLine(lines, 0))).toBe(MAIN);
  });

  it("know where they left it", () => {
    const { auctions } = twoLines();
    const left = { at: 2, seat: "S", call: "2S", mainCall: "1S" };
    expect(branchPoint(auctions, 1, "N")).toEqual(left);
    const longer = replaceShownLine(addBranch(singleLine(MAIN), 4), [...MAIN, "X"]);
    expect(branchPoint(longer.auctions, 1, "N")).toMatchObject({ at: 4, call: "X", mainCall: null });
  });

  it("are forgotten when they came to nothing", () => {
    const idle = addBranch(singleLine(MAIN), 2);
    expect(idle.auctions).toHaveLength(2);
    expect(switchLine(idle, 0)).toEqual(singleLine(MAIN));
    expect(addBranch(idle, 1).auctions).toEqual([MAIN, ["1D"]]);
  });

  it("are few, and never of an auction that is over", () => {
    const full = { auctions: Array.from({ length: MOST_BRANCHES + 1 }, () => MAIN), shown: 0 };
    expect(canBranch(full, "N", 1)).toBe(false);
    expect(canBranch(singleLine(MAIN), "N", 4)).toBe(true);
    expect(canBranch(singleLine(["P", "P", "P", "P"]), "N", 4)).toBe(false);
    expect(canBranch(singleLine(["P", "P", "P", "P"]), "N", 3)).toBe(true);
  });

  it("can be deleted, but for the main line", () => {
    const lines = twoLines();
    expect(removeLine(lines, 0)).toBe(lines);
    expect(removeLine(lines, 1)).toEqual(singleLine(MAIN));
    const three = replaceShownLine(addBranch(switchLine(lines, 0), 1), ["1D", "P"]);
    expect(removeLine(three, 1)).toEqual({ auctions: [MAIN, ["1D", "P"]], shown: 1 });
  });

  it("are compared where they differ", () => {
    expect(sharedCalls(MAIN, ["1D", "1H", "2S"])).toBe(2);
    expect(comparedMoments(MAIN, ["1D", "1H", "2S"], 0)).toEqual([3, 3]);
    expect(comparedMoments(MAIN, ["1D", "1H", "2S"], 4)).toEqual([4, 3]);
    expect(["A", "B"]).toEqual([lineLetter(0), lineLetter(1)]);
  });
});

describe("branching on the page", () => {
  const { input } = EXAMPLES[0]!; // 1H P, South to call
  const answered = (state: State) =>
    update(state, { type: "explanation received", input: state.input, explanation: flatExplanation(state.input) });
  const after = (state: State, ...actions: Action[]) => actions.reduce(update, state);
  const start = answered(update(initialState(), { type: "input replaced", input }));
  const branch = answered(
    after(
      start,
      { type: "moment set", moment: 1 },
      { type: "branch started", at: 1 },
      { type: "call made", call: "X" },
    ),
  );

  it("calls from the moment on show, and comes back to it", () => {
    expect(branch.input.auction).toEqual(["1H", "X"]);
    expect(branch.lines.auctions).toEqual([
      ["1H", "P"],
      ["1H", "X"],
    ]);
    expect(branch.moment).toBe(2);
    const back = update(branch, { type: "line shown", line: 0 });
    expect(back.input.auction).toEqual(["1H", "P"]);
    expect(back.moment).toBe(1);
  });

  it("asks about no line twice", () => {
    const back = update(branch, { type: "line shown", line: 0 });
    expect(isStale(back)).toBe(false);
    expect(back.explanation!.position.auction).toEqual(["1H", "P"]);
    const forth = update(back, { type: "line shown", line: 1 });
    expect([isStale(forth), forth.moment]).toEqual([false, 2]);
    const otherTable = update(branch, { type: "system set", side: "ew", system: "acol" });
    expect(isStale(update(otherTable, { type: "line shown", line: 0 }))).toBe(true);
  });

  it("compares with a line that may still have to be answered", () => {
    const compared = { line: 0, seat: "N" } as const;
    const pair = update(branch, { type: "lines compared", compared });
    expect(unansweredInput(pair)).toBeNull();
    const other = update({ ...pair, answers: new Map() }, { type: "moment set", moment: 1 });
    const asked = unansweredInput(other)!;
    expect(asked.auction).toEqual(["1H", "P"]);
    const explanation = flatExplanation(asked);
    const done = update(other, { type: "compared line answered", input: asked, explanation });
    expect(unansweredInput(done)).toBeNull();
    expect(update(pair, { type: "line shown", line: 0 }).compared).toEqual({ line: 1, seat: "N" });
  });

  it("ends with another deal, and survives another hand", () => {
    const replaced = update(branch, { type: "input replaced", input: EXAMPLES.at(-1)!.input });
    expect(replaced.lines).toEqual(singleLine(EXAMPLES.at(-1)!.input.auction));
    const cleared = update(branch, { type: "hand cleared" });
    expect(cleared.lines).toEqual(branch.lines);
  });

  it("goes back to the main line when the branch on show is deleted", () => {
    const deleted = update(branch, { type: "line deleted", line: 1 });
    expect([deleted.input.auction, deleted.moment]).toEqual([["1H", "P"], 1]);
    expect(deleted.lines.auctions).toHaveLength(1);
  });

  it("knows the moment that will be on show", () => {
    const waiting = update(start, { type: "call made", call: "2H" });
    expect(momentOf(waiting)).toBe(3);
    expect(momentOf(start)).toBe(2);
  });
});

describe("the hand to compare", () => {
  it("is the one chosen, or the first once that one is the viewer's own", () => {
    const explanation = flatExplanation({ ...EXAMPLES[0]!.input, seat: "N" });
    expect([comparedSeat(explanation, "W"), comparedSeat(explanation, "N")]).toEqual(["W", "E"]);
  });
});

describe("differences", () => {
  const flat = flatExplanation(EXAMPLES[0]!.input).moments[0]!.hands.N!;
  const shaped = (changes: Partial<HiddenHand>): HiddenHand => ({ ...flat, ...changes });

  it("say which way a range moved", () => {
    const weak = shaped({ hcp: { ...flat.hcp, low: 6, high: 9, median: 8 } });
    const strong = shaped({ hcp: { ...flat.hcp, low: 15, high: 17, median: 16 } });
    expect(differences(weak, strong)).toEqual(["More points: 15–17 HCP rather than 6–9."]);
    expect(differences(strong, weak)).toEqual(["Fewer points: 6–9 HCP rather than 15–17."]);
  });

  it("tell longer from shorter by the chances, and name the cards that moved most", () => {
    const exactly = (length: number) => ({
      low: length,
      high: length,
      median: length,
      probabilities: Array.from({ length: 14 }, (_, n) => (n === length ? 1 : 0)),
    });
    const short = shaped({ lengths: { ...flat.lengths, S: exactly(2) } });
    const cards = { ...flat.cards, S: [0.9, ...flat.cards.S.slice(1)] };
    const long = shaped({ lengths: { ...flat.lengths, S: exactly(5) }, cards });
    expect(differences(short, long)).toEqual([
      "Longer spades: 5 cards rather than 2.",
      "♠A: 90\u00a0% rather than 33\u00a0%.",
    ]);
    expect(differences(long, short)[0]).toBe("Shorter spades: 2 cards rather than 5.");
  });

  it("say so where there is none", () => {
    expect(differences(flat, flat)).toEqual(["Both lines show the same ranges here."]);
  });
});
