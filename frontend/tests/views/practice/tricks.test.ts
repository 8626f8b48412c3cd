// @vitest-environment happy-dom
/** Tricks counted, against the clock and without it. */

import { describe, expect, it, vi } from "vitest";

import { HANDS } from "../../fixtures/review";
import { button, choose, click, json, part, parts, press, reload, type Service, settle, text } from "../page";
import { openPractice } from "./service";

const TRICKS = "/api/v1/practice/tricks";

function deals({ answers }: Service): void {
  answers[TRICKS] = () =>
    json({
      deals: [
        {
          hands: HANDS,
          notrump: { tricks: 12, estimate: 9, estimate_from_pair: 7 },
          spades: { tricks: 10, estimate: 11, estimate_from_pair: 8 },
        },
      ],
    });
}

async function openTricks(): Promise<Service> {
  return openPractice("view=tricks", { before: deals });
}

function ownRow(): string {
  return text(".trick-results tbody tr");
}

describe("the tricks of a deal", () => {
  it("are typed, and compared with the estimator's", async () => {
    await openTricks();
    await click(button("Deal"));
    expect(parts(".dealt")).toHaveLength(4);
    await press("12{Enter}");
    expect(text(".trick-answer")).toBe("Right: 12 tricks.The site's estimator says 9.");
    expect(ownRow()).toContain("100.0");
    expect(document.activeElement).toBe(button("Next deal"));
  });

  it("are counted on two hands until the answer is given", async () => {
    await openTricks();
    await choose("Contract", "Spades");
    await choose("You see", "North and South");
    await click(part("label.switch input"));
    await click(button("Deal"));
    expect(parts(".dealt")).toHaveLength(2);
    expect(parts("[role=timer]")).toEqual([]);
    await click(button("9"));
    expect(text(".trick-answer")).toContain("10 tricks; you said 9.");
    expect(text(".trick-answer")).toContain("from the same two hands, says 8.");
    expect(parts(".dealt")).toHaveLength(4);
  });

  it("are another deal's next", async () => {
    const service = await openTricks();
    await click(button("Deal"));
    await click(button("12"));
    await click(button("Next deal"));
    const [first, second] = service.bodies<{ seed: number; first: number }>(TRICKS);
    expect(second).toEqual({ seed: first!.seed, first: 1 });
    expect(button("12")).toBeTruthy();
  });
});

describe("the clock", () => {
  it("goes on through a reload, and ends the question", async () => {
    const service = await openTricks();
    await click(button("Deal"));
    const asked = service.bodies(TRICKS).length;
    await settle(20_000);
    expect(text(".countdown [role=status]")).toBe("10 seconds left");
    await reload();
    expect(service.bodies(TRICKS)).toHaveLength(asked);
    await settle(10_000);
    expect(text(".trick-answer")).toContain("Time is up: 12 tricks.");
  });
});

describe("the result", () => {
  it("is deleted once that is confirmed", async () => {
    await openTricks();
    await click(button("Deal"));
    await press("12{Enter}");
    const confirm = vi.fn().mockReturnValueOnce(false).mockReturnValueOnce(true);
    vi.stubGlobal("confirm", confirm);
    await click(button("Start again"));
    expect(ownRow()).toContain("100.0");
    await click(button("Start again"));
    expect(ownRow()).toBe("You–––");
    expect(confirm).toHaveBeenCalledTimes(2);
  });

  it("is shared with another tab", async () => {
    await openTricks();
    await click(button("Deal"));
    await press("12{Enter}");
    const kept = localStorage.getItem("practice-tricks")!;
    localStorage.setItem("practice-tricks", kept.replaceAll('"answer":12', '"answer":11'));
    dispatchEvent(new StorageEvent("storage", { key: "practice-tricks" }));
    await settle();
    expect(ownRow()).toMatch(/^You100\.0.*100\.0.*0\.0/);
  });
});
