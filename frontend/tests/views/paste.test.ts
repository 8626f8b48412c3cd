// @vitest-environment happy-dom
/** Whole boards by paste, calls as text, a deal at random, undo. */

import { screen, within } from "@testing-library/dom";
import { beforeEach, expect, it } from "vitest";

import type { RecordedBoard } from "../../src/service/boards";
import {
  auction,
  bid,
  button,
  choose,
  click,
  complaints,
  fill,
  json,
  openPage,
  part,
  parts,
  press,
  problem,
  select,
  type Service,
  text,
  upload,
  value,
} from "./page";

const HAND = "AKJT985.6.A76.84";
const BOARDS = "/api/v1/boards";
const BOARD: RecordedBoard = {
  line: 1,
  event: "",
  number: 3,
  dealer: "N",
  vulnerability: "NS",
  auction: ["1D", "1H", "1S"],
  notes: [],
  hands: { N: "63.8.KJT932.AK63", E: "Q2.AJT92.Q854.JT", S: HAND, W: "74.KQ7543..Q9752" },
  cards: { ns: null, ew: null },
};

let service: Service;

beforeEach(async () => {
  service = await openPage("main");
});

/** What the service reads in any text. */
function reads(...boards: RecordedBoard[]): void {
  service.answers[BOARDS] = () => json({ boards, refused: [], more: false });
}

function refuses(detail: string, position: number | null = null, code = "syntax"): void {
  service.answers[BOARDS] = () => problem(422, { errors: [{ pointer: "/text", detail, position, code }] });
}

async function change(): Promise<void> {
  if (parts(".entry-line").length > 0) await click(button("change"));
}

async function paste(content: string): Promise<void> {
  await change();
  const opener = button("Paste or open");
  if (opener.getAttribute("aria-expanded") === "false") await click(opener);
  await fill(part("#paste"), content);
  await click(button("Read the text"));
}

const calls = () => screen.getByLabelText(/^Or type the calls/);

it("fills everything with a board, and goes to its answer", async () => {
  reads(BOARD);
  await paste("a board");
  expect(service.bodies(BOARDS)).toEqual([{ text: "a board", seat: "S", dealer: "N" }]);
  expect(service.positions).toMatchObject([
    { hand: HAND, seat: "S", dealer: "N", vulnerability: "NS", auction: ["1D", "1H", "1S"] },
  ]);
  expect(document.activeElement).toBe(button("change"));
  await change();
  expect(value("#hand")).toBe(HAND);
  expect(part("#paste").closest("[hidden]")).not.toBeNull();
  expect(
    screen
      .getAllByRole("status")
      .map((one) => one.textContent)
      .join(),
  ).toContain(" loaded.");
});

it("keeps what the file says of systems and calls", async () => {
  reads({
    ...BOARD,
    cards: { ns: "polish", ew: "precision" },
    notes: [{ call: 0, explanation: "four or more", comment: "", same_as: null }],
  });
  await paste("a board");
  expect(service.positions[0]!.systems).toEqual({ ns: "polish", ew: "precision" });
  expect(screen.getByLabelText("N-S play")).toHaveProperty("value", "polish");
  await click(part(".diagram [data-call='0']"));
  expect(text(".message")).toContain("The file says: four or more");
  await click(part(".diagram [data-call='1']"));
  expect(text(".message h2")).toContain("right opponent 1♥");
  expect(text(".message")).not.toContain("The file says");
});

it("says that a board is loaded until that is undone", async () => {
  reads(BOARD);
  await paste("a board");
  await change();
  const notices = () => screen.getAllByRole("status").filter((one) => one.textContent.includes(" loaded."));
  expect(notices()).toHaveLength(1);
  await click(button("Undo"));
  expect(notices()).toEqual([]);
  expect(value("#hand")).toBe("");
});

it("shows a deal from any seat", async () => {
  reads(BOARD);
  await paste("a board");
  await change();
  expect(screen.getByLabelText("Board")).toHaveProperty("value", ""); // 3 is not North's
  await choose("You sit", "West");
  expect(value("#hand")).toBe("74.KQ7543..Q9752");
  expect(service.positions.at(-1)).toMatchObject({ seat: "W", hand: "74.KQ7543..Q9752" });
});

