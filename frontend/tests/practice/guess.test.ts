import { expect, it } from "vitest";

import { truthOf } from "../../src/insight/accuracy";
import { shortestInterval } from "../../src/insight/distribution";
import {
  EMPTY_GUESS,
  forecastOf,
  gainOf,
  type Guess,
  type GuessText,
  handScoresText,
  readGuess,
  remarkText,
  scoreGuess,
  scoreOnHand,
  shareText,
  type StatedRange,
  verdictText,
} from "../../src/practice/guess";
import type { Distribution, HiddenHand } from "../../src/service/types";

/** A bell around a value. */
function bell(size: number, middle: number, deviation: number): Distribution {
  const weights = Array.from({ length: size }, (_, value) => Math.exp(-((value - middle) ** 2) / (2 * deviation ** 2)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const probabilities = weights.map((weight) => weight / total);
  return { ...shortestInterval(probabilities, 0.8), probabilities };
}

function hidden(hcp: [number, number], spades: [number, number]): HiddenHand {
  const other = bell(14, 3.25, 1.3);
  return {
    hcp: bell(38, ...hcp),
    lengths: { S: bell(14, ...spades), H: other, D: other, C: other },
    cards: { S: [], H: [], D: [], C: [] },
    summary: "",
  };
}

const BEFORE = hidden([10, 4], [3.25, 1.3]);
/** After an opening in spades. */
const NOW = hidden([13, 1.5], [5.3, 0.6]);
const NOTHING: Guess = { hcp: null, S: null, H: null, D: null, C: null };

function ranged(from: number, to: number): StatedRange {
  return { from, to };
}

function rangesOf(hand: HiddenHand): Guess {
  const {
    hcp,
    lengths: { S },
  } = hand;
  return { ...NOTHING, hcp: ranged(hcp.low, hcp.high), S: ranged(S.low, S.high) };
}

function shareOf(guess: Partial<Guess>): number {
  return scoreGuess({ ...NOTHING, ...guess }, BEFORE, NOW).share!;
}

it("puts 90 % into the range, in its proportions before the auction", () => {
  const forecast = forecastOf(ranged(1, 2), [0.5, 0.3, 0.2]);
  expect(forecast.map((chance) => chance.toFixed(3))).toEqual(["0.050", "0.570", "0.380"]);
  expect(forecastOf(null, [0.5, 0.25, 0.25])).toEqual([0.5, 0.25, 0.25]);
  const widest = forecastOf(ranged(0, 37), BEFORE.hcp.probabilities);
  expect(widest.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 9);
});

it("scores central ranges above wide ones and above narrow wrong ones", () => {
  const central = shareOf(rangesOf(NOW));
  expect(central).toBeGreaterThan(0.6);
  expect(central).toBeGreaterThan(shareOf({ hcp: ranged(5, 21), S: ranged(3, 8) }));
  expect(central).toBeGreaterThan(shareOf({ hcp: ranged(6, 7), S: ranged(2, 2) }));
  expect(shareOf({ hcp: ranged(6, 7), S: ranged(2, 2) })).toBe(0);
});

it("gives nothing for what was known before, all for the model's own distribution", () => {
  expect(shareOf(NOTHING)).toBeCloseTo(0, 9);
  const [prior, model] = [BEFORE.hcp.probabilities, NOW.hcp.probabilities];
  expect(gainOf(prior, prior, model)).toBe(0);
  const spread = gainOf(forecastOf(rangesOf(BEFORE).hcp, prior), prior, prior);
  expect(spread).toBeLessThan(0);
  expect(spread).toBeGreaterThan(-0.5);
  const known = gainOf(model, prior, model);
  const { quantities, reachable } = scoreGuess(NOTHING, BEFORE, NOW);
  expect(quantities[0]!.known).toBeCloseTo(known, 2);
  for (let from = 0; from <= 37; from += 1) {
    expect(gainOf(forecastOf(ranged(from, 37), prior), prior, model)).toBeLessThan(known);
  }
  expect(reachable).toBeGreaterThanOrEqual(shareOf(rangesOf(NOW)));
  expect(reachable).toBeLessThan(1);
});

it("does not score where the auction tells next to nothing", () => {
  const score = scoreGuess(rangesOf(BEFORE), BEFORE, BEFORE);
  expect([score.share, shareText(score)]).toEqual([null, null]);
  expect(verdictText(score)).toMatch(/^The auction tells next to nothing/);
});

it("grades in plain words", () => {
  const said = (guess: Partial<Guess>) => verdictText(scoreGuess({ ...NOTHING, ...guess }, BEFORE, NOW));
  expect(said(rangesOf(NOW))).toBe("You read the auction very well.");
  expect(said({ hcp: ranged(7, 17) })).toBe("You read little of what the auction tells.");
  expect(said({ hcp: ranged(10, 16) })).toBe("You read a part of what the auction tells.");
  expect(said({ S: ranged(4, 7), hcp: ranged(9, 17) })).toBe("You read the auction well.");
  expect(said({ S: ranged(0, 3) })).toBe("No better than before the auction.");
});

it("says what is wrong with each range", () => {
  const said = (range: StatedRange | null) =>
    remarkText(scoreGuess({ ...NOTHING, hcp: range }, BEFORE, NOW).quantities[0]!);
  expect([NOW.hcp.low, NOW.hcp.high]).toEqual([11, 14]);
  expect([said(ranged(10, 15)), said(ranged(12, 14)), said(null)]).toEqual(["Good.", "Good.", "not stated"]);
  expect([said(ranged(8, 17)), said(ranged(5, 9)), said(ranged(17, 37))]).toEqual([
    "Wider than needed.",
    "Too low.",
    "Too high.",
  ]);
  expect(said(ranged(13, 13))).toBe("Too narrow: it holds in 27\u00a0% of cases.");
});

it("scores the actual hand beside the model", () => {
  const truth = truthOf(["SA", "SK", "SQ", "SJ", "S2", "HQ", "H3", "H2", "D3", "D2", "C4", "C3", "C2"]);
  const scores = scoreOnHand(rangesOf(NOW), BEFORE, NOW, truth);
  expect(scores.model).toBeGreaterThan(scores.before);
  expect(scores.guess).toBeGreaterThan(scores.before);
  const one = scoreOnHand({ ...NOTHING, S: ranged(5, 5) }, BEFORE, NOW, truth);
  const chance = BEFORE.lengths.S.probabilities[5]!;
  expect(one.guess - one.before).toBeCloseTo(Math.log2((0.9 + 0.1 * chance) / chance), 3);
  expect(handScoresText({ guess: -7.94, model: -6, before: 0 })).toBe(
    "Log score on the actual hand, 0 being best: yours −7.9 bits, the model's −6.0, before the auction 0.",
  );
});

function typed(changes: Partial<GuessText>): GuessText {
  return { ...EMPTY_GUESS, ...changes };
}

it("reads ranges, with open ends", () => {
  const { guess, errors } = readGuess(
    typed({ hcp: { from: " 12", to: "" }, S: { from: "", to: "4" }, H: { from: "5", to: "5" } }),
  );
  expect(errors).toEqual({});
  expect(guess).toEqual({ hcp: ranged(12, 37), S: ranged(0, 4), H: ranged(5, 5), D: null, C: null });
});

it("names a fault where it stands", () => {
  const faults = (changes: Partial<GuessText>) => readGuess(typed(changes)).errors;
  expect(faults({ hcp: { from: "15", to: "12" }, S: { from: "0", to: "14" } })).toEqual({
    hcp: "“From” is larger than “to”.",
    S: "Whole numbers from 0 to 13.",
  });
  expect(faults({ hcp: { from: "-1", to: "4.5" } })).toEqual({ hcp: "Whole numbers from 0 to 37." });
  expect(faults({})).toEqual({ hand: "Enter the points or the length of a suit first." });
  const long = { from: "5", to: "7" };
  expect(faults({ S: long, H: long, D: long })).toEqual({ hand: "These suits have 15 cards or more; a hand has 13." });
  const short = { from: "0", to: "3" };
  expect(faults({ S: short, H: short, D: short, C: short })).toEqual({
    hand: "These suits have 12 cards at most; a hand has 13.",
  });
});
