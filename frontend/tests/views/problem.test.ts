// @vitest-environment happy-dom
/** For teachers: problems whose answers are closed, and what a handout has. */

import { describe, expect, it, vi } from "vitest";

import type { Grade, ReviewRequest } from "../../src/service/types";
import { graded, recorded, review } from "../fixtures/review";
import {
  bid,
  button,
  click,
  done,
  openLink,
  openPage,
  part,
  parts,
  press,
  problem,
  type Service,
  settle,
  text,
  unfold,
} from "./page";
import { openReviews, pasteBoards } from "./review/boards";

const POSITION = "hand=AKJT985.6.A76.84&seat=S&dealer=N&vul=NS&ns=sayc&ew=sayc&auction=1D-1H";
const REVIEWS = "/api/v1/reviews";
const PROBLEM = `${POSITION}&problem=1`;

/** A service that grades each call alike. */
function withGrades(grade: Grade) {
  return ({ answers }: Service): void => {
    answers[REVIEWS] = ({ body }) => {
      const { auction } = body as ReviewRequest;
      const loss = grade === "mistake" ? { mean: 183, error: 31 } : null;
      return done(review({ calls: [graded(auction.length - 1, "S", auction.at(-1)!, grade, loss)] }));
    };
  };
}

/** The hand, the auction and the question; nothing of the answer, anywhere in the page. */
function expectClosed(): void {
  for (const words of ["South holds:", "A K J 10 9 8 5", "Dealer North", "What do you call?"]) {
    expect(text(".problem")).toContain(words);
  }
  const all = document.body.cloneNode(true) as HTMLElement;
  all.querySelector(".bidding-box")!.remove();
  expect(all.innerHTML).not.toMatch(/HCP|%|1♠|hidden-hand/);
  expect(parts("[data-look], .picture, .entry")).toEqual([]);
}

describe("a problem", () => {
  it("keeps its answer closed until it is asked for", async () => {
    const service = await openPage("main", { fragment: PROBLEM });
    expectClosed();
    await press("[ArrowLeft][Home][End]f[Escape]{Control>}z{/Control}");
    expectClosed();
    expect(service.asked).toEqual([]);
    await click(button("Show the answer"));
    expect(service.positions.map(({ auction }) => auction)).toEqual([["1D", "1H"]]);
    expect(document.activeElement?.closest(".answer")).toBeTruthy();
    expect(location.hash).not.toContain("problem");
    expect(parts(".problem")).toEqual([]);
  });

  it("grades the call made by the own hand alone, then explains the position", async () => {
    const service = await openPage("main", { fragment: PROBLEM, prepare: withGrades("best") });
    await bid("1S");
    expect(text(".verdict")).toBe("✓ 1♠: right");
    const hands = { N: null, E: null, S: "AKJT985.6.A76.84", W: null };
    expect(service.bodies(REVIEWS)).toEqual([
      expect.objectContaining({ hands, auction: ["1D", "1H", "1S"], graded_from: 2 }),
    ]);
    expect(parts(".bidding-box, .entry")).toEqual([]);
    expect(document.activeElement).toBe(button("Show the explanation"));
    await click(button("Show the explanation"));
    expect(service.positions.map(({ auction }) => auction)).toEqual([["1D", "1H"]]);
    expect(parts(".problem")).toEqual([]);
  });

  it("says what a mistake missed, and lets another call be tried", async () => {
    const service = await openPage("main", { fragment: PROBLEM, prepare: withGrades("mistake") });
    await bid("7NT");
    expect(text(".verdict")).toContain("7NT: a mistake, which loses about 180 points on average");
    expect(service.bodies("/api/v1/options").map(({ hand, auction }) => [hand, auction])).toEqual([
      [null, ["1D", "1H"]],
    ]);
    await click(button("Try another call"));
    expectClosed();
    await bid("1S");
    expect(service.bodies(REVIEWS)).toHaveLength(2);
  });

  it("can be graded again where the service failed", async () => {
    const service = await openPage("main", { fragment: PROBLEM, prepare: withGrades("best") });
    const answer = service.answers[REVIEWS]!;
    service.answers[REVIEWS] = () => problem(500);
    await bid("1S");
    service.answers[REVIEWS] = answer;
    await click(button("Try again"));
    expect(text(".verdict")).toBe("✓ 1♠: right");
  });

  it("has no bidding box where another is to call", async () => {
    await openPage("main", { fragment: `${POSITION}-1S-P&problem=1` });
    expect(parts(".bidding-box")).toEqual([]);
    expect(text(".problem")).toContain("What does South's 1♠ show?");
  });

  it("is copied with the own hand and the calls so far, and is closed here, too", async () => {
    const copy = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    const service = await openReviews([recorded({ dealer: "N", auction: ["1D", "1H", "1S", "P", "P", "P"] })]);
    await pasteBoards();
    await click(part(".masthead p"));
    await press("[Home][ArrowRight][ArrowRight]");
    await click(button("Copy as a problem"));
    expect(document.body.textContent).toContain("Problem copied");
    const link = new URL(copy.mock.calls[0]![0]);
    const fields = new URLSearchParams(link.hash.slice(1));
    expect([...fields.keys()].sort()).toEqual(
      ["auction", "dealer", "hand", "ns", "ew", "problem", "seat", "vul"].sort(),
    );
    expect(fields.get("auction")).toBe("1D-1H");
    const asked = service.asked.length;
    await openLink(link.hash.slice(1));
    expectClosed();
    expect(service.asked).toHaveLength(asked);
  });

  it("stays closed on the way to a file of boards and back", async () => {
    const service = await openPage("main", { fragment: PROBLEM });
    await openLink("boards");
    expect(text("#boards-title")).toBe("A file of boards");
    await click(button("Explanation"));
    expectClosed();
    expect(service.asked).toEqual([]);
  });

  it("that says too much is told so without a quotation", async () => {
    await openPage("main", { fragment: `${PROBLEM}&reveal=1&pin=HK&line=2.2S` });
    expectClosed();
    expect(parts(".link-faults li").map((one) => one.textContent)).toEqual(
      ["line", "pin", "reveal"].map((name) => `A problem cannot have “${name}”; it was left out.`),
    );
  });
});

