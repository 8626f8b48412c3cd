/** Cards and hands, and the spellings in which a hand may be typed. */

import { RANKS, SUIT_SYMBOLS, SUITS, type Suit } from "./table";

/** Suit and rank, such as "SA" or "HT". */
export type Card = string;

/** What could be read: the cards, sorted, and the first fault if there was one. */
export interface HandReading {
  cards: Card[];
  fault: string | null;
}

export const HAND_SIZE = 13;
const POINTS: Record<string, number> = { A: 4, K: 3, Q: 2, J: 1 };
const SUIT_MARKS: Record<string, Suit> = {
  "♠": "S", "♥": "H", "♦": "D", "♣": "C",
  "♤": "S", "♡": "H", "♢": "D", "♧": "C",
  S: "S", H: "H", D: "D", C: "C",
};
const SEPARATORS = /[\s_,;|/]+/;

export const PACK: readonly Card[] = SUITS.flatMap((suit) => [...RANKS].map((rank) => suit + rank));

export function sortCards(cards: Iterable<Card>): Card[] {
  const held = new Set(cards);
  return PACK.filter((card) => held.has(card));
}

/** The ranks held in a suit, highest first: "AKJ". */
export function ranksOf(cards: readonly Card[], suit: Suit): string {
  return cards.filter((card) => card[0] === suit).map((card) => card[1]).join("");
}

/** "AKJT985.6.A76.84"; nothing at all for no cards. */
export function formatHand(cards: readonly Card[]): string {
  return cards.length === 0 ? "" : SUITS.map((suit) => ranksOf(cards, suit)).join(".");
}

/** High-card points: A 4, K 3, Q 2, J 1. */
export function highCardPoints(cards: readonly Card[]): number {
  return cards.reduce((sum, card) => sum + (POINTS[card[1]!] ?? 0), 0);
}

export function toggleCard(cards: readonly Card[], card: Card): Card[] {
  return cards.includes(card)
    ? cards.filter((held) => held !== card)
    : sortCards([...cards, card]);
}

export function cardSymbol(card: Card): string {
  return SUIT_SYMBOLS[card[0] as Suit] + (card[1] === "T" ? "10" : card[1]);
}

/**
 * Read a hand in any usual spelling: suits in the order S H D C split by dots, spaces or
 * underscores, or each led by its letter or pip; any case; "10" or T; a void empty or a dash.
 */
export function parseHand(text: string): HandReading {
  const plain = text
    .replace(/[\u200b\ufe0e\ufe0f]/g, "") // what copying pips from a page leaves behind
    .toUpperCase()
    .replace(/10/g, "T")
    .replace(/[–—]/g, "-")
    .trim();
  if (plain === "") return { cards: [], fault: null };
  return /[♠♥♦♣♤♡♢♧SHDC]/.test(plain) ? parseMarked(plain) : parseOrdered(plain);
}

function parseOrdered(plain: string): HandReading {
  const groups = plain.includes(".") ? plain.split(".") : plain.split(SEPARATORS);
  const extra = groups.slice(4).some((group) => group.trim() !== "");
  const reading = collect(
    groups.slice(0, 4).flatMap((group, place) =>
      [...group.replace(/[\s_-]/g, "")].map((rank): [Suit, string] => [SUITS[place]!, rank]),
    ),
  );
  return extra ? { ...reading, fault: "A hand has four suits; there are more here." } : reading;
}

function parseMarked(plain: string): HandReading {
  let suit: Suit | null = null;
  const found: [Suit | null, string][] = [];
  for (const letter of plain) {
    if (letter in SUIT_MARKS) suit = SUIT_MARKS[letter]!;
    else if (!/[\s_,;|/.:=-]/.test(letter)) found.push([suit, letter]);
  }
  return collect(found);
}

function collect(found: readonly [Suit | null, string][]): HandReading {
  const cards: Card[] = [];
  const faults: string[] = [];
  for (const [suit, rank] of found) {
    if (!RANKS.includes(rank)) faults.push(`“${rank}” is not a card.`);
    else if (suit === null) faults.push(`The ${rank} stands before any suit.`);
    else if (cards.includes(suit + rank)) faults.push(`${cardSymbol(suit + rank)} is there twice.`);
    else cards.push(suit + rank);
  }
  return { cards: sortCards(cards), fault: faults[0] ?? null };
}
