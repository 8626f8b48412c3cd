// @vitest-environment happy-dom
/** A board bid with robots: what is said of each call, and what the board comes to. */

import { describe, expect, it, vi } from "vitest";

import { text } from "../page";
import { openPractice } from "./service";

describe("a link", () => {
  it("is drawn where something happens while the words of its language are loaded", async () => {
    const catalogue = "../../../src/i18n/catalogues/zh-Hans.json";
    vi.doMock(catalogue, () => {
      dispatchEvent(new Event("online"));
      return vi.importActual(catalogue);
    });
    await openPractice("", { language: "zh-hans" });
    expect(text("#setup-title")).toBe("练习什么");
    vi.doUnmock(catalogue);
  });
});
