// @vitest-environment happy-dom
/** The progress: numbers, what to practise next, and the files it goes to. */

import { beforeEach, describe, expect, it, vi } from "vitest";

import type { PlayedBoard } from "../../../src/practice/played-board";
import { progressFile } from "../../../src/practice/progress-file";
import { keepBoards, loadProgress } from "../../../src/practice/progress-storage";
import { playedBoard } from "../../fixtures/played-boards";
import { button, click, part, parts, savedFiles, text, upload } from "../page";
import { BOARDS, openPractice } from "./service";

const IMPORT = ".progress-files input[type=file]";
const NOW = new Date("2026-12-01T12:00:00Z");

beforeEach(() => void vi.setSystemTime(NOW));

async function openProgress(...boards: PlayedBoard[]) {
  keepBoards(loadProgress(NOW), boards, NOW);
  return openPractice("view=progress");
}

function fileOf(...boards: PlayedBoard[]): File {
  return new File([progressFile({ boards })], "anna.json");
}

describe("the progress", () => {
  it("has nothing to tell before a board is bid", async () => {
    await openProgress();
    expect(text(".practice-progress")).toContain("No boards yet.");
    expect(button("Export")).toHaveProperty("disabled", true);
    expect(button("Delete all")).toHaveProperty("disabled", true);
  });

  it("counts calls and mistakes, by theme too", async () => {
    await openProgress(playedBoard(1003, "best", 1, { imps: 2 }), playedBoard(1095, "mistake", 2, { imps: -4 }));
    const rows = parts("[aria-labelledby=numbers-title] tbody tr").map((row) => row.textContent);
    expect(rows).toEqual([
      "Best calls50\u00a0%",
      "Best or also usual50\u00a0%",
      "Mistakes1",
      "Points lost a board60",
      "IMPs a board against the robots−1.0",
    ]);
    expect(text("[aria-labelledby=themes-title] tbody tr")).toBe("1NT opening250\u00a0%160");
  });

  it("has the boards with mistakes bid again, in their order", async () => {
    await openProgress(playedBoard(1095, "mistake", 1), playedBoard(1003, "mistake", 2), playedBoard(1200, "best", 3));
    expect(text(".practice-views .tag")).toBe("2 due");
    await click(button("Practise these again"));
    expect(text("#table-title")).toBe("Board 95");
    expect(text(".practice-board")).toContain("1 more board waits.");
  });

  it("leads to the next mistake where none is due", async () => {
    vi.setSystemTime(new Date("2026-11-02T10:00:00Z"));
    await openProgress(playedBoard(1003, "mistake", 2));
    expect(text(".repeats")).toMatch(/None is due; the next one is (later today|tomorrow)\./);
    await click(button("Practise it now"));
    expect(text("#table-title")).toBe("Board 3");
  });

  it("deals boards of a weak theme", async () => {
    const mistakes = [1, 2, 3, 4, 5].map((day) => playedBoard(1003 + day, "mistake", day));
    const service = await openProgress(...mistakes);
    expect(text(".weakest")).toContain("120 points lost a board; 5 mistakes on 5 boards");
    await click(button(/^Practise ?1NT opening$/));
    expect(service.bodies(BOARDS)).toEqual([expect.objectContaining({ theme: "opening_1nt", level: null })]);
    expect(part(".table")).toBeTruthy();
  });
});

describe("the file of the progress", () => {
  it("adds the boards that are not there yet", async () => {
    await openProgress(playedBoard(1003, "best", 1));
    await upload(IMPORT, fileOf(playedBoard(1003, "best", 1), playedBoard(1095, "best", 2)));
    expect(text(".progress-files [role=status]")).toBe("1 board was added.");
    await upload(IMPORT, fileOf(playedBoard(1003, "best", 1)));
    expect(text(".progress-files [role=status]")).toBe("All boards in the file were already here.");
    expect(text("[aria-labelledby=numbers-title] thead")).toContain("2 boards");
  });

  it("adds nothing where it cannot be read, and says why", async () => {
    await openProgress(playedBoard(1003, "best", 1));
    await upload(IMPORT, new File(["{}"], "notes.json"));
    expect(text(".progress-files [role=alert]")).toMatch(/^notes\.json: .*\. Nothing was added\.$/);
    expect(text("[aria-labelledby=numbers-title] thead")).toContain("1 board");
  });

  it("is saved", async () => {
    await openProgress(playedBoard(1003, "best", 1));
    const saved = savedFiles();
    await click(button("Export"));
    expect(saved).toEqual([expect.stringMatching(/2026-12-01\.json$/)]);
  });

  it("is not the only copy until the deletion is confirmed", async () => {
    await openProgress(playedBoard(1003, "best", 1));
    const confirm = vi.fn().mockReturnValueOnce(false).mockReturnValueOnce(true);
    vi.stubGlobal("confirm", confirm);
    await click(button("Delete all"));
    expect(text("[aria-labelledby=numbers-title] thead")).toContain("1 board");
    await click(button("Delete all"));
    expect(confirm).toHaveBeenCalledTimes(2);
    expect(text(".progress-files [role=status]")).toBe("Everything has been deleted.");
    expect(text(".practice-progress")).toContain("No boards yet.");
  });
});