describe("a handout", () => {
  /** Tick, or untick, what the handout has. */
  async function tick(...names: string[]): Promise<void> {
    const labels = parts(".handout-form label");
    for (const name of names) await click(labels.find((one) => one.textContent === name)!.querySelector("input")!);
  }

  async function print(): Promise<string[]> {
    dispatchEvent(new Event("beforeprint"));
    await settle();
    return parts(".handout").map((one) => one.textContent);
  }

  async function openHandout(): Promise<Service> {
    const service = await openReviews([recorded({ dealer: "N", auction: ["1D", "1H", "1S", "P", "P", "P"] })]);
    await pasteBoards();
    await unfold("Save or print");
    return service;
  }

  it("has problems that tell nothing, and answers", async () => {
    await openHandout();
    await tick("Problem sheet", "All four hands", "2. East 1♥");
    const [problems, answers, ...more] = await print();
    expect(more).toEqual([]);
    expect(problems).toContain("Problem 1");
    expect(problems).toContain("What do you call?");
    expect(problems).not.toMatch(/HCP|%|K Q 7 5 4 3|Contract/);
    expect(answers).toContain("Contract: 1♠ by South");
    expect(answers).toContain("K Q 7 5 4 3");
    expect(answers).toContain("Problem 1: After call 2 of 6");
    const links = parts(".handout .qr-link").map((one) => new URLSearchParams(one.getAttribute("href")!.split("#")[1]));
    expect(links.map((link) => link.get("auction"))).toEqual(["1D-1H", "1D-1H-1S-P-P-P", "1D-1H-1S-P-P-P"]);
    expect(links.map((link) => link.get("problem"))).toEqual(["1", "1", null]);
    expect(links.map((link) => [link.get("at"), link.has("deal")])).toEqual([
      [null, false],
      [null, false],
      ["2", true],
    ]);
    dispatchEvent(new Event("afterprint"));
    await settle();
    expect(parts(".handout")).toEqual([]);
  });

  it("has nothing that is not ticked", async () => {
    await openHandout();
    await tick("Links and QR codes");
    expect((await print()).join()).not.toContain("K Q 7 5 4 3");
    expect(parts(".handout .qr-link")).toEqual([]);
    await tick("Answer sheet");
    expect(button("Print handout")).toHaveProperty("disabled", true);
    await tick("Problem sheet");
    const [problem, ...more] = await print();
    expect(more).toEqual([]);
    expect(problem).toContain("What does South's 1♠ show?");
    expect(parts(".handout .qr-link")).toEqual([]);
  });
});
