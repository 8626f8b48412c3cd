import { afterEach, describe, expect, it, vi } from "vitest";

import { loadShortcuts, saveShortcuts } from "../../src/state/shortcuts";

afterEach(() => void vi.unstubAllGlobals());

describe("the choice of shortcuts", () => {
  it("is remembered until it is made anew", () => {
    const kept = new Map<string, string>();
    vi.stubGlobal("localStorage", {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, value),
      removeItem: (name: string) => void kept.delete(name),
    });
    expect(loadShortcuts()).toBe(true);
    saveShortcuts(false);
    expect(loadShortcuts()).toBe(false);
    saveShortcuts(true);
    expect(loadShortcuts()).toBe(true);
  });

  it("is forgotten by a browser that keeps nothing, without a fault", () => {
    const refuse = vi.fn(() => {
      throw new DOMException("denied", "SecurityError");
    });
    vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
    saveShortcuts(false);
    expect(loadShortcuts()).toBe(true);
    expect(refuse).toHaveBeenCalledTimes(2);
  });
});
