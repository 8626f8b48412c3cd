/**
 * The drill "guess the hidden hand". The points and the four lengths that the player states of a
 * hand are read as forecasts and scored by the logarithm of the chance that they give, in bits.
 */

import { HAND_SIZE } from "../bridge/hand";
import { type Suit, SUITS } from "../bridge/table";
import { msg, t } from "../i18n/translate";
import type { Truth } from "../insight/accuracy";
import { formatChance, formatPercent } from "../insight/format";
import type { Distribution, HiddenHand } from "../service/types";

/** High-card points, or the cards of a suit. */
export type Quantity = "hcp" | Suit;
export const QUANTITIES: readonly Quantity[] = ["hcp", ...SUITS];

/** A range stated, both ends included. */
export interface StatedRange {
  from: number;
  to: number;
}

/** The range of each quantity; null where nothing is stated. */
export type Guess = Record<Quantity, StatedRange | null>;

/** The share of a forecast that is spread evenly over the range; the rest is as before the auction. */
const ON_RANGE = 0.9;
/** The service rounds to six decimals, so what reads 0 may be as much as half of the last. */
const LEAST_CHANCE = 5e-7;
/** An auction that tells less of a hand, in bits, is not worth a guess. */
const LEAST_KNOWN = 0.3;

/** One quantity of a guess, in bits on average over the model's distribution. */
export interface QuantityScore {
  quantity: Quantity;
  range: StatedRange | null;
  /** The model's distribution at the moment of the guess. */
  model: Distribution;
  /** The log score of the guess over that of the distribution before the auction. */
  gained: number;
  /** The same of the model's own distribution: what the auction tells. */
  known: number;
}

export interface GuessScore {
  quantities: QuantityScore[];
  /** The share of what the auction tells, 0 to 1; null where it tells next to nothing. */
  share: number | null;
  /** The largest share that ranges can get. */
  reachable: number;
}

/** The log scores of forecasts of all quantities on the actual hand, in bits; 0 is best. */
export interface HandScores {
  guess: number;
  model: number;
  before: number;
}

/** The most that a quantity can be. */
export function mostOf(quantity: Quantity): number {
  return quantity === "hcp" ? 37 : 13;
}

function distributionOf(hand: HiddenHand, quantity: Quantity): Distribution {
  return quantity === "hcp" ? hand.hcp : hand.lengths[quantity];
}

export function truthOn({ hcp, lengths }: Truth, quantity: Quantity): number {
  return quantity === "hcp" ? hcp : lengths[quantity];
}

/**
 * The chances that a range states, those before the auction where it is null: inside it they keep
 * their proportions, so that "five or more" says what a player means by it.
 */
export function forecastOf(range: StatedRange | null, before: readonly number[]): number[] {
  if (range === null) return [...before];
  const inside = sumOf(before.filter((_, value) => holds(range, value)));
  const factor = (value: number) => 1 - ON_RANGE + (holds(range, value) ? ON_RANGE / inside : 0);
  return before.map((chance, value) => chance * factor(value));
}

export function holds({ from, to }: StatedRange, value: number): boolean {
  return from <= value && value <= to;
}

/** The mean gain of a forecast over another one, in bits, where values are distributed so. */
export function gainOf(forecast: readonly number[], over: readonly number[], distributed: readonly number[]): number {
  return distributed.reduce((sum, chance, value) => sum + chance * Math.log2(forecast[value]! / over[value]!), 0);
}

/** Score a guess at a hand by what was known of it before the auction and is known now. */
export function scoreGuess(guess: Guess, before: HiddenHand, now: HiddenHand): GuessScore {
  const quantities = QUANTITIES.map((quantity) => {
    const [prior, model] = [chancesOf(before, quantity), chancesOf(now, quantity)];
    const range = guess[quantity];
    return {
      quantity,
      range,
      model: distributionOf(now, quantity),
      gained: gainOf(forecastOf(range, prior), prior, model),
      known: gainOf(model, prior, model),
      reachable: bestGain(prior, model),
    };
  });
  const known = sumOf(quantities.map((score) => score.known));
  const shareOf = (bits: number[]) => Math.max(0, sumOf(bits) / known);
  return {
    quantities,
    share: known < LEAST_KNOWN ? null : shareOf(quantities.map(({ gained }) => gained)),
    reachable: known < LEAST_KNOWN ? 0 : shareOf(quantities.map(({ reachable }) => reachable)),
  };
}

/** The gain of the best of all ranges, or of none. */
function bestGain(prior: readonly number[], model: readonly number[]): number {
  const values = [...prior.keys()];
  const gains = values.flatMap((from) =>
    values.slice(from).map((to) => gainOf(forecastOf({ from, to }, prior), prior, model)),
  );
  return Math.max(0, ...gains);
}

/** Score a guess by the actual hand, beside the model and the distribution before the auction. */
export function scoreOnHand(guess: Guess, before: HiddenHand, now: HiddenHand, truth: Truth): HandScores {
  const bits = (chances: (quantity: Quantity) => readonly number[]) =>
    sumOf(QUANTITIES.map((quantity) => Math.log2(chances(quantity)[truthOn(truth, quantity)]!)));
  return {
    guess: bits((quantity) => forecastOf(guess[quantity], chancesOf(before, quantity))),
    model: bits((quantity) => chancesOf(now, quantity)),
    before: bits((quantity) => chancesOf(before, quantity)),
  };
}

