import { afterEach, describe, expect, it, vi } from "vitest";

import { dealFromHands, formatHand, PACK } from "../../src/bridge/hand";
import { boardConditions, type Seat, SEATS } from "../../src/bridge/table";
import { annotationOn, withRandomBoard, withRecordedBoard } from "../../src/entry/import-board";
import { EMPTY_INPUT, type Input, isComplete, withHandText, withSeat } from "../../src/entry/input";
import { errorText, parseBoards, type RecordedBoard } from "../../src/service/boards";
import { parseLink } from "../../src/state/link";
import { update } from "../../src/state/reducer";
import { type Action, initialState, type State } from "../../src/state/state";

const HANDS: Record<Seat, string> = {
  N: "63.8.KJT932.AK63",
  E: "Q2.AJT92.Q854.JT",
  S: "AKJT985.6.A76.84",
  W: "74.KQ7543..Q9752",
};
const NO_HANDS = { N: null, E: null, S: null, W: null };

function board(changes: Partial<RecordedBoard>): RecordedBoard {
  return {
    line: 1,
    event: "",
    number: null,
    dealer: null,
    vulnerability: null,
    hands: NO_HANDS,
    auction: [],
    notes: [],
    cards: { ns: null, ew: null },
    ...changes,
  };
}

function after(...actions: Action[]): State {
  return actions.reduce(update, initialState());
}

function found(...boards: RecordedBoard[]): Extract<Action, { type: "parse finished" }> {
  const outcome = { kind: "boards" as const, found: { boards, refused: [], more: false } };
  return { type: "parse finished", field: "paste", outcome };
}

const ASKED: Action = { type: "parse requested", field: "paste", source: { text: "…" } };

