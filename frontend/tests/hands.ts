/** Hidden hands, moments and answers of few numbers, to build tests from. */

import type { Distribution, Explanation, HiddenHand, Moment } from "../src/explanation";
import { EMPTY_INPUT, type Input } from "../src/input";
import { RANKS, type Seat, SUITS, type Suit } from "../src/table";
import { flatExplanation } from "./fixture";

/** All on some values: {12: 0.5, 13: 0.5}. The range holds them all. */
export function on(chances: Record<number, number>, size: number): Distribution {
  const probabilities = Array.from({ length: size }, (_, value) => chances[value] ?? 0);
  const possible = probabilities.flatMap((p, value) => (p > 0 ? [value] : []));
  let sum = 0;
  const median = probabilities.findIndex((p) => (sum += p) >= 0.5 - 1e-9);
  return { low: possible[0]!, high: possible.at(-1)!, median, probabilities };
}

interface HandNumbers {
  hcp?: Record<number, number>;
  lengths?: Partial<Record<Suit, Record<number, number>>>;
  /** Chances of single cards; a third for all others. */
  cards?: Record<string, number>;
}

/** A hand of surely 10 HCP and four spades, three of each other suit, but for what is given. */
export function hand({ hcp = { 10: 1 }, lengths = {}, cards = {} }: HandNumbers = {}): HiddenHand {
  const usual = { S: { 4: 1 }, H: { 3: 1 }, D: { 3: 1 }, C: { 3: 1 } };
  const bySuit = <T>(make: (suit: Suit) => T) =>
    Object.fromEntries(SUITS.map((suit) => [suit, make(suit)])) as Record<Suit, T>;
  return {
    hcp: on(hcp, 38),
    lengths: bySuit((suit) => on(lengths[suit] ?? usual[suit], 14)),
    cards: bySuit((suit) => [...RANKS].map((rank) => cards[suit + rank] ?? 1 / 3)),
    summary: "",
  };
}

export function momentOf(hands: Partial<Record<Seat, HiddenHand>>): Moment {
  return { n_calls: 0, to_call: "N", hands, next_call: [] };
}

/** An answer about this input whose moments are these. */
export function answerOf(input: Partial<Input>, ...moments: Moment[]): Explanation {
  return { ...flatExplanation({ ...EMPTY_INPUT, ...input }), moments };
}
