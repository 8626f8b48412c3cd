/**
 * The drill "guess the hidden hand". The points and the four lengths that the player states of a
 * hand are read as forecasts and scored by the logarithm of the chance that they give, in bits.
 */

import { type Suit, SUITS } from "../bridge/table";
import type { Truth } from "../insight/accuracy";
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

export function distributionOf(hand: HiddenHand, quantity: Quantity): Distribution {
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
export function gainOf(
  forecast: readonly number[], over: readonly number[], distributed: readonly number[],
): number {
  return distributed.reduce(
    (sum, chance, value) => sum + chance * Math.log2(forecast[value]! / over[value]!), 0,
  );
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
export function scoreOnHand(
  guess: Guess, before: HiddenHand, now: HiddenHand, truth: Truth,
): HandScores {
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
  const chances = distributionOf(hand, quantity).probabilities.map((chance) =>
    Math.max(chance, LEAST_CHANCE),
  );
  const total = sumOf(chances);
  return chances.map((chance) => chance / total);
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
