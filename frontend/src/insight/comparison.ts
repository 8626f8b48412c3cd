/** Two pictures of the same hidden hand: where they are from, and what sets them apart, in words. */

import { callSymbol } from "../bridge/calls";
import { cardSymbol, PACK } from "../bridge/hand";
import { RANKS, type Seat, SEAT_NAMES, SEATS, type Suit, SUIT_NAMES, SUITS } from "../bridge/table";
import { say } from "../i18n/translate";
import { letterOf } from "../lines/lines";
import type { Distribution, Explanation, HiddenHand } from "../service/types";
import { percent, range } from "./format";

/** From this change on a card is worth a word. */
const TELLING_CHANGE = 0.1;
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
export interface TwoLines {
  seat: Seat;
  sides: readonly [LineSide, LineSide];
}

/** "Line B, after call 2: 1♠". */
export function sideTitle({ place, explanation, moment }: LineSide): string {
  const line = letterOf(place);
  const last = explanation.position.auction[moment - 1];
  return last === undefined
    ? say("Line {line}, before the first call", { line })
    : say("Line {line}, after call {number}: {call}", { line, number: moment, call: callSymbol(last) });
}

/** What stands above the differences. */
export function otherwiseWords(line: number, seat: Seat): string {
  return say("What line {line} says otherwise of {seat}:", {
    line: letterOf(line), seat: say(SEAT_NAMES[seat]),
  });
}

/** How the second picture differs from the first: points, lengths, then cards. */
export function differences(first: HiddenHand, second: HiddenHand): string[] {
  const said = [
    pointsWords(first.hcp, second.hcp),
    ...SUITS.map((suit) => lengthWords(suit, first.lengths[suit], second.lengths[suit])),
    ...cardWords(first, second),
  ];
  const found = said.filter((sentence) => sentence !== null);
  return found.length > 0 ? found : [say("Both lines show the same ranges here.")];
}

function pointsWords(first: Distribution, second: Distribution): string | null {
  if (sameRange(first, second)) return null;
  const values = { now: range(second), then: range(first) };
  if (second.median > first.median) return say("More points: {now} HCP rather than {then}.", values);
  if (second.median < first.median) return say("Fewer points: {now} HCP rather than {then}.", values);
  return say("About as many points: {now} HCP rather than {then}.", values);
}

function lengthWords(suit: Suit, first: Distribution, second: Distribution): string | null {
  if (sameRange(first, second)) return null;
  const values = { suit: say(SUIT_NAMES[suit]), now: range(second), then: range(first) };
  const change = meanOf(second) - meanOf(first);
  return change > 0
    ? say("Longer {suit}: {now} cards rather than {then}.", values)
    : say("Shorter {suit}: {now} cards rather than {then}.", values);
}

function sameRange(one: Distribution, other: Distribution): boolean {
  return one.low === other.low && one.high === other.high;
}

function meanOf({ probabilities }: Distribution): number {
  return probabilities.reduce((sum, probability, value) => sum + probability * value, 0);
}

/** The cards whose chance changes most. */
function cardWords(first: HiddenHand, second: HiddenHand): string[] {
  return PACK.map((card) => ({ card, then: chanceOf(first, card), now: chanceOf(second, card) }))
    .filter(({ then, now }) => Math.abs(now - then) >= TELLING_CHANGE)
    .sort((one, other) => Math.abs(other.now - other.then) - Math.abs(one.now - one.then))
    .slice(0, MOST_CARDS)
    .map(({ card, then, now }) =>
      say("{card}: {now} rather than {then}.", {
        card: cardSymbol(card), now: percent(now), then: percent(then),
      }),
    );
}

function chanceOf(hand: HiddenHand, card: string): number {
  return hand.cards[card[0] as Suit][RANKS.indexOf(card[1]!)] ?? 0;
}
