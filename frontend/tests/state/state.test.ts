import { describe, expect, it } from "vitest";

import { parseHand } from "../../src/bridge/hand";
import { EXAMPLES } from "../../src/entry/examples";
import { boardError, EMPTY_INPUT, isComplete, toRequest, withHandText } from "../../src/entry/input";
import type { RecordedBoard, RejectedBoard } from "../../src/service/boards";
import { unreachable } from "../../src/service/failure";
import { fromFragment, parseLink, toFragment } from "../../src/state/link";
import { update } from "../../src/state/reducer";
import { callOnCard, isFolded, isStale, unrefinedInput } from "../../src/state/selectors";
import { actionForKey } from "../../src/state/shortcuts";
import { type Action, initialState, type State } from "../../src/state/state";
import { flatExplanation } from "../fixtures/explanation";

function after(...actions: Action[]): State {
  return actions.reduce(update, initialState());
}

const NOTHING: RecordedBoard = {
  line: 1,
  event: "",
  number: null,
  dealer: null,
  vulnerability: null,
  auction: [],
  notes: [],
  cards: { ns: null, ew: null },
  hands: { N: null, E: null, S: null, W: null },
};

function answered(state: State): State {
  const { input } = state;
  return update(state, { type: "explanation received", input, explanation: flatExplanation(input) });
}

describe("the hand", () => {
  it("is the same by grid and by text", () => {
    const typed = after({ type: "hand typed", text: "♠AK ♥10" });
    expect(typed.input.cards).toEqual(["SA", "SK", "HT"]);
    const clicked = update(typed, { type: "card toggled", card: "SK" });
    expect(clicked.input.handText).toBe("A.T..");
  });

  it("keeps what was typed, also where it cannot be read", () => {
    const { input } = after({ type: "hand typed", text: "AKX.T" });
    expect(input.handText).toBe("AKX.T");
    expect(input.cards).toEqual(["SA", "SK", "HT"]);
    expect(isComplete(input)).toBe(false);
    expect(toRequest(input).hand).toBe("AKX.T");
  });

  it("takes no fourteenth card from the grid", () => {
    const full = after({ type: "hand typed", text: "AKJT985.6.A76.84" });
    expect(update(full, { type: "card toggled", card: "SQ" })).toBe(full);
  });

  it("is nobody's for a spectator", () => {
    const { input } = after({ type: "spectator set", spectator: true });
    expect(isComplete(input)).toBe(true);
    expect(toRequest(input).hand).toBeNull();
  });
});

describe("the entry as one line", () => {
  const { input } = EXAMPLES[1]!;
  const hand = { type: "hand typed", text: "AKJT985.6.A76.84" } as const;
  const boards = (count: number, refused: RejectedBoard[] = []) =>
    ({
      type: "parse finished",
      field: "paste",
      outcome: { kind: "boards", found: { boards: Array(count).fill(NOTHING), refused, more: false } },
    }) as const;
  const pasted = { type: "parse requested", field: "paste", source: { text: "" } } as const;

  it("stands for what came in whole or was submitted, never for half a hand", () => {
    expect(after({ type: "input replaced", input }).folded).toBe(true);
    expect(after({ type: "link opened", link: parseLink("#hand=AKJT985.6.A76.84") }).folded).toBe(true);
    expect(after({ type: "link opened", link: parseLink("") }, hand).folded).toBe(false);
    expect(after(hand).folded).toBe(false);
    expect(after(hand, { type: "entry folded", folded: true }).folded).toBe(true);
    expect(after({ type: "entry folded", folded: true }, hand).folded).toBe(false);
    expect(after(hand, pasted, boards(1)).folded).toBe(true);
    expect(after(hand, pasted, boards(2)).folded).toBe(false);
    const refused = { line: 9, number: null, reason: "No hand.", said: null };
    expect(after(hand, pasted, boards(1, [refused])).folded).toBe(false);
  });

  it("opens to be changed, for a branch, and for a fault", () => {
    const folded = answered(after({ type: "input replaced", input }));
    expect(update(folded, { type: "entry folded", folded: false }).folded).toBe(false);
    expect(update(folded, { type: "branch started", at: 0 }).folded).toBe(false);
    expect(update(folded, { type: "call made", call: "2S" }).folded).toBe(true);
    expect(update(folded, { type: "hand cleared" }).folded).toBe(false);
    const fault = { title: "", errors: [{ field: "auction", text: "" }], retry: false } as const;
    expect(isFolded(update(folded, { type: "request failed", failure: { ...fault, errors: [...fault.errors] } }))).toBe(
      false,
    );
    expect(isFolded(update(folded, { type: "request failed", failure: unreachable() }))).toBe(true);
  });
});