/** The chances of a quantity, none of them 0. */
function chancesOf(hand: HiddenHand, quantity: Quantity): number[] {
  const chances = distributionOf(hand, quantity).probabilities.map((chance) => Math.max(chance, LEAST_CHANCE));
  const total = sumOf(chances);
  return chances.map((chance) => chance / total);
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** The ends of a range as typed; where one is empty, the range has no end there. */
export interface RangeText {
  from: string;
  to: string;
}

export type GuessText = Record<Quantity, RangeText>;

/** What is wrong, by the quantity it stands beside, or with the hand as a whole. */
export type GuessErrors = Partial<Record<Quantity | "hand", string>>;

const NOTHING: RangeText = { from: "", to: "" };
export const EMPTY_GUESS: GuessText = { hcp: NOTHING, S: NOTHING, H: NOTHING, D: NOTHING, C: NOTHING };

/** Read a guess; quantities that cannot be read are null, with an error. */
export function readGuess(text: GuessText): { guess: Guess; errors: GuessErrors } {
  const guess: Guess = { hcp: null, S: null, H: null, D: null, C: null };
  const errors: GuessErrors = {};
  for (const quantity of QUANTITIES) {
    const { from, to } = text[quantity];
    if (from.trim() === "" && to.trim() === "") continue;
    const most = mostOf(quantity);
    const [low, high] = [readNumber(from, 0, most), readNumber(to, most, most)];
    if (low === null || high === null) errors[quantity] = t("Whole numbers from 0 to {most}.", { most });
    else if (low > high) errors[quantity] = t("“From” is larger than “to”.");
    else guess[quantity] = { from: low, to: high };
  }
  const whole = Object.keys(errors).length === 0 ? handError(guess) : null;
  return { guess, errors: whole === null ? errors : { hand: whole } };
}

function readNumber(text: string, missing: number, most: number): number | null {
  if (text.trim() === "") return missing;
  const number = /^\s*\d{1,2}\s*$/.test(text) ? Number(text) : NaN;
  return number <= most ? number : null;
}

/** What is wrong with ranges that can be read one by one. */
function handError(guess: Guess): string | null {
  if (QUANTITIES.every((quantity) => guess[quantity] === null)) {
    return t("Enter the points or the length of a suit first.");
  }
  const least = SUITS.reduce((sum, suit) => sum + (guess[suit]?.from ?? 0), 0);
  const most = SUITS.reduce((sum, suit) => sum + (guess[suit]?.to ?? HAND_SIZE), 0);
  if (least > HAND_SIZE) {
    return t("These suits have {count} cards or more; a hand has 13.", { count: least });
  }
  if (most < HAND_SIZE) {
    return t("These suits have {count} cards at most; a hand has 13.", { count: most });
  }
  return null;
}

/** The share of what ranges can get from which on each sentence is said. */
const BANDS: readonly [number, string][] = [
  [0.75, msg("You read the auction very well.")],
  [0.45, msg("You read the auction well.")],
  [0.15, msg("You read a part of what the auction tells.")],
  [0, msg("You read little of what the auction tells.")],
];

/** What a guess is worth, as a teacher says it. */
export function verdictText({ share, reachable }: GuessScore): string {
  if (share === null) {
    return t("The auction tells next to nothing about this hand, so the guess is not scored.");
  }
  if (share === 0) return t("No better than before the auction.");
  return t(BANDS.find(([least]) => share >= least * reachable)![1]);
}

/** The share in figures; null where there is none. */
export function shareText({ share, reachable }: GuessScore): string | null {
  if (share === null) return null;
  return t("{share} of what the auction tells; the best ranges get {reachable}.", {
    share: share === 0 ? "0 %" : formatChance(share),
    reachable: formatPercent(reachable),
  });
}

/** A range is too narrow where the model gives it less. */
const LEAST_HELD = 0.5;
/** A range is wide from so many times the model's and one more on. */
const WIDE = 1.5;
/** A range is off where the chances on one side of it are so many times those on the other. */
const ASKEW = 3;

/** What is wrong with a range, or that it fits. */
export function remarkText({ range, model }: QuantityScore): string {
  if (range === null) return t("not stated");
  const chanceOf = (within: (value: number) => boolean) =>
    model.probabilities.reduce((sum, chance, value) => sum + (within(value) ? chance : 0), 0);
  const held = chanceOf((value) => holds(range, value));
  if (held < LEAST_HELD) {
    const below = chanceOf((value) => value < range.from);
    const above = chanceOf((value) => value > range.to);
    if (above > ASKEW * below) return t("Too low.");
    if (below > ASKEW * above) return t("Too high.");
    return t("Too narrow: it holds in {chance} of cases.", { chance: formatChance(held) });
  }
  const [width, modelWidth] = [range.to - range.from + 1, model.high - model.low + 1];
  return width >= WIDE * modelWidth + 1 ? t("Wider than needed.") : t("Good.");
}

/** The log scores on the actual hand, in bits. */
export function handScoresText({ guess, model, before }: HandScores): string {
  const bits = (score: number) => (score > -0.05 ? "0" : `−${Math.abs(score).toFixed(1)}`);
  return t(
    "Log score on the actual hand, 0 being best: yours {guess} bits, the model's {model}, before the auction {before}.",
    { guess: bits(guess), model: bits(model), before: bits(before) },
  );
}
