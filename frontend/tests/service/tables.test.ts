import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { Failure } from "../../src/service/failure";
import {
  callAtTable,
  dealNext,
  newHolder,
  openTable,
  type PracticeTable,
  takeSeat,
  watchTable,
} from "../../src/service/tables";

const TABLES = "/api/v1/practice/tables";
const SEAT = { token: "north", holder: "browser-1" };
const TABLE: PracticeTable = {
  seat: "N",
  hand: "KQ3.K742.A986.J5",
  deal: 1,
  number: 5,
  dealer: "N",
  vulnerability: "NS",
  auction: ["1NT", "P"],
  systems: { ns: "sayc", ew: "sayc" },
  seats: ["N", "S"],
  turn: "S",
  contract: null,
  hands: null,
  board: null,
  partner: "here",
  taken: false,
  error: null,
};
const AFTER_TWO = `${TABLES}/north?after=2&deal=1&holder=browser-1`;

interface Sent {
  asked: string;
  body: unknown;
  wait: string | undefined;
}

function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers });
}

function problem(status: number, type: string, headers: Record<string, string> = {}): Response {
  return json({ title: type, status, type: `urn:bridgeviz:problem:${type}` }, status, headers);
}

/** An answer for which the service has waited. */
function waited(changes: Partial<PracticeTable>): Response {
  return json({ ...TABLE, ...changes }, 200, { "Preference-Applied": "wait=20" });
}

/** A service that gives these answers one after the other, and then none. */
function serve(...answers: (Response | Error)[]): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal("fetch", (address: string, { method = "GET", body, headers, signal }: RequestInit) => {
    const wait = (headers as Record<string, string> | undefined)?.["Prefer"];
    sent.push({ asked: `${method} ${address}`, body: body && JSON.parse(String(body)), wait });
    const answer = answers.shift();
    if (answer instanceof Error) return Promise.reject(answer);
    if (answer !== undefined) return Promise.resolve(answer);
    return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
  });
  return sent;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const { signal } = new AbortController();

describe("a seat at a practice table", () => {
  it("is opened with its partner's", async () => {
    const seats = [{ seat: "N", token: "north", page: "/practice/#table=north" }];
    const sent = serve(json({ seats }, 201));
    const wanted = { board: 7, systems: TABLE.systems, seats: ["N", "S"], draw: null } as const;
    expect(await openTable(wanted, signal)).toEqual({ result: { seats } });
    expect(sent).toEqual([{ asked: `POST ${TABLES}`, body: wanted, wait: undefined }]);
  });

  it("is taken, unless another browser has it", async () => {
    const sent = serve(problem(409, "seat-taken"), json(TABLE));
    expect(await takeSeat(SEAT, false, signal)).toEqual({ taken: true });
    expect(await takeSeat(SEAT, true, signal)).toEqual({ result: TABLE });
    expect(sent.map(({ asked, body }) => [asked, body])).toEqual(
      [false, true].map((takeover) => [`POST ${TABLES}/north/holder`, { holder: "browser-1", takeover }]),
    );
  });

  it("has ids of browsers that the service takes", () => {
    expect(newHolder()).toMatch(/^[0-9a-f]{32}$/);
    expect(newHolder()).not.toBe(newHolder());
  });

  it("sends a call with its place and its board", async () => {
    const sent = serve(json(TABLE));
    expect(await callAtTable(SEAT, { index: 0, deal: 3 }, "1NT", signal)).toEqual({ result: TABLE });
    const body = { index: 0, call: "1NT", deal: 3, holder: "browser-1" };
    expect(sent).toEqual([{ asked: `POST ${TABLES}/north/calls`, body, wait: undefined }]);
  });

  it.each(["out-of-turn", "call-made", "another-board"])("shows the table as it stands after %s", async (type) => {
    const sent = serve(problem(409, type), json(TABLE));
    expect(await callAtTable(SEAT, { index: 0, deal: 1 }, "1C", signal)).toEqual({ result: TABLE });
    expect(sent.map(({ asked }) => asked)).toEqual([`POST ${TABLES}/north/calls`, `GET ${TABLES}/north`]);
  });

  it("shows partner's next board where that came first", async () => {
    const next = { ...TABLE, deal: 2, auction: [] };
    const sent = serve(problem(409, "auction-under-way"), json(next));
    expect(await dealNext(SEAT, { board: 9 }, signal)).toEqual({ result: next });
    expect(sent[0]!.body).toEqual({ board: 9, holder: "browser-1" });
  });

  it("fails with advice where there is no table any more", async () => {
    serve(problem(404, "unknown-table"));
    const outcome = await callAtTable(SEAT, { index: 2, deal: 1 }, "P", signal);
    expect(outcome).toMatchObject({ failure: { title: "No such practice table", retry: false } });
  });

  it("is not promised within ten minutes where a client has too many", async () => {
    serve(problem(429, "too-many-tables", { "Retry-After": "600" }));
    const wanted = { board: 7, systems: TABLE.systems, seats: ["N", "S"], draw: null } as const;
    const outcome = await openTable(wanted, signal);
    const errors = [{ field: "page", text: "Deal the next board at one of them." }];
    expect(outcome).toMatchObject({ failure: { errors } });
  });
});