describe("a board that is laid in", () => {
  it("fills everything, seen from the seat that was chosen", () => {
    const whole = board({ number: 7, hands: HANDS, auction: ["1S", "P"] });
    const input = withRecordedBoard({ ...EMPTY_INPUT, seat: "W" }, whole);
    expect([input.seat, input.handText]).toEqual(["W", HANDS.W]);
    expect([input.board, input.dealer, input.vulnerability]).toEqual(["7", "S", "both"]);
    expect(input.auction).toEqual(["1S", "P"]);
    expect(withSeat(input, "N").handText).toBe(HANDS.N);
    expect(isComplete(input)).toBe(true);
  });

  it("takes over the systems that it names, and no others", () => {
    const named = board({ number: 7, cards: { ns: "21-a0", ew: null } });
    expect(withRecordedBoard(EMPTY_INPUT, named).systems).toEqual({ ns: "21-a0", ew: "sayc" });
    const strange = board({ number: 7, cards: { ns: "acol", ew: "unknown" } });
    expect(withRecordedBoard(EMPTY_INPUT, strange).systems).toEqual({ ns: "acol", ew: "unknown" });
  });

  it("keeps what it says of calls, as long as nothing before them is changed", () => {
    const notes = [
      { call: 0, explanation: "11-21 HCP", comment: "", same_as: null },
      { call: 2, explanation: "", comment: "brave (BridgeViz: 2-7 HCP (rare))", same_as: null },
      { call: 3, explanation: "(BridgeViz: 0-8 HCP)", comment: "", same_as: null },
    ];
    const auction = ["1S", "P", "2S", "P"];
    const input = withRecordedBoard(EMPTY_INPUT, board({ dealer: "E", auction, notes }));
    const remarks = (input: Input) => input.auction.map((_, place) => annotationOn(input, place));
    expect(remarks(input)).toEqual(["11-21 HCP", "", "brave", ""]);
    expect(remarks({ ...input, auction: ["1S", "2C", "2S", "P"] })).toEqual(["11-21 HCP", "", "", ""]);
    expect(remarks({ ...input, dealer: "S" })).toEqual(["", "", "", ""]);
    const other = withRecordedBoard(input, board({ number: 3, auction }));
    expect(remarks(other)).toEqual(["", "", "", ""]);
  });

  it("keeps an explanation for each call that shares it", () => {
    const notes = [
      { call: 0, explanation: "forcing", comment: "", same_as: null },
      { call: 2, explanation: "", comment: "again", same_as: 0 },
    ];
    const input = withRecordedBoard(EMPTY_INPUT, board({ dealer: "E", auction: ["1S", "P", "2S"], notes }));
    expect([0, 1, 2].map((place) => annotationOn(input, place))).toEqual(["forcing", "", "forcing · again"]);
  });

  it("keeps no board number that says another dealer or vulnerability", () => {
    const input = withRecordedBoard(EMPTY_INPUT, board({ number: 7, dealer: "N", vulnerability: "NS" }));
    expect([input.board, input.dealer, input.vulnerability]).toEqual(["", "N", "NS"]);
    const fitting = withRecordedBoard(EMPTY_INPUT, board({ number: 18, dealer: "E" }));
    expect([fitting.board, fitting.vulnerability]).toEqual(["18", "NS"]);
  });

  it("moves to a seat whose hand is known", () => {
    const pair = board({ hands: { ...NO_HANDS, N: HANDS.N, S: HANDS.S } });
    expect(withRecordedBoard({ ...EMPTY_INPUT, seat: "E" }, pair)).toMatchObject({
      seat: "S",
      handText: HANDS.S,
      deal: null,
    });
    expect(withRecordedBoard({ ...EMPTY_INPUT, seat: "N" }, pair).seat).toBe("N");
  });

  it("leaves alone what the text does not say", () => {
    const entered = { ...withHandText(EMPTY_INPUT, HANDS.S), auction: ["1H"], board: "1" };
    const other = withRecordedBoard(entered, board({ hands: { ...NO_HANDS, S: "AKQ2.AKQ.AKQ.A32" } }));
    expect([other.auction, other.board, other.cards.length]).toEqual([["1H"], "1", 13]);
    const called = withRecordedBoard(entered, board({ dealer: "N", auction: ["1C", "X"] }));
    expect([called.handText, called.auction]).toEqual([HANDS.S, ["1C", "X"]]);
  });

  it("ends the auction of the board before it", () => {
    const entered = { ...EMPTY_INPUT, auction: ["1H"] };
    expect(withRecordedBoard(entered, board({ hands: HANDS })).auction).toEqual([]);
    expect(withRecordedBoard(entered, board({ number: 2 })).auction).toEqual([]);
  });

  it("without any hand is looked on at", () => {
    const input = withRecordedBoard(EMPTY_INPUT, board({ auction: ["1H"] }));
    expect([input.spectator, isComplete(input)]).toEqual([true, true]);
  });
});

describe("a deal that is known", () => {
  const deal = dealFromHands(HANDS)!;
  const onlooker = { ...EMPTY_INPUT, spectator: true, deal };

  it("is not that of another board without hands", () => {
    const input = withRecordedBoard(onlooker, board({ number: 3, auction: ["1H"] }));
    expect([input.deal, input.spectator]).toEqual([null, true]);
  });

  it("gives an onlooker who takes a seat that seat's hand", () => {
    const state = update(initialState({ ...onlooker, seat: "N" }), { type: "spectator set", spectator: false });
    expect(state.input).toMatchObject({ spectator: false, handText: HANDS.N, deal });
  });
});

describe("the field for a whole board", () => {
  const OPENED: Action = { type: "paste opened", open: true };
  const isOpen = (...actions: Action[]) => after(OPENED, ASKED, ...actions).textFields.paste.open;

  it("goes away once its one board is laid in", () => {
    expect(isOpen(found(board({})))).toBe(false);
  });

  it("goes away once several boards are listed", () => {
    expect(isOpen(found(board({ line: 1 }), board({ line: 9 })))).toBe(false);
  });

  it("stays while there is something to mend", () => {
    const { outcome, ...done } = found(board({}));
    const refused = [{ line: 3, number: null, reason: "a hand has 13 cards", said: null }];
    expect(isOpen(found())).toBe(true);
    expect(isOpen({ ...done, outcome: { kind: "error", text: "…" } })).toBe(true);
    if (outcome.kind !== "boards") throw new Error("boards were found");
    expect(isOpen({ ...done, outcome: { ...outcome, found: { ...outcome.found, refused } } })).toBe(true);
  });
});