it("lays a known deal open on request, and links to that", async () => {
  reads(BOARD);
  await paste("a board");
  await click(button("All hands around the table"));
  expect(parts("[data-held]")).toEqual([]);
  await click(button("Show the cards"));
  for (const seat of ["N", "E", "W"]) {
    expect(parts(`table.heat[data-seat=${seat}] [data-held]`)).toHaveLength(13);
  }
  expect(text(".reveal")).toMatch(/chance of \d+\u00a0% on average/);
  expect(text(".reveal")).toContain("Pure guessing gives 33\u00a0%");
  expect(location.hash).toContain("reveal=1");
  await click(button("Show the cards"));
  expect(parts("[data-held], .reveal")).toEqual([]);
});

it("lets choose from a file of several boards", async () => {
  const second = {
    ...BOARD,
    line: 9,
    number: 4,
    dealer: null,
    vulnerability: null,
    auction: [],
    hands: { ...BOARD.hands, N: null, E: null, W: null, S: "KQ2.AKQ.AKQ2.432" },
  };
  const refused = [{ line: 13, reason: "South's hand: a hand has four suits", number: 5 }];
  service.answers["/api/v1/reviews"] = () => problem(503);
  service.answers[BOARDS] = () => json({ boards: [BOARD, second], refused, more: false });
  await paste("two boards");
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "2 boards" }));
  expect(text(".rejected")).toContain("Board 5, line 13: South's hand: a hand has four suits");
  const boards = within(part(".board-table tbody")).getAllByRole("button");
  expect(boards).toHaveLength(2);
  await click(boards[1]!);
  await change();
  expect(value("#hand")).toBe("KQ2.AKQ.AKQ2.432");
  expect(screen.getByLabelText("Board")).toHaveProperty("value", "4");
});

it("says beside the field what cannot be read, until something is", async () => {
  refuses("call 3 (1D) is not legal", 5);
  await paste("1H P 1D");
  expect(complaints()).toContain("call 3 (1D) is not legal (character 6)");
  expect(value("#paste")).toBe("1H P 1D");
  expect(part("#paste").getAttribute("aria-invalid")).toBe("true");
  expect(service.positions).toEqual([]);
  reads(BOARD);
  await paste("a board");
  await change();
  expect(complaints()).not.toContain("not legal");
});

it.each([
  [() => problem(413), "This is too long"],
  [() => problem(503, { type: "urn:bridgeviz:problem:overloaded" }), "Wait a moment, then read this again"],
  [() => Promise.reject(new TypeError("Failed to fetch")), "cannot be reached"],
])("says why nothing was read: %#", async (answer, words) => {
  service.answers[BOARDS] = answer;
  await paste("a board");
  expect(complaints()).toContain(words);
  expect(value("#paste")).toBe("a board");
});

it("asks for the dealer that a link lacks", async () => {
  const link = "https://www.bridgebase.com/tools/handviewer.html?s=sakjt985h6da76c84&a=1d1h";
  refuses("the dealer (d) is missing", null, "unknown-dealer");
  await paste(link);
  expect(complaints()).toContain("the dealer (d) is missing");
  const dealers = within(screen.getByRole("group", { name: "Who dealt?" })).getAllByRole("button");
  expect(dealers.map((one) => one.textContent)).toEqual(["North", "East", "South", "West"]);
  reads({ ...BOARD, dealer: "S" });
  await click(dealers[2]!);
  expect(service.bodies<{ text: string }>(BOARDS).at(-1)!.text).toContain("?d=s&");
  expect(service.positions).toMatchObject([{ dealer: "S" }]);
  expect(screen.queryByRole("group", { name: "Who dealt?" })).toBeNull();
});

it("takes typed calls over in one spelling", async () => {
  reads({
    ...BOARD,
    number: null,
    dealer: null,
    hands: { N: null, E: null, S: null, W: null },
    auction: ["1NT", "P", "2C"],
  });
  await fill(calls(), "1n-p-2c");
  await press("{Enter}");
  expect(service.bodies(BOARDS)).toMatchObject([{ text: "1n-p-2c" }]);
  expect(calls()).toHaveProperty("value", "1NT P 2C");
  expect(auction()).toEqual([
    ["", "1NT", "Pass", "2♣"],
    ["?", "", "", ""],
  ]);
  await bid("X");
  expect(calls()).toHaveProperty("value", "1NT P 2C X");
  await fill(calls(), "");
  await press("{Tab}");
  expect(auction()).toEqual([["", "?", "", ""]]);
});