describe("the dealer", () => {
  const make = (call: string): Action => ({ type: "call made", call, ownTurn: true });

  it("is taken from the calls until somebody says it", () => {
    const one = after(make("1NT"));
    expect([one.input.dealer, one.input.board]).toEqual(["E", ""]);
    const four = after(make("1NT"), make("P"), make("2H"), make("P"));
    expect(four.input.dealer).toBe("S");
    expect(update(four, { type: "call taken back", ownTurn: true }).input.dealer).toBe("W");
    expect(after({ type: "seat set", seat: "E" }, make("1NT")).input.dealer).toBe("N");
  });

  it("stays as it was said, and where calls are made without it", () => {
    expect(after({ type: "dealer set", dealer: "W" }, make("1NT")).input.dealer).toBe("W");
    expect(after({ type: "board typed", board: "1" }, make("1NT")).input.dealer).toBe("N");
    expect(after({ type: "call made", call: "1NT" }).input.dealer).toBe("N");
    const listed = after(make("1NT"), make("P"), { type: "call made", call: "2H" }, make("P"));
    expect(listed.input.dealer).toBe("N");
    expect(after({ type: "spectator set", spectator: true }, make("1NT")).input.dealer).toBe("N");
    const link = parseLink("#hand=AKJT985.6.A76.84&dealer=N&auction=1H-P");
    expect(after({ type: "link opened", link }, make("2H")).input.dealer).toBe("N");
  });
});

describe("the table", () => {
  it("follows the board number", () => {
    const { input } = after({ type: "board typed", board: "7" });
    expect([input.dealer, input.vulnerability]).toEqual(["S", "both"]);
    const far = after({ type: "board typed", board: "20" }).input;
    expect([far.dealer, far.vulnerability]).toEqual(["W", "both"]);
  });

  it("can be overridden, and then has no board number", () => {
    const { input } = after({ type: "board typed", board: "2" }, { type: "vulnerability set", vulnerability: "both" });
    expect([input.board, input.dealer, input.vulnerability]).toEqual(["", "E", "both"]);
  });

  it.each(["", "0", "abc", "1.5", "-3"])("leaves “%s” for a board number alone", (board) => {
    const { input } = after({ type: "dealer set", dealer: "W" }, { type: "board typed", board });
    expect([input.dealer, input.vulnerability]).toEqual(["W", "none"]);
    expect(boardError(input)).toBe(board === "" ? null : "Board numbers start at 1");
  });

  it.each([" ", "1", "32"])("has nothing against “%s” for a board", (board) => {
    expect(boardError(after({ type: "board typed", board }).input)).toBeNull();
  });
});

describe("the auction", () => {
  it("takes legal calls only", () => {
    const state = after({ type: "call made", call: "1H" }, { type: "call made", call: "1D" });
    expect(state.input.auction).toEqual(["1H"]);
  });

  it("can be taken back and cleared", () => {
    const state = after({ type: "call made", call: "1H" }, { type: "call made", call: "P" });
    expect(update(state, { type: "call taken back" }).input.auction).toEqual(["1H"]);
    expect(update(state, { type: "auction cleared" }).input.auction).toEqual([]);
  });

  it("keeps its calls when another player deals: they turn with the dealer", () => {
    const state = after({ type: "call made", call: "1H" }, { type: "call made", call: "X" });
    expect(update(state, { type: "dealer set", dealer: "E" }).input.auction).toEqual(["1H", "X"]);
  });
});

