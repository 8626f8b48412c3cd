import { describe, expect, it } from "vitest";

import { EMPTY_INPUT } from "../../src/entry/input";
import type { ClassSet } from "../../src/practice/class-set";
import { keyOf, needsOf, openAttempt } from "../../src/practice/needs";
import { finishedBoard, firstMadeCalls, playedBoard } from "../../src/practice/finished";
import type { QueuedBoard } from "../../src/practice/played-board";
import { parsePracticeLink } from "../../src/practice/practice-link";
import { firstPracticeState, type PracticeAction, type PracticeState } from "../../src/practice/practice-state";
import type { Failure } from "../../src/service/failure";
import type { Grade } from "../../src/service/types";
import { flatExplanation } from "../fixtures/explanation";
import { after, met, need, boardMet, dealMet, themesMet } from "../fixtures/practice-answers";
import { graded, HANDS, review } from "../fixtures/review";

const DEALT = { id: 8, number: 3, dealer: "S", vulnerability: "EW", seat: "S", hand: HANDS.S } as const;
const WHOLE = { ...DEALT, hands: HANDS };
const FAILURE: Failure = { title: "no", errors: [], retry: true };
const NOW = new Date("2026-01-02T03:04:05Z");

/** A table at which South is to open. */
function atTable(): PracticeState {
  return after(firstPracticeState(), themesMet("sayc"), { type: "board wanted", seed: 5 }, dealMet([DEALT]));
}

// An answer of another kind than the need's is an error for the compiler.
// @ts-expect-error -- a review has no hands
const WRONG: PracticeAction = { type: "need met", need: { kind: "hands", id: 8 }, result: review() };
void WRONG;

/** The grade of the call made last. */
function asGraded(state: PracticeState, grade: Grade): PracticeState {
  const { index, call } = state.attempts.at(-1)!;
  const lost = grade === "mistake" ? { mean: 130, error: 20 } : null;
  return met(state, "grade", { calls: [graded(index, "S", call, grade, lost)] });
}

function robotsCall(state: PracticeState, calls: string): PracticeState {
  const auction = [...state.auction, ...calls.split(" ")];
  return met(state, "calls", { auction });
}

describe("boards", () => {
  it("of a series come one after the other from one seed, and then anew", () => {
    let state = after(firstPracticeState(), { type: "board wanted", seed: 5 });
    expect(need(state, "deal")!.wanted).toEqual({ seed: 5, count: 1, system: "sayc", theme: null, level: null });
    state = after(state, dealMet([DEALT]), { type: "board wanted", seed: 9 });
    expect(need(state, "deal")!.wanted).toMatchObject({ seed: 5, count: 2 });
    state = after(state, dealMet([DEALT, { ...DEALT, id: 12 }]));
    expect(state.board!.source).toEqual({ id: 12 });
    state = after(state, { type: "board wanted", seed: 9 }, dealMet([DEALT, DEALT]));
    expect(state.board!.source).toEqual({ id: 8 });
    expect(need(after(state, { type: "board wanted", seed: 9 }), "deal")!.wanted).toMatchObject({ count: 2 });
    state = after(
      state,
      { type: "settings changed", settings: { theme: "stayman" } },
      { type: "board wanted", seed: 9 },
    );
    expect(need(state, "deal")!.wanted).toMatchObject({ seed: 9, count: 1, theme: "stayman" });
  });

  it("of a series are no more than the service deals at once", () => {
    let state = firstPracticeState();
    for (const seed of Array(33).keys()) {
      state = after(state, { type: "board wanted", seed });
      const { count } = need(state, "deal")!.wanted;
      state = after(state, dealMet(Array(count).fill(DEALT)));
    }
    expect(state.series).toEqual({ seed: 32, dealt: 1 });
  });

  it("that are queued come first, their hands fetched where only the id is known", () => {
    const hands = { hands: HANDS, dealer: "N", vulnerability: "none", seat: "E" } as const;
    let state = after(firstPracticeState(), {
      type: "boards queued",
      boards: [
        { source: hands, theme: null, number: 5 },
        { source: { id: 8 }, theme: "preempt" },
      ],
    });
    expect(state.board).toMatchObject({ seat: "E", hand: HANDS.E, number: 5 });
    expect(need(state, "calls")!.table).toMatchObject({ hands: HANDS, players: ["E"] });
    state = after(state, { type: "board wanted", seed: 1 });
    expect(need(state, "board")!.id).toBe(8);
    state = after(state, boardMet(WHOLE));
    expect(state.board).toMatchObject({ theme: "preempt", seat: "S", hand: HANDS.S });
    expect(need(state, "board")).toBeUndefined();
  });
});