describe("watching a table", () => {
  async function watched(seen: PracticeTable | null, milliseconds: number) {
    const tables: PracticeTable[] = [];
    const failures: Failure[] = [];
    const controller = new AbortController();
    let ended = false;
    const watching = watchTable(SEAT, seen, controller.signal, {
      onTable: (table) => tables.push(table),
      onFailure: (failure) => failures.push(failure),
    }).then(() => (ended = true));
    await vi.advanceTimersByTimeAsync(milliseconds);
    const endedByItself = ended;
    controller.abort();
    await watching;
    return { tables, failures, endedByItself };
  }

  it("receives each call once, and goes on from it", async () => {
    const later = ["1NT", "P", "2C", "P"] as const;
    const sent = serve(json(TABLE), waited({}), waited({ auction: [...later] }));
    const { tables, endedByItself } = await watched(null, 100);
    expect(tables.map(({ auction }) => auction)).toEqual([["1NT", "P"], later]);
    expect(sent.map(({ asked, wait }) => [asked, wait])).toEqual([
      [`GET ${TABLES}/north?holder=browser-1`, undefined],
      [`GET ${AFTER_TWO}`, "wait=20"],
      [`GET ${AFTER_TWO}`, "wait=20"],
      [`GET ${TABLES}/north?after=4&deal=1&holder=browser-1`, "wait=20"],
    ]);
    expect(endedByItself).toBe(false);
  });

  it("receives the next board, even after as many calls", async () => {
    serve(waited({ deal: 2 }));
    const { tables } = await watched(TABLE, 100);
    expect(tables.map(({ deal }) => deal)).toEqual([2]);
  });

  it("receives once that another browser has the seat", async () => {
    serve(waited({ taken: true }), waited({ taken: true }));
    const { tables } = await watched(TABLE, 100);
    expect(tables.map(({ taken }) => taken)).toEqual([true]);
  });

  it("looks once a second where the service does not wait", async () => {
    const sent = serve(json(TABLE), json(TABLE), json(TABLE));
    const { tables } = await watched(TABLE, 2_500);
    expect(tables).toEqual([]);
    expect(sent).toHaveLength(3);
  });

  it("tells why robots do not call, once, and looks again", async () => {
    const error = { title: "No worker is running", status: 503 };
    const sent = serve(waited({ error }), waited({ error }), waited({ error: null }));
    const { tables } = await watched(TABLE, 6_500);
    expect(tables.map((table) => table.error)).toEqual([error, null]);
    expect(sent).toHaveLength(4);
  });

  it("looks ever more seldom while robots do not call, and never sooner than the service wishes", async () => {
    const error = { title: "The explanation failed", status: 500 };
    const answer = (wish?: string) =>
      json({ ...TABLE, error }, 200, { "Preference-Applied": "wait=20", ...(wish && { "Retry-After": wish }) });
    const sent = serve(answer(), answer(), answer("30"), answer(), ...Array.from({ length: 40 }, () => answer()));
    await watched(TABLE, 1_000 * (2 + 4 + 30 + 16 + 32 + 60 + 60) - 1);
    expect(sent).toHaveLength(7);
  });

  it.each([
    [1_900, 1, 0],
    [2_100, 2, 0],
    [6_900, 2, 0],
    [7_100, 2, 1],
  ])("goes on after failures that pass: %i ms", async (milliseconds, failed, received) => {
    serve(
      new TypeError("no network"),
      problem(503, "database-unavailable", { "Retry-After": "5" }),
      waited({ auction: ["1NT"] }),
    );
    const { tables, failures, endedByItself } = await watched(TABLE, milliseconds);
    expect([failures.length, tables.length]).toEqual([failed, received]);
    expect(endedByItself).toBe(false);
  });

  it("ends with a table that is gone", async () => {
    serve(problem(404, "unknown-table"));
    const { failures, endedByItself } = await watched(TABLE, 100);
    expect(failures.map(({ retry }) => retry)).toEqual([false]);
    expect(endedByItself).toBe(true);
  });
});
