import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { requester } from "../../src/service/requests";
import { needsOf } from "../../src/state/page-needs";
import { update } from "../../src/state/reducer";
import { listProgress } from "../../src/state/reviews";
import { type Action, initialState, type State } from "../../src/state/state";
import { recorded, review } from "../fixtures/review";

const COUNT = 5;
const BOARDS = Array.from({ length: COUNT }, (_, number) => recorded({ number, tricks: number }));

let state: State;
let requestNeeds: ReturnType<typeof requester<Action>>;
let asked: { tricks: number; at: number }[];

function dispatch(action: Action): void {
  state = update(state, action);
  requestNeeds(needsOf(state));
}

/** A service that answers after a second, each question as it says. */
function serve(answer: (count: number) => Response): void {
  vi.stubGlobal("fetch", async (_: string, options: RequestInit) => {
    const { tricks } = JSON.parse(options.body as string) as { tricks: number };
    const count = asked.push({ tricks, at: Date.now() });
    await new Promise((resolve) => setTimeout(resolve, 1000));
    return answer(count);
  });
}

function done(): Response {
  const body = { id: "one", status: "done", url: "/one", result: review(), error: null };
  return new Response(JSON.stringify(body));
}

function refusal(status: number, seconds: number): Response {
  const headers = { "Retry-After": String(seconds) };
  return new Response(JSON.stringify({ title: "No", status }), { status, headers });
}

function openFile(): void {
  const found = { boards: BOARDS, refused: [], more: false };
  state = update(state, { type: "parse requested", field: "paste", source: { text: "…" } });
  dispatch({ type: "parse finished", field: "paste", outcome: { kind: "boards", found } });
}

function progress() {
  return listProgress(state.review.list!, state.review.answers);
}

beforeEach(() => {
  vi.useFakeTimers();
  state = initialState();
  requestNeeds = requester(dispatch);
  asked = [];
});
afterEach(async () => {
  await vi.runAllTimersAsync();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("asks for two at a time until all are there", async () => {
  serve(done);
  openFile();
  expect(asked.map(({ tricks }) => tricks)).toEqual([0, 1]);
  await vi.advanceTimersByTimeAsync(1500);
  expect(asked.map(({ tricks }) => tricks)).toEqual([0, 1, 2, 3]);
  await vi.runAllTimersAsync();
  expect(progress()).toEqual({ count: COUNT, done: COUNT, failed: 0 });
  expect(asked).toHaveLength(COUNT);
});

it.each([429, 503])("waits as long as a %i says before anything is asked again", async (status) => {
  serve((count) => (count <= 2 ? refusal(status, count === 1 ? 20 : 7) : done()));
  openFile();
  await vi.advanceTimersByTimeAsync(1500);
  expect(state.review.pause?.seconds).toBe(20);
  await vi.advanceTimersByTimeAsync(19_000);
  expect(asked).toHaveLength(2);
  await vi.runAllTimersAsync();
  expect(asked[2]!.at - asked[0]!.at).toBeGreaterThanOrEqual(21_000);
  expect(progress()).toEqual({ count: COUNT, done: COUNT, failed: 0 });
});

it("stops, and goes on where it stopped", async () => {
  serve(done);
  openFile();
  dispatch({ type: "board reviews run", running: false });
  await vi.runAllTimersAsync();
  expect(progress().done).toBe(2);
  dispatch({ type: "board reviews run", running: true });
  await vi.runAllTimersAsync();
  expect(progress().done).toBe(COUNT);
  expect(asked).toHaveLength(COUNT);
});

it("leaves out a board that cannot be reviewed, and comes back after a broken connection", async () => {
  serve((count) => {
    if (count === 1) return new Response(JSON.stringify({ title: "No", status: 422 }), { status: 422 });
    if (count === 2) throw new TypeError("no network");
    return done();
  });
  openFile();
  await vi.runAllTimersAsync();
  expect(progress()).toEqual({ count: COUNT, done: COUNT - 1, failed: 1 });
  expect(asked).toHaveLength(COUNT + 1);
});
