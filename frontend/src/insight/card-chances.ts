/** Single cards as the viewer sees them: who may hold one, and what the last call changed. */

import { type Card, cardSymbol, PACK, spokenCard } from "../bridge/hand";
import { AUCTION_COLUMNS, RANKS, type Seat, SEAT_NAMES, type Suit } from "../bridge/table";
import { joinList, msg, t } from "../i18n/translate";
import type { HiddenHand, Moment } from "../service/types";
import { formatPercent, toPercentage } from "./format";

/** The change, in per cent as the cells show them, from which on a cell is marked. */
const MARKED_POINTS = 5;

/** A card's chance with one player, now and one call earlier. */
interface CardChance {
  seat: Seat;
  now: number;
  before: number | null;
}

/** The probability that this hand holds the card. */
export function chanceOf(hand: HiddenHand, card: Card): number {
  return hand.cards[card[0] as Suit][RANKS.indexOf(card[1]!)] ?? 0;
}

/** The card's chance with each hidden hand, from West around the table. */
export function cardHolders(now: Moment, before: Moment | null, card: Card): CardChance[] {
  return AUCTION_COLUMNS.flatMap((seat) => {
    const hand = now.hands[seat];
    const earlier = before?.hands[seat];
    if (hand === undefined) return [];
    const chance = { seat, now: chanceOf(hand, card) };
    return [{ ...chance, before: earlier === undefined ? null : chanceOf(earlier, card) }];
  });
}

/** By how many points the number in a cell went up or, negative, down; 0 where it is not marked. */
export function markedChange(before: number | null, now: number): number {
  const points = before === null ? 0 : toPercentage(now) - toPercentage(before);
  return Math.abs(points) >= MARKED_POINTS ? points : 0;
}

/** The cards that this hand holds most surely, the surest first. */
export function likeliestCards(hand: HiddenHand, own: readonly Card[], count: number): Card[] {
  const hidden = PACK.filter((card) => !own.includes(card));
  return hidden.sort((one, other) => chanceOf(hand, other) - chanceOf(hand, one)).slice(0, count);
}

/** Return the label of a cell of the heat map: "king of spades: 61 %, up by 30 points". */
export function heatCellText(card: Card, chance: CardChance, held: boolean): string {
  const points = markedChange(chance.before, chance.now);
  const values = { card: spokenCard(card), chance: formatPercent(chance.now), points: Math.abs(points) };
  const words = t(cellSentence(points), values);
  return held ? t("{words}; actually held", { words }) : words;
}

function cellSentence(points: number): string {
  if (points === 0) return msg("{card}: {chance}");
  return points > 0 ? msg("{card}: {chance}, up by {points} points") : msg("{card}: {chance}, down by {points} points");
}

/** A card's chances in one line: "♠K: West 61 % (from 31 %), North 30 %, East 9 %". */
export function holdersText(card: Card, chances: readonly CardChance[]): string {
  const each = chances.map(({ seat, now, before }) => {
    const values = { seat: t(SEAT_NAMES[seat]), chance: formatPercent(now) };
    return markedChange(before, now) === 0
      ? t("{seat} {chance}", values)
      : t("{seat} {chance} (from {before})", { ...values, before: formatPercent(before!) });
  });
  return t("{card}: {chances}", { card: cardSymbol(card), chances: joinList(each) });
}

/** A heat map in one sentence: "West most surely holds ♥A (93 %), ♥K (88 %), ♥Q (70 %)". */
export function heatMapText(seat: Seat, hand: HiddenHand, own: readonly Card[]): string {
  const cards = likeliestCards(hand, own, 3).map((card) =>
    t("{card} ({chance})", { card: cardSymbol(card), chance: formatPercent(chanceOf(hand, card)) }),
  );
  return t("{seat} most likely holds {cards}.", { seat: t(SEAT_NAMES[seat]), cards: joinList(cards) });
}