it("names a typed call that cannot be made, with its place, and leaves the auction alone", async () => {
  await bid("1C");
  refuses("call 3 (1D) is not legal: it is not higher than 1H", 5);
  await fill(calls(), "1H D 1D");
  await press("{Enter}");
  expect(complaints()).toContain("call 3 (1D) is not legal: it is not higher than 1H (character 6)");
  expect(calls()).toHaveProperty("value", "1H D 1D");
  expect(calls().getAttribute("aria-invalid")).toBe("true");
  expect(auction()).toEqual([["", "1♣", "?", ""]]);
  await fill(part("#hand"), HAND);
  await fill(calls(), "1H 1D 1D");
  await click(button("Explain"));
  expect(document.activeElement).toBe(calls());
  expect(service.positions.every(({ auction: made }) => made.join() === "1C")).toBe(true);
});

it("explains once typed calls are read, not before", async () => {
  await fill(part("#hand"), HAND);
  reads({ ...BOARD, number: null, dealer: null, hands: { N: null, E: null, S: null, W: null }, auction: ["1D"] });
  const answer = service.hold(BOARDS);
  await fill(calls(), "1D");
  await click(button("Explain"));
  expect(service.positions).toHaveLength(1);
  answer();
  await press("{Shift}");
  expect(service.positions.slice(1)).toMatchObject([{ auction: ["1D"] }]);
});

it("deals at random, and takes that back", async () => {
  await fill(part("#hand"), HAND);
  await click(button("Deal at random"));
  const dealt = service.positions.at(-1)!.hand;
  expect(dealt).not.toBe(HAND);
  await change();
  expect(value("#hand")).toBe(dealt);
  await click(button("Undo"));
  expect(value("#hand")).toBe(HAND);
  await click(button("Undo"));
  expect(value("#hand")).toBe("");
  expect(button("Undo")).toHaveProperty("disabled", true);
});

it("reads a board with the keyboard alone", async () => {
  reads(BOARD);
  button("Paste or open").focus();
  await press("{Enter}{Tab}{Tab}"); // past the deal at random; there is nothing to undo
  expect(document.activeElement?.id).toBe("paste");
  await press("text{Tab}{Enter}");
  expect(service.bodies(BOARDS)).toMatchObject([{ text: "text" }]);
  expect(service.positions).toMatchObject([{ hand: HAND }]);
});

it("sends the systems that are chosen", async () => {
  await select("E-W play", "acol");
  await fill(part("#hand"), HAND);
  expect(service.positions.at(-1)!.systems).toEqual({ ns: "sayc", ew: "acol" });
  expect(text(".provenance")).toContain("estimates, not the actual cards");
  expect(text(".provenance")).toContain("E-W play Acol");
  expect(text(".provenance")).toContain("fixture 0");
});

it("says how a file was read, and reads it in another encoding", async () => {
  const warnings = [{ line: 3, number: 3, reason: "the comment that begins here is not closed", said: null }];
  service.answers[BOARDS] = ({ body }) => {
    const stated = (body as { encoding?: string }).encoding;
    const encoding = stated === undefined ? "windows-1252" : "cp1250";
    return json({ boards: [BOARD], refused: [], warnings, more: false, encoding });
  };
  await click(button("Paste or open"));
  await upload("#paste-file", new File(["[Board]"], "club.pbn"));
  expect(parts(".entry-line")).toEqual([]); // it stays open for the warning
  expect(text(".entry-tools .rejected")).toBe("Board 3, line 3: the comment that begins here is not closed");
  expect(value("#encoding")).toBe("windows-1252");
  await select("Letters read as", "windows-1250");
  expect(service.bodies(BOARDS).at(-1)).toMatchObject({ file: btoa("[Board]"), encoding: "windows-1250" });
  expect(value("#encoding")).toBe("windows-1250");
  refuses("it begins like cp932 but is not: illegal multibyte sequence in byte 8");
  await select("Letters read as", "cp932");
  expect(complaints()).toContain("it begins like cp932 but is not: illegal multibyte sequence in byte 8");
  expect(value("#encoding")).toBe("windows-1250");
});
