import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { writeProgress } from "../../src/practice/progress-file";
import {
  deleteProgress,
  followTab,
  keepBoards,
  loadProgress,
  STORED_PROGRESS,
} from "../../src/practice/progress-storage";
import { playedBoard } from "../fixtures/played-boards";

const NOW = new Date("2026-11-25T18:30:00Z");
const [FIRST, SECOND, THIRD] = [1, 2, 3].map((day) => playedBoard(day, "best", day)) as [
  ReturnType<typeof playedBoard>,
  ReturnType<typeof playedBoard>,
  ReturnType<typeof playedBoard>,
];
let kept: Map<string, string>;
let room: number;

beforeEach(() => {
  kept = new Map();
  room = Infinity;
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > room) throw new DOMException("full", "QuotaExceededError");
      kept.set(key, value);
    },
    removeItem: (key: string) => void kept.delete(key),
  });
});
afterEach(() => void vi.unstubAllGlobals());

describe("progress in the browser", () => {
  it("is there again when the page is opened again", () => {
    expect(loadProgress(NOW)).toEqual({ progress: { boards: [] }, unsaved: null, unread: null });
    keepBoards(loadProgress(NOW), [FIRST], NOW);
    expect(loadProgress(NOW).progress.boards).toEqual([FIRST]);
  });

  it("has the boards of all tabs", () => {
    const [one, other] = [loadProgress(NOW), loadProgress(NOW)];
    keepBoards(one, [FIRST], NOW);
    const later = keepBoards(other, [SECOND], NOW);
    expect(later.progress.boards).toEqual([FIRST, SECOND]);
    const event = { key: STORED_PROGRESS, newValue: kept.get(STORED_PROGRESS)! };
    expect(followTab(one, event).progress.boards).toEqual([FIRST, SECOND]);
    expect(followTab(later, { key: "something else", newValue: null })).toBe(later);
  });

  it("is deleted in all tabs", () => {
    const one = keepBoards(loadProgress(NOW), [FIRST], NOW);
    expect(deleteProgress().progress.boards).toEqual([]);
    expect(kept.size).toBe(0);
    expect(followTab(one, { key: STORED_PROGRESS, newValue: null }).progress.boards).toEqual([]);
  });

  it("that cannot be read is put aside and named", () => {
    kept.set(STORED_PROGRESS, "[1, 2");
    const loaded = loadProgress(NOW);
    const place = "practice-progress-2026-11-25T18:30:00.000Z";
    expect(loaded.unread).toContain(`(This is not JSON). It was moved to “${place}”`);
    const after = keepBoards(loaded, [FIRST], NOW);
    expect(after).toMatchObject({ progress: { boards: [FIRST] }, unread: loaded.unread });
    expect(kept.get(place)).toBe("[1, 2");
  });

  it("that cannot be read stays where it is while there is no room to put it aside", () => {
    kept.set(STORED_PROGRESS, "[1, 2");
    room = 0;
    const after = keepBoards(loadProgress(NOW), [FIRST], NOW);
    expect(after.progress.boards).toEqual([FIRST]);
    expect(after.unsaved).toContain("full");
    expect(kept.get(STORED_PROGRESS)).toBe("[1, 2");
  });

  it("goes on in the tab while the storage is full, and is kept once it is not", () => {
    const first = keepBoards(loadProgress(NOW), [FIRST], NOW);
    room = 0;
    const second = keepBoards(first, [SECOND], NOW);
    expect(second.progress.boards).toEqual([FIRST, SECOND]);
    expect(second.unsaved).toContain("full");
    expect(kept.get(STORED_PROGRESS)).toBe(writeProgress({ boards: [FIRST] }));
    room = Infinity;
    expect(keepBoards(second, [THIRD], NOW).unsaved).toBeNull();
    expect(loadProgress(NOW).progress.boards).toEqual([FIRST, SECOND, THIRD]);
  });

  it("goes on in the tab where the browser denies the storage", () => {
    vi.stubGlobal("localStorage", undefined);
    const loaded = loadProgress(NOW);
    expect(loaded.unsaved).toContain("does not let this page store anything");
    expect(keepBoards(loaded, [FIRST], NOW).progress.boards).toEqual([FIRST]);
  });
});
