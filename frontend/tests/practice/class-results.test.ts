import { describe, expect, it } from "vitest";

import { pupilName, resultsCsv, resultsOf, withFile } from "../../src/practice/class-results";
import type { ClassSet } from "../../src/practice/class-set";
import { progressFile } from "../../src/practice/progress-file";
import { gradedCall, playedBoard } from "../fixtures/played-boards";

const SET: ClassSet = { system: "sayc", theme: "slam", boards: ["3", "1", "2"] };
const ANNA = {
  name: "bridgeviz-Anna-B-2026-11-25.json",
  text: progressFile({
    boards: [
      playedBoard(1, "also_usual", 1),
      playedBoard(3, "best", 1, {
        calls: [gradedCall("mistake", 90), gradedCall("rare", 20), gradedCall("mistake", 30.4)],
      }),
      playedBoard(1, "mistake", 2),
      playedBoard(2, "best", 2, { system: "acol" }),
      playedBoard(9, "mistake", 2),
    ],
  }),
};
const SPOILT = { name: "=Bert, again.json", text: "no" };

describe("the results of pupils", () => {
  const rows = resultsOf(SET, [ANNA, SPOILT]);

  it("are those of the set's boards in its system, as they were bid for the first time", () => {
    expect(rows[1]).toEqual({
      pupil: "Anna B",
      boards: [{ worst: "mistake", mistakes: 2, lost: 120.4 }, { worst: "also_usual", mistakes: 0, lost: 0 }, null],
      played: 2,
      mistakes: 2,
      lost: 120.4,
    });
  });

  it("are of every file, also of two pupils of one name", () => {
    const other = { name: ANNA.name, text: progressFile({ boards: [playedBoard(2, "best", 1)] }) };
    const again = { name: ANNA.name.replace(".json", " (1).json"), text: ANNA.text };
    const files = [ANNA, other, again].reduce(withFile, []);
    const found = resultsOf(SET, files);
    expect(found).toMatchObject([
      { pupil: "Anna B", played: 2 },
      { pupil: "Anna B (2)", played: 1 },
    ]);
  });

  it("stand beside the faults of other files", () => {
    expect(rows[0]).toEqual({ pupil: "=Bert, again.json", fault: "This is not JSON" });
  });

  it("are a table for spreadsheets, in which nothing is taken for a formula", () => {
    expect(resultsCsv(SET, rows).split("\r\n")).toEqual([
      '\ufeffPupil,"Board 8, worst grade","Board 8, points lost","Board 14, worst grade","Board 14, points lost",' +
        '"Board 11, worst grade","Board 11, points lost",Boards played,Mistakes,Points lost,Could not be read',
      `"'=Bert, again.json",,,,,,,,,,This is not JSON`,
      "Anna B,a mistake,120,also usual,0,,,2,2,120,",
      "",
    ]);
  });

  it.each([
    ["bridgeviz-王-2026-11-25 (1).json", "王"],
    ["bridgeviz-2026-11-25.json", "bridgeviz-2026-11-25.json"],
    ["homework.json", "homework.json"],
  ])("name the pupil by the file %s", (file, pupil) => {
    expect(pupilName(file)).toBe(pupil);
  });
});