describe("the board that counts as laid in", () => {
  const laid = after(ASKED, found(board({ number: 5, hands: HANDS })));

  it("is the one that was read, while one goes on from it", () => {
    const called = update(laid, { type: "call made", call: "1C" });
    expect(called.textFields.paste.taken?.number).toBe(5);
  });

  const elsewhere: Action[] = [
    { type: "undone" },
    { type: "random board dealt" },
    { type: "input replaced", input: { ...EMPTY_INPUT, spectator: true } },
    { type: "link opened", link: parseLink("#hand=-&dealer=N") },
  ];
  it.each(elsewhere)("is none after another is $type", (action) => {
    expect(update(laid, action).textFields.paste.taken).toBeNull();
  });
});

describe("a deal at random", () => {
  it("gives every card to one player, and a board of its own", () => {
    const input = withRandomBoard({ ...EMPTY_INPUT, spectator: true, auction: ["1H"], seat: "E" });
    const dealt = SEATS.flatMap((seat) => input.deal![seat]);
    expect([...dealt].sort()).toEqual([...PACK].sort());
    expect(SEATS.map((seat) => input.deal![seat].length)).toEqual([13, 13, 13, 13]);
    expect(input.cards).toEqual(input.deal!.E);
    expect([input.spectator, input.auction]).toEqual([false, []]);
    const { dealer, vulnerability } = input;
    expect(boardConditions(Number(input.board))).toEqual({ dealer, vulnerability });
  });

  it("follows chance and nothing else", () => {
    const chance = (seed: number) => () => (seed = (seed * 16807) % 2147483647) / 2147483647;
    const deals = [1, 1, 2].map((seed) => withRandomBoard(EMPTY_INPUT, chance(seed)).handText);
    expect(deals[0]).toBe(deals[1]);
    expect(deals[0]).not.toBe(deals[2]);
  });

  it("gives each seat each card about as often", () => {
    const held = new Map<string, number>();
    for (let round = 0; round < 400; round += 1) {
      const { cards } = withRandomBoard(EMPTY_INPUT);
      cards.forEach((card) => held.set(card, (held.get(card) ?? 0) + 1));
    }
    expect(held.size).toBe(52);
    expect(Math.min(...held.values())).toBeGreaterThan(50); // 100 on average, 8.7 the deviation
    expect(Math.max(...held.values())).toBeLessThan(150);
  });

  it("is a deal only where all hands are known", () => {
    expect(formatHand(dealFromHands(HANDS)!.W)).toBe(HANDS.W);
    expect(dealFromHands({ ...HANDS, W: null })).toBeNull();
  });
});

describe("the field for a board", () => {
  it("lays a single board in", () => {
    const { input, textFields } = after(ASKED, found(board({ hands: HANDS })));
    expect(input.handText).toBe(HANDS.S);
    expect(textFields.paste).toMatchObject({ pending: null, error: null, taken: { hands: HANDS } });
  });

  it("leaves the choice among several", () => {
    const boards = [board({ number: 1, hands: HANDS }), board({ number: 2, hands: HANDS })];
    const listed = after(ASKED, found(...boards));
    expect(listed.input).toBe(EMPTY_INPUT);
    expect(listed.textFields.paste.taken).toBeNull();
    expect(update(listed, { type: "board opened", index: 1 }).input.board).toBe("2");
  });

  it("keeps text and entry where the text cannot be read", () => {
    const outcome = { kind: "error" as const, text: "line 3: too low" };
    const state = after({ type: "paste typed", text: "abc" }, ASKED, {
      type: "parse finished",
      field: "paste",
      outcome,
    });
    expect(state.input).toBe(EMPTY_INPUT);
    expect(state.textFields.paste).toMatchObject({ text: "abc", error: "line 3: too low" });
    const typed = update(state, { type: "paste typed", text: "abcd" });
    expect(typed.textFields.paste.error).toBeNull();
  });

  it("ignores an answer to a text that was changed meanwhile", () => {
    const state = after(ASKED, { type: "paste typed", text: "new" }, found(board({ hands: HANDS })));
    expect(state.input).toBe(EMPTY_INPUT);
  });
});

