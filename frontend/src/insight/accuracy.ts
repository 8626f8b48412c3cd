/** Accuracy of the model on a known deal: the chances it gave to the cards really held. */

import { type Card, type Deal, highCardPoints, ranksOf } from "../bridge/hand";
import { AUCTION_COLUMNS, type Seat, type Suit, SUITS } from "../bridge/table";
import type { HiddenHand, Interval, Moment } from "../service/types";
import { chanceOf } from "./card-chances";

/** The service rounds to six decimals, so what reads 0 may be as much as half of the last. */
const LEAST_CHANCE = 5e-7;
/** From this difference on, the model did better or worse than somebody who knows nothing. */
const CLEARLY = 0.02;

/** The points and lengths of an actual hand. */
export interface Truth {
  cards: readonly Card[];
  hcp: number;
  lengths: Record<Suit, number>;
}

/** The accuracy over some cards. */
interface Accuracy {
  /** The mean chance given to the cards really held. */
  chance: number;
  /** The mean of -ln of those chances, in nats; less is better. */
  logLoss: number;
}

export interface HandScore extends Accuracy {
  seat: Seat;
  hcp: number;
  /** The number of the five ranges, points and four suits, that hold the true value. */
  rangesRight: number;
}

export interface Score extends Accuracy {
  hands: HandScore[];
  /** The accuracy of knowing nothing: every hidden card as likely with each hidden hand. */
  baseline: Accuracy;
}

export const RANGES = 1 + SUITS.length;

/** Better or worse than knowing nothing, or about the same. */
export type Verdict = "better" | "same" | "worse";

export function truthOf(cards: readonly Card[]): Truth {
  const lengths = SUITS.map((suit) => [suit, ranksOf(cards, suit).length]);
  return { cards, hcp: highCardPoints(cards), lengths: Object.fromEntries(lengths) as Record<Suit, number> };
}

/** The score of a moment's hidden hands, each and together. */
export function scoreOf({ hands }: Moment, deal: Deal): Score {
  const hidden = AUCTION_COLUMNS.flatMap((seat) => {
    const hand = hands[seat];
    return hand === undefined ? [] : [{ seat, hand, truth: truthOf(deal[seat]) }];
  });
  const given = hidden.map(({ hand, truth }) => truth.cards.map((card) => chanceOf(hand, card)));
  const scores = hidden.map(({ seat, hand, truth }, place) => ({
    seat,
    ...accuracyOf(given[place]!),
    hcp: truth.hcp,
    rangesRight: rangesRight(hand, truth),
  }));
  return { ...accuracyOf(given.flat()), hands: scores, baseline: accuracyOf([1 / hidden.length]) };
}

function accuracyOf(chances: readonly number[]): Accuracy {
  return { chance: mean(chances), logLoss: mean(chances.map((chance) => -Math.log(Math.max(chance, LEAST_CHANCE)))) };
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

function rangesRight(hand: HiddenHand, truth: Truth): number {
  const suits = SUITS.map((suit) => holds(hand.lengths[suit], truth.lengths[suit]));
  return [holds(hand.hcp, truth.hcp), ...suits].filter(Boolean).length;
}

function holds({ low, high }: Interval, value: number): boolean {
  return low <= value && value <= high;
}

export function verdictOf({ chance }: Accuracy, baseline: Accuracy): Verdict {
  if (Math.abs(chance - baseline.chance) < CLEARLY) return "same";
  return chance > baseline.chance ? "better" : "worse";
}
