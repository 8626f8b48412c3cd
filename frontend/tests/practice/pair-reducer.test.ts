import { describe, expect, it } from "vitest";

import { finishedBoard, firstMadeCalls, playedBoard } from "../../src/practice/finished";
import { openAttempt } from "../../src/practice/needs";
import { boardsLeft } from "../../src/practice/pair-reducer";
import { formatPracticeLink, parsePracticeLink } from "../../src/practice/practice-link";
import { firstPracticeState, type PracticeState } from "../../src/practice/practice-state";
import type { Failure } from "../../src/service/failure";
import type { PracticeTable } from "../../src/service/tables";
import { after, met, need, themesMet } from "../fixtures/practice-answers";
import { practiceTable, TOKEN } from "../fixtures/practice-tables";
import { graded, HANDS, review } from "../fixtures/review";

const NOW = new Date("2026-01-02T03:04:05Z");
const AWAY: Failure = { title: "away", errors: [], retry: false, network: true };
const OVER = { auction: ["1S", "P", "2S", "P", "P", "P"], turn: null, hands: HANDS, board: 8 };

function onTheWay(fragment = `table=${TOKEN}&theme=stayman`): PracticeState {
  return after(firstPracticeState(), { type: "link read", link: parsePracticeLink(fragment) });
}

/** The player at the table. */
function atTable(changes: Partial<PracticeTable> = {}): PracticeState {
  return met(onTheWay(), "seat", practiceTable(changes));
}

function seen(state: PracticeState, changes: Partial<PracticeTable>): PracticeState {
  return after(state, { type: "table seen", table: practiceTable(changes) });
}

function called(state: PracticeState, call: string): PracticeState {
  return after(state, { type: "own call made", call });
}

/** South has opened and passed two spades. */
function ended(): PracticeState {
  const quiet = { type: "settings changed", settings: { gradedAtOnce: false } } as const;
  return seen(after(atTable(), quiet), OVER);
}

describe("a seat at a table for two", () => {
  it("is taken by its link, which stays the page's, and shows the own hand", () => {
    const state = atTable();
    expect(need(onTheWay(), "seat")).toEqual({ kind: "seat", token: TOKEN, takeover: false });
    expect(need(state, "seat")).toBeUndefined();
    expect(state.board).toMatchObject({ seat: "S", hand: HANDS.S, hands: null, theme: "stayman" });
    expect(formatPracticeLink(state)).toBe(`table=${TOKEN}&theme=stayman`);
    expect(state.settings.theme).toBeNull();
  });

  it("has the themes of the table's card, not of the player's own", () => {
    const before = after(firstPracticeState(), themesMet("sayc", "rebid"));
    const coming = after(before, { type: "link read", link: parsePracticeLink(`table=${TOKEN}&theme=stayman`) });
    expect([coming.linkErrors, need(coming, "themes")]).toEqual([[], undefined]);
    const there = met(coming, "seat", practiceTable({ systems: { ns: "21-a0", ew: "21" } }));
    expect(need(there, "themes")).toEqual({ kind: "themes", system: "21-a0" });
    const known = after(there, themesMet("21-a0", "stayman"));
    expect([known.linkErrors, known.pair!.theme]).toEqual([[], "stayman"]);
  });

  it("is taken behind the view that the link is of", () => {
    const { view, pair } = onTheWay(`view=progress&table=${TOKEN}`);
    expect([view, pair!.token]).toEqual(["progress", TOKEN]);
  });

  it.each(["short", "ä".repeat(32), "x".repeat(33)])("is not opened by the token %s", (token) => {
    const state = onTheWay(`table=${encodeURIComponent(token)}`);
    expect(state.pair).toBeNull();
    expect(state.linkErrors.join()).toContain(token);
  });

  it("that another browser has is taken over on request alone", () => {
    const refused = met(onTheWay(), "seat", null);
    expect(need(refused, "seat")).toBeUndefined();
    const asked = after(refused, { type: "seat taken over" });
    expect(need(asked, "seat")!.takeover).toBe(true);
    expect(met(asked, "seat", practiceTable()).pair!.seat).toBe("held");
  });

  it("is lost at the next look where another browser has taken it", () => {
    const sent = called(atTable(), "1S");
    const lost = seen(sent, { taken: true });
    expect(lost.pair).toMatchObject({ seat: "taken", unsent: null });
    expect([lost.auction, need(lost, "table call")]).toEqual([[], undefined]);
    const asked = after(lost, { type: "seat taken over" });
    expect(seen(asked, { taken: true }).pair!.seat).toBe("takeover");
  });

  it("is left for robots, also by a link to a board", () => {
    const left = after(atTable(), { type: "table left" });
    expect([left.pair, left.board]).toEqual([null, null]);
    const linked = after(atTable(), { type: "link read", link: parsePracticeLink("board=1003") });
    expect(linked.pair).toBeNull();
    expect(need(linked, "board")!.id).toBe(1003);
  });
});

