// @vitest-environment happy-dom
/** Boards for a class: the teacher's choice and results, the pupils' boards and their file. */

import { screen } from "@testing-library/dom";
import { describe, expect, it, vi } from "vitest";

import type { RecordedBoard } from "../../../src/service/boards";
import type { Schemas } from "../../../src/service/types";
import { parseLink } from "../../../src/state/link";
import { recorded } from "../../fixtures/review";
import {
  bid,
  button,
  choose,
  click,
  fill,
  json,
  parts,
  part,
  problem,
  reload,
  savedFiles,
  select,
  type Service,
  settle,
  text,
  unfold,
  upload,
} from "../page";
import { auction, AUCTION, bidAsUsual, BOARDS, openPractice, ROBOTS } from "./service";

const SET = "set=sayc.stayman.1003-1095";
const FILES = "/api/v1/files";
const PUPILS = ".pupils input[type=file]";

/** Choose boards of Stayman for the class. */
async function chooseBoards(count = 2): Promise<void> {
  await click(button("For a class"));
  await select("Theme", "Stayman");
  await fill(part("#class-count"), String(count));
  await click(button("Choose the boards"));
}

function link(): string {
  return (part("#set-address") as HTMLInputElement).value;
}

/** Go to another entry of the history, as the browser's buttons do. */
async function travel(way: "back" | "forward"): Promise<void> {
  const before = location.hash;
  history[way]();
  await vi.waitFor(() => expect(location.hash).not.toBe(before));
  dispatchEvent(new Event("hashchange"));
  await settle();
}

function pupils(): string[] {
  return parts(".pupil-table tbody th").map((one) => one.textContent);
}

function pasted(...boards: RecordedBoard[]) {
  return ({ answers }: Service) => void (answers["/api/v1/boards"] = () => json({ boards, refused: [], more: false }));
}

async function paste(words: string): Promise<void> {
  await unfold("Your own boards");
  await fill(part("#own-boards"), words);
  await click(button("Bid these boards"));
}

