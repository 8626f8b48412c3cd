/** Where two partners meant different things by a call: what the card says of it against hand and answer. */

import { type Call, callSymbol } from "../bridge/calls";
import { parseHand, ranksOf } from "../bridge/hand";
import { type Seat, SEAT_NAMES, type Suit, SUIT_NAMES, SUITS } from "../bridge/table";
import { joinSentences, t } from "../i18n/translate";
import type { CallMeaning, Explanation, Grade, Review } from "../service/types";
import { forceOf, namedWords } from "./message";

/** A suit that is so many cards shorter or longer than the card promises was not misjudged. */
const MEANT_OTHERWISE = 2;
const AS_EXPECTED: readonly (Grade | null)[] = ["best", "scores_best", "also_usual"];

/** A text of each call of the partners of which hand or answer say something else than their card does. */
export function misunderstandings(
  { calls, interval_level }: Explanation,
  review: Review,
  hands: Record<Seat, string>,
  players: readonly Seat[],
): string[] {
  return calls.flatMap((meaning) => {
    if (!players.includes(meaning.seat) || !meaning.meaning) return [];
    const answer = review.calls[meaning.index + 2];
    const text =
      heldText(meaning, review.calls[meaning.index]?.grade ?? null, hands[meaning.seat], interval_level, answer) ??
      passedText(meaning, interval_level, review.calls[meaning.index + 1]?.call, answer);
    return text === null ? [] : [text];
  });
}

type Answer = Review["calls"][number] | undefined;

/** A call, not one that such hands make, that promises another length than its caller holds. */
function heldText(
  meaning: CallMeaning,
  grade: Grade | null,
  hand: string,
  level: number,
  answer: Answer,
): string | null {
  const { cards } = parseHand(hand);
  const isUsual = grade === null || AS_EXPECTED.includes(grade);
  const wrong = SUITS.filter((suit) => !isUsual && isOtherwise(meaning, suit, ranksOf(cards, suit).length));
  if (wrong.length === 0) return null;
  const held = wrong.map((suit) => {
    const values = { seat: t(SEAT_NAMES[meaning.seat]), suit: t(SUIT_NAMES[suit]) };
    return t("{seat}'s {suit}: {count}.", { ...values, count: ranksOf(cards, suit).length });
  });
  const taken = answer === undefined ? null : takenText(answer);
  return joinSentences([onCard(meaning, level), ...held, ...(taken === null ? [] : [taken])]);
}

function isOtherwise({ meaning }: CallMeaning, suit: Suit, held: number): boolean {
  const { low, high } = meaning?.promises?.lengths[suit] ?? { low: null, high: null };
  return held <= (low ?? 0) - MEANT_OTHERWISE || held >= (high ?? 13) + MEANT_OTHERWISE;
}

function takenText({ seat, call, grade }: NonNullable<Answer>): string | null {
  const values = { seat: t(SEAT_NAMES[seat]), call: callSymbol(call) };
  if (AS_EXPECTED.includes(grade)) return t("{seat} took it as the card says: {call}.", values);
  return grade === "mistake" ? t("{seat} did not take it as the card says, either: {call}.", values) : null;
}

/** A call that forces, and that partner passed by mistake though nobody had bid over it. */
function passedText(meaning: CallMeaning, level: number, over: Call | undefined, answer: Answer): string | null {
  if (forceOf(meaning) === null || over !== "P" || answer?.call !== "P" || answer.grade !== "mistake") return null;
  const passed = t("It is forcing; {seat} passed.", { seat: t(SEAT_NAMES[answer.seat]) });
  return joinSentences([onCard(meaning, level), passed]);
}

/** What the card says of a call. */
function onCard(meaning: CallMeaning, level: number): string {
  const values = { seat: t(SEAT_NAMES[meaning.seat]), call: callSymbol(meaning.call) };
  return t("{seat}'s {call} on your card: {words}", { ...values, words: namedWords(meaning, level) });
}
