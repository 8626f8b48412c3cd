import { describe, expect, it } from "vitest";

import { reviewKey, reviewOfBoard, reviewOfInput } from "../../src/entry/import-board";
import { EMPTY_INPUT, withHandText } from "../../src/entry/input";
import type { RecordedBoard } from "../../src/service/boards";
import { update } from "../../src/state/reducer";
import { listProgress, missingReviews, neighbours, shownReview, shownRows } from "../../src/state/reviews";
import { type Action, initialState, type State } from "../../src/state/state";
import { actionForKey } from "../../src/state/shortcuts";
import { flatExplanation } from "../fixtures/explanation";
import { HANDS, NO_HANDS, recorded, review } from "../fixtures/review";

const FILE = [
  recorded({ number: 1, tricks: 9 }),
  recorded({ number: 2, auction: "1S X P P P".split(" "), hands: { ...NO_HANDS, S: HANDS.S } }),
  recorded({ number: 3, auction: [], hands: { ...NO_HANDS, S: HANDS.S } }),
];

function after(state: State, ...actions: Action[]): State {
  return actions.reduce(update, state);
}

function opened(boards: RecordedBoard[] = FILE): State {
  const outcome = { kind: "boards" as const, found: { boards, refused: [], more: false } };
  return after(
    initialState(),
    { type: "parse requested", field: "paste", source: { text: "…" } },
    { type: "parse finished", field: "paste", outcome },
  );
}

function answer(state: State, index: number): State {
  const { key } = state.review.list!.boards[index]!;
  return update(state, { type: "review updated", key: key!, answer: { kind: "there", result: review() } });
}

function begin(state: State): [State, string] {
  const request = missingReviews(state.input, state.review)[0]!;
  const key = reviewKey(request);
  const pending: Action = { type: "review updated", key, answer: { kind: "asked", share: 0 } };
  return [update(state, pending), key];
}

describe("what is reviewed", () => {
  it("is the whole deal, or the own hand alone", () => {
    const own = { ...withHandText(EMPTY_INPUT, HANDS.S), auction: ["1S"] };
    expect(reviewOfInput(own)?.hands).toEqual({ ...NO_HANDS, S: HANDS.S });
    expect(reviewOfInput({ ...own, auction: [] })).toBeNull();
    expect(reviewOfInput({ ...own, spectator: true })).toBeNull();
    expect(reviewOfInput(withHandText(own, "AK"))).toBeNull();
  });

  it("is of a board what its file says, and the systems of the page where it names none", () => {
    const systems = { ns: "acol", ew: "polish" } as const;
    const request = reviewOfBoard(FILE[0]!, systems)!;
    expect(request).toMatchObject({ hands: HANDS, dealer: "S", vulnerability: "both", tricks: 9, systems });
    const named = recorded({ cards: { ns: "sayc", ew: null } });
    expect(reviewOfBoard(named, systems)!.systems).toEqual({ ns: "sayc", ew: "polish" });
    expect(reviewOfBoard(recorded({ hands: NO_HANDS }), systems)).toBeNull();
    expect(reviewOfBoard(FILE[2]!, systems)).toBeNull();
  });
});

describe("a file of boards", () => {
  it("becomes a list", () => {
    expect(opened().review).toMatchObject({ view: "boards", list: { open: null, running: true } });
  });

  it("of one board is explained, and reviewed on request with all that it says", () => {
    const { input, review: found } = opened([FILE[0]!]);
    expect(found).toMatchObject({ view: "explain", list: { open: 0, running: false } });
    expect(missingReviews(input, found)).toEqual([]);
    expect(shownReview(input, found)).toMatchObject({ tricks: 9 });
    expect(opened([FILE[2]!]).review.list).toBeNull();
  });

  it("opens each board's review, and goes on to its neighbours in the order on show", () => {
    const sort: Action = { type: "boards sorted", column: "board" };
    const state = after(opened(), sort, sort); // from the end
    const third = update(state, { type: "board opened", index: 2 });
    expect(third.review.view).toBe("explain"); // it has no calls to review
    expect(neighbours(third.review)).toEqual({ before: null, after: 1 });
    const second = update(third, { type: "board opened", index: 1 });
    expect(second.review.view).toBe("review");
    expect(second.input).toMatchObject({ board: "", handText: HANDS.S, auction: FILE[1]!.auction });
    expect(neighbours(second.review)).toEqual({ before: 2, after: 0 });
    expect(update(second, { type: "board opened", index: 9 })).toBe(second);
  });

  it("leaves the board once something else is entered, but for the systems", () => {
    const state = update(opened(), { type: "board opened", index: 0 });
    const otherwise = update(state, { type: "system set", side: "ns", system: "acol" });
    expect(otherwise.review).toMatchObject({ view: "review", list: { open: 0 } });
    expect(shownReview(otherwise.input, otherwise.review)).toMatchObject({
      tricks: 9,
      systems: { ns: "acol", ew: "sayc" },
    });
    const edited = update(state, { type: "call taken back" });
    expect(edited.review).toMatchObject({ view: "explain", list: { open: null } });
    expect(shownReview(edited.input, edited.review)).toEqual(reviewOfInput(edited.input));
  });

  it("is reviewed a few boards at a time, the one on show first", () => {
    const boards = [1, 2, 3, 4].map((number) => recorded({ number, tricks: number }));
    const keys = boards.map((board) => reviewKey(reviewOfBoard(board, EMPTY_INPUT.systems)!));
    const [first, one] = begin(opened(boards));
    const [second, two] = begin(first);
    expect([one, two]).toEqual(keys.slice(0, 2));
    expect(missingReviews(second.input, second.review)).toEqual([]);
    const [shown, four] = begin(update(second, { type: "board opened", index: 3 }));
    expect(four).toBe(keys[3]);
    expect(missingReviews(shown.input, shown.review)).toEqual([]);
    const [, three] = begin(answer(answer(answer(shown, 0), 1), 3));
    expect(three).toBe(keys[2]);
  });

  it("stops, pauses and goes on", () => {
    const [state, key] = begin(opened());
    const stopped = update(state, { type: "board reviews run", running: false });
    expect(missingReviews(stopped.input, stopped.review)).toEqual([]);
    const paused = update(state, { type: "reviews paused", key, seconds: 3, now: 0 });
    expect(paused.review).toMatchObject({ pause: { until: 3000, seconds: 3 }, answers: {} });
    expect(missingReviews(paused.input, paused.review)).toEqual([]);
    const resumed = update(paused, { type: "reviews resumed" });
    expect(begin(resumed)[1]).toBe(key);
  });

  it("tries what failed once more when it goes on", () => {
    const [state, key] = begin(opened());
    const failure = { title: "No", errors: [], retry: false };
    const failed = update(state, { type: "review updated", key, answer: { kind: "failed", failure } });
    const { list, answers } = failed.review;
    expect(listProgress(list!, answers)).toEqual({ count: 2, done: 0, failed: 1 });
    expect(begin(failed)[1]).not.toBe(key);
    const again = update(failed, { type: "board reviews run", running: true });
    expect(begin(again)[1]).toBe(key);
  });

  it("sorts costs from the worst, and the other way at the second time", () => {
    const sort: Action = { type: "boards sorted", column: "ns" };
    const state = update(answer(opened(), 1), sort);
    expect(shownRows(state.review).map(({ index }) => index)).toEqual([1, 0, 2]);
    expect(update(state, sort).review.list!.sorting).toEqual({ column: "ns", descending: false });
  });
});