describe("boards that wait", () => {
  const hands = { hands: HANDS, dealer: "N", vulnerability: "none", seat: "E" } as const;
  const left = {
    auction: ["1C"],
    attempts: [],
    draw: null,
    recorded: false,
    number: 5,
    queue: [{ source: { id: 12 }, theme: null }],
  } as const;
  const queued = (...more: QueuedBoard[]) =>
    after(firstPracticeState(), { type: "boards queued", boards: [{ source: hands, theme: null }, ...more] });

  it("come back with the bidding, unless the link brings others", () => {
    expect(after(queued(), { type: "bidding restored", bidding: left })).toMatchObject({
      auction: ["1C"],
      queue: left.queue,
      board: { number: 5 },
    });
    const others = queued({ source: { id: 9 }, theme: null });
    expect(after(others, { type: "bidding restored", bidding: left }).queue).toEqual(others.queue);
    const set = { system: "sayc", theme: null, boards: ["8"] } as const;
    expect(after({ ...queued(), set }, { type: "bidding restored", bidding: left }).queue).toEqual([]);
  });

  it("wait no longer where the player stops them", () => {
    const state = after(queued({ source: { id: 9 }, theme: null }), { type: "queue ended" });
    expect(state).toMatchObject({ queue: [], set: null, board: { source: hands } });
    expect(after(state, { type: "board wanted", seed: 1 }).opening).toBeNull();
  });
});

describe("themes", () => {
  it("are those of the systems that are chosen from, each asked for once", () => {
    const systems = (state: PracticeState) =>
      needsOf(state).flatMap((one) => (one.kind === "themes" ? [one.system] : []));
    const wanted = { seed: 1, count: 8, system: "acol", theme: null, level: null } as const;
    const set = { system: "acol", theme: null, boards: ["8"] } as const;
    let state = after(firstPracticeState(), { type: "class changed", classroom: { wanted, set } });
    expect(systems(state)).toEqual(["sayc"]);
    state = after(state, themesMet("sayc"), { type: "view shown", view: "class" });
    expect(systems(state)).toEqual(["acol"]);
    state = after(state, themesMet("acol"));
    expect(systems(state)).toEqual([]);
  });
});

describe("the answer sheet", () => {
  const SHEET = { explanation: flatExplanation(EMPTY_INPUT), contract: null };
  const sent = (state: PracticeState, code: string) =>
    after(state, { type: "form sent", need: { kind: "sheet board", code, system: "acol" } });

  it("has the boards of the set in turn, and says where one cannot be had", () => {
    const set = { system: "acol", theme: null, boards: ["8", "9"] } as const;
    let state = sent(after(firstPracticeState(), { type: "class changed", classroom: { set } }), "8");
    state = met(state, "sheet board", SHEET);
    expect(need(state, "sheet board")).toEqual({ kind: "sheet board", code: "9", system: "acol" });
    state = after(state, { type: "need failed", need: need(state, "sheet board")!, failure: FAILURE });
    expect([need(state, "sheet board"), state.failures]).toEqual([undefined, {}]);
    expect(state.forms["sheet board"]!.faults).toEqual(["no"]);
    state = met(sent(state, "9"), "sheet board", SHEET);
    expect(state.classroom.sheet).toEqual({ 8: SHEET, 9: SHEET });
    expect(need(state, "sheet board")).toBeUndefined();
  });

  it("is asked for no longer where another view is shown", () => {
    const state = sent(firstPracticeState(), "8");
    expect(need(after(state, { type: "view shown", view: "class" }), "sheet board")).toBeUndefined();
  });

  it("is kept for each board, not for another system", () => {
    const set = { system: "acol", theme: null, boards: ["8"] } as const;
    const chosen = after(firstPracticeState(), { type: "class changed", classroom: { set } });
    const made = met(sent(chosen, "8"), "sheet board", SHEET);
    const sheetOf = (changed: ClassSet) =>
      after(made, { type: "class changed", classroom: { set: changed } }).classroom.sheet;
    expect(sheetOf({ ...set, boards: ["9", "8"] })).toEqual({ 8: SHEET });
    expect(sheetOf({ ...set, system: "sayc" })).toEqual({});
  });
});

describe("the service", () => {
  const REFUSED: Failure = { title: "no", errors: [], retry: false };

  it("that refuses a board for good leaves the player free to ask for another", () => {
    let state = after(firstPracticeState(), { type: "boards queued", boards: [{ source: { id: 3 }, theme: null }] });
    state = after(state, { type: "need failed", need: need(state, "board")!, failure: REFUSED });
    expect(state.opening).toBeNull();
    state = after(state, { type: "board wanted", seed: 5 });
    state = after(state, { type: "need failed", need: need(state, "deal")!, failure: REFUSED });
    expect(state.dealing).toBe(false);
    state = after(state, { type: "board wanted", seed: 5 });
    state = after(state, { type: "need failed", need: need(state, "deal")!, failure: FAILURE });
    expect(state.dealing).toBe(true);
  });

  it("is asked for another board once the player has chosen otherwise", () => {
    const asked = after(firstPracticeState(), { type: "board wanted", seed: 5 });
    const state = after(asked, { type: "settings changed", settings: { theme: "stayman" } });
    expect(state.dealing).toBe(false);
  });
});

