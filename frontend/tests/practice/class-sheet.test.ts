import { afterEach, expect, it, vi } from "vitest";

import { fetchSheet, type SheetBoard } from "../../src/practice/class-set";

afterEach(() => void vi.unstubAllGlobals());

const SET = { system: "acol", theme: null, boards: [11, 12, 13] } as const;

/** Answers as the service gives them; nothing of one board. */
function answer(missing: number) {
  return vi.fn(async (address: string, { body }: RequestInit) => {
    const id = Number(/boards\/(\d+)$/.exec(address)?.[1] ?? JSON.parse(String(body)).board);
    if (id === missing) return Response.json({ title: "Not Found", status: 404 }, { status: 404 });
    const calls = { status: "done", result: { auction: ["P", "P", "P", "P"], contract: null } };
    return Response.json(address.includes("boards") ? { id } : calls);
  });
}

it("has each board with the robots' auction, and goes on after a failure", async () => {
  const found: SheetBoard[] = [];
  const fetchOn = () => fetchSheet(SET, found.length, new AbortController().signal, (board) => found.push(board));
  vi.stubGlobal("fetch", answer(12));
  expect(await fetchOn()).toMatchObject({ retry: false });
  expect(found.map(({ board }) => board.id)).toEqual([11]);
  const asked = answer(0);
  vi.stubGlobal("fetch", asked);
  expect(await fetchOn()).toBeNull();
  expect(found.map(({ board, auction }) => [board.id, auction.length])).toEqual([
    [11, 4],
    [12, 4],
    [13, 4],
  ]);
  const posted = asked.mock.calls.map(([, { body }]) => body).filter((body) => body !== undefined);
  expect(JSON.parse(String(posted[0]))).toMatchObject({
    board: 12,
    auction: [],
    players: [],
    systems: { ns: "acol", ew: "acol" },
  });
});
