/** Single cards as the viewer sees them: who may hold one, and what the last call changed. */

import { type Card, cardSymbol, cardWords, PACK } from "../bridge/hand";
import { AUCTION_COLUMNS, RANKS, type Seat, SEAT_NAMES, type Suit } from "../bridge/table";
import { listed, mark, say } from "../i18n/translate";
import type { HiddenHand, Moment } from "../service/types";
import { cellNumber, percent } from "./format";

/** How far, in per cent as the cells show them, a chance must move to be marked. */
export const MOVED_POINTS = 5;

/** A card's chance with one player, now and one call earlier. */
export interface CardChance {
  seat: Seat;
  now: number;
  before: number | null;
}

/** The probability that this hand holds the card. */
export function chanceOf(hand: HiddenHand, card: Card): number {
  return hand.cards[card[0] as Suit][RANKS.indexOf(card[1]!)] ?? 0;
}

/** The card's chance with each hidden hand, from West around the table. */
export function holders(now: Moment, before: Moment | null, card: Card): CardChance[] {
  return AUCTION_COLUMNS.flatMap((seat) => {
    const hand = now.hands[seat];
    const earlier = before?.hands[seat];
    if (hand === undefined) return [];
    const chance = { seat, now: chanceOf(hand, card) };
    return [{ ...chance, before: earlier === undefined ? null : chanceOf(earlier, card) }];
  });
}

/** By how many points the number in a cell went up or, negative, down; 0 where it is not marked. */
export function movedBy(before: number | null, now: number): number {
  const points = before === null ? 0 : cellNumber(now) - cellNumber(before);
  return Math.abs(points) >= MOVED_POINTS ? points : 0;
}

/** The cards that this hand holds most surely, the surest first. */
export function surest(hand: HiddenHand, own: readonly Card[], count: number): Card[] {
  const hidden = PACK.filter((card) => !own.includes(card));
  return hidden.sort((one, other) => chanceOf(hand, other) - chanceOf(hand, one)).slice(0, count);
}

/** What a cell of the heat map says: "king of spades: 61 %, up by 30 points". */
export function cellWords(card: Card, chance: CardChance, held: boolean): string {
  const points = movedBy(chance.before, chance.now);
  const values = { card: cardWords(card), chance: percent(chance.now), points: Math.abs(points) };
  const words = say(cellSentence(points), values);
  return held ? say("{words}; really held", { words }) : words;
}

function cellSentence(points: number): string {
  if (points === 0) return mark("{card}: {chance}");
  return points > 0
    ? mark("{card}: {chance}, up by {points} points")
    : mark("{card}: {chance}, down by {points} points");
}

/** A card's chances in one line: "♠K: West 61 % (from 31 %), North 30 %, East 9 %". */
export function holderWords(card: Card, chances: readonly CardChance[]): string {
  const each = chances.map(({ seat, now, before }) => {
    const values = { seat: say(SEAT_NAMES[seat]), chance: percent(now) };
    return movedBy(before, now) === 0
      ? say("{seat} {chance}", values)
      : say("{seat} {chance} (from {before})", { ...values, before: percent(before!) });
  });
  return say("{card}: {chances}", { card: cardSymbol(card), chances: listed(each) });
}

/** A heat map in one sentence: "West most surely holds ♥A (93 %), ♥K (88 %), ♥Q (70 %)". */
export function heatWords(seat: Seat, hand: HiddenHand, own: readonly Card[]): string {
  const cards = surest(hand, own, 3).map((card) =>
    say("{card} ({chance})", { card: cardSymbol(card), chance: percent(chanceOf(hand, card)) }),
  );
  return say("{seat} most surely holds {cards}.", {
    seat: say(SEAT_NAMES[seat]),
    cards: listed(cards),
  });
}
