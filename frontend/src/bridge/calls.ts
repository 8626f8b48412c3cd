/** The 38 calls: pass, double, redouble and the 35 bids. */

import { msg, t } from "../i18n/translate";
import { type Strain, STRAINS, type Suit, SUIT_NAMES, SUIT_SYMBOLS, SUITS } from "./table";

/** "P", "X", "XX", or a bid such as "1C" or "7NT". */
export type Call = string;

/** The doubling of a contract. */
export type Doubling = "X" | "XX";

export const LEVELS = [1, 2, 3, 4, 5, 6, 7] as const;
export const BIDS: readonly Call[] = LEVELS.flatMap((level) => STRAINS.map((strain) => `${level}${strain}`));
export const ALL_CALLS: readonly Call[] = ["P", "X", "XX", ...BIDS];

export function isBid(call: Call): boolean {
  return /^[1-7]/.test(call);
}

export function levelOf(bid: Call): number {
  return Number(bid[0]);
}

export function strainOf(bid: Call): Strain {
  return bid.slice(1) as Strain;
}

/** The suit of a bid; null at notrump and for a call that is no bid. */
export function suitOf(call: Call): Suit | null {
  return isBid(call) && strainOf(call) !== "NT" ? (strainOf(call) as Suit) : null;
}

/** The call as a screen shows it: Pass, X, XX, 1♦, 3NT. */
export function callSymbol(call: Call): string {
  return call === "P" ? t("Pass") : englishSymbol(call);
}

/** The same as the service writes it. */
export function englishSymbol(call: Call): string {
  if (call === "P") return "Pass";
  const suit = suitOf(call);
  return suit === null ? call : `${levelOf(call)}${SUIT_SYMBOLS[suit]}`;
}

/** The spoken names of doublings: 7 hearts doubled. */
export const DOUBLING_NAMES: Record<Doubling, string> = { X: msg("doubled"), XX: msg("redoubled") };

const OTHER_NAMES: Record<Call, string> = { P: msg("pass"), X: msg("double"), XX: msg("redouble") };
const STRAIN_NAMES: Record<Strain, string> = { ...SUIT_NAMES, NT: msg("notrump") };
const ONE_OF_A_STRAIN: Record<Strain, string> = {
  C: msg("club"),
  D: msg("diamond"),
  H: msg("heart"),
  S: msg("spade"),
  NT: msg("notrump"),
};

/** The call as a player says it, for those who listen to the page. */
export function spokenCall(call: Call): string {
  if (!isBid(call)) return t(OTHER_NAMES[call] ?? call);
  const [level, strain] = [levelOf(call), strainOf(call)];
  const names = level === 1 ? ONE_OF_A_STRAIN : STRAIN_NAMES;
  return t("{level} {strain}", { level, strain: t(names[strain]) });
}

/** Together, in HCP: enough for game, and for a small slam. */
export const GAME_HCP = 25;
export const SLAM_HCP = 33;
/** A suit of so many cards together is a fit. */
export const FIT_CARDS = 8;

const PLAIN: Readonly<Record<string, string>> = {
  "–": "-",
  "—": "-",
  "−": "-",
  "…": "...",
  "“": '"',
  "”": '"',
  "‘": "'",
  "’": "'",
  "\u00a0": " ",
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
