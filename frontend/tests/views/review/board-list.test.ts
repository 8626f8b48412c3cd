// @vitest-environment happy-dom
/** A file of boards as a list: sorted, filtered, reviewed in the background, opened one by one. */

import { within } from "@testing-library/dom";
import { describe, expect, it } from "vitest";

import type { ReviewRequest } from "../../../src/service/types";
import {
  button,
  choose,
  click,
  done,
  json,
  part,
  parts,
  press,
  problem,
  select,
  type Service,
  settle,
  text,
  upload,
} from "../page";
import { boardOf, openReviews, pasteBoards, REVIEWS, reviewOf } from "./boards";

const NORA = { N: "Nora", E: "", S: "Sven", W: "" };
const EMILE = { ...NORA, N: "Émile" };
const BOARDS = [
  boardOf(1, "1D 1H 1S P 2S P P P", { tricks: 10, players: NORA }),
  boardOf(2, "1D 1H 4S X P P P", { tricks: 9, players: NORA }),
  boardOf(3, "P P P P", { players: EMILE }),
  boardOf(4, "1D 1H 1S P 4S P 6S P P P", { tricks: 12, players: EMILE }),
];
/** What the mistake on each board loses. */
const LOST: Record<number, number> = { 7: 60, 10: 300, 12: 180 };
const ALL_REVIEWED = "All boards are reviewed.";

async function openFile(before?: (service: Service) => void): Promise<Service> {
  const service = await openReviews(BOARDS, before === undefined ? {} : { before });
  await click(button("Paste or open"));
  await upload("#paste-file", new File(["[Board]"], "club.pbn"));
  return service;
}

function numbers(): string[] {
  return parts(".board-table tbody th button [aria-hidden]").map((one) => one.textContent);
}

function rowOf(board: number): HTMLElement {
  return button(new RegExp(`^Board ${board}`)).closest("tr")!;
}

function cells(board: number): string[] {
  return [...rowOf(board).querySelectorAll("td")].map((one) => one.textContent);
}

function column(name: string): HTMLElement {
  return within(part(".board-table thead")).getByRole("button", { name });
}

function status(): string {
  return text(".review-progress [role=status]");
}

