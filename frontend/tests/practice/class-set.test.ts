import { describe, expect, it } from "vitest";

import { boardsOfSet, type ClassSet, formatSet, parseSet } from "../../src/practice/class-set";

const SET: ClassSet = { system: "21", theme: "stayman", boards: [428, 4_398_046_511_103] };

describe("the link of a set", () => {
  it("carries a card", () => {
    const set = { system: "21-a0e2", theme: "changes", boards: [428] };
    expect(formatSet(set)).toBe("set=21-a0e2.changes.428");
    expect(parseSet(formatSet(set))).toEqual({ set });
  });

  it("is read as it was written, also within a whole address", () => {
    expect(formatSet(SET)).toBe("set=21.stayman.428-4398046511103");
    const any: ClassSet = { system: "acol", theme: null, boards: [7] };
    for (const set of [SET, any]) {
      expect(parseSet(formatSet(set))).toEqual({ set });
      expect(parseSet(` https://bridge.example/practice/#${formatSet(set)}\n`)).toEqual({ set });
    }
    expect(parseSet("#set=2%2F1.stayman.428-4398046511103")).toEqual({ set: SET });
  });

  it.each([
    ["", "The link's boards must be written as system, theme and numbers: set=sayc.stayman.428-1095."],
    ["set=sayc.stayman", "The link's boards must be written as system, theme and numbers: set=sayc.stayman.428-1095."],
    ["set=sayc.a.1.2", "The link's boards must be written as system, theme and numbers: set=sayc.stayman.428-1095."],
    [
      "set=unknown.any.1",
      "The link's system is “unknown”; it must be one of sayc, standard, 21, acol, polish, precision.",
    ],
    ["set=sayc.Slam!.1", "The link's theme is “Slam!”, which is not a theme."],
    ["set=sayc.slam.1-two", "The link's board is “two”, which is not a board number."],
    ["set=sayc.slam.1--2", "The link's board is “”, which is not a board number."],
    ["set=sayc.slam.1-2-1", "The link has board 1 twice."],
    [
      `set=sayc.slam.${Array.from({ length: 33 }, (_, id) => id).join("-")}`,
      "The link has 33 boards; 32 are the most.",
    ],
  ])("is refused where it is wrong: %s", (link, fault) => {
    expect(parseSet(link)).toEqual({ fault });
  });

  it("has boards to bid in turn", () => {
    expect(boardsOfSet(SET)).toEqual([
      { source: { id: 428 }, theme: "stayman", system: "21" },
      { source: { id: 4_398_046_511_103 }, theme: "stayman", system: "21" },
    ]);
  });
});
