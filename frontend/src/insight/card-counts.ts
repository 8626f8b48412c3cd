/** How many aces, kings and key cards a hidden hand has, where its calls tell. */

import { SUIT_NAMES } from "../bridge/table";
import { say } from "../i18n/translate";
import type { Counted, HiddenHand } from "../service/types";
import { chance } from "./format";

/** From this chance on a number is told, */
const SURE = 0.7;
/** if the auction has made it likelier by so much. */
const TOLD = 0.2;

/** One sentence for each kind of card that is told: "Aces: 2 (95 %)." */
export function countedWords(hand: HiddenHand, atFirst: HiddenHand | undefined): string[] {
  if (hand.unclear) return [];
  const aces = toldNumber(hand.aces, atFirst?.aces);
  const kings = toldNumber(hand.kings, atFirst?.kings);
  const keys = hand.key_cards;
  const keyCards = toldNumber(keys, undefined);
  return [
    ...(aces === null ? [] : [say("Aces: {number} ({chance}).", aces)]),
    ...(kings === null ? [] : [say("Kings: {number} ({chance}).", kings)]),
    ...(keyCards === null ? [] : [keyCardWords(say(SUIT_NAMES[keys!.trump]), keyCards)]),
  ];
}

function keyCardWords(suit: string, told: Told): string {
  return say("Key cards, {suit} being trumps: {number} ({chance}).", { suit, ...told });
}

type Told = { number: number; chance: string };

/** The likeliest number, where it is sure and has not been as likely from the start. */
function toldNumber(count: Counted | undefined, atFirst: Counted | undefined): Told | null {
  if (count === undefined) return null;
  const { distribution } = count;
  const most = Math.max(...distribution);
  const number = distribution.indexOf(most);
  const before = atFirst?.distribution[number] ?? 0;
  return most >= SURE && most - before >= TOLD ? { number, chance: chance(most) } : null;
}