it("keeps the systems of the board under way where others are chosen for the next", () => {
  const called = asGraded(after(atTable(), { type: "own call made", call: "1S" }), "best");
  const state = after(called, { type: "settings changed", settings: { system: "acol", opponents: "acol" } });
  expect(need(state, "calls")!.table.systems).toEqual({ ns: "sayc", ew: "sayc" });
});

describe("a call", () => {
  it("out of turn or illegal changes nothing", () => {
    const state = atTable();
    expect(after(state, { type: "own call made", call: "X" })).toBe(state);
    const called = after(state, { type: "own call made", call: "1S" });
    expect(after(called, { type: "own call made", call: "2S" })).toBe(called);
  });

  it("that is right lets the robots call", () => {
    let state = after(atTable(), { type: "own call made", call: "1S" });
    expect(need(state, "grade")!.request).toMatchObject({ hands: { S: HANDS.S, N: null }, graded_from: 0 });
    expect(need(state, "calls")).toBeUndefined();
    state = asGraded(state, "best");
    expect(need(state, "calls")!.table).toMatchObject({ board: 8, auction: ["1S"], players: ["S"], draw: null });
    state = robotsCall(state, "P 2S P");
    expect(state.auction).toEqual(["1S", "P", "2S", "P"]);
    expect(need(state, "explanation")!.position).toMatchObject({ seat: "S", auction: state.auction });
  });

  it("that is a mistake waits for another, or for going on with it", () => {
    const state = asGraded(after(atTable(), { type: "own call made", call: "4S" }), "mistake");
    expect(openAttempt(state)!.call).toBe("4S");
    expect(need(state, "calls")).toBeUndefined();
    expect(need(state, "options")!.position.auction).toEqual([]);
    const again = after(state, { type: "call tried again" });
    expect(again.auction).toEqual([]);
    expect(need(again, "calls")).toBeUndefined();
    const better = asGraded(after(again, { type: "own call made", call: "1S" }), "best");
    expect(need(better, "calls")).toBeDefined();
    expect(firstMadeCalls(better)).toMatchObject([{ call: "4S", grade: "mistake", lost: 130 }]);
    expect(need(after(state, { type: "call accepted" }), "calls")!.table.auction).toEqual(["4S"]);
  });

  it("that cannot be graded does not stop the board", () => {
    const state = after(atTable(), { type: "own call made", call: "1S" });
    const failed = after(state, { type: "need failed", need: need(state, "grade")!, failure: FAILURE });
    expect(need(failed, "grade")).toBeUndefined();
    expect(need(failed, "calls")).toBeDefined();
    expect(need(after(failed, { type: "retried" }), "grade")).toBeDefined();
  });

  it("is not graded at once where grades come at the end", () => {
    const quiet = after(atTable(), { type: "settings changed", settings: { gradedAtOnce: false } });
    const state = after(quiet, { type: "own call made", call: "1S" });
    expect(need(state, "grade")).toBeUndefined();
    expect(need(state, "calls")).toBeDefined();
  });
});

describe("a board that starts at the decision", () => {
  function atDecision(): PracticeState {
    const settings = { theme: "rebid", atDecision: true };
    const asked = after(
      firstPracticeState(),
      { type: "settings changed", settings },
      { type: "board wanted", seed: 5 },
    );
    return after(asked, dealMet([DEALT]));
  }

  it("has robots make everybody's calls until the theme comes up", () => {
    const state = atDecision();
    expect(need(state, "calls")!.table).toMatchObject({ auction: [], theme: "rebid" });
    expect(after(state, { type: "own call made", call: "1S" })).toBe(state);
    const led = robotsCall(state, "1S P 2S P");
    expect(need(led, "calls")).toBeUndefined();
    expect(led.attempts).toEqual([]);
    const again = after(led, { type: "board replayed", seed: 1 });
    expect(need(again, "calls")!.table).toMatchObject({ auction: [], theme: "rebid" });
    const called = asGraded(after(led, { type: "own call made", call: "4S" }), "best");
    expect(need(called, "calls")!.table).not.toHaveProperty("theme");
  });

  it("starts at the first call where the robots refuse to lead there", () => {
    const state = atDecision();
    const failure = { ...FAILURE, retry: false };
    const refused = after(state, { type: "need failed", need: need(state, "calls")!, failure });
    expect(refused).toMatchObject({ seeking: false, failures: {} });
    expect(after(refused, { type: "own call made", call: "1S" }).auction).toEqual(["1S"]);
  });

  it("is none of a class, nor one whose link has calls of its own", () => {
    const state = after(atDecision(), {
      type: "boards queued",
      boards: [
        {
          source: { hands: HANDS, dealer: "S", vulnerability: "none", seat: "S", auction: ["1S", "P", "2S", "P"] },
          theme: "rebid",
        },
      ],
    });
    expect(state.seeking).toBe(false);
    expect(state.auction).toHaveLength(4);
  });
});