describe("answers", () => {
  const example = initialState(EXAMPLES[0]!.input);

  it("show the end of the auction first", () => {
    expect(answered(example).moment).toBe(2);
  });

  it("go stale as soon as the input changes, and stay in sight", () => {
    const shown = answered(example);
    expect(isStale(shown)).toBe(false);
    const changed = update(shown, { type: "call made", call: "2H" });
    expect(isStale(changed)).toBe(true);
    expect(changed.explanation).toBe(shown.explanation);
  });

  it("keep the moment when only hand or table changed", () => {
    const back = update(answered(example), { type: "moment set", moment: 1 });
    const other = update(back, { type: "seat set", seat: "N" });
    expect(answered(other).moment).toBe(1);
  });

  it("replace a failure, and a failure keeps the input", () => {
    const failed = update(example, { type: "request failed", failure: unreachable() });
    expect(failed.input).toBe(example.input);
    expect([failed.request?.kind, answered(failed).request]).toEqual(["failed", null]);
  });

  it("are stepped through with the keys, within the auction", () => {
    const press = (state: State, key: string) => update(state, actionForKey(key, state)!);
    const shown = answered(example);
    expect(press(shown, "ArrowRight").moment).toBe(2);
    expect(press(shown, "ArrowLeft").moment).toBe(1);
    expect(press(shown, "Home").moment).toBe(0);
    expect(press(press(shown, "Home"), "ArrowLeft").moment).toBe(0);
    expect(press(press(shown, "Home"), "End").moment).toBe(2);
    expect(actionForKey("q", shown)).toBeNull();
    expect(actionForKey("ArrowLeft", example)).toBeNull();
  });
});

describe("refined answers", () => {
  const bid = (calls: string[]) => calls.map((call): Action => ({ type: "call made", call }));
  const shown = (...calls: string[]) => answered(after({ type: "spectator set", spectator: true }, ...bid(calls)));
  const refined = (state: State, input = state.input) =>
    update(state, {
      type: "refined explanation received",
      input,
      explanation: { ...flatExplanation(input), refined: true },
    });

  it("are wanted once an auction with a bid is answered, and once only", () => {
    const state = shown("P", "1H");
    expect(unrefinedInput(state)).toBe(state.input);
    expect(unrefinedInput(refined(state))).toBeNull();
    expect(unrefinedInput(shown("P"))).toBeNull();
    expect(unrefinedInput(update(state, { type: "call made", call: "1S" }))).toBeNull();
  });

  it("take the place of the first, at the moment on show, and are kept", () => {
    const before = update(shown("P", "1H"), { type: "moment set", moment: 1 });
    const state = refined(before);
    expect(state).toEqual({ ...before, explanation: state.explanation, answers: state.answers });
    expect(state.explanation?.refined).toBe(true);
    const longer = update(state, { type: "call made", call: "1S" });
    const back = update(longer, { type: "undone" });
    expect(back.explanation?.refined).toBe(true);
  });

  it("of what is no longer on show change nothing there", () => {
    const state = shown("P", "1H");
    const longer = answered(update(state, { type: "call made", call: "1S" }));
    expect(refined(longer, state.input).explanation).toBe(longer.explanation);
  });

  it("are wanted of the line beside as well, after what is on show", () => {
    const branch = answered(update(shown("P", "1H"), { type: "branch started", at: 2 }));
    const other = answered(update(branch, { type: "call made", call: "1NT" }));
    const both = update(other, { type: "lines compared", compared: { line: 0, seat: "N" } });
    expect(unrefinedInput(both)).toBe(both.input);
    expect(unrefinedInput(refined(both))?.auction).toEqual(["P", "1H"]);
    const failed = update(both, { type: "refinement failed", input: both.input });
    expect(unrefinedInput(failed)?.auction).toEqual(["P", "1H"]);
    expect(unrefinedInput(update(failed, { type: "refinement failed", input: unrefinedInput(failed)! }))).toBeNull();
  });

  it("that could not be had are wanted again once the position comes back", () => {
    const failed = update(shown("P", "1H"), { type: "refinement failed", input: shown("P", "1H").input });
    const longer = update(failed, { type: "call made", call: "1S" });
    expect(unrefinedInput(update(longer, { type: "undone" }))?.auction).toEqual(["P", "1H"]);
  });
});