describe("an auction that the player tells", () => {
  const UNBID = [1, 2].map((number) => recorded({ number, auction: [], contract: "4S by S", tricks: 10 }));
  const bidAs = (...auction: string[]) =>
    after(opened(UNBID), { type: "board opened", index: 1 }, { type: "auction entered", auction });

  it("is the board's from then on, with the tricks that the file gives", () => {
    const { input, review: found } = bidAs("4S", "P", "P", "P");
    expect(input.auction).toEqual(["4S", "P", "P", "P"]);
    expect(found.list!.boards.map(({ told }) => told)).toEqual([false, true]);
    expect([found.view, shownReview(input, found)]).toMatchObject(["review", { tricks: 10 }]);
  });

  it("has no tricks of another contract, and is taken back", () => {
    const state = bidAs("3S", "P", "P", "P");
    expect(shownReview(state.input, state.review)!.tricks).toBeUndefined();
    const back = update(state, { type: "auction entered", auction: [] });
    expect(back.review.list!.boards[1]).toMatchObject({ told: false, request: { auction: [] } });
  });

  it("comes back with its file", () => {
    const { list } = bidAs("4S", "P", "P", "P").review;
    const kept = list!.boards.map(({ board }) => board);
    const again = after(
      initialState(),
      { type: "parse requested", field: "paste", source: { text: "…" } },
      {
        type: "parse finished",
        field: "paste",
        outcome: { kind: "boards", found: { boards: UNBID, refused: [], more: false } },
        kept,
      },
    );
    expect(again.review.list!.id).toBe(list!.id);
    expect(again.review.list!.boards.map(({ told }) => told)).toEqual([false, true]);
  });
});

describe("a reviewed call", () => {
  it("opens in the explanation at its moment, seen by its caller", () => {
    const state = update(opened(), { type: "board opened", index: 0 });
    const west = update(state, { type: "reviewed call opened", index: 1 });
    expect(west.input).toMatchObject({ seat: "W", handText: HANDS.W });
    expect([west.review.view, west.review.list!.open, west.pendingMoment]).toEqual(["explain", 0, 1]);
    expect(shownReview(west.input, west.review)).toMatchObject({ tricks: 9 });
    const explained = update(west, {
      type: "explanation received",
      input: west.input,
      explanation: flatExplanation(west.input),
    });
    expect(explained.moment).toBe(1);
    const back = after(explained, { type: "view set", view: "review" }, { type: "reviewed call opened", index: 5 });
    expect([back.input, back.moment]).toEqual([west.input, 5]);
  });

  it("is seen with the own hand where its caller's is not known", () => {
    const own = { ...withHandText(EMPTY_INPUT, HANDS.S), auction: ["1S", "P"] };
    const state = update(initialState(own), { type: "reviewed call opened", index: 1 });
    expect([state.input, state.pendingMoment]).toEqual([own, 1]);
  });

  it("leaves the keys of the explanation alone while the review is on show", () => {
    const { input } = initialState();
    const explained = after(initialState(), {
      type: "explanation received",
      input,
      explanation: flatExplanation(input),
    });
    expect(actionForKey("Home", explained)).not.toBeNull();
    expect(actionForKey("Home", update(explained, { type: "view set", view: "review" }))).toBeNull();
  });
});
