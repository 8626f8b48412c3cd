import { describe, expect, it } from "vitest";

import { boardName, isLastOfSet } from "../../src/practice/class-set";
import { formatPracticeLink, parsePracticeLink } from "../../src/practice/practice-link";
import { updatePractice } from "../../src/practice/practice-reducer";
import { firstPracticeState } from "../../src/practice/practice-state";
import { boardMet } from "../fixtures/practice-answers";
import { HANDS } from "../fixtures/review";

function opened(fragment: string) {
  return updatePractice(firstPracticeState(), { type: "link read", link: parsePracticeLink(fragment) });
}

describe("a link to practice", () => {
  it("brings back the board and what is practised", () => {
    const fragment = "system=acol&opponents=21&theme=stayman&level=close&board=1003";
    const link = parsePracticeLink(`#${fragment}`);
    expect(link).toMatchObject({ errors: [], boards: [{ source: { id: 1003 }, theme: "stayman" }] });
    const state = opened(fragment);
    expect(state.settings).toMatchObject({ system: "acol", opponents: "21", level: "close" });
    const whole = { id: 1003, number: 4, dealer: "W", vulnerability: "both", seat: "S", hands: HANDS } as const;
    expect(formatPracticeLink(updatePractice(state, boardMet(whole)))).toBe(fragment);
  });

  it("brings back a pasted board with its hands", () => {
    const source = { hands: HANDS, dealer: "E", vulnerability: "NS", seat: "W" } as const;
    const state = updatePractice(firstPracticeState(), { type: "boards queued", boards: [{ source, theme: null }] });
    const fragment = formatPracticeLink(state);
    expect(opened(fragment).board).toEqual(state.board);
  });

  it("says that boards start at the decision of their theme", () => {
    const { settings } = parsePracticeLink("system=sayc&theme=rebid&decision=1");
    const state = firstPracticeState({ ...firstPracticeState().settings, ...settings });
    expect(formatPracticeLink(state)).toBe("system=sayc&theme=rebid&decision=1");
    expect(parsePracticeLink("system=sayc&theme=rebid").settings.atDecision).toBe(false);
  });

  it("says all of what is practised, whatever was practised before", () => {
    const before = { ...firstPracticeState().settings, theme: "preempt", level: "close", drawn: true } as const;
    const link = parsePracticeLink("system=2%2F1&theme=takeout_double");
    const { settings } = updatePractice(firstPracticeState(before), { type: "link read", link });
    expect(settings).toMatchObject({ system: "21", theme: "takeout_double", level: null, drawn: false });
  });

  it("carries the cards of both sides", () => {
    const state = opened("system=21-a0e2&opponents=precision&theme=changes");
    expect(state.settings).toMatchObject({ system: "21-a0e2", opponents: "precision", theme: "changes" });
    expect(formatPracticeLink(state)).toBe("system=21-a0e2&opponents=precision&theme=changes");
  });

  it("is empty before anything is chosen", () => {
    expect(formatPracticeLink(firstPracticeState())).toBe("");
    expect(parsePracticeLink("")).toEqual({
      view: "bid",
      settings: {},
      boards: [],
      set: null,
      lesson: null,
      tokens: null,
      table: null,
      errors: [],
    });
  });

  it.each([
    ["board=x", "“x”"],
    ["board=-1", "“-1”"],
    ["system=roman", "must be one of sayc"],
    ["level=hard", "clear, usual, close"],
    ["deal=AKQ_", "four hands"],
    ["bord=3", "“bord”"],
  ])("names its fault: %s", (fragment, words) => {
    const { errors, boards } = parsePracticeLink(fragment);
    expect(errors.join()).toContain(words);
    expect(boards).toEqual([]);
  });
});

describe("the link of a class", () => {
  it("has its boards in turn, and keeps the place", () => {
    const state = opened("set=acol.stayman.8-12");
    expect(state.opening!.source).toEqual({ id: 8 });
    expect(state.settings).toMatchObject({ system: "sayc", opponents: "sayc" });
    const whole = { id: 8, number: 4, dealer: "W", vulnerability: "both", seat: "S", hands: HANDS } as const;
    let next = updatePractice(state, boardMet(whole));
    expect(formatPracticeLink(next)).toBe("set=acol.stayman.8-12");
    expect(next.board!.systems).toEqual({ ns: "acol", ew: "acol" });
    next = updatePractice(next, { type: "board wanted", seed: 1 });
    next = updatePractice(next, boardMet({ ...whole, id: 12 }));
    expect(formatPracticeLink(next)).toBe("set=acol.stayman.8-12&at=2");
    expect(opened("set=acol.stayman.8-12&at=2").opening!.source).toEqual({ id: 12 });
    next = updatePractice(next, { type: "board wanted", seed: 1 });
    expect(next.set).toBeNull();
  });

  it("shows a teacher's set, and touches no board at the table", () => {
    const whole = { id: 8, number: 14, dealer: "E", vulnerability: "none", seat: "S", hands: HANDS } as const;
    const fragment = "view=class&set=acol.stayman.8-12";
    const link = parsePracticeLink(fragment);
    const state = updatePractice(updatePractice(opened("board=8"), boardMet(whole)), { type: "link read", link });
    expect(state.classroom.set).toEqual({ system: "acol", theme: "stayman", boards: ["8", "12"] });
    expect([state.view, state.set, state.opening, state.board!.source]).toEqual(["class", null, null, { id: 8 }]);
    expect(formatPracticeLink(state)).toBe(fragment);
  });

  it("numbers its boards by dealer and vulnerability, and says which is the last", () => {
    const whole = { id: 8, number: 14, dealer: "E", vulnerability: "none", seat: "S", hands: HANDS } as const;
    const first = updatePractice(opened("set=acol.stayman.8-12"), boardMet(whole));
    expect([boardName(first), isLastOfSet(first)]).toEqual(["Board 3 (1 of 2)", false]);
    const last = updatePractice(opened("set=acol.stayman.12-8&at=2"), boardMet(whole));
    expect([boardName(last), isLastOfSet(last)]).toEqual(["Board 3 (2 of 2)", true]);
    const alone = updatePractice(opened("board=8"), boardMet(whole));
    expect([boardName(alone), isLastOfSet(alone)]).toEqual(["Board 14", false]);
  });

  it("names its fault", () => {
    expect(parsePracticeLink("set=acol.stayman.x").errors.join()).toContain("“x”");
  });
});
