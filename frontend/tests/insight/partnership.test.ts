import { describe, expect, it } from "vitest";

import { EMPTY_INPUT, withHandText } from "../../src/entry/input";
import { chanceAtLeast, complement, shifted, shortestInterval, sumOf } from "../../src/insight/distribution";
import { likelyFits, pairs, zoneOf } from "../../src/insight/partnership";
import { answerOf, hand, momentOf, on } from "../fixtures/hands";

/** 12 HCP and five spades. */
const SOUTH = withHandText(EMPTY_INPUT, "AKJ52.K83.T42.J6");

describe("a viewer's pair", () => {
  const partner = hand({
    hcp: { 10: 0.3, 13: 0.5, 18: 0.2 },
    lengths: { S: { 2: 0.4, 3: 0.5, 4: 0.1 }, H: { 3: 0.8, 5: 0.2 } },
  });
  const moment = momentOf({ N: partner, E: hand(), W: hand() });
  const [own, others] = pairs(answerOf(SOUTH, moment), moment);

  it("has partner's points and one's own", () => {
    expect(own!.seats).toEqual(["S", "N"]);
    expect([own!.hcp.low, own!.hcp.median, own!.hcp.high]).toEqual([22, 25, 30]);
    expect(own!.hcp.probabilities[25]).toBe(0.5);
    expect(own!.game).toBeCloseTo(0.7);
    expect(own!.slam).toBe(0);
    expect(zoneOf(own!)).toBe("game");
  });

  it("has a small slam from 33 HCP on, as the reasons for a call say", () => {
    const strong = hand({ hcp: { 20: 0.6, 21: 0.4 } }); // with South's 12
    const slam = momentOf({ N: strong, E: hand(), W: hand() });
    expect(pairs(answerOf(SOUTH, slam), slam)[0]!.slam).toBeCloseTo(0.4);
  });

  it("has a fit where partner holds what lacks to eight", () => {
    expect(own!.fits.map(({ chance }) => chance)).toEqual([expect.closeTo(0.6), expect.closeTo(0.2), 0, 0]);
    expect(likelyFits(own!).map(({ suit }) => suit)).toEqual(["S"]);
  });

  it("leaves the opponents the rest of the pack", () => {
    expect(others!.seats).toEqual(["W", "E"]);
    expect([others!.hcp.low, others!.hcp.median, others!.hcp.high]).toEqual([10, 15, 18]);
    expect(others!.game).toBe(0);
    // Eight hearts of theirs are five or fewer of ours; we have six or eight.
    expect(others!.fits[1]!.chance).toBe(0);
    expect(others!.fits[0]!.together.probabilities.slice(4, 7)).toEqual([0.1, 0.5, 0.4]);
    expect(likelyFits(others!).map(({ suit }) => suit)).toEqual(["C"]);
  });
});

describe("an onlooker's pairs", () => {
  it("add both hands as independent", () => {
    const even = hand({ hcp: { 10: 0.5, 15: 0.5 } });
    const moment = momentOf({ N: even, E: hand(), S: even, W: hand() });
    const [ns, ew] = pairs(answerOf({ spectator: true }, moment), moment);
    expect([ns!.seats, ew!.seats]).toEqual([
      ["N", "S"],
      ["E", "W"],
    ]);
    expect([20, 25, 30].map((value) => ns!.hcp.probabilities[value])).toEqual([0.25, 0.5, 0.25]);
    expect(ns!.game).toBeCloseTo(0.75);
    expect(ew!.hcp.probabilities[20]).toBe(1);
    expect(ns!.fits[0]!.chance).toBe(1);
    expect(ns!.fits[1]!.chance).toBe(0);
  });
});

describe("distributions", () => {
  const third = on({ 1: 0.25, 2: 0.5, 4: 0.25 }, 6);

  it("move up, and turn into what is left", () => {
    const up = shifted(third, 3, 8);
    expect(up.probabilities).toEqual([0, 0, 0, 0, 0.25, 0.5, 0, 0.25, 0]);
    expect(up).toMatchObject({ low: 4, median: 5, high: 7 });
    const left = complement(third, 5);
    expect(left.probabilities).toEqual([0, 0.25, 0, 0.5, 0.25, 0]);
    expect(left).toMatchObject({ low: 1, median: 3, high: 4 });
  });

  it("add up, without what cannot be", () => {
    const sum = sumOf(third, third, 5, 0.8);
    expect(sum.probabilities.reduce((total, p) => total + p, 0)).toBeCloseTo(1);
    // Of 16 ways alike 1, 4, 4 and 2 come to 2, 3, 4 and 5; the others are too many.
    expect(sum.probabilities.map((p) => Math.round(11 * p))).toEqual([0, 0, 1, 4, 4, 2]);
    expect(chanceAtLeast(sum, 4)).toBeCloseTo(6 / 11);
  });

  it("have the shortest, likeliest range that holds the level", () => {
    const probabilities = [0.1, 0.2, 0.3, 0.3, 0.1];
    expect(shortestInterval(probabilities, 0.6)).toEqual({ low: 2, high: 3, median: 2 });
    expect(shortestInterval(probabilities, 0.8)).toEqual({ low: 1, high: 3, median: 2 });
    expect(shortestInterval(probabilities, 0.3)).toEqual({ low: 2, high: 2, median: 2 });
  });
});

describe("zones", () => {
  it.each([
    [0.9, 0.5, "slam"],
    [0.9, 0.49, "game"],
    [0.5, 0, "game"],
    [0.49, 0, "perhaps game"],
    [0.09, 0, "part score"],
  ])("with chances of %d and %d are %s", (game, slam, zone) =>
    expect(zoneOf({ seats: ["N", "S"], hcp: on({ 20: 1 }, 41), game, slam, fits: [] })).toBe(zone),
  );
});
