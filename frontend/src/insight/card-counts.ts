/** Numbers of aces, kings and key cards in a hidden hand, where its calls tell. */

import { SUIT_NAMES } from "../bridge/table";
import { t } from "../i18n/translate";
import type { CardCount, HiddenHand } from "../service/types";
import { formatChance } from "./format";

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
  return [
    ...(aces === null ? [] : [t("Aces: {number} ({chance}).", aces)]),
    ...(kings === null ? [] : [t("Kings: {number} ({chance}).", kings)]),
    ...(keyCards === null ? [] : [keyCardText(t(SUIT_NAMES[keys!.trump]), keyCards)]),
  ];
}

function keyCardText(suit: string, told: LikelyCount): string {
  return t("Key cards, {suit} being trumps: {number} ({chance}).", { suit, ...told });
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
