// @vitest-environment happy-dom
/** An evening summed up for a player, and boards without auctions that are bid. */

import { describe, expect, it, vi } from "vitest";

import { parsePracticeLink } from "../../../src/practice/practice-link";
import type { ReviewRequest } from "../../../src/service/types";
import { HANDS } from "../../fixtures/review";
import { button, click, done, json, part, parts, problem, select, type Service, settle, text, upload } from "../page";
import { boardOf, openReviews, REVIEWS, reviewOf } from "./boards";

const NORA = { N: "Nora", E: "Emil", S: "Sven", W: "Wim" };
const BID = [
  boardOf(1, "1D 1H 1S P 2S P P P", { players: NORA }),
  boardOf(2, "1D 1H 4S X P P P", { players: NORA, vulnerability: "both" }),
  boardOf(3, "P P P P", { players: { ...NORA, N: "Anna", E: "Nora" } }),
];
const UNBID = [13, 14].map((number) =>
  boardOf(number, "", {
    auction: [],
    dealer: number === 13 ? "N" : "E",
    vulnerability: number === 13 ? "both" : "none",
  }),
);
const TABLES = "/api/v1/practice/tables";
const LINES = "1S P 4S P P P".split(" ");

/** After the usual call the pair bids game. */
function reviewed({ body }: { body: unknown }) {
  const request = body as ReviewRequest;
  const { calls, ...rest } = reviewOf(request);
  const contract = { contract: "4S", declarer: "E" as const, tricks: 10, source: "solver" as const, score: -420 };
  const better = { auction: [...request.auction.slice(0, 1), ...LINES], contract };
  return done({
    ...rest,
    calls: calls.map((call) => (call.grade === "mistake" ? { ...call, theme: "stayman", instead: better } : call)),
  });
}

async function openFile(boards = BID, before: (service: Service) => void = () => undefined): Promise<Service> {
  const service = await openReviews(boards, {
    before: (one) => {
      one.answers[REVIEWS] = reviewed;
      one.answers["/api/v1/practice/calls"] = () =>
        done({ auction: LINES, calls: [], turn: null, contract: "4S by N" });
      before(one);
    },
  });
  await click(button("Paste or open"));
  await upload("#paste-file", new File(["[Board]"], "club.pbn"));
  return service;
}

function rows(title: string): string[][] {
  const table = parts(".lost-tables table").find((one) => one.querySelector("caption")!.textContent === title)!;
  return [...table.querySelectorAll("tbody tr")].map((row) => [...row.children].map((cell) => cell.textContent));
}

/** Enter what was bid at the player's table. */
async function tell(calls: string): Promise<void> {
  for (const call of calls.split(" ")) await click(part(`.auction-entry [data-call="${call}"]`));
}

describe("the session of a file", () => {
  it.each([
    [null, true],
    [620, false],
  ])("says of the best board whether its result, %s, is the file's", async (actual, isCounted) => {
    const contract = { contract: "4S", declarer: "S", tricks: 10, source: "solver", score: 620, actual_score: actual };
    await openFile([BID[0]!, BID[1]!], (service) => {
      service.answers[REVIEWS] = ({ body }) => done({ ...reviewOf(body as ReviewRequest), contract });
    });
    await select("I am", "Sven");
    expect(text(".session")).toContain("Best board: Board 1, 4♠ by S");
    expect(text(".session").includes("The file has no result of it")).toBe(isCounted);
  });

  it("tells of everybody who lost most on what", async () => {
    await openFile();
    expect(text(".session")).toContain("3 boards bid, 3 reviewed: 3 mistakes, 360 points lost.");
    expect(rows("By player")).toEqual([
      ["Emil", "2", "240", "missed game"],
      ["Nora", "1", "120", "missed game"],
    ]);
    expect(parts(".session a.button")).toEqual([]);
    expect(text(".session")).toContain("Choose who you are above");
  });

  it("is that of a player and partner, who stays chosen", async () => {
    await openFile();
    await select("I am", "Wim");
    expect(text(".session")).toContain("3 boards bid, 3 reviewed: 3 mistakes");
    await select("I am", "Sven");
    expect(text(".session")).toContain("Sven and Nora · Sven and Anna: 3 boards bid, 3 reviewed: 0 mistakes");
    await click(button(/^Board 2/));
    await click(button("All boards"));
    expect((part(".session select") as HTMLSelectElement).value).toBe("Sven");
  });

  it("shows a turning point before the call and after it", async () => {
    const service = await openFile();
    expect(text(".turning-points li")).toContain("After 4♠: 4♠ by East, −420 for N-S.");
    expect(part(".before-call [data-auction]").dataset["auction"]).toBe("N none 1D sayc sayc");
    expect(parts(".turning-points li:first-child [data-meaning]").map((one) => one.dataset["meaning"])).toEqual(["0"]);
    await click(parts("button").find((one) => one.textContent === "After it")!);
    await settle();
    expect(service.positions.at(-1)).toMatchObject({ seat: "E", hand: HANDS.E });
    expect(location.hash).toContain("at=2");
  });

  it("has the pair's mistakes as practice with one click", async () => {
    await openFile();
    await select("I am", "Emil");
    const link = part(".session a.button") as HTMLAnchorElement;
    expect(link.textContent).toBe("Your 2 mistakes as practice");
    expect(link.hash).toContain("seat=E");
    expect(link.hash).toContain("auction=1D");
    link.addEventListener("click", (event) => event.preventDefault());
    await click(link);
    const { boards } = JSON.parse(localStorage.getItem("practice-progress")!) as { boards: { calls: object[] }[] };
    expect(boards.map(({ calls }) => calls)[0]).toEqual([
      { index: 1, call: "1H", grade: "mistake", usual: "4S", lost: 121 },
    ]);
    const { queue } = JSON.parse(sessionStorage.getItem("practice-bidding")!) as { queue: object[] };
    expect([boards.length, queue.length]).toEqual([2, 1]);
    const { id } = JSON.parse(sessionStorage.getItem("practice-file")!) as { id: string };
    expect(location.hash).toBe(`#boards=${id}`);
  });
});

