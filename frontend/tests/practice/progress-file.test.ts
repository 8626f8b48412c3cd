import { describe, expect, it } from "vitest";

import { progressFile, progressFileName, readProgress, writeProgress } from "../../src/practice/progress-file";
import { PASTED, playedBoard } from "../fixtures/played-boards";

const PROGRESS = { boards: [PASTED, playedBoard(5, "mistake", 2), playedBoard(6, "also_usual", 3)] };

/** What is said of the progress with a part of its second board replaced. */
function faultWith(changes: object): string | null {
  const document = JSON.parse(writeProgress(PROGRESS)) as { boards: object[] };
  document.boards[1] = { ...document.boards[1], ...changes };
  const read = readProgress(JSON.stringify(document));
  return "fault" in read ? read.fault : null;
}

describe("progress as a text", () => {
  it.each([writeProgress, progressFile])("is read as it was written", (write) => {
    expect(readProgress(write(PROGRESS))).toEqual({ progress: PROGRESS });
    expect(readProgress(write({ boards: [] }))).toEqual({ progress: { boards: [] } });
  });

  it("is refused whole where a board is not as it must be, with its place", () => {
    const call = { index: 0, call: "1NT", grade: "good", usual: "1NT", lost: null };
    expect(faultWith({ calls: [call] })).toBe(
      "Board 2: “calls.1.grade” cannot be “good”; it must be one of best, scores_best, also_usual, rare, mistake",
    );
    expect(faultWith({ calls: [{ ...call, grade: "best", lost: "much" }] })).toBe(
      "Board 2: “calls.1.lost” must be a number",
    );
    expect(faultWith({ board: { id: -1 } })).toBe("Board 2: “board.id” must be a whole number from 0 on");
    expect(faultWith({ board: { ...PASTED.board, hands: { N: "", E: "", S: "", W: "" } } })).toBe(
      "Board 2: “board.hands.N” must be 13 cards",
    );
    expect(faultWith({ auction: ["1NT", "P", "1C", "P"] })).toBe("Board 2: “auction” must be a whole auction");
    expect(faultWith({ auction: ["1NT", "P"] })).toBe("Board 2: “auction” must be a whole auction");
    expect(faultWith({ played: "yesterday" })).toBe(
      "Board 2: “played” must be a time such as 2026-11-25T18:30:00.000Z",
    );
    expect(faultWith({ theme: "Stayman, perhaps" })).toBe("Board 2: “theme” must be the name of a theme");
    expect(faultWith({ colour: "red" })).toBe("Board 2: “colour” is unknown");
    expect(faultWith({ system: undefined })).toBe("Board 2: “system” is missing");
    expect(faultWith({})).toBeNull();
  });

  it("has the 52 cards in a pasted board", () => {
    const hands = { N: "AKQJT98765432...", E: ".AKQJT98765432..", S: "..AKQJT98765432.", W: "..AKQJT98765432." };
    expect(faultWith({ board: { ...PASTED.board, hands } })).toBe(
      "Board 2: “board.hands” must be the 52 cards, each once",
    );
  });

  it.each([
    ["once upon a time", "This is not JSON"],
    ["null", "This is not a progress file from this page"],
    ['{"format": "another"}', "This is not a progress file from this page"],
    ['{"format": "bridgeviz-progress", "version": 2}', "Its version is 2; this page reads version 1"],
    ['{"format": "bridgeviz-progress", "version": 1}', "“boards” is missing"],
    ['{"format": "bridgeviz-progress", "version": 1, "boards": {}}', "“boards” must be a list"],
    ['{"format": "bridgeviz-progress", "version": 1, "boards": [7]}', "Board 1: this must be an object"],
  ])("is refused where it is something else: %s", (text, fault) => {
    expect(readProgress(text)).toEqual({ fault });
  });

  it("has a file with the player's name and the day", () => {
    const now = new Date("2026-11-25T18:30:00Z");
    expect(progressFileName(" Zoë O'Neill / 王 ", now)).toBe("bridgeviz-Zoë-O-Neill-王-2026-11-25.json");
    expect(progressFileName("", now)).toBe("bridgeviz-2026-11-25.json");
  });
});