describe("the auction of two", () => {
  it("has the own call at once, and sends it", () => {
    const state = called(atTable(), "1S");
    expect(state.auction).toEqual(["1S"]);
    expect(need(state, "table call")).toEqual({ kind: "table call", token: TOKEN, deal: 1, index: 0, call: "1S" });
    expect(need(state, "calls")).toBeUndefined();
    const sent = met(state, "table call", practiceTable({ auction: ["1S"], turn: "W" }));
    expect(need(sent, "table call")).toBeUndefined();
    expect(sent.auction).toEqual(["1S"]);
  });

  it("keeps a call on its way while the table is seen without it", () => {
    const state = seen(called(atTable(), "1S"), { error: { title: "no robots", status: 503 } });
    expect(state.auction).toEqual(["1S"]);
    expect(need(state, "table call")).toBeDefined();
    const made = seen(state, { auction: ["1S", "P"], turn: "N" });
    expect(made.auction).toEqual(["1S", "P"]);
    expect(need(made, "table call")).toBeUndefined();
  });

  it("shows the calls of partner and robots, with what they mean, and passes over older tables", () => {
    const state = seen(atTable(), { auction: ["1S", "P"], turn: "N" });
    expect(need(state, "explanation")!.position).toMatchObject({ hand: HANDS.S, auction: ["1S", "P"] });
    const later = seen(state, { auction: ["1S", "P", "2S"], turn: "E" });
    expect(need(later, "explanation")).toBeUndefined();
    expect(seen(later, { auction: ["1S"] }).auction).toEqual(["1S", "P", "2S"]);
  });

  it("is as the service has it where the call was not made", () => {
    const other = practiceTable({ auction: ["1H", "P"], turn: "N" });
    const state = met(called(atTable(), "1S"), "table call", other);
    expect(state.auction).toEqual(["1H", "P"]);
    expect(state.pair!.movedOn).toBe(true);
    expect(state.attempts.map(({ call }) => call)).toEqual(["1H"]);
    const next = called(seen(state, { auction: ["1H", "P", "2H", "P"], turn: "S" }), "P");
    expect(next.pair!.movedOn).toBe(false);
  });

  it("takes a call back where another browser has the seat, and takes none then", () => {
    const state = met(called(atTable(), "1S"), "table call", null);
    expect([state.auction, state.attempts, state.pair!.seat]).toEqual([[], [], "taken"]);
    expect(called(state, "1S")).toBe(state);
  });
});

describe("a call at a table for two", () => {
  it("is graded by the own hand alone, and stands", () => {
    const state = seen(called(atTable(), "4S"), { auction: ["4S", "P"], turn: "N" });
    const { request } = need(state, "grade")!;
    expect(request).toMatchObject({ auction: ["4S"], hands: { S: HANDS.S, N: null }, graded_from: 0 });
    expect(request.systems).toEqual({ ns: "acol", ew: "sayc" });
    const mistake = met(state, "grade", { calls: [graded(0, "S", "4S", "mistake")] });
    expect(openAttempt(mistake)).toBeNull();
    expect(after(mistake, { type: "call tried again" })).toBe(mistake);
    expect(need(mistake, "options")!.position.auction).toEqual([]);
    expect(seen(mistake, { auction: ["4S", "P", "P"], turn: "E" }).attempts).toEqual(mistake.attempts);
  });

  it("made before a reload counts as the player's", () => {
    const { attempts } = atTable({ auction: ["1S", "P", "2S", "P"] });
    expect(attempts.map(({ index, call }) => [index, call])).toEqual([[0, "1S"]]);
  });
});