describe("the field for calls", () => {
  const asked: Action = { type: "parse requested", field: "calls", source: { text: "1h" } };
  const done = (...boards: RecordedBoard[]): Action => ({ ...found(...boards), field: "calls" });

  it("takes over the calls and the dealer, and then shows the auction", () => {
    const typed: Action = { type: "calls typed", text: "1h" };
    const state = after(typed, asked, done(board({ dealer: "E", auction: ["1H"] })));
    expect([state.input.dealer, state.input.board, state.input.auction]).toEqual(["E", "", ["1H"]]);
    expect(state.textFields.calls).toMatchObject({ text: null, pending: null, error: null });
  });

  it("says that a hand is no auction", () => {
    const state = after(asked, done(board({ hands: HANDS })));
    expect(state.input).toBe(EMPTY_INPUT);
    expect(state.textFields.calls.error).toContain("no calls");
  });

  it("gives way to the bidding box", () => {
    const state = after({ type: "calls typed", text: "1h-" }, { type: "call made", call: "1C" });
    expect(state.textFields.calls.text).toBeNull();
  });
});

describe("undo", () => {
  it("takes back every change, one after the other", () => {
    const changes: Action[] = [
      { type: "hand typed", text: "AKJT985.6.A76.84" },
      { type: "call made", call: "1H" },
      { type: "dealer set", dealer: "W" },
      { type: "auction cleared" },
      { type: "random board dealt" },
    ];
    const inputs = changes.map((_, count) => after(...changes.slice(0, count)).input);
    let state = after(...changes);
    for (const input of inputs.reverse()) {
      state = update(state, { type: "undone" });
      expect(state.input).toEqual(input);
    }
    expect(update(state, { type: "undone" })).toBe(state);
  });

  it("takes back a hand that was typed as one, and no further than an answer", () => {
    const typed = after({ type: "hand typed", text: "A" }, { type: "hand typed", text: "AK" });
    expect(update(typed, { type: "undone" }).input).toBe(EMPTY_INPUT);
    const explained = { ...typed, explained: typed.input };
    const further = update(explained, { type: "hand typed", text: "AKQ" });
    expect(update(further, { type: "undone" }).input.handText).toBe("AK");
  });

  it("remembers so many changes and no more", () => {
    const calls = Array.from({ length: 500 }, (_, count): Action => ({
      type: "vulnerability set",
      vulnerability: count % 2 ? "NS" : "EW",
    }));
    expect(after(...calls).history.past.length).toBe(200);
  });

  it("takes back a board that was laid in", () => {
    const state = after(ASKED, found(board({ hands: HANDS })), { type: "undone" });
    expect(state.input).toBe(EMPTY_INPUT);
  });
});

