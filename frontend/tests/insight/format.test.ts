import { describe, expect, it } from "vitest";

import {
  boardConditions,
  isVulnerable,
  relationOf,
  type Seat,
  seatAfter,
  SEATS,
  turnsTo,
} from "../../src/bridge/table";
import { EMPTY_INPUT } from "../../src/entry/input";
import { bars, lastValue } from "../../src/insight/distribution";
import {
  conciseEnglish,
  formatChance,
  formatPercent,
  formatRange,
  formatRarity,
  toPercentage,
} from "../../src/insight/format";
import { warnings } from "../../src/insight/message";
import { placeOf } from "../../src/views/answer/compass";
import { stepInGrid } from "../../src/views/common/focus";
import { flatExplanation } from "../fixtures/explanation";

describe("numbers", () => {
  it.each([
    [0, "0\u00a0%"],
    [0.001, "<1\u00a0%"],
    [0.004999, "<1\u00a0%"],
    [0.005, "1\u00a0%"],
    [0.51, "51\u00a0%"],
    [0.992, "99\u00a0%"],
    [0.994, "99\u00a0%"],
    [0.995, ">99\u00a0%"],
    [0.9999, ">99\u00a0%"],
    [1, "100\u00a0%"],
  ])("%d reads %s", (probability, text) => expect(formatPercent(probability)).toBe(text));

  it.each([
    [0, "<1\u00a0%"],
    [0.004999, "<1\u00a0%"],
    [0.005, "1\u00a0%"],
    [0.51, "51\u00a0%"],
    [0.9949, "99\u00a0%"],
    [0.995, ">99\u00a0%"],
    [1, ">99\u00a0%"],
  ])("%d as the chance of a call reads %s", (probability, text) => expect(formatChance(probability)).toBe(text));

  it("of a cell are whole per cent", () => {
    expect([0, 0.333, 0.506, 1].map(toPercentage)).toEqual([0, 33, 51, 100]);
  });

  it("of an interval are a range, or one number", () => {
    expect(formatRange({ low: 12, high: 14 })).toBe("12–14");
    expect(formatRange({ low: 4, high: 4 })).toBe("4");
    expect(formatRange({ low: 15, high: null })).toBe("15+");
    expect(formatRange({ low: null, high: 7 })).toBe("0–7");
  });
});

describe("rarities", () => {
  it.each([
    [0.7, "most"],
    [0.4, "1 in 3"],
    [0.1, "1 in 10"],
    [0.003, "1 in 330"],
    [0.00087, "1 in 1100"],
    [0.0001, "1 in 10000"],
    [0, "1 in 10000"],
  ])("of a share of %d are told as %s", (share, text) => expect(formatRarity(share)).toBe(text));
});

describe("warnings", () => {
  const plain = flatExplanation(EMPTY_INPUT);

  it("are none where there is nothing to warn of", () => expect(warnings(plain)).toEqual([]));

  it("tell of each side's system first, then of the auction", () => {
    const east = { ...plain.systems.ew, sentence: "East-West's calls look more like Acol." };
    const surprise = { share: 0.001, counted: true, sentence: "A rare auction." };
    const odd = { ...plain, systems: { ...plain.systems, ew: east }, surprise };
    expect(warnings(odd)).toEqual([east.sentence, surprise.sentence]);
  });
});

describe("sentences", () => {
  it("lose what the picture says already, and nothing else", () => {
    const sentence = "West: at most 9 HCP (in at least 80\u00a0% of cases). Rare.";
    expect(conciseEnglish(sentence, "West: ", 0.8)).toBe("At most 9 HCP. Rare.");
    const both = "West: at most 9 HCP, no spade (each in at least 80\u00a0% of cases).";
    expect(conciseEnglish(both, "West: ", 0.8)).toBe("At most 9 HCP, no spade.");
    expect(conciseEnglish(sentence, "East: ", 0.9)).toBe(sentence);
  });
});

describe("charts", () => {
  const distribution = { low: 1, high: 2, median: 1, probabilities: [0.1, 0.5, 0.3, 0.1, 0, 0] };

  it("have bars of the right height, those of the interval marked", () => {
    expect(bars(distribution, 3, 0.5)).toEqual([
      { value: 0, height: 0.2, inside: false },
      { value: 1, height: 1, inside: true },
      { value: 2, height: 0.6, inside: true },
      { value: 3, height: 0.2, inside: false },
    ]);
  });

  it("reach as far as there is anything to see", () => {
    expect(lastValue(distribution, 2)).toBe(3);
    expect(lastValue(distribution, 5)).toBe(5);
  });
});

describe("the table", () => {
  it("turns clockwise", () => {
    expect(seatAfter("W", 1)).toBe("N");
    expect(seatAfter("N", -1)).toBe("W");
    expect(turnsTo("W", "E")).toBe(2);
    expect(relationOf("W", "S")).toBe("left opponent");
    expect(relationOf("E", "S")).toBe("right opponent");
    expect(relationOf("N", "S")).toBe("partner");
  });

  it("knows who is vulnerable", () => {
    expect(isVulnerable("N", "NS")).toBe(true);
    expect(isVulnerable("E", "NS")).toBe(false);
    expect(isVulnerable("E", "EW")).toBe(true);
    expect(isVulnerable("S", "both")).toBe(true);
    expect(isVulnerable("S", "none")).toBe(false);
  });

  it("has boards of sixteen kinds", () => {
    expect(boardConditions(1)).toEqual({ dealer: "N", vulnerability: "none" });
    expect(boardConditions(16)).toEqual({ dealer: "W", vulnerability: "EW" });
    expect(boardConditions(17)).toEqual(boardConditions(1));
  });

  it("is drawn clockwise from the seat at the bottom", () => {
    const places = (bottom: Seat) => SEATS.map((seat) => placeOf(seat, bottom));
    expect(places("S")).toEqual(["top", "right", "bottom", "left"]);
    expect(places("E")).toEqual(["right", "bottom", "left", "top"]);
  });
});

describe("a grid walked with the arrow keys", () => {
  const widths = [5, 5, 3];

  it.each([
    ["ArrowRight", [0, 0], [0, 1]],
    ["ArrowRight", [0, 4], [0, 4]],
    ["ArrowDown", [1, 4], [2, 2]],
    ["ArrowUp", [0, 1], [0, 1]],
    ["Home", [1, 3], [1, 0]],
    ["End", [2, 0], [2, 2]],
  ])("%s leads from %j to %j", (key, from, to) => {
    expect(stepInGrid(widths, from as [number, number], key)).toEqual(to);
  });

  it("leaves other keys alone", () => expect(stepInGrid(widths, [0, 0], "x")).toBeNull());
});
