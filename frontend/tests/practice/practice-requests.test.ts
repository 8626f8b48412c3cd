import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { parsePracticeLink } from "../../src/practice/practice-link";
import { requestsOf } from "../../src/practice/practice-requests";
import { updatePractice } from "../../src/practice/practice-reducer";
import { firstPracticeState, type PracticeAction, type PracticeState } from "../../src/practice/practice-state";
import { requester } from "../../src/service/requests";
import { practiceTable, TOKEN } from "../fixtures/practice-tables";
import { HANDS } from "../fixtures/review";

const TABLE = `/api/v1/practice/tables/${TOKEN}`;

interface Asked {
  address: string;
  body: Record<string, unknown>;
  answer: (document: object, status?: number, headers?: Record<string, string>) => Promise<void>;
  signal: AbortSignal;
}

let asked: Asked[];
let state: PracticeState;
let requestNeeds: ReturnType<typeof requester<PracticeAction>>;

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  state = firstPracticeState();
  requestNeeds = requester(dispatch);
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal(
    "fetch",
    (address: string, { body, signal }: RequestInit) =>
      new Promise((resolve, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason));
        const answer = async (document: object, status = 200, more = {}) => {
          const headers = { "Preference-Applied": "wait=20", ...more };
          resolve(new Response(JSON.stringify(document), { status, headers }));
          await vi.advanceTimersByTimeAsync(0);
        };
        asked.push({ address, body: JSON.parse(String(body ?? "{}")), answer, signal: signal! });
      }),
  );
});
afterEach(() => {
  dispatch({ type: "table left" });
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function dispatch(action: PracticeAction): void {
  state = updatePractice(state, action);
  requestNeeds(requestsOf(state));
}

/** The request to an address made last. */
function last(address: string): Asked {
  return asked.findLast((one) => one.address === address)!;
}

/** The looks at the table that the service has not answered. */
function looks(): Asked[] {
  return asked.filter(({ address, signal }) => address.startsWith(`${TABLE}?`) && !signal.aborted);
}

async function sitDown(changes = {}): Promise<void> {
  dispatch({ type: "link read", link: parsePracticeLink(`table=${TOKEN}&theme=stayman`) });
  await last(`${TABLE}/holder`).answer(practiceTable(changes));
}

it("follows the table from the seat on, and stops where it is left", async () => {
  await sitDown();
  const { holder } = last(`${TABLE}/holder`).body;
  expect(looks().map(({ address }) => address)).toEqual([`${TABLE}?after=0&deal=1&holder=${holder}`]);
  dispatch({ type: "own call made", call: "1S" });
  expect(last(`${TABLE}/calls`).body).toMatchObject({ index: 0, call: "1S", deal: 1 });
  await last(`${TABLE}/calls`).answer(practiceTable({ auction: ["1S"], turn: "W" }));
  await looks()[0]!.answer(practiceTable({ auction: ["1S", "P"], turn: "N" }));
  expect(state.auction).toEqual(["1S", "P"]);
  const look = looks().at(-1)!;
  expect(look.address).toBe(`${TABLE}?after=2&deal=1&holder=${holder}`);
  dispatch({ type: "table left" });
  expect(look.signal.aborted).toBe(true);
});

it("has the seat by one id, also for calls", async () => {
  await sitDown();
  dispatch({ type: "own call made", call: "1S" });
  const [{ holder }, { holder: caller }] = [last(`${TABLE}/holder`).body, last(`${TABLE}/calls`).body];
  expect(holder).toMatch(/^[\w-]{8,64}$/);
  expect(caller).toBe(holder);
});

it("waits for longer each time that the service stays away, and begins anew once it was there", async () => {
  await sitDown();
  const calls = () => asked.filter(({ address }) => address === `${TABLE}/calls`).length;
  dispatch({ type: "own call made", call: "1S" });
  const away = { title: "Bad gateway", status: 502 };
  for (const [tries, seconds] of [5, 10, 20, 40, 60, 60].entries()) {
    await last(`${TABLE}/calls`).answer(away, 502);
    await vi.advanceTimersByTimeAsync(1_000 * seconds - 1);
    expect(calls()).toBe(tries + 1);
    await vi.advanceTimersByTimeAsync(1);
    expect(calls()).toBe(tries + 2);
  }
  await last(`${TABLE}/calls`).answer(practiceTable());
  dispatch({ type: "own call made", call: "1S" });
  const before = calls();
  await last(`${TABLE}/calls`).answer(away, 502);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(calls()).toBe(before + 1);
});

it("sends nothing again that was refused for good", async () => {
  await sitDown();
  const themes = () => asked.filter(({ address }) => address.endsWith("/themes?system=acol"));
  expect(themes()).toHaveLength(1);
  await themes()[0]!.answer({ title: "No such system", status: 404 }, 404);
  dispatch({ type: "own call made", call: "1S" });
  await last(`${TABLE}/calls`).answer({ title: "Bad gateway", status: 502 }, 502);
  await vi.advanceTimersByTimeAsync(60_000);
  dispatch({ type: "retried" });
  expect(themes()).toHaveLength(1);
});

it("says when it asks again, which is not before the service wishes", async () => {
  dispatch({ type: "view shown", view: "bid" });
  const deals = () => asked.filter(({ address }) => address === "/api/v1/practice/boards");
  dispatch({ type: "board wanted", seed: 5 });
  for (const [wish, seconds] of [
    ["2", 5],
    ["30", 30],
    ["2", 20],
  ] as const) {
    const before = deals().length;
    await deals().at(-1)!.answer({ title: "Busy", status: 503 }, 503, { "Retry-After": wish });
    const [failure] = Object.values(state.failures);
    expect(failure!.errors[0]!.text).toContain(`tries again in ${seconds} seconds.`);
    await vi.advanceTimersByTimeAsync(1_000 * seconds - 1);
    expect(deals()).toHaveLength(before);
    await vi.advanceTimersByTimeAsync(1);
    expect(deals()).toHaveLength(before + 1);
  }
});

it("goes on where the table can be seen again", async () => {
  await sitDown();
  await looks()[0]!.answer({ title: "Bad gateway", status: 502 }, 502);
  expect(state.pair!.failure).toMatchObject({ byItself: true });
  await vi.advanceTimersByTimeAsync(2_000);
  await looks().at(-1)!.answer(practiceTable());
  expect(state.pair!.failure).toBeNull();
});

it("has the next board dealt unseen, another than the last", async () => {
  const over = { auction: ["P", "P", "P", "P"], turn: null, hands: HANDS, board: 8 };
  await sitDown(over);
  dispatch({ type: "board wanted", seed: 5 });
  const deal = last("/api/v1/practice/boards");
  expect(deal.body).toEqual({ seed: 5, count: 2, system: "acol", theme: "stayman", level: null, hand: false });
  await deal.answer({ boards: [{ id: 8 }, { id: 12 }] });
  expect(last(`${TABLE}/boards`).body).toMatchObject({ board: 12 });
  await last(`${TABLE}/boards`).answer(practiceTable({ deal: 2 }));
  expect(state.pair!.deal).toBe(2);
});

it("has robots bid a board of the answer sheet at all four seats", async () => {
  dispatch({ type: "form sent", need: { kind: "sheet board", code: "12", system: "acol" } });
  expect(last("/api/v1/practice/boards/12")).toBeDefined();
  expect(last("/api/v1/practice/calls").body).toMatchObject({
    board: 12,
    auction: [],
    players: [],
    systems: { ns: "acol", ew: "acol" },
  });
});

it("reads the same text again where it is sent again", async () => {
  for (const times of [1, 2]) {
    dispatch({ type: "form sent", need: { kind: "own boards", source: { text: "1H" }, seat: "S" } });
    expect(asked.filter(({ address }) => address === "/api/v1/boards")).toHaveLength(times);
  }
});

it("does not lose a seat taken back by a look from before", async () => {
  await sitDown();
  await looks()[0]!.answer(practiceTable({ taken: true }));
  expect(state.pair!.seat).toBe("taken");
  const before = looks().at(-1)!;
  dispatch({ type: "seat taken over" });
  await last(`${TABLE}/holder`).answer(practiceTable());
  expect([state.pair!.seat, before.signal.aborted]).toEqual(["held", true]);
  await looks()
    .at(-1)!
    .answer(practiceTable({ auction: ["P"] }));
  expect([state.pair!.seat, state.auction]).toEqual(["held", ["P"]]);
});