describe("asking for boards", () => {
  afterEach(() => vi.unstubAllGlobals());
  const signal = new AbortController().signal;
  const defaults = { seat: "S" as const, dealer: "E" as const };

  function answering(body: unknown, status = 200): { sent: string[] } {
    const sent: string[] = [];
    vi.stubGlobal("fetch", async (_: string, options: RequestInit) => {
      sent.push(options.body as string);
      return new Response(JSON.stringify(body), { status });
    });
    return { sent };
  }

  it("sends text with who holds and who deals", async () => {
    const found = { boards: [], refused: [], more: false };
    const { sent } = answering(found);
    const outcome = await parseBoards({ text: "1H" }, defaults, signal);
    expect(outcome).toEqual({ kind: "boards", found });
    expect(JSON.parse(sent[0]!)).toEqual({ text: "1H", seat: "S", dealer: "E" });
  });

  it("sends a file's bytes as they are", async () => {
    const { sent } = answering({});
    const bytes = Uint8Array.from({ length: 70_000 }, (_, place) => place % 256);
    await parseBoards({ file: new File([bytes], "a.pbn") }, defaults, signal);
    const { file } = JSON.parse(sent[0]!) as { file: string };
    expect(Buffer.from(file, "base64").equals(Buffer.from(bytes))).toBe(true);
  });

  it("does not even send what is too long", async () => {
    const { sent } = answering({});
    const file = new File([new Uint8Array(400_000)], "a.pbn");
    expect(await parseBoards({ file }, defaults, signal)).toMatchObject({ kind: "error" });
    expect(sent).toEqual([]);
  });

  it("reads a longer file piece by piece, each board whole and on its line", async () => {
    const sent: string[] = [];
    vi.stubGlobal("fetch", async (_: string, options: RequestInit) => {
      const { file, encoding } = JSON.parse(options.body as string) as { file: string; encoding?: string };
      const piece = Buffer.from(file, "base64").toString("latin1");
      sent.push(piece);
      const lines = piece.split("\n").flatMap((text, place) => (text.startsWith("[Board") ? [place + 1] : []));
      const found = { boards: lines.map((line) => ({ line })), refused: [], warnings: [], more: false };
      return new Response(JSON.stringify({ ...found, encoding: encoding ?? "windows-1252" }));
    });
    const games = (count: number) => `[Board "1"]\n{${"é".repeat(2_000)}}\n\n`.repeat(count);
    const read = (text: string) =>
      parseBoards({ file: new File([Buffer.from(text, "latin1")], "a.pbn") }, defaults, signal);

    const whole = await read(games(400));
    const { found } = whole as Extract<typeof whole, { kind: "boards" }>;
    expect(sent.length).toBe(3);
    expect(sent.join("")).toBe(games(400));
    expect(found.boards.map(({ line }) => line)).toEqual(Array.from({ length: 400 }, (_, place) => 3 * place + 1));
    expect(found).toMatchObject({ more: false, encoding: "windows-1252" });

    sent.length = 0;
    expect(await read(games(2_000))).toMatchObject({ found: { more: true } });
    expect(sent.length).toBe(3); // of eleven: the list has no more boards
  });

  it("does not cut a LIN file whose results stand before its boards", async () => {
    const { sent } = answering({});
    const file = new File(["vg|Club|rs|4SE=|\n", "qx|o1|mb|p|\n".repeat(50_000)], "a.lin");
    expect(await parseBoards({ file }, defaults, signal)).toMatchObject({ kind: "error" });
    expect(sent).toEqual([]);
  });

  it("says what is wrong, and where", () => {
    const problem = (detail: string, position: number | null) => ({ errors: [{ pointer: "/text", detail, position }] });
    expect(errorText(problem("too low", 4), 422)).toBe("too low (character 5)");
    expect(errorText(problem("no board", null), 400)).toBe("no board");
    expect(errorText({}, 413)).toContain("too long");
    expect(errorText({}, 502)).toContain("Try again");
    expect(errorText({}, 429)).toBe("Too many questions at once. Wait a moment, then read this again.");
    const gone = { type: "urn:bridgeviz:problem:database-unavailable" };
    expect(errorText(gone, 503)).toMatch(/^The service is not available\. Wait/);
  });

  it("says that nobody can be reached", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
    const outcome = await parseBoards({ text: "P" }, defaults, signal);
    expect(outcome).toMatchObject({ kind: "error" });
  });
});
