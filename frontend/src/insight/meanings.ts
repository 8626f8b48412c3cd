/** Texts of what a call shows, in the service's words and in figures. */

import { callSymbol, englishSymbol } from "../bridge/calls";
import { type Seat, SEAT_NAMES, type Suit, SUIT_NAMES, SUITS } from "../bridge/table";
import { joinSentences, type Message, t, translate, translateConcisely } from "../i18n/translate";
import type { CallMeaning, CardCount, Explanation, HiddenHand, NamedMeaning } from "../service/types";
import { conciseEnglish, formatChance, formatRange, formatRarity } from "./format";

const WORTH_PER_CENT = 0.05;
const LEAST_COUNTED = 1e-4;

/** The words of a call without what stands beside them: "12–17 HCP, four or more diamonds." */
export function meaningText(meaning: CallMeaning, level: number): string {
  if (meaning.meaning) {
    const unclear = unusualText(meaning);
    const said = translate(meaning.meaning.sentence, meaning.meaning.said.sentence);
    return unclear === null ? said : joinSentences([said, unclear]);
  }
  return translateConcisely(meaning.shows.said) ?? englishMeaning(meaning, level);
}

/** A meaning's entry in the glossary and its name there; null where it has no name. */
export function glossaryOf({ meaning }: CallMeaning): { entry: string; name: string } | null {
  const entry = meaning?.id?.split(":")[0] ?? "natural";
  if (!meaning || UNNAMED.includes(entry)) return null;
  return { entry, name: translate(meaning.name, meaning.said.name) };
}

/** Return in which suit a call was wrong whose name is the usual call's; null where that is not so. */
export function wrongSuitText(made: CallMeaning, usual: CallMeaning): string | null {
  const [name, usualName] = [glossaryOf(made)?.entry, glossaryOf(usual)?.entry];
  const [shown, own] = [suitShown(made), suitShown(usual)];
  if (name === undefined || name !== usualName || shown === null || own === null) return null;
  if (shown.suit === own.suit || shown.isShort !== own.isShort) return null;
  const values = { shown: t(SUIT_NAMES[shown.suit]), own: t(SUIT_NAMES[own.suit]) };
  return shown.isShort
    ? t("You showed a short suit in {shown}; yours is {own}.", values)
    : t("You showed {shown}; your suit is {own}.", values);
}

/** The one suit that a call promises to be short, else the longest that it promises; null without one. */
function suitShown({ meaning }: CallMeaning): { suit: Suit; isShort: boolean } | null {
  const lengths = meaning?.promises?.lengths;
  if (lengths === undefined) return null;
  const short = SUITS.filter((suit) => (lengths[suit].high ?? 13) <= MOST_IN_SHORT);
  if (short.length === 1) return { suit: short[0]!, isShort: true };
  const most = Math.max(...SUITS.map((suit) => lengths[suit].low ?? 0));
  const [suit, ...others] = SUITS.filter((one) => lengths[one].low === most);
  return suit === undefined || most < LEAST_OF_OWN || others.length > 0 ? null : { suit, isShort: false };
}

const MOST_IN_SHORT = 1;
const LEAST_OF_OWN = 4;

/** The same as the service has it, for files that other programs read. */
export function englishMeaning(call: CallMeaning, level: number): string {
  return call.meaning ? call.meaning.sentence : englishRanges(call, level);
}

/** Return what a call shows by its ranges alone, in English. */
function englishRanges({ seat, call, shows }: CallMeaning, level: number): string {
  return conciseEnglish(shows.sentence, `${SEAT_NAMES[seat]}'s ${englishSymbol(call)} usually shows `, level);
}

/** A hidden hand in words, without whose it is: "11–21 HCP; usually 4+ diamonds. Aces: 2 (95 %)." */
export function summaryText(seat: Seat, hand: HiddenHand, { interval_level, moments }: Explanation): string {
  const lead = `${SEAT_NAMES[seat]}: `;
  const shape = translateConcisely(hand.said) ?? conciseEnglish(hand.summary, lead, interval_level);
  return joinSentences([shape, ...cardCountTexts(hand, moments[0]?.hands[seat])]);
}

/** The same without the name "Natural", and without the warning of an unusual call. */
export function shownText(meaning: CallMeaning, level: number): string {
  const named = meaning.meaning;
  if (named) return named.name === NATURAL ? wordsAfterName(named) : translate(named.sentence, named.said.sentence);
  const shown = meaning.shows.said?.values?.shown as Message | undefined;
  return (
    translateConcisely(shown ?? meaning.shows.said) ??
    englishRanges(meaning, level).replace(/ An unusual call (here|from this hand)[:.].*$/, "")
  );
}