describe("a teacher", () => {
  it("chooses boards, and passes on their link", async () => {
    const service = await openPractice();
    await chooseBoards(3);
    expect(service.bodies(BOARDS)).toEqual([expect.objectContaining({ count: 3, system: "sayc", theme: "stayman" })]);
    expect(link()).toMatch(/#set=sayc\.stayman\.1003-1095-1200$/);
    expect(text(".set-link [role=status]")).toBe("3 boards, Stayman. Both sides play SAYC (ACBL booklet).");
  });

  it("finds the form again as the boards were chosen with it", async () => {
    await openPractice("view=class");
    const seed = (part("#class-seed") as HTMLInputElement).value;
    await click(button("Choose the boards"));
    await click(button("Progress"));
    await click(button("For a class"));
    expect(part("#class-seed")).toHaveProperty("value", seed);
  });

  it("is told where there are no such boards", async () => {
    await openPractice("", { before: ({ answers }) => void (answers[BOARDS] = () => json({ boards: [] })) });
    await chooseBoards();
    expect(text(".set-form")).toContain("There are no such boards. Choose another level.");
    expect(parts("#set-address")).toEqual([]);
  });

  it("gets boards chosen before by their link, or hears what is wrong with it", async () => {
    await openPractice("view=class");
    await unfold("Boards chosen earlier");
    await fill(part("#class-link"), "set=roman.stayman.1003");
    expect(text(".set-form")).toContain("The link's system is “roman”");
    await fill(part("#class-link"), "set=21-Z9.stayman.1003");
    expect(text(".set-form")).toContain("“21-Z9” has choices that are not known here; they are as in 2/1.");
    await click(button("Open these boards"));
    expect(link()).toMatch(/#set=21\.stayman\.1003$/);
    await fill(part("#class-link"), `https://club.example/practice/#${SET}`);
    await click(button("Open these boards"));
    expect(link()).toMatch(/#set=sayc\.stayman\.1003-1095$/);
  });

  it("makes the answer sheet, which stays when other views are looked at", async () => {
    await openPractice();
    await chooseBoards();
    await click(button("Make the answer sheet"));
    expect(parts(".answer-board")).toHaveLength(2);
    expect(text(".answer-board")).toContain("3NT by North");
    await click(button("Progress"));
    expect(parts(".answer-board")).toEqual([]);
    await click(button("For a class"));
    expect(parts(".answer-board")).toHaveLength(2);
  });

  it("has a sentence for each call on it that says something", async () => {
    await openPractice();
    await chooseBoards(1);
    await click(button("Make the answer sheet"));
    const notes = parts(".answer-board .handout-notes li").map((one) => one.textContent);
    expect(notes.length).toBeGreaterThan(0);
    expect(notes.length).toBeLessThan(AUCTION.length);
    expect(parts(".answer-board .printed-auction sup")).toHaveLength(notes.length);
  });

  it("looks at a board, puts it earlier, leaves it out and exchanges it", async () => {
    const service = await openPractice();
    await chooseBoards();
    expect(parts(".set-boards li")).toHaveLength(2);
    await unfold("The pupil is South: 12 HCP");
    expect(text(".set-boards .four-hands")).toContain("North");
    await click(button(/^Earlier\s*Board 9$/));
    expect(link()).toMatch(/stayman\.1095-1003$/);
    await click(button(/^Exchange\s*Board 9$/));
    expect(service.bodies(BOARDS).at(-1)).toMatchObject({ theme: "stayman", system: "sayc", hand: false });
    expect(link()).toMatch(/stayman\.1200-1003$/);
    await click(button(/^Leave out\s*Board 14$/));
    expect(link()).toMatch(/stayman\.1200$/);
  });

  it("makes a link of a pupil's call as robots bid the board", async () => {
    const service = await openPractice();
    await chooseBoards();
    await unfold("As a problem");
    expect(service.bodies(ROBOTS)).toHaveLength(1);
    const [field] = parts(".board-problem input") as HTMLInputElement[];
    const posed = () => parseLink(field!.value.slice(field!.value.indexOf("#")));
    expect(field!.value).toMatch(/^https?:\/\/[^/]+\/#/);
    expect(posed()).toMatchObject({ problem: true, errors: [], input: { seat: "S", deal: null } });
    expect(posed().input.auction).toEqual(["P", "P", "P", "1NT", "P", "2C", "P", "2D", "P"]);
    await select("The call to find", "6. South 2♣");
    expect(posed().input.auction).toEqual(["P", "P", "P", "1NT", "P"]);
    await unfold("As a problem Board 9");
    expect(service.bodies(ROBOTS)).toHaveLength(2);
    expect(parts(".answer-board")).toHaveLength(2);
  });

  it("hears where there is no other such board", async () => {
    await openPractice();
    await chooseBoards(3);
    await click(button(/^Exchange\s*Board 9$/));
    expect(text(".set-boards [role=alert]")).toBe("There is no other such board.");
    expect(link()).toMatch(/1003-1095-1200$/);
  });

  it("adds boards of the own, which the link holds", async () => {
    await openPractice("view=class", { before: pasted(recorded({ dealer: "W", vulnerability: "EW" })) });
    await unfold("Your own boards");
    await select("The pupil sits", "North");
    await fill(part("#own-boards"), "[Deal …]");
    await click(button("Add these boards"));
    expect(text(".set-boards li")).toContain("Board 16");
    expect(text(".set-boards li")).toContain("The pupil is North");
    await click(button("Make the answer sheet"));
    expect(parts(".answer-board")).toHaveLength(1);
    await reload();
    expect(text(".set-boards li")).toContain("Board 16");
  });

  it("prints the hands by board or by seat, and has them as PBN by their numbers", async () => {
    const service = await openPractice("", { before: ({ answers }) => void (answers[FILES] = () => json("[Board]")) });
    await chooseBoards();
    await choose("On paper", "Four hands a board");
    expect(parts(".hand-records .four-hands")).toHaveLength(2);
    await choose("On paper", "A page a seat");
    expect(parts(".seat-page")).toHaveLength(4);
    expect(parts(".seat-page .suit-list")).toHaveLength(8);
    const saved = savedFiles();
    await click(button("PBN file"));
    expect(saved).toEqual(["bridgeviz-class.pbn"]);
    const [file] = service.bodies<Schemas["NewFile"]>(FILES);
    expect(file!.boards.map(({ number }) => number)).toEqual([9, 14]);
  });

  it("goes on with the answer sheet where it failed", async () => {
    const service = await openPractice();
    await chooseBoards();
    const robots = service.answers[ROBOTS]!;
    service.answers[ROBOTS] = (question) =>
      (question.body as { board: number }).board === 1003 ? robots(question) : problem(500);
    await click(button("Make the answer sheet"));
    expect(text(".answers")).toContain("Try again");
    service.answers[ROBOTS] = robots;
    const asked = service.bodies(ROBOTS).length;
    await click(button("Try again"));
    expect(service.bodies(ROBOTS).slice(asked)).toEqual([expect.objectContaining({ board: 1095 })]);
    expect(parts(".answer-board")).toHaveLength(2);
  });

  it("sees a row for each file, also of two pupils of one name, and closes them", async () => {
    await openPractice();
    await chooseBoards();
    await upload(PUPILS, new File(["{}"], "Anna.json"));
    await upload(PUPILS, new File(["[]"], "Anna.json"), new File(["[]"], "Ben.json"));
    expect(pupils()).toEqual(["Anna.json", "Anna.json (2)", "Ben.json"]);
    const saved = savedFiles();
    await click(button("Download as CSV"));
    expect(saved).toEqual(["bridgeviz-class.csv"]);
    await click(button("Close the files"));
    expect(parts(".pupil-table")).toEqual([]);
  });

  it("finds the boards and files again after other views, the boards after a reload", async () => {
    const service = await openPractice();
    await chooseBoards();
    const chosen = link();
    await upload(PUPILS, new File(["{}"], "Anna.json"));
    const asked = service.asked.length;
    await click(button("Progress"));
    await click(button("For a class"));
    expect(link()).toBe(chosen);
    expect(pupils()).toEqual(["Anna.json"]);
    expect(service.asked).toHaveLength(asked);
    await reload();
    expect(link()).toBe(chosen);
  });

  it("goes back and forward between the views", async () => {
    await openPractice();
    await click(button("Deal a board"));
    await chooseBoards();
    const chosen = link();
    await click(button("Progress"));
    await travel("back");
    expect(link()).toBe(chosen);
    await travel("back");
    expect(auction()).toEqual(["pass"]);
    await travel("forward");
    expect(link()).toBe(chosen);
  });
});

describe("a pupil", () => {
  it("bids the boards in turn, and is led to the file", async () => {
    await openPractice(SET);
    expect(text("#table-title")).toBe("Board 14 (1 of 2)");
    await bidAsUsual();
    expect(text("#board-end-title")).toBe("Board 14 (1 of 2) is over");
    await click(button("Next board"));
    expect(location.hash).toBe(`#${SET}&at=2`);
    await bidAsUsual();
    expect(text(".set-done")).toContain("All boards of the class are done.");
    await click(button("Go to the file"));
    const saved = savedFiles();
    await click(button("Export"));
    expect(saved).toEqual([]);
    expect(part("#player-name")).toHaveProperty("validity.valueMissing", true);
  });

  it("finds the name and what waits again after a reload of the progress", async () => {
    await openPractice(SET);
    await click(button("Progress"));
    await fill(part("#player-name"), "Anna");
    await reload();
    expect(part("#player-name")).toHaveProperty("value", "Anna");
    expect(text(".progress-files")).toContain("for your teacher");
    await click(button("Bid"));
    expect(text("#table-title")).toBe("Board 14 (1 of 2)");
    expect(text(".practice-board")).toContain("1 more board waits.");
  });

  it("can stop the boards that wait", async () => {
    await openPractice(SET);
    await click(button("Stop these boards"));
    expect(text(".practice-board")).not.toContain("waits");
    await click(button("Deal another board"));
    expect(location.hash).toContain("board=1003");
  });
});

describe("pasted boards", () => {
  it("are bid from the chosen seat", async () => {
    const service = await openPractice("", { before: pasted(recorded({ dealer: "E" })) });
    await unfold("Your own boards");
    await select("You sit", "North");
    await fill(part("#own-boards"), "[Deal …]");
    await click(button("Bid these boards"));
    expect(text(".player-hand")).toContain("You are North: 11 HCP");
    expect(service.bodies<object>(ROBOTS).at(-1)).toMatchObject({ players: ["N"], dealer: "E" });
    await bid("1NT");
    expect(text(".verdict")).toContain("1NT: right");
  });

  it("that wait stay with their numbers through a reload", async () => {
    await openPractice("", { before: pasted(recorded({ number: 5 }), recorded({ number: 6 })) });
    await paste("two boards");
    expect(text("#table-title")).toBe("Board 5");
    await reload();
    expect(text("#table-title")).toBe("Board 5");
    await click(button("Next of the waiting boards"));
    expect(text("#table-title")).toBe("Board 6");
    expect(button("Deal another board")).toBeTruthy();
  });

  it("of which a hand is missing are counted, not bid", async () => {
    const hands = { ...recorded().hands, W: null };
    await openPractice("", { before: pasted(recorded({ hands })) });
    await paste("three hands");
    expect(text(".own-boards [role=alert]")).toBe("1 board cannot be bid: all four hands are needed.");
    expect(parts(".table")).toEqual([]);
  });

  it("are missed first where a text has none", async () => {
    const errors = [{ pointer: "/text", detail: "Line 1 has no hand.", said: null }];
    await openPractice("", {
      before: ({ answers }) => void (answers["/api/v1/boards"] = () => problem(422, { errors })),
    });
    await paste("hello there");
    expect(parts(".own-boards .complaint").map((one) => one.textContent)).toEqual([
      "No board was found: paste PBN, LIN or four hands.",
      "Line 1 has no hand.",
    ]);
  });
});

describe("first answers", () => {
  const CLASSES = "/api/v1/practice/classes";
  const [TEACHER, PUPILS] = ["T", "P"].map((letter) => letter.repeat(32));
  const KNOWN = { boards: ["1003", "1095"], hours: 168, count: 0, pupils: null };
  const ANNA = {
    name: "Anna",
    answers: [
      { board: "1003", auction: ["P", "P", "P", "1NT", "P", "2C"] },
      { board: "1003", auction: ["P", "P", "P", "1NT", "P", "2C", "P", "2D", "P", "7NT"] },
    ],
  };

  function collects({ answers }: Service): void {
    answers[CLASSES] = () => json({ teacher: TEACHER, pupils: PUPILS });
    answers[`${CLASSES}/${PUPILS}`] = () => json(KNOWN);
    answers[`${CLASSES}/${PUPILS}/answers`] = () => json(KNOWN);
    answers[`${CLASSES}/${TEACHER}`] = ({ path }) =>
      path.includes("after") ? new Promise<Response>(() => undefined) : json({ ...KNOWN, count: 2, pupils: [ANNA] });
  }

  const sent = (service: Service) =>
    service.bodies<{ pupil: string; auction: string[] }>(`${CLASSES}/${PUPILS}/answers`);

  it("are a grid for the teacher, with the worst call of each board, its grade and sentences", async () => {
    const service = await openPractice("", { before: collects });
    await chooseBoards();
    await click(screen.getByLabelText("Collect the pupils' first answers"));
    expect(service.bodies(CLASSES)).toEqual([{ boards: ["1003", "1095"] }]);
    expect(link()).toMatch(new RegExp(`#set=sayc\\.stayman\\.1003-1095&class=${PUPILS}$`));
    expect(location.hash).toContain(`class=${TEACHER}.${PUPILS}`);
    const cells = parts(".answer-grid tbody td");
    expect(cells.map((cell) => cell.textContent.trim())).toEqual([expect.stringContaining("7NT"), "–"]);
    expect(cells[0]!.className).toBe("grade-mistake");
    await click(cells[0]!.querySelector("button")!);
    expect(text(".first-answers")).toContain("Anna, board");
    await reload();
    expect(parts(".answer-grid tbody th").map((one) => one.textContent)).toEqual(["Anna"]);
  });

  it("are deleted by the teacher", async () => {
    const service = await openPractice(`view=class&${SET}&class=${TEACHER}.${PUPILS}`, { before: collects });
    await click(button("Delete the answers"));
    expect(service.asked.at(-1)).toMatchObject({ method: "DELETE", path: `${CLASSES}/${TEACHER}` });
    expect(parts(".answer-grid")).toEqual([]);
    expect(location.hash).not.toContain("class=T");
    expect(link()).not.toContain("class=P");
  });

  it("are sent by a pupil who agrees, each as it was first made", async () => {
    const service = await openPractice(`${SET}&class=${PUPILS}`, { before: collects });
    expect(text(".lesson")).toContain("7 days");
    await bid("P");
    expect(sent(service)).toEqual([]);
    await fill(part("#nickname"), " Anna ");
    await click(button("Take part"));
    await bid("7NT");
    await click(button("Try another call"));
    await bid("2C");
    await bid("3NT");
    expect(sent(service).map(({ pupil, auction: [...calls] }) => `${pupil} ${calls.at(-1)}`)).toEqual([
      "Anna 7NT",
      "Anna 3NT",
    ]);
    expect(location.hash).toContain(`class=${PUPILS}`);
    await reload();
    expect(parts(".lesson")).toEqual([]);
    expect(document.body.textContent).toContain("Your teacher sees your first answers as Anna.");
  });

  it("are none of a board that is bid again", async () => {
    const service = await openPractice(`${SET}&class=${PUPILS}`, { before: collects });
    await fill(part("#nickname"), "Anna");
    await click(button("Take part"));
    await bidAsUsual();
    await click(button("Bid this board again"));
    await bid("P 2C");
    expect(sent(service)).toHaveLength(3);
    await click(button("Stop"));
    expect(document.body.textContent).not.toContain("Your teacher sees");
  });

  it("are not sent where the pupil bids without", async () => {
    const service = await openPractice(`${SET}&class=${PUPILS}`, { before: collects });
    await click(button("Bid without it"));
    await bidAsUsual();
    expect(sent(service)).toEqual([]);
  });

  it("are sent under another name where the first is another pupil's", async () => {
    const service = await openPractice(`${SET}&class=${PUPILS}`, { before: collects });
    const address = `${CLASSES}/${PUPILS}/answers`;
    service.answers[address] = ({ body }) =>
      (body as { pupil: string }).pupil === "Anna"
        ? problem(409, { type: "urn:bridgeviz:problem:name-taken" })
        : json(KNOWN);
    await fill(part("#nickname"), "Anna");
    await click(button("Take part"));
    await bid("P");
    expect(text(".lesson")).toContain("Another pupil has this name");
    await fill(part("#nickname"), "Bo");
    await click(button("Take part"));
    expect(sent(service).map(({ pupil }) => pupil)).toEqual(["Anna", "Bo"]);
  });
});
