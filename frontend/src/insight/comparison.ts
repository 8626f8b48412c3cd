/** Two pictures of the same hidden hand: where they are from, and what sets them apart, in words. */

import { callSymbol } from "../bridge/calls";
import { cardSymbol, PACK } from "../bridge/hand";
import { type Seat, SEAT_NAMES, SEATS, type Suit, SUIT_NAMES, SUITS } from "../bridge/table";
import { t } from "../i18n/translate";
import { lineLetter } from "../lines/lines";
import type { Distribution, Explanation, HiddenHand } from "../service/types";
import { chanceOf } from "./card-chances";
import { formatPercent, formatRange } from "./format";

/** From this change on a card is worth a word. */
const NOTABLE_CHANGE = 0.1;
const MOST_CARDS = 3;

/** The hidden hand to compare: the one chosen, else the first; none where every hand is seen. */
export function comparedSeat({ moments }: Explanation, chosen: Seat): Seat | undefined {
  const hidden = SEATS.filter((seat) => moments[0]?.hands[seat] !== undefined);
  return hidden.includes(chosen) ? chosen : hidden[0];
}

/** A hidden hand as one line shows it. */
export interface LineSide {
  /** The place of the line. */
  place: number;
  explanation: Explanation;
  moment: number;
  hand: HiddenHand;
}

/** The hand compared, in the line on show and in the one beside it. */
export interface ComparedLines {
  seat: Seat;
  sides: readonly [LineSide, LineSide];
}

/** "Line B, after call 2: 1♠". */
export function sideTitle({ place, explanation, moment }: LineSide): string {
  const line = lineLetter(place);
  const last = explanation.position.auction[moment - 1];
  return last === undefined
    ? t("Line {line}, before the first call", { line })
    : t("Line {line}, after call {number}: {call}", { line, number: moment, call: callSymbol(last) });
}

/** Return the title of the differences. */
export function differencesTitle(line: number, seat: Seat): string {
  return t("How line {line} differs on {seat}:", { line: lineLetter(line), seat: t(SEAT_NAMES[seat]) });
}

/** Return how the second hand differs from the first: points, lengths, then cards. */
export function differences(first: HiddenHand, second: HiddenHand): string[] {
  const said = [
    pointsText(first.hcp, second.hcp),
    ...SUITS.map((suit) => lengthText(suit, first.lengths[suit], second.lengths[suit])),
    ...cardTexts(first, second),
  ];
  const found = said.filter((sentence) => sentence !== null);
  return found.length > 0 ? found : [t("Both lines show the same ranges here.")];
}

function pointsText(first: Distribution, second: Distribution): string | null {
  if (sameRange(first, second)) return null;
  const values = { now: formatRange(second), before: formatRange(first) };
  if (second.median > first.median) return t("More points: {now} HCP rather than {before}.", values);
  if (second.median < first.median) return t("Fewer points: {now} HCP rather than {before}.", values);
  return t("About as many points: {now} HCP rather than {before}.", values);
}

function lengthText(suit: Suit, first: Distribution, second: Distribution): string | null {
  if (sameRange(first, second)) return null;
  const values = { suit: t(SUIT_NAMES[suit]), now: formatRange(second), before: formatRange(first) };
  const change = meanOf(second) - meanOf(first);
  return change > 0
    ? t("Longer {suit}: {now} cards rather than {before}.", values)
    : t("Shorter {suit}: {now} cards rather than {before}.", values);
}

function sameRange(one: Distribution, other: Distribution): boolean {
  return one.low === other.low && one.high === other.high;
}

function meanOf({ probabilities }: Distribution): number {
  return probabilities.reduce((sum, probability, value) => sum + probability * value, 0);
}

/** The cards whose chance changes most. */
function cardTexts(first: HiddenHand, second: HiddenHand): string[] {
  return PACK.map((card) => ({ card, before: chanceOf(first, card), now: chanceOf(second, card) }))
    .filter(({ before, now }) => Math.abs(now - before) >= NOTABLE_CHANGE)
    .sort((one, other) => Math.abs(other.now - other.before) - Math.abs(one.now - one.before))
    .slice(0, MOST_CARDS)
    .map(({ card, before, now }) =>
      t("{card}: {now} rather than {before}.", {
        card: cardSymbol(card),
        now: formatPercent(now),
        before: formatPercent(before),
      }),
    );
}