describe("a theme that the system does not have", () => {
  const word = "There are no boards of the theme “staymen” in this system: here are all kinds of boards.";
  const link = { type: "link read", link: parsePracticeLink("system=sayc&theme=staymen&board=8") } as const;

  it.each([
    ["before", [themesMet("sayc", "stayman"), link]],
    ["after", [link, themesMet("sayc", "stayman")]],
  ])("of a link read with the themes known %s gives way to all kinds of boards, with a word", (_, actions) => {
    const state = after(firstPracticeState(), ...(actions as PracticeAction[]), boardMet(WHOLE));
    expect(state.settings.theme).toBeNull();
    expect(state.board).toMatchObject({ source: { id: 8 }, theme: null });
    expect(state.linkErrors).toEqual([word]);
    expect(need(after(state, { type: "board wanted", seed: 5 }), "deal")!.wanted.theme).toBeNull();
    expect(after(state, { type: "board wanted", seed: 5 }).linkErrors).toEqual([]);
  });

  it("is left alone while the themes are not known, and where it is known", () => {
    expect(after(firstPracticeState(), link).settings.theme).toBe("staymen");
    expect(after(firstPracticeState(), themesMet("sayc", "staymen"), link).settings.theme).toBe("staymen");
  });
});

describe("the end of a board", () => {
  function ended(): PracticeState {
    const quiet = after(atTable(), { type: "settings changed", settings: { gradedAtOnce: false } });
    let state = robotsCall(after(quiet, { type: "own call made", call: "1S" }), "P 2S P");
    state = after(state, { type: "own call made", call: "P" });
    return robotsCall(state, "P");
  }

  it("needs the hands, both auctions and their reviews", () => {
    let state = ended();
    expect(finishedBoard(state)).toBeNull();
    expect(needsOf(state).map(({ kind }) => kind)).toEqual(["explanation", "robot auction", "hands"]);
    expect(need(state, "robot auction")!.table).toMatchObject({ auction: [], players: [], draw: null });
    state = met(state, "hands", WHOLE);
    expect(finishedBoard(state)).toMatchObject({ hands: HANDS, players: ["S"], number: 3 });
    state = met(state, "review", review());
    expect(playedBoard(state, NOW)).toBeNull();
    state = met(state, "robot auction", { auction: ["1S", "P", "4S", "P", "P", "P"] });
    const contract = { ...review().contract!, contract: "4S", score: 420 };
    state = met(state, "robot review", review({ contract }));
    expect(playedBoard(state, NOW)).toEqual({
      board: { id: 8 },
      system: "sayc",
      theme: null,
      played: "2026-01-02T03:04:05.000Z",
      auction: state.auction,
      imps: -6,
      calls: [
        { index: 0, call: "1S", grade: "best", usual: "1S", lost: null },
        { index: 4, call: "P", grade: "best", usual: "P", lost: null },
      ],
    });
  });

  it("has the call that scores best, which the progress does not keep", () => {
    const best = { call: "2S", imps: 0.9, error: 0.2 };
    const [first, ...others] = review().calls;
    const reviewed = review({ calls: [{ ...first!, best }, ...others] });
    const state = met(met(ended(), "hands", WHOLE), "review", reviewed);
    expect(firstMadeCalls(state).map((call) => call.best)).toEqual(["2S", null]);
    const failed = after(state, { type: "need failed", need: need(state, "robot auction")!, failure: FAILURE });
    expect(playedBoard(failed, NOW)!.calls[0]).not.toHaveProperty("best");
  });

  it("is recorded without IMPs where the robots' auction cannot be had", () => {
    let state = met(met(ended(), "hands", WHOLE), "review", review());
    state = after(state, { type: "need failed", need: need(state, "robot auction")!, failure: FAILURE });
    expect(playedBoard(state, NOW)!.imps).toBeNull();
    expect(Object.keys(state.failures)[0]).toContain('"robot auction"');
  });

  it("begins again with an empty auction", () => {
    const state = after(ended(), { type: "board replayed", seed: 3 });
    expect(state.auction).toEqual([]);
    expect(state.attempts).toEqual([]);
    expect(keyOf(need(state, "explanation")!)).toContain('"auction":[]');
  });
});
