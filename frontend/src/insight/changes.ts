/**
 * Changes by a call, in words: the largest differences from the moment before it.
 *
 * Every change is measured on the same scale, a probability that rose or fell: for a card, the
 * chance of holding it; for points and suit lengths, the chance of k or more, with the k at which
 * it moved most (the distance of Kolmogorov and Smirnov).
 */

import { callSymbol } from "../bridge/calls";
import { type Card, cardSymbol } from "../bridge/hand";
import { type Seat, SEAT_NAMES, seatAfter, SEATS, type Suit, SUIT_SYMBOLS, SUITS } from "../bridge/table";
import { msg, t } from "../i18n/translate";
import type { Distribution, Explanation, HiddenHand, Interval, Moment } from "../service/types";
import { chanceOf } from "./card-chances";
import { formatPercent, formatRange } from "./format";

/** From this change of a chance on, a change is worth a sentence. */
const NOTABLE = 0.1;
const MOST_SENTENCES = 3;
const HONOURS = "AKQJ";

interface Shift {
  seat: Seat;
  /** By how much the chance moved, 0 to 1. */
  size: number;
}

export type Change = Shift &
  (
    | { kind: "hcp"; from: Interval; to: Interval }
    /** The chance, which rose, of `count` or more cards, or of that many at most. */
    | { kind: "least" | "most"; suit: Suit; count: number; from: number; to: number }
    | { kind: "card"; card: Card; from: number; to: number }
  );

/** The largest notable changes, one of a kind for each player; none where little moved. */
export function largestChanges(before: Moment, now: Moment): Change[] {
  const found = SEATS.flatMap((seat) => {
    const [old, hand] = [before.hands[seat], now.hands[seat]];
    return old === undefined || hand === undefined ? [] : changesOf(seat, old, hand);
  });
  return largestFirst(found).slice(0, MOST_SENTENCES);
}

function changesOf(seat: Seat, before: HiddenHand, now: HiddenHand): Change[] {
  return [
    largestFirst(hcpChange(seat, before.hcp, now.hcp)),
    largestFirst(SUITS.map((suit) => lengthChange(seat, suit, before, now))),
    largestFirst(SUITS.flatMap((suit) => honourChanges(seat, suit, before, now))),
  ].flatMap((ofOneKind) => ofOneKind.filter(({ size }) => size >= NOTABLE).slice(0, 1));
}

function largestFirst(changes: readonly Change[]): Change[] {
  return [...changes].sort((one, other) => other.size - one.size);
}

/** None where neither the range nor the median shows that anything moved. */
function hcpChange(seat: Seat, from: Distribution, to: Distribution): Change[] {
  if (formatRange(from) === formatRange(to) && from.median === to.median) return [];
  const { before, now } = widestShift(from, to);
  return [{ kind: "hcp", seat, from, to, size: Math.abs(now - before) }];
}

/** Told as the chance that rose: of this many cards or more, or of one fewer at most. */
function lengthChange(seat: Seat, suit: Suit, from: HiddenHand, to: HiddenHand): Change {
  const { value, before, now } = widestShift(from.lengths[suit], to.lengths[suit]);
  const size = Math.abs(now - before);
  return now >= before
    ? { kind: "least", seat, suit, count: value, from: before, to: now, size }
    : { kind: "most", seat, suit, count: value - 1, from: 1 - before, to: 1 - now, size };
}

function honourChanges(seat: Seat, suit: Suit, before: HiddenHand, now: HiddenHand): Change[] {
  return [...HONOURS].map((rank) => {
    const card = suit + rank;
    const [from, to] = [chanceOf(before, card), chanceOf(now, card)];
    return { kind: "card", seat, card, from, to, size: Math.abs(to - from) };
  });
}

/** The value whose "this or more" moved most, and that chance before and now. */
function widestShift(from: Distribution, to: Distribution) {
  let [before, now] = [1, 1];
  let widest = { value: 0, before, now };
  for (let value = 1; value < to.probabilities.length; value += 1) {
    before -= from.probabilities[value - 1] ?? 0;
    now -= to.probabilities[value - 1] ?? 0;
    if (Math.abs(now - before) > Math.abs(widest.now - widest.before)) {
      widest = { value, before: atLeastZero(before), now: atLeastZero(now) };
    }
  }
  return widest;
}

/** Rounded probabilities may add up to a little more than 1. */
function atLeastZero(probability: number): number {
  return Math.max(probability, 0);
}

/** A change as a sentence of its own. */
export function changeText(change: Change): string {
  const seat = t(SEAT_NAMES[change.seat]);
  if (change.kind === "hcp") return hcpText(seat, change.from, change.to);
  const values = { seat, from: formatPercent(change.from), to: formatPercent(change.to) };
  if (change.kind === "card") {
    return t("{card} with {seat}: from {from} to {to}.", { ...values, card: cardSymbol(change.card) });
  }
  const { count, suit } = change;
  return t(lengthSentence(change.kind, count), { ...values, count, suit: SUIT_SYMBOLS[suit] });
}

function lengthSentence(kind: "least" | "most", count: number): string {
  if (kind === "least") return msg("{count} or more {suit} with {seat}: from {from} to {to}.");
  return count === 0
    ? msg("No {suit} with {seat}: from {from} to {to}.")
    : msg("At most {count} {suit} with {seat}: from {from} to {to}.");
}

function hcpText(seat: string, from: Interval, to: Interval): string {
  return formatRange(from) === formatRange(to)
    ? t("{seat}'s median HCP: from {from} to {to}.", { seat, from: from.median, to: to.median })
    : t("{seat}'s HCP: from {from} to {to}.", { seat, from: formatRange(from), to: formatRange(to) });
}

/** "West's 2♥": the call that led to this moment, which must not be the first one. */
function callMade({ position }: Explanation, moment: number) {
  const seat = t(SEAT_NAMES[seatAfter(position.dealer, moment - 1)]);
  return { seat, call: callSymbol(position.auction[moment - 1]!) };
}

/** Return the title of the changes: whose call, and whether it changed anything. */
export function changesTitle(explanation: Explanation, moment: number, found: number): string {
  if (moment === 0) return t("No calls yet: step forward to see what each call changes.");
  const made = callMade(explanation, moment);
  if (found > 0) return t("What {seat}'s {call} changed most", made);
  const points = 100 * NOTABLE;
  // Points may have moved without a range or a median, and spot cards are not looked at.
  return t("{seat}'s {call} changed little: no suit length and no honour by {points} points.", { ...made, points });
}
