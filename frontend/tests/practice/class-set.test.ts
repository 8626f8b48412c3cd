import { describe, expect, it } from "vitest";

import { boardConditions } from "../../src/bridge/table";
import {
  boardsOfSet,
  type ClassSet,
  codeOf,
  formatSet,
  MOST_IN_SET,
  numbersOf,
  parseSet,
  setOf,
  sourceOf,
  tableBoard,
  withEarlier,
  withInstead,
} from "../../src/practice/class-set";
import type { QueuedBoard } from "../../src/practice/played-board";
import { HANDS } from "../fixtures/review";

const SET: ClassSet = { system: "21", theme: "stayman", boards: ["428", "4398046511103"] };

describe("the link of a set", () => {
  it("carries a card", () => {
    const set = { system: "21-a0e2", theme: "changes", boards: ["428"] };
    expect(formatSet(set)).toBe("set=21-a0e2.changes.428");
    expect(parseSet(formatSet(set))).toEqual({ set });
  });

  it("is read as it was written, also within a whole address", () => {
    expect(formatSet(SET)).toBe("set=21.stayman.428-4398046511103");
    const any: ClassSet = { system: "acol", theme: null, boards: ["7"] };
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
      { source: { id: 428 }, theme: "stayman", system: "21", number: 12 },
      { source: { id: 4_398_046_511_103 }, theme: "stayman", system: "21", number: 15 },
    ]);
  });
});

describe("a board of the teacher's own", () => {
  const OWN = { hands: HANDS, dealer: "W", vulnerability: "EW", seat: "N" } as const;

  it("has a short code in the link, from which it is read again", () => {
    const code = codeOf(OWN)!;
    expect(code.length).toBeLessThanOrEqual(23);
    expect(sourceOf(code)).toEqual(OWN);
    const set: ClassSet = { system: "acol", theme: "stayman", boards: ["428", code] };
    expect(parseSet(formatSet(set))).toEqual({ set });
  });

  it("is none where the code is cut off or begins at a decision", () => {
    expect(sourceOf(codeOf(OWN)!.slice(0, -1))).toBeNull();
    expect(sourceOf(`${codeOf(OWN)!}0`)).toBeNull();
    expect(codeOf({ ...OWN, auction: ["P"] })).toBeNull();
  });
});

describe("the numbers of a set", () => {
  it("have the dealer and vulnerability with which the service deals the boards", () => {
    // As bidding.practice.boards.PracticeBoard numbers them.
    const numbers = { 0: 1, 1: 14, 2: 11, 3: 8, 428: 12, 1003: 14, 1095: 9, 4398046511103: 15, 33: 2, 34: 3, 61: 5 };
    for (const [id, number] of Object.entries(numbers)) expect(numbersOf({ boards: [id] }), id).toEqual([number]);
  });

  it("differ", () => {
    expect(numbersOf({ boards: ["1", "1003", "428", "35", "65"] })).toEqual([14, 30, 12, 28, 46]);
  });
});

describe("the boards of a file as a set", () => {
  const own = (number: number, hands = HANDS): QueuedBoard => {
    const { dealer, vulnerability } = boardConditions(number)!;
    return { source: { hands, dealer, vulnerability, seat: "S" }, theme: null, system: "acol", number };
  };
  const turned = { ...HANDS, N: HANDS.S, S: HANDS.N };

  it("are numbered from the first on, each once, and put on a table by their place", () => {
    const set = setOf([own(13), own(14), own(14), own(17, turned)]);
    expect([set.system, set.from, numbersOf(set)]).toEqual(["acol", 13, [13, 14, 17]]);
    const { dealer, vulnerability } = boardConditions(17)!;
    expect(tableBoard(set, 2)).toEqual({ hands: turned, dealer, vulnerability, number: 17 });
    expect(tableBoard(set, 3)).toBeNull();
    expect(tableBoard({ system: "sayc", theme: null, boards: ["428"] }, 0)).toEqual({ board: 428 });
  });

  it("are as many as a set has", () => {
    const boards = Array.from({ length: 40 }, (_, place) => own(place + 1, place < 16 ? HANDS : turned));
    expect(setOf(boards).boards).toHaveLength(MOST_IN_SET);
  });
});

describe("a set that is edited", () => {
  const SET_OF_THREE: ClassSet = { system: "sayc", theme: null, boards: ["1", "2", "3"] };

  it("has its boards in another order, fewer, or others", () => {
    expect(withEarlier(SET_OF_THREE, "3").boards).toEqual(["1", "3", "2"]);
    expect(withEarlier(SET_OF_THREE, "1").boards).toEqual(["1", "2", "3"]);
    expect(withInstead(SET_OF_THREE, "2", []).boards).toEqual(["1", "3"]);
    expect(withInstead(SET_OF_THREE, "2", ["9"]).boards).toEqual(["1", "9", "3"]);
  });
});