/** What a call shows without its name; "" where the name says all. */
export function wordsAfterName({ name, sentence, said }: NamedMeaning): string {
  const spoken = translate(name, said.name);
  const words = translate(sentence, said.sentence);
  const rest = words.startsWith(spoken) ? words.slice(spoken.length).replace(/^[:：.。\s]+/, "") : words;
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

const NATURAL = "Natural";
const UNNAMED = ["natural", "unnamed", "notrump_with_stopper"];

/** "12–17 HCP", then "♠ 0–3" and so on. */
export function rangesOf({ shows }: CallMeaning): { hcp: string; suits: [Suit, string][] } {
  const suits = SUITS.map((suit): [Suit, string] => [suit, formatRange(shows.lengths[suit])]);
  return { hcp: t("{range} HCP", { range: formatRange(shows.hcp) }), suits };
}

/** Format how often a call is to be expected: per cent, or one in so many where that is few. */
export function formatFrequency(probability: number): string {
  if (probability >= WORTH_PER_CENT) return formatChance(probability);
  return probability >= LEAST_COUNTED ? formatRarity(probability) : t("fewer than 1 in 10,000");
}

/** Return how common a call is to somebody who sees no hand, and its rival. */
export function frequencyText(meaning: CallMeaning, others: readonly CallMeaning[]): string {
  const { call, probability, rank, likeliest } = meaning;
  const rival = others.find((other) => (rank === 1 ? other.rank === 2 : other.call === likeliest));
  const values = { often: formatFrequency(probability), rival: "", rivalOften: "" };
  if (rival !== undefined && rival.call !== call) {
    values.rival = callSymbol(rival.call);
    values.rivalOften = formatFrequency(rival.probability);
    return rank === 1
      ? t("{often} to somebody who sees no hand: the likeliest call, before {rival} ({rivalOften}).", values)
      : t("{often} to somebody who sees no hand; the likeliest call is {rival} ({rivalOften}).", values);
  }
  values.rival = callSymbol(likeliest);
  return rank === 1
    ? t("{often} to somebody who sees no hand: the likeliest call.", values)
    : t("{often} to somebody who sees no hand; the likeliest call is {rival}.", values);
}

/** A warning where few calls are as unexpected; null elsewhere. */
export function unusualText(meaning: CallMeaning): string | null {
  const { unusual, surprise, probability, own_probability } = meaning;
  if (!unusual) return null;
  const values = { oneIn: formatRarity(surprise) };
  if (own_probability === null) {
    return t("Rare or unclear: {oneIn} calls surprise as much here. Take this as a rough guess.", values);
  }
  return own_probability < WORTH_PER_CENT && probability >= WORTH_PER_CENT
    ? t("Unusual from your hand: {oneIn} calls surprise as much. To the others it shows what it always does.", values)
    : t("Unusual from your hand: {oneIn} calls surprise as much. Take this as a rough guess.", values);
}

/** From this chance on a number is told, */
const SURE = 0.7;
/** if the auction has made it likelier by so much. */
const NOTABLE_RISE = 0.2;

/** One sentence for each kind of card that is told: "Aces: 2 (95 %)." */
export function cardCountTexts(hand: HiddenHand, atFirst: HiddenHand | undefined): string[] {
  if (hand.unclear) return [];
  const aces = likelyCount(hand.aces, atFirst?.aces);
  const kings = likelyCount(hand.kings, atFirst?.kings);
  const keys = hand.key_cards;
  const keyCards = likelyCount(keys, undefined);
  const suit = keys === undefined || keys === null ? "" : t(SUIT_NAMES[keys.trump]);
  return [
    ...(aces === null ? [] : [t("Aces: {number} ({chance}).", aces)]),
    ...(kings === null ? [] : [t("Kings: {number} ({chance}).", kings)]),
    ...(keyCards === null ? [] : [t("Key cards, {suit} being trumps: {number} ({chance}).", { suit, ...keyCards })]),
  ];
}

type LikelyCount = { number: number; chance: string };

/** The likeliest number, where it is sure and has not been as likely from the start. */
function likelyCount(count: CardCount | undefined, atFirst: CardCount | undefined): LikelyCount | null {
  if (count === undefined) return null;
  const { distribution } = count;
  const most = Math.max(...distribution);
  const number = distribution.indexOf(most);
  const before = atFirst?.distribution[number] ?? 0;
  return most >= SURE && most - before >= NOTABLE_RISE ? { number, chance: formatChance(most) } : null;
}
