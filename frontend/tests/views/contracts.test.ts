// @vitest-environment happy-dom
/** Which contracts make: in one line beside the advice, and by a button told as tables, and how far it is meanwhile. */

import { screen, within } from "@testing-library/dom";
import { beforeEach, expect, it, vi } from "vitest";

import type { Analysis, Position } from "../../src/service/types";
import { analysisOf } from "../fixtures/answers";
import { click, done, openPage, press, problem, type Service, settle, text, unfold } from "./page";

const LINK = "hand=AKJT985.6.A76.84&seat=S&dealer=N&vul=NS&auction=1D-1H";
const ANALYSES = "/api/v1/analyses";

let service: Service;

beforeEach(async () => {
  service = await openPage("main", { fragment: LINK });
  await unfold("Which contracts make?");
});

const panel = () => screen.getByRole("region", { name: "Which contracts make?" });
const buttonOf = () => within(panel()).getByRole("button");
const cell = (side: string, bid: string) => panel().querySelector(`[data-side=${side}] td[data-bid='${bid}']`)!;

/** The analysis of any position, with these parts. */
function analyses(parts: Partial<Analysis>): void {
  service.answers[ANALYSES] = ({ body }) => done({ ...analysisOf(body as Position), ...parts });
}

it("tells in one line beside the advice, which it asks once the page rests, and not in the background", async () => {
  const line = () => text(".suggested .contracts-line");
  expect(line()).toBe("Which contracts make? …");
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  document.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(service.bodies(ANALYSES)).toEqual([]);
  analyses({
    contracts: [
      { bid: "3NT", declarer: "S", chance: 0.65, score: 320 },
      { bid: "4S", declarer: "N", chance: 0.59, score: 250 },
      { bid: "1S", declarer: "S", chance: 0.95, score: 120 },
      { bid: "2D", declarer: "N", chance: 0.9, score: 90 },
    ],
    contract: { bid: "1H", declarer: "E", doubled: 1, chance: 0.3, scores: { 1: -20, 2: -90, 4: -300 } },
  });
  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(service.bodies(ANALYSES)).toHaveLength(1);
  expect(line()).toBe("Chance to make: 3NT 65\u00a0%, 4♠ 59\u00a0%, theirs: 1♥ 30\u00a0%");
  expect(panel().querySelectorAll(".contract-table")).toHaveLength(2);
  await press("[Home]");
  await vi.advanceTimersByTimeAsync(5_000);
  expect(service.bodies(ANALYSES)).toHaveLength(1);
});

it("asks a busy service again when it says, and says so in the end", async () => {
  service.answers[ANALYSES] = () => problem(503, {}, { "Retry-After": "8" });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(service.bodies(ANALYSES)).toHaveLength(1);
  expect(buttonOf().textContent).toBe("Which contracts make?");
  await vi.advanceTimersByTimeAsync(20_000);
  expect(service.bodies(ANALYSES)).toHaveLength(3);
  expect(buttonOf().textContent).toBe("Try again");
  await click(buttonOf()); // what somebody asks for waits as long
  await vi.advanceTimersByTimeAsync(20_000);
  expect(service.bodies(ANALYSES)).toHaveLength(6);
  expect(buttonOf().textContent).toBe("Try again");
});

it("asks on request, too, and tells of each contract of both sides", async () => {
  expect(service.bodies(ANALYSES)).toEqual([]);
  analyses({
    contracts: [
      { bid: "4S", declarer: "S", chance: 0.61, score: 300 },
      { bid: "4S", declarer: "N", chance: 0.55, score: 250 },
      { bid: "1D", declarer: "N", chance: 0.9, score: 90 },
      { bid: "2H", declarer: "W", chance: 0.4, score: 50 },
    ],
    contract: { bid: "1H", declarer: "E", doubled: 1, chance: 0.3, scores: { 1: -20, 2: -90, 4: -300 } },
  });
  await click(buttonOf());
  expect(service.bodies(ANALYSES)).toHaveLength(1);
  expect(cell("ns", "4S").querySelector("b")!.textContent).toBe("61");
  expect(cell("ns", "4S").textContent).toContain("4 spades by");
  expect(panel().querySelectorAll("[data-side=ew] tbody tr")).toHaveLength(7);
  expect(cell("ns", "1D").className).toBe("shade-none");
  expect(cell("ns", "1D").textContent).toContain("No longer possible.");
  expect(panel().textContent).toContain("96 layouts dealt");
  expect(panel().textContent).toContain("If all pass now, East plays 1♥");
  expect(within(panel()).queryByRole("button")).toBeNull();
});

it("compares the next calls on as many layouts as is said", async () => {
  const calls = ["4S", "P"].map((call) => ({ call, probability: 0.5, imps: 0, error: 0.2, leads_to: [] }));
  analyses({ next_calls: { seat: "S", against: "4S", layouts: 48, calls } });
  await click(buttonOf());
  expect(text(".contract-next")).toContain("on 48 of the layouts dealt");
  expect(panel().querySelectorAll(".contract-next tbody tr")).toHaveLength(2);
});

it("asks again at another moment, and keeps the answer of the first", async () => {
  await click(buttonOf());
  await press("[Home]");
  expect(buttonOf().textContent).toBe("Which contracts make?");
  await click(buttonOf());
  expect(service.bodies<Position>(ANALYSES).map((one) => one.auction)).toEqual([["1D", "1H"], []]);
  await press("[End]");
  expect(panel().querySelectorAll(".contract-table")).toHaveLength(2);
  expect(service.bodies(ANALYSES)).toHaveLength(2);
});

it("says how far the work is, and offers another try where it fails", async () => {
  const running = {
    id: "1",
    url: "/api/v1/explanations/1",
    status: "running",
    progress: 0.25,
    result: null,
    error: null,
  };
  service.answers[ANALYSES] = () => Response.json(running, { status: 202 });
  service.answers[running.url] = () => Response.json(running);
  await click(buttonOf());
  expect(within(panel()).getByRole("progressbar")).toHaveProperty("value", 0.25);
  expect(within(panel()).getByRole("status").textContent).toContain("25\u00a0% done");
  expect(buttonOf().getAttribute("aria-disabled")).toBe("true");
  await click(buttonOf());
  expect(service.bodies(ANALYSES)).toHaveLength(1);
  service.answers[running.url] = () => problem(404);
  await settle();
  expect(within(panel()).getByRole("alert").textContent).not.toBe("");
  expect(buttonOf().textContent).toBe("Try again");
});

it("keeps the focus where it is asked with the keyboard", async () => {
  service.answers[ANALYSES] = () => problem(503, { type: "urn:bridgeviz:problem:no-worker" });
  buttonOf().focus();
  await press("{Enter}");
  expect(within(panel()).getByRole("alert").textContent).toContain("The model is not available");
  expect(document.activeElement).toBe(buttonOf());
  expect(buttonOf().textContent).toBe("Try again");
});