describe("turning the table", () => {
  it("brings every seat to the bottom in turn, clockwise", () => {
    let state = answered(after({ type: "seat set", seat: "E" }));
    const bottoms = Array.from({ length: 5 }, () => {
      const { bottom } = state;
      state = update(state, actionForKey("f", state)!);
      return bottom;
    });
    expect(bottoms).toEqual(["S", "W", "N", "E", "S"]);
  });

  it("waits for a picture", () => expect(actionForKey("f", initialState())).toBeNull());
});

describe("a pinned card", () => {
  const pinned = update(answered(initialState(EXAMPLES[0]!.input)), { type: "card pinned", card: "SK" });

  it("stays while one steps", () => {
    expect(update(pinned, { type: "moment set", moment: 0 }).pinned).toBe("SK");
  });

  it("is let go with Escape", () => {
    const free = update(pinned, actionForKey("Escape", pinned)!);
    expect(free.pinned).toBeNull();
    expect(actionForKey("Escape", free)).toBeNull();
  });
});

describe("the list of keys", () => {
  it("comes and goes with its own key, and goes with Escape before a pinned card does", () => {
    const press = (state: State, key: string) => update(state, actionForKey(key, state)!);
    const pinned = update(answered(initialState(EXAMPLES[0]!.input)), { type: "card pinned", card: "SK" });
    const shown = press(pinned, "?");
    expect(shown.shortcutsShown).toBe(true);
    expect(press(shown, "?").shortcutsShown).toBe(false);
    expect(press(shown, "Escape")).toMatchObject({ shortcutsShown: false, pinned: "SK" });
  });
});

describe("shortcuts of one character", () => {
  const shown = answered(initialState(EXAMPLES[0]!.input));
  const off = update({ ...shown, shortcutsShown: true }, { type: "shortcuts set", on: false });

  it("do nothing once they are turned off", () => {
    expect(["f", "?"].map((key) => actionForKey(key, shown))).not.toContain(null);
    expect(["f", "?"].map((key) => actionForKey(key, off))).toEqual([null, null]);
    const on = update(off, { type: "shortcuts set", on: true });
    expect(actionForKey("f", on)).toEqual(actionForKey("f", shown));
  });

  it("leave the other keys as they are", () => {
    expect(actionForKey("Home", off)).toEqual({ type: "moment set", moment: 0 });
    expect(actionForKey("ArrowLeft", off)).toEqual(actionForKey("ArrowLeft", shown));
    expect(actionForKey("Escape", off)).toEqual({ type: "shortcuts toggled" });
  });
});

