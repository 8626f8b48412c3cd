import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { holderOf, keepPartner, keepRecorded, partnerOf } from "../../src/practice/pair-storage";

let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});
afterEach(() => void vi.unstubAllGlobals());

describe("a seat kept in the browser", () => {
  it("has one holder, another than other seats", () => {
    const holder = holderOf("south");
    expect(holder).toMatch(/^[A-Za-z0-9_-]{8,64}$/);
    expect(holderOf("north")).not.toBe(holder);
    expect(holderOf("south")).toBe(holder);
  });

  it("knows partner's where the table was opened here", () => {
    const holder = holderOf("south");
    keepPartner("south", "north");
    expect([partnerOf("south"), partnerOf("north"), holderOf("south")]).toEqual(["north", null, holder]);
  });

  it("records each board of the table once", () => {
    expect([1, 1, 2, 1].map((deal) => keepRecorded("south", deal))).toEqual([true, false, true, false]);
  });

  it("is forgotten after many others", () => {
    const holder = holderOf("south");
    for (let number = 0; number < 20; number += 1) holderOf(`seat-${number}`);
    expect(holderOf("south")).not.toBe(holder);
  });

  it("is begun anew where what is kept is something else", () => {
    kept.set("practice-seats", '[{"token": "south", "holder": 3}, null, "x"]');
    expect(holderOf("south")).toHaveLength(32);
  });

  it("holds for the page where the browser keeps nothing", () => {
    vi.stubGlobal("localStorage", {
      getItem: () => null,
      setItem: () => {
        throw new DOMException("denied", "SecurityError");
      },
    });
    expect(holderOf("denied")).toBe(holderOf("denied"));
  });
});
