/** The message of an auction: the call that its card is about, and the marks of a call. */

import type { Call } from "../bridge/calls";
import { format, joinSentences, type Message, type MessageValue, msg, t, translate } from "../i18n/translate";
import type { CallMeaning, Explanation } from "../service/types";
import { glossaryOf, shownText, wordsAfterName } from "./meanings";

/**
 * The call that the card is about at a moment: the one that led there; at the end of the auction
 * the last one of partner or an opponent that says something. Null before the first call.
 */
export function messageCall({ position, calls }: Explanation, moment: number): number | null {
  const last = moment - 1;
  if (moment < position.auction.length || calls[last] === undefined) return last < 0 ? null : last;
  const loud = calls.filter((one) => !isQuietPass(one));
  const others = loud.filter(({ seat }) => position.hand === null || seat !== position.seat);
  return (others.at(-1) ?? loud.at(-1) ?? calls[last]!).index;
}

/** Whether a call is a pass without a meaning of its own. */
export function isQuietPass(meaning: CallMeaning): boolean {
  return meaning.call === "P" && glossaryOf(meaning) === null;
}

const EMPTY = ["Pass: nothing yet.", "Pass: nothing more."];

/** Whether a call is a pass that tells nothing at all. */
export function isEmptyPass({ call, meaning }: CallMeaning): boolean {
  return call === "P" && EMPTY.includes(meaning?.said.sentence?.key ?? "");
}

/** A call less expected than this tells the table next to nothing for sure. */
export const LEAST_TOLD = 0.005;

/** A short mark of a call, and its entry in the glossary. */
export interface Chip {
  text: string;
  entry: string;
}

const SURELY_ARTIFICIAL = 0.7;
const FORCES: Readonly<Record<string, Chip>> = {
  "one round": { text: msg("forcing"), entry: "forcing" },
  game: { text: msg("forcing to game"), entry: "forcing_to_game" },
};

/** Whether players would alert a call: it means something else than its strain. */
export function isArtificial({ meaning }: CallMeaning): boolean {
  return (meaning?.artificial ?? 0) >= SURELY_ARTIFICIAL;
}

/** How forcing a call is, "forcing to game"; null where it is not. */
export function forceOf({ meaning }: CallMeaning): string | null {
  const force = FORCES[meaning?.forcing ?? ""];
  return force === undefined ? null : t(force.text);
}

/** The marks of a call: artificial, what it asks, forcing for a round or to game. */
export function chipsOf(meaning: CallMeaning): Chip[] {
  const named = meaning.meaning;
  const force = FORCES[named?.forcing ?? ""];
  return [
    ...(isArtificial(meaning) ? [{ text: t("artificial"), entry: "unnamed" }] : []),
    ...(named?.asks ? [{ text: askedText(named.said.sentence), entry: "asking" }] : []),
    ...(force === undefined ? [] : [{ ...force, text: t(force.text) }]),
  ];
}

/** "asks for aces", as the sentence of the call says it. */
function askedText(said: Message | null): string {
  const asked = Object.values(said?.values ?? {}).find(isAsk);
  return asked === undefined ? t("asking") : format(asked);
}

function isAsk(part: MessageValue): part is Message {
  return typeof part === "object" && "key" in part && part.key.startsWith("asks ");
}

/** The name of a call's meaning and its entry in the glossary; null where it has none to tell. */
export function nameOf(meaning: CallMeaning): { name: string; entry: string | null } | null {
  const named = meaning.meaning;
  if (!named || isQuietPass(meaning)) return null;
  const [entry = null] = named.id?.split(":") ?? [];
  return { name: translate(named.name, named.said.name), entry };
}

/** What a call shows in words, without its name; "" where the name says all. */
export function wordsOf(meaning: CallMeaning, level: number): string {
  const named = meaning.meaning;
  return named ? wordsAfterName(named) : shownText(meaning, level);
}

/** Name and words: "Stayman. Asks for a four-card major." */
export function namedWords(meaning: CallMeaning, level: number): string {
  const name = nameOf(meaning)?.name;
  const words = wordsOf(meaning, level);
  const sentences = [...(name === undefined ? [] : [t("{words}.", { words: name })]), words];
  return joinSentences(sentences.filter((text) => text !== ""));
}

/** The call that another one is tried in place of: that on the card, else the first; null for none. */
export function replacedCall({ position }: Explanation, card: number | null): { at: number; call: Call } | null {
  const at = card ?? 0;
  const call = position.auction[at];
  return call === undefined ? null : { at, call };
}

/** Return the warnings: calls that look like another system, rare auctions. */
export function warnings({ systems, surprise }: Explanation): string[] {
  return [systems.ns, systems.ew, surprise].flatMap(({ sentence, said }) =>
    sentence === null ? [] : [translate(sentence, said)],
  );
}