describe("links", () => {
  it.each(EXAMPLES.map(({ name, input }) => [name, input] as const))("bring back the whole input: %s", (_, input) =>
    expect(fromFragment(`#${toFragment(input)}`)).toEqual(input),
  );

  it("show the end where they name no moment, also of the auction on show", () => {
    const shown = update(answered(initialState(EXAMPLES[0]!.input)), { type: "moment set", moment: 1 });
    const link = { ...parseLink(toFragment(shown.input)), moment: null };
    expect(update(shown, { type: "link opened", link }).moment).toBe(2);
    const at = update(shown, { type: "link opened", link: { ...link, moment: 0 } });
    expect(at.moment).toBe(0);
  });

  it("that are broken fall back on defaults and legal calls", () => {
    expect(fromFragment("#seat=Q&dealer=7&vul=some&ns=mine&auction=1H-1D-zz")).toEqual({
      ...EMPTY_INPUT,
      board: "",
      auction: ["1H"],
    });
    expect(fromFragment("")).toEqual(EMPTY_INPUT);
  });
});

describe("examples", () => {
  it.each(EXAMPLES)("$name is complete and legal", ({ input }) => {
    expect(isComplete(input)).toBe(true);
    expect(parseHand(input.handText).error).toBeNull();
    expect(fromFragment(toFragment(input)).auction).toEqual(input.auction);
  });
});

describe("a call chosen among the likely ones", () => {
  const begun = () => {
    const input = { ...withHandText(EMPTY_INPUT, "AKQJ.T98.765.432"), auction: ["1C", "P"] };
    return answered(update(initialState(), { type: "input replaced", input }));
  };

  it("is made at the end of the auction", () => {
    const called = update(begun(), { type: "call chosen", moment: 2, call: "1S" });
    expect(called.lines.auctions).toEqual([["1C", "P", "1S"]]);
  });

  it("is tried on another line at an earlier moment, where it is another call", () => {
    const tried = update(begun(), { type: "call chosen", moment: 1, call: "1D" });
    expect(tried.lines).toEqual({
      auctions: [
        ["1C", "P"],
        ["1C", "1D"],
      ],
      shown: 1,
    });
    const same = update(begun(), { type: "call chosen", moment: 1, call: "P" });
    expect([same.lines.auctions.length, same.moment, callOnCard(same)]).toEqual([1, 2, 1]);
  });

  it("is not made where no other line may be had", () => {
    let state = begun();
    for (const call of ["1D", "1H", "1S", "1NT", "2C", "2D"]) {
      const main = answered(update(state, { type: "line shown", line: 0 }));
      state = update(main, { type: "call chosen", moment: 1, call });
    }
    const main = answered(update(state, { type: "line shown", line: 0 }));
    expect(main.lines.auctions).toHaveLength(7);
    expect(update(main, { type: "call chosen", moment: 1, call: "2H" })).toBe(main);
  });
});

describe("the call on the card", () => {
  it("is the one that was tapped, until the next step", () => {
    const input = { ...withHandText(EMPTY_INPUT, "AKQJ.T98.765.432"), auction: ["1D", "P"] };
    const shown = answered(update(initialState(), { type: "input replaced", input }));
    const tapped = update(shown, { type: "call selected", index: 1 });
    expect([callOnCard(tapped), tapped.moment]).toEqual([1, 2]);
    const back = update(tapped, { type: "moment set", moment: 1 });
    expect(callOnCard(back)).toBe(0);
    expect(callOnCard(initialState())).toBeNull();
  });
});

