/** What a call shows, in the service's words and in figures, as lists and cards put it. */

import { callSymbol, englishSymbol } from "../bridge/calls";
import { type Seat, SEAT_NAMES, type Suit, SUITS } from "../bridge/table";
import { inTurn, mark, retold, retoldConcisely, type Said, say } from "../i18n/translate";
import type { CallMeaning, Explanation, HiddenHand } from "../service/types";
import { countedWords } from "./card-counts";
import { chance, concise, oneIn, range } from "./format";

const WORTH_PER_CENT = 0.05;
const COUNTED = 1e-4;

/** The words of a call without what stands beside them: "12–17 HCP, four or more diamonds." */
export function meaningWords(meaning: CallMeaning, level: number): string {
  if (meaning.meaning) {
    const unclear = unclearWords(meaning);
    const said = retold(meaning.meaning.sentence, meaning.meaning.said.sentence);
    return unclear === null ? said : inTurn([said, unclear]);
  }
  return retoldConcisely(meaning.shows.said) ?? englishMeaning(meaning, level);
}

/** A meaning's entry in the glossary and its name there; null where it has no name. */
export function glossaryOf({ meaning }: CallMeaning): { entry: string; name: string } | null {
  const entry = meaning?.id?.split(":")[0] ?? "natural";
  if (!meaning || NAMELESS.includes(entry)) return null;
  return { entry, name: retold(meaning.name, meaning.said.name) };
}

/** The same as the service has it, for files that other programs read. */
export function englishMeaning(call: CallMeaning, level: number): string {
  return call.meaning ? call.meaning.sentence : englishRanges(call, level);
}

/** What a call shows by its ranges alone, in English. */
function englishRanges({ seat, call, shows }: CallMeaning, level: number): string {
  return concise(shows.sentence, `${SEAT_NAMES[seat]}'s ${englishSymbol(call)} shows `, level);
}

/** A hidden hand in words, without whose it is: "12–17 HCP, four or more diamonds. Aces: 2 (95 %)." */
export function summaryWords(
  seat: Seat,
  hand: HiddenHand,
  { interval_level, moments }: Explanation,
): string {
  const lead = `${SEAT_NAMES[seat]}: `;
  const shape = retoldConcisely(hand.said) ?? concise(hand.summary, lead, interval_level);
  return inTurn([shape, ...countedWords(hand, moments[0]?.hands[seat])]);
}

/** The same without the warning of an unusual call, where that stands by itself. */
export function shownWords(meaning: CallMeaning, level: number): string {
  const named = meaning.meaning;
  if (named && named.name !== NATURAL) return retold(named.sentence, named.said.sentence);
  const shown = meaning.shows.said?.values?.shown as Said | undefined;
  return retoldConcisely(shown ?? meaning.shows.said) ?? englishRanges(meaning, level).replace(/ An unusual call (here|from this hand)[:.].*$/, "");
}

const NATURAL = "Natural";
const NAMELESS = ["natural", "unnamed", "notrump_with_stopper"];
const SURELY_ARTIFICIAL = 0.7;
const FORCE = { "one round": mark("forcing"), game: mark("forcing to game") };

/** The marks of a call: artificial, asking, forcing for a round or to game. */
export function marksOf({ meaning }: CallMeaning): string[] {
  if (!meaning) return [];
  const { artificial, asks, forcing } = meaning;
  return [
    ...(artificial >= SURELY_ARTIFICIAL ? [say("artificial")] : []),
    ...(asks !== null ? [say("asking")] : []),
    ...(forcing === "one round" || forcing === "game" ? [say(FORCE[forcing])] : []),
  ];
}

/** "12–17 HCP", then "♠ 0–3" and so on. */
export function rangesOf({ shows }: CallMeaning): { hcp: string; suits: [Suit, string][] } {
  const suits = SUITS.map((suit): [Suit, string] => [suit, range(shows.lengths[suit])]);
  return { hcp: say("{range} HCP", { range: range(shows.hcp) }), suits };
}

/** How often a call is to be expected: per cent, or one in so many where that is few. */
export function often(probability: number): string {
  if (probability >= WORTH_PER_CENT) return chance(probability);
  return probability >= COUNTED ? oneIn(probability) : say("fewer than 1 in 10,000");
}

/** How common a call is to somebody who sees no hand, and what was likelier or comes next. */
export function commonWords(meaning: CallMeaning, others: readonly CallMeaning[]): string {
  const { call, probability, rank, likeliest } = meaning;
  const rival = others.find((other) => other.call === (rank === 1 ? second(others) : likeliest));
  const values = { often: often(probability), rank, rival: "", rivalOften: "" };
  if (rival !== undefined && rival.call !== call) {
    values.rival = callSymbol(rival.call);
    values.rivalOften = often(rival.probability);
    return rank === 1
      ? say("{often} to somebody who sees no hand: the likeliest call, before {rival} ({rivalOften}).", values)
      : say("{often} to somebody who sees no hand: number {rank} of the legal calls; the likeliest is {rival} ({rivalOften}).", values);
  }
  values.rival = callSymbol(likeliest);
  return rank === 1
    ? say("{often} to somebody who sees no hand: the likeliest call.", values)
    : say("{often} to somebody who sees no hand: number {rank} of the legal calls; the likeliest is {rival}.", values);
}

function second(others: readonly CallMeaning[]): string | undefined {
  return others.find(({ rank }) => rank === 2)?.call;
}

/** A warning where few calls are as unexpected; null elsewhere. */
export function unclearWords(meaning: CallMeaning): string | null {
  const { unusual, surprise, probability, own_probability } = meaning;
  if (!unusual) return null;
  const values = { oneIn: oneIn(surprise) };
  if (own_probability === null) {
    return say("Rare or unclear: {oneIn} calls surprise as much here. Take this as a rough guess.", values);
  }
  return own_probability < WORTH_PER_CENT && probability >= WORTH_PER_CENT
    ? say("Unusual from your hand: {oneIn} calls surprise as much. To the others it shows what it always does.", values)
    : say("Unusual from your hand: {oneIn} calls surprise as much. Take this as a rough guess.", values);
}
