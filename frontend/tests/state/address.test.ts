import { describe, expect, it } from "vitest";

import { EXAMPLES } from "../../src/entry/examples";
import { addressFragment, isNewEntry } from "../../src/state/address";
import { parseLink } from "../../src/state/link";
import { update } from "../../src/state/reducer";
import { linkFragment } from "../../src/state/selectors";
import { type Action, initialState, type State } from "../../src/state/state";
import { flatExplanation } from "../fixtures/explanation";
import { HANDS, NO_HANDS, recorded } from "../fixtures/review";

const FILE = [1, 2, 3].map((number) => recorded({ number, hands: { ...NO_HANDS, S: HANDS.S } }));

function opened(state = initialState()): State {
  const outcome = { kind: "boards" as const, found: { boards: FILE, refused: [], more: false } };
  return after(
    state,
    { type: "parse requested", field: "paste", source: { text: "…" } },
    { type: "parse finished", field: "paste", outcome },
  );
}

function after(state: State, ...actions: Action[]): State {
  return actions.reduce(update, state);
}

function answered(state: State): State {
  const { input } = state;
  const explanation = flatExplanation(input);
  return update(state, { type: "explanation received", explanation, input });
}

function isNew(state: State, action: Action): boolean {
  return isNewEntry(state, action, update(state, action));
}

describe("the address", () => {
  const list = opened();
  const board = update(list, { type: "board opened", index: 1 });
  const { id } = list.review.list!;

  it("has the place in the file of boards; a link for others has not", () => {
    expect(addressFragment(list)).toBe(`boards=${id}`);
    expect(addressFragment(board)).toBe(`${linkFragment(board)}&boards=${id}.1`);
    expect(addressFragment(update(initialState(), { type: "view set", view: "boards" }))).toBe("boards");
  });

  it("leads back to the list, with its board, and to the board", () => {
    const back = update(board, { type: "link opened", link: parseLink(addressFragment(list)) });
    expect(back.review).toMatchObject({ view: "boards", list: { open: 1 } });
    const on = update(back, { type: "link opened", link: parseLink(addressFragment(board)) });
    expect(on.review).toMatchObject({ view: "review", list: { open: 1 } });
    expect(on.input).toBe(board.input);
    const fresh = update(initialState(), { type: "link opened", link: parseLink(addressFragment(board)) });
    expect(fresh.review).toMatchObject({ view: "review", list: null, wanted: { file: id, open: 1 } });
    const loaded = update(fresh, { type: "kept boards loaded", list: list.review.list });
    expect(addressFragment(loaded)).toBe(addressFragment(board));
  });

  it("says so where the browser no longer has the file", () => {
    const lost = after(
      initialState(),
      { type: "link opened", link: parseLink("#boards=x1") },
      { type: "kept boards loaded", list: null },
    );
    expect(lost.textFields.paste.error).toContain("open it once more");
    expect(lost.review.wanted).toBeNull();
  });
});

describe("the browser's history", () => {
  const [{ input: first }, { input: second }] = [EXAMPLES[0]!, EXAMPLES[1]!];
  const shown = answered(update(initialState(), { type: "input replaced", input: first }));

  it("has an entry for each step, board and view", () => {
    expect(isNew(initialState(), { type: "input replaced", input: first })).toBe(true);
    expect(isNew(shown, { type: "moment set", moment: 1 })).toBe(true);
    expect(isNew(shown, { type: "input replaced", input: second })).toBe(true);
    expect(isNew(opened(), { type: "board opened", index: 0 })).toBe(true);
    expect(isNew(shown, { type: "view set", view: "review" })).toBe(true);
  });

  it("has one entry for what is entered until it is answered", () => {
    const typed: Action = { type: "hand typed", text: "AK" };
    expect(isNew(shown, typed)).toBe(true);
    expect(isNew(update(shown, typed), { type: "hand typed", text: "AKQ" })).toBe(false);
    expect(isNew(update(shown, typed), { type: "input replaced", input: second })).toBe(true);
  });

  it("has none for a turned table, nor for its own links", () => {
    expect(isNew(shown, { type: "table turned", bottom: "W" })).toBe(false);
    expect(isNew(shown, { type: "link opened", link: parseLink("#boards") })).toBe(false);
  });

  it("goes back to the empty page, without the last answer", () => {
    const back = update(shown, { type: "link opened", link: parseLink("") });
    expect([back.explanation, back.awaited]).toEqual([null, false]);
  });

  it("goes back through an auction without asking again, and keeps what can be undone", () => {
    const there = addressFragment(shown);
    const back = update(update(shown, { type: "moment set", moment: 0 }), {
      type: "link opened",
      link: parseLink(there),
    });
    expect([back.moment, back.explained, back.history]).toEqual([2, shown.input, shown.history]);
    expect(back.input).toBe(shown.input);
  });
});