describe("lines and undo together", () => {
  const begun = () => {
    const input = { ...withHandText(EMPTY_INPUT, "AKQJ.T98.765.432"), auction: ["1C", "P"] };
    return update(initialState(), { type: "input replaced", input });
  };

  it("undo brings back the line as it was, and keeps the other lines", () => {
    const branch = update(update(begun(), { type: "branch started", at: 2 }), { type: "call made", call: "1S" });
    expect(branch.lines.auctions).toEqual([
      ["1C", "P"],
      ["1C", "P", "1S"],
    ]);
    const back = update(branch, { type: "undone" });
    expect(back.lines).toEqual({
      auctions: [
        ["1C", "P"],
        ["1C", "P"],
      ],
      shown: 1,
    });
    expect(back.input.auction).toBe(back.lines.auctions[1]);
  });

  it("undo takes a branch back, and goes on with what was entered before it", () => {
    const start = begun();
    const called = update(start, { type: "call made", call: "1H" });
    const branch = update(called, { type: "branch started", at: called.input.auction.length });
    const back = update(branch, { type: "undone" });
    expect([back.lines, back.input]).toEqual([called.lines, called.input]);
    expect(update(back, { type: "undone" }).input).toBe(start.input);
  });

  it("what was entered before a branch can be had again once the branch is deleted", () => {
    const start = begun();
    const dealt = update(start, { type: "random board dealt" });
    const called = update(dealt, { type: "call made", call: "P" });
    let state = update(update(called, { type: "branch started", at: called.input.auction.length }), {
      type: "line deleted",
      line: 1,
    });
    for (let step = 0; step < 4; step += 1) state = update(state, { type: "undone" });
    expect(state.input).toBe(start.input);
  });

  it("undo goes back to the line where the last change was made", () => {
    const branch = update(update(begun(), { type: "branch started", at: 2 }), { type: "call made", call: "1S" });
    const main = update(branch, { type: "line shown", line: 0 });
    const back = update(main, { type: "undone" });
    expect(back.lines).toEqual({
      auctions: [
        ["1C", "P"],
        ["1C", "P"],
      ],
      shown: 1,
    });
  });

  it("another deal has no lines of the last one", () => {
    const branch = update(update(begun(), { type: "branch started", at: 2 }), { type: "call made", call: "1S" });
    const dealt = update(branch, { type: "random board dealt" });
    expect(dealt.lines).toEqual({ auctions: [dealt.input.auction], shown: 0 });
    const back = update(dealt, { type: "undone" });
    expect([back.lines, back.input]).toEqual([branch.lines, branch.input]);
  });

  it("a branch that was deleted comes back, shown if it was", () => {
    const branch = update(update(begun(), { type: "branch started", at: 2 }), { type: "call made", call: "1S" });
    const back = update(update(branch, { type: "line deleted", line: 1 }), { type: "undone" });
    expect([back.lines, back.input]).toEqual([branch.lines, branch.input]);
    const main = update(branch, { type: "line shown", line: 0 });
    const still = update(update(main, { type: "line deleted", line: 1 }), { type: "undone" });
    expect(still.lines).toEqual(main.lines);
    expect(still.input).toBe(main.input);
  });

  it("undo keeps the comparison where there are the same lines", () => {
    const branch = update(update(begun(), { type: "branch started", at: 2 }), { type: "call made", call: "1S" });
    const beside = update(branch, { type: "lines compared", compared: { line: 0, seat: "N" } });
    const called = update(beside, { type: "call made", call: "P" });
    expect(update(called, { type: "undone" }).compared).toEqual({ line: 0, seat: "N" });
    const dealt = update(beside, { type: "random board dealt" });
    expect(update(dealt, { type: "undone" }).compared).toBeNull();
  });

  it("another hand, or another auction, is of the same deal and keeps the lines", () => {
    const branch = update(update(begun(), { type: "branch started", at: 2 }), { type: "call made", call: "1S" });
    const asked = update(branch, { type: "parse requested", field: "paste", source: { text: "…" } });
    const pasted = (read: Partial<RecordedBoard>) => {
      const found = { boards: [{ ...NOTHING, ...read }], refused: [], more: false };
      const outcome = { kind: "boards" as const, found };
      return update(asked, { type: "parse finished", field: "paste", outcome }).lines.auctions;
    };
    const hands = { ...NOTHING.hands, S: "AKQ2.AKQ.AKQ.A32" };
    expect(pasted({ hands })).toEqual(branch.lines.auctions);
    expect(pasted({ auction: ["1C", "P", "1D"] })).toEqual([
      ["1C", "P"],
      ["1C", "P", "1D"],
    ]);
    expect(pasted({ hands, number: 4 })).toHaveLength(1);
  });
});
