import { describe, expect, it } from "vitest";

import { EXAMPLES } from "../../src/entry/examples";
import { formatProblem, parseLink } from "../../src/state/link";
import { FIRST_HANDOUT, handoutMoments, toggleMoment } from "../../src/state/handout-choice";
import { update } from "../../src/state/reducer";
import { isStale, linkFragment, problemFragment } from "../../src/state/selectors";
import { initialState, type State } from "../../src/state/state";
import { flatExplanation } from "../fixtures/explanation";

const { input } = EXAMPLES.at(-1)!;

function answered(): State {
  const entered = update(initialState(), { type: "input replaced", input });
  return update(entered, { type: "explanation received", explanation: flatExplanation(input), input });
}

describe("the moments of the handout", () => {
  it("are the one on show until others are ticked", () => {
    const state = update(answered(), { type: "moment set", moment: 1 });
    expect(handoutMoments(state)).toEqual([1]);
    const chosen = update(state, { type: "handout set", handout: { moments: [0, 2] } });
    expect(handoutMoments(update(chosen, { type: "moment set", moment: 3 }))).toEqual([0, 2]);
  });

  it("stay in the order of the auction", () => {
    expect(toggleMoment([1, 4], 2)).toEqual([1, 2, 4]);
    expect(toggleMoment([1, 2, 4], 2)).toEqual([1, 4]);
    expect(toggleMoment([3], 3)).toEqual([]);
  });

  it("are forgotten with the auction, unlike the sheets", () => {
    const chosen = update(answered(), { type: "handout set", handout: { moments: [0, 2], problems: true } });
    expect(chosen.handout).toEqual({ ...FIRST_HANDOUT, moments: [0, 2], problems: true });
    const longer = update(chosen, { type: "call taken back" });
    expect(longer.handout).toEqual({ ...FIRST_HANDOUT, problems: true });
  });
});

describe("a problem that is opened", () => {
  const state = answered();
  const link = parseLink(formatProblem(input, input.auction.length));
  const posed = update(state, { type: "link opened", link });

  it("takes every answer from the page, also one that was there", () => {
    expect(posed).toMatchObject({ problem: true, explanation: null, explained: null, request: null });
    expect(posed.answers.size).toBe(0);
    expect(linkFragment(posed)).toBe(formatProblem(input, input.auction.length));
  });

  it("waits for its answer once it is asked for", () => {
    const asked = update(posed, { type: "problem opened" });
    expect([asked.problem, isStale(asked)]).toEqual([false, true]);
    expect(linkFragment(asked)).not.toContain("problem");
  });

  it("is none any more once something else is entered", () => {
    expect(update(posed, { type: "call taken back" })).toMatchObject({ problem: false });
  });

  it("is that of the moment on show", () => {
    const earlier = update(state, { type: "moment set", moment: 1 });
    expect(problemFragment(earlier)).toBe(formatProblem(input, 1));
  });
});
