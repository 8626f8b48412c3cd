/** Sentences in the few signs that old programs read. */

import { SUIT_NAMES, SUIT_SYMBOLS, SUITS } from "./table";

const PLAIN: Readonly<Record<string, string>> = {
  "–": "-", "—": "-", "−": "-", "…": "...", "“": '"', "”": '"', "‘": "'", "’": "'", "\u00a0": " ",
};

/** The text in ASCII, on one line: "1♥" as "1H", another pip as its suit's name. */
export function toAscii(text: string): string {
  return toSingleLine(text)
    .replace(/[^\x20-\x7e]/g, (sign) => PLAIN[sign] ?? "?")
    .replace(/ +/g, " ")
    .trim();
}

/** A person's words with all their letters, on one line; pips as in `plain`. */
export function toSingleLine(text: string): string {
  const spelled = SUITS.reduce((rest, suit) => {
    const called = rest.replace(new RegExp(`([1-7])${SUIT_SYMBOLS[suit]}`, "g"), `$1${suit}`);
    return called.replaceAll(SUIT_SYMBOLS[suit], SUIT_NAMES[suit]);
  }, text);
  return spelled.replace(/[\s\p{Cc}]+/gu, " ").trim();
}

/** The text, cut between words where it has more than so many signs. */
export function truncate(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most - 3);
  const blank = cut.lastIndexOf(" ");
  return `${blank > 0 ? cut.slice(0, blank) : cut}...`;
}