describe("a file of boards", () => {
  it("is read by the service, and becomes a list that is reviewed", async () => {
    const service = await openFile();
    expect(service.bodies("/api/v1/boards")).toEqual([{ file: btoa("[Board]"), seat: "S", dealer: "N" }]);
    expect(status()).toBe(ALL_REVIEWED);
    expect(cells(1)).toEqual(["2♠ S", "+2", "no mistake N-S", "E 1♥ −120 missed game"]);
    expect(cells(2).slice(0, 2)).toEqual(["4♠X S", "−1"]);
    expect(cells(3).slice(0, 2)).toEqual(["passed out", "–"]);
  });

  it("is dropped on the page, or pasted from where a file is opened", async () => {
    const service = await openReviews(BOARDS, { fragment: "boards" });
    await click(button("Paste text or links"));
    expect(document.activeElement).toBe(part("#paste"));
    const dataTransfer = { files: [new File(["[Board]"], "club.pbn")], types: ["Files"] };
    part("#app").dispatchEvent(Object.assign(new Event("drop", { bubbles: true }), { dataTransfer }));
    await settle();
    expect(service.bodies("/api/v1/boards")).toEqual([{ file: btoa("[Board]"), seat: "S", dealer: "N" }]);
    expect(numbers()).toHaveLength(4);
  });

  it("has no column of results where the file states none", async () => {
    await openReviews(BOARDS.map((board) => ({ ...board, tricks: null })));
    await pasteBoards();
    expect(cells(1)).toEqual(["2♠ S", "no mistake N-S", "E 1♥ −120 missed game"]);
    expect(text(".board-table thead")).not.toContain("Result");
  });

  it("names what could not be read of it", async () => {
    const refused = [{ line: 9, reason: "No hand.", said: null, number: null }];
    await openFile(
      ({ answers }) => void (answers["/api/v1/boards"] = () => json({ boards: BOARDS, refused, more: true })),
    );
    expect(text(".boards .panel-head")).toContain("The text has more boards than are shown here.");
    expect(text(".boards")).toContain("1 board could not be read");
  });

  it("is sorted by a click on a column, and the other way by the next", async () => {
    await openFile();
    expect(numbers()).toEqual(["1", "2", "3", "4"]);
    await click(column("Contract"));
    expect(numbers()).toEqual(["3", "1", "2", "4"]);
    expect(column("Contract").closest("th")!.getAttribute("aria-sort")).toBe("ascending");
    await click(column("Contract"));
    expect(numbers()).toEqual(["4", "2", "1", "3"]);
    await click(column("Result"));
    expect(numbers()).toEqual(["2", "4", "1", "3"]);
  });

  it("has the costliest boards first once all are reviewed, or the order of the file", async () => {
    let release = () => {};
    const service = await openFile((one) => {
      one.answers[REVIEWS] = ({ body }) => {
        const { calls, ...rest } = reviewOf(body as ReviewRequest);
        const mean = LOST[(body as ReviewRequest).auction.length] ?? 0;
        const lost = calls.map((call) =>
          call.grade === "mistake" ? { ...call, points_lost: { mean, error: 9 } } : call,
        );
        return done({ ...rest, calls: lost });
      };
      release = one.hold(REVIEWS);
    });
    expect(numbers()).toEqual(["1", "2", "3", "4"]);
    release();
    await settle();
    expect(service.bodies(REVIEWS)).toHaveLength(4);
    expect(numbers()).toEqual(["4", "2", "1", "3"]);
    await choose("Order", "as in the file");
    expect(numbers()).toEqual(["1", "2", "3", "4"]);
    await choose("Order", "costliest first");
    expect(numbers()).toEqual(["4", "2", "1", "3"]);
  });

  it("shows the boards of a player, missed games, doubled ones or slams", async () => {
    await openFile();
    await select("I am", "Émile");
    expect(numbers()).toEqual(["3", "4"]);
    await select("I am", "everybody");
    await choose("Show only", "Missed games");
    expect(numbers()).toEqual(["1", "3"]);
    await choose("Show only", "Missed games");
    await choose("Show only", "Doubled");
    expect(numbers()).toEqual(["2"]);
    await choose("Show only", "Slams, bid or missed");
    expect(text(".boards > [role=status]")).toBe("No board fits.");
  });

  it("is gone through with the keyboard", async () => {
    await openFile();
    rowOf(2).querySelector("button")!.focus();
    await press("{Enter}");
    expect(text("#review-title")).toBe("Review: Board 2");
    expect(document.activeElement).toBe(part("#review-title"));
    button("Next board").focus();
    await press("{Enter}");
    expect(text("#review-title")).toBe("Review: Board 3");
    button("Previous board").focus();
    await press("{Enter}");
    expect(text("#review-title")).toBe("Review: Board 2");
    button("All boards").focus();
    await press("{Enter}");
    expect(document.activeElement).toBe(rowOf(2).querySelector("button"));
  });

  it("has the boards before and after one as they are shown", async () => {
    await openFile();
    await choose("Show only", "Missed games");
    await click(button(/^Board 1/));
    expect(button("Previous board").getAttribute("aria-disabled")).toBe("true");
    await click(button("Next board"));
    expect(text("#review-title")).toBe("Review: Board 3");
    expect(button("Next board").getAttribute("aria-disabled")).toBe("true");
  });

  it("has a board explained at a call, and goes on with the next", async () => {
    const service = await openFile();
    await click(button(/^Board 2/));
    await click(button(/^East, 1 heart: a mistake/));
    expect(service.positions.at(-1)).toMatchObject({ seat: "E", auction: BOARDS[1]!.auction });
    expect(location.hash).toContain("at=1");
    await click(button("Next board"));
    expect(text("#review-title")).toBe("Review: Board 3");
  });

  it("is left where a board is bid otherwise", async () => {
    await openFile();
    await click(button(/^Board 3/));
    await click(part(".entry-line button"));
    await click(parts("button").find((one) => one.textContent === "Undo last call")!);
    expect(parts("#review-title")).toEqual([]);
  });
});

describe("the reviews of a file", () => {
  it("are stopped, and go on", async () => {
    let release = () => {};
    const service = await openFile((one) => void (release = one.hold(REVIEWS)));
    expect(service.bodies(REVIEWS)).toHaveLength(2);
    await click(button("Stop"));
    release();
    await settle();
    expect(text(".review-progress")).toContain("2 of 4 reviewed");
    expect(status()).toBe("Stopped.");
    expect(service.bodies(REVIEWS)).toHaveLength(2);
    await click(button("Go on"));
    expect(status()).toBe(ALL_REVIEWED);
  });

  it.each([429, 503])("wait as long as a busy service asks with %i", async (code) => {
    const service = await openFile(({ answers }) => {
      const before = answers[REVIEWS]!;
      let refused = 0;
      answers[REVIEWS] = (question) => (refused++ < 2 ? problem(code, {}, { "Retry-After": "20" }) : before(question));
    });
    expect(status()).toBe("The service is busy: the page tries again in 20 s.");
    await settle(18_000);
    expect(service.bodies(REVIEWS)).toHaveLength(2);
    await settle(2_000);
    expect(status()).toBe(ALL_REVIEWED);
  });

  it("that fail are counted, and tried again on request", async () => {
    const service = await openFile(({ answers }) => void (answers[REVIEWS] = () => problem(500)));
    expect(status()).toBe("4 boards could not be reviewed.");
    expect(cells(1).slice(2)).toEqual(["failed", "failed"]);
    const asked = service.bodies(REVIEWS).length;
    await click(button("Go on"));
    expect(service.bodies(REVIEWS)).toHaveLength(2 * asked);
  });
});