describe("boards without auctions", () => {
  it("have par and what robots bid", async () => {
    const service = await openFile(UNBID);
    expect(parts(".board-table tbody td:nth-child(2)").map((one) => one.textContent)).toEqual([
      "par: 4♠ by South, +620",
      "par: 4♠ by South, +620",
    ]);
    await click(button(/^Board 13/));
    expect(service.bodies("/api/v1/practice/calls")[0]).toMatchObject({
      hands: HANDS,
      dealer: "N",
      auction: [],
      players: [],
    });
    expect(text(".robots p")).toBe("4♠ by North: just made, double dummy.");
  });

  it("are bid in turn alone", async () => {
    await openFile(UNBID);
    const link = part(".unbid a.button") as HTMLAnchorElement;
    expect(link.textContent).toBe("Bid these 2 boards");
    link.addEventListener("click", (event) => event.preventDefault());
    await click(link);
    expect((JSON.parse(sessionStorage.getItem("practice-bidding")!) as { queue: object[] }).queue).toHaveLength(1);
  });

  it("are bid with partner at a table of these boards", async () => {
    const seats = ["E", "W"].map((seat) => ({ seat, token: seat.padEnd(32, "x"), page: "" }));
    const service = await openFile(UNBID, ({ answers }) => void (answers[TABLES] = () => json({ seats })));
    await select("We sat", "E-W");
    let opened = "";
    vi.spyOn(location, "assign").mockImplementation((address) => void (opened = String(address)));
    await click(button("Bid 2 boards with partner"));
    expect(service.bodies(TABLES)).toEqual([
      {
        hands: HANDS,
        dealer: "N",
        vulnerability: "both",
        number: 13,
        systems: { ns: "sayc", ew: "sayc" },
        seats: ["E", "W"],
        draw: null,
      },
    ]);
    const link = parsePracticeLink(new URL(opened, location.href).hash);
    expect([link.errors, link.set!.from, link.set!.boards.length]).toEqual([[], 13, 2]);
  });

  it("say why there is no table for two", async () => {
    await openFile(UNBID, ({ answers }) => void (answers[TABLES] = () => problem(503)));
    await click(button("Bid 2 boards with partner"));
    expect(text(".unbid [role=alert]")).not.toBe("");
    expect(button("Bid 2 boards with partner")).toHaveProperty("disabled", false);
  });

  it("are reviewed by the auction of the player's table, which counts from then on", async () => {
    const service = await openFile(UNBID);
    await click(button(/^Board 13/));
    await tell("1D 1H 1S");
    await click(button("Take back"));
    await tell("4S X P P P");
    await click(button("Review the auction"));
    expect(service.bodies<ReviewRequest>(REVIEWS).at(-1)).toMatchObject({ auction: "1D 1H 4S X P P P".split(" ") });
    expect(text(".verdict-list")).toContain("1♥ told the table");
    await click(button("All boards"));
    expect(text(".session")).toContain("1 board bid, 1 reviewed: 1 mistake, 120 points lost.");
    expect(text(".unbid a.button")).toBe("Bid this board");
    await click(button(/^Board 13/));
    await click(button("Enter this auction again"));
    expect(text(".auction-entry table tbody")).toBe("?");
  });
});