describe("the end of a board of two", () => {
  it("has both seats, and the player's own calls alone in the progress", () => {
    let state = ended();
    expect(finishedBoard(state)).toMatchObject({ hands: HANDS, players: ["S", "N"] });
    expect(need(state, "robot auction")!.table).toMatchObject({ board: 8, players: [] });
    state = met(met(state, "review", review()), "robot auction", { auction: ["P", "P", "P", "P"] });
    state = met(state, "robot review", review({ contract: null }));
    expect(firstMadeCalls(state).map(({ index }) => index)).toEqual([0, 4]);
    expect(playedBoard(state, NOW)).toMatchObject({
      board: { id: 8 },
      system: "acol",
      theme: "stayman",
      auction: OVER.auction,
    });
  });

  it("keeps North's board by its hands, for boards by their id are South's", () => {
    const north = { ...OVER, seat: "N", hand: HANDS.N } as const;
    const state = met(atTable(north), "review", review());
    expect(state.board!.source).toEqual({ hands: HANDS, dealer: "S", vulnerability: "EW", seat: "N" });
    expect(need(state, "robot auction")!.table).toMatchObject({ hands: HANDS });
    expect(firstMadeCalls(state)).toMatchObject([{ index: 2, call: "2S", grade: "mistake" }]);
  });

  it("asks for another board of the kind at the same table", () => {
    const state = after(ended(), { type: "board wanted", seed: 5 });
    expect(need(state, "next board")).toEqual({
      kind: "next board",
      token: TOKEN,
      deal: 1,
      last: 8,
      wanted: { seed: 5, count: 2, system: "acol", theme: "stayman", level: null },
    });
    const next = met(state, "next board", practiceTable({ deal: 2 }));
    expect([next.pair!.deal, next.auction, next.attempts]).toEqual([2, [], []]);
    expect(need(next, "next board")).toBeUndefined();
  });

  it("is followed by the next of a file, until the last", () => {
    const boards = ["428", "1003"].join("-");
    const link = `table=${TOKEN}&from=13&set=acol.any.${boards}`;
    const state = met(onTheWay(link), "seat", practiceTable(OVER));
    expect(formatPracticeLink(state)).toBe(link);
    expect(boardsLeft(state.pair!)).toBe(1);
    const asked = after(state, { type: "board wanted", seed: 5 });
    expect(need(asked, "next board")).toMatchObject({ deal: 1, wanted: { board: 1003 } });
    const last = met(asked, "next board", practiceTable({ ...OVER, deal: 2 }));
    expect(boardsLeft(last.pair!)).toBe(0);
    expect(need(after(last, { type: "board wanted", seed: 5 }), "next board")).toBeUndefined();
  });

  it("stays on show where partner had the next board dealt", () => {
    const state = seen(ended(), { deal: 2, auction: ["P"], turn: "N" });
    expect(finishedBoard(state)!.auction).toEqual(OVER.auction);
    const next = after(state, { type: "board wanted", seed: 5 });
    expect(need(next, "next board")).toBeUndefined();
    expect([next.pair!.deal, next.auction]).toEqual([2, ["P"]]);
  });

  it("does not keep the player from a board that went on unseen", () => {
    const state = seen(called(atTable({ auction: ["1S", "P", "2S", "P"] }), "P"), { deal: 2 });
    expect([state.pair!.deal, state.auction, state.pair!.unsent]).toEqual([2, [], null]);
  });
});

it("a table that cannot be seen says so until it is seen", () => {
  const away = after(atTable(), { type: "table not seen", failure: AWAY });
  expect(away.pair!.failure).toBe(AWAY);
  expect(seen(away, {}).pair!.failure).toBeNull();
});
