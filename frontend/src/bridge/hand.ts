/** Cards and hands, and the spellings in which a hand may be typed. */

import { t } from "../i18n/translate";
import { RANK_NAMES, RANKS, type Seat, SEATS, type Suit, SUIT_NAMES, SUIT_SYMBOLS, SUITS } from "./table";

/** Suit and rank, such as "SA" or "HT". */
export type Card = string;

/** The cards that could be read, sorted, and the first error if there was one. */
interface ParsedHand {
  cards: Card[];
  error: string | null;
}

export const HAND_SIZE = 13;
const POINTS: Record<string, number> = { A: 4, K: 3, Q: 2, J: 1 };
const KNOWN_RANKS = [...RANKS].map(rankText).join(" ");
const SUIT_MARKS: Record<string, Suit> = {
  "♠": "S",
  "♥": "H",
  "♦": "D",
  "♣": "C",
  "♤": "S",
  "♡": "H",
  "♢": "D",
  "♧": "C",
  "❤": "H", // the heart of emoji keyboards
  S: "S",
  H: "H",
  D: "D",
  C: "C",
};
const SUIT_NAME = /SPADES?|HEARTS?|DIAMONDS?|CLUBS?|[SHDC♠♥♦♣♤♡♢♧❤]/g;
/** Marks that may divide the suits; only one kind in one text, so that a void can be empty. */
const MARKS = [".", "_", ","];

export const PACK: readonly Card[] = SUITS.flatMap((suit) => [...RANKS].map((rank) => suit + rank));

export function sortCards(cards: Iterable<Card>): Card[] {
  const held = new Set(cards);
  return PACK.filter((card) => held.has(card));
}

/** The ranks held in a suit, highest first: "AKJ". */
export function ranksOf(cards: readonly Card[], suit: Suit): string {
  return cards
    .filter((card) => card[0] === suit)
    .map((card) => card[1])
    .join("");
}

/** A rank as players read it: "10" for T. */
export function rankText(rank: string): string {
  return rank === "T" ? "10" : rank;
}

/** The cards held in a suit as players read them: "AK10"; a dash for none. */
export function suitText(cards: readonly Card[], suit: Suit, between = ""): string {
  return [...ranksOf(cards, suit)].map(rankText).join(between) || "—";
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
  return cards.includes(card) ? cards.filter((held) => held !== card) : sortCards([...cards, card]);
}

export function cardSymbol(card: Card): string {
  return SUIT_SYMBOLS[card[0] as Suit] + rankText(card[1]!);
}

/**
 * Read a hand as the service does, but also one that is still being typed: suits in the order
 * S H D C divided by dots, underscores, commas or blanks, or each after its name, letter or pip;
 * any case; "10" or T; a void as a dash, or as nothing between two marks.
 */
export function parseHand(text: string): ParsedHand {
  const plain = text
    .replace(/\u200b|\ufe0e|\ufe0f/g, "") // what copying pips from a page leaves behind
    .toUpperCase()
    .replace(/10/g, "T")
    .replace(/[–—−]/g, "-")
    .trim();
  if (plain === "") return { cards: [], error: null };
  return plain[0]! in SUIT_MARKS ? parseNamed(plain) : parseOrdered(plain);
}

function parseOrdered(plain: string): ParsedHand {
  const mark = MARKS.find((candidate) => plain.includes(candidate));
  const holdings = mark === undefined ? plain.split(/\s+/) : plain.split(mark);
  const reading = collect(holdings.slice(0, 4).map((holding, place) => [SUITS[place]!, holding]));
  if (holdings.length > 4) return { ...reading, error: t("There are more than four suits here.") };
  const short = holdings.length < 4 && reading.cards.length >= HAND_SIZE;
  return short ? { ...reading, error: t("Write a void as a dash, so that all four suits are there.") } : reading;
}

function parseNamed(plain: string): ParsedHand {
  const names = [...plain.matchAll(SUIT_NAME)];
  const holdings = names.map((name, place): [Suit, string] => {
    const end = names[place + 1]?.index ?? plain.length;
    const holding = plain.slice(name.index + name[0].length, end);
    return [SUIT_MARKS[name[0][0]!]!, holding.replace(/^\s*[:=]|[.,_;]\s*$/g, "")];
  });
  const suits = holdings.map(([suit]) => suit);
  const twice = suits.find((suit, place) => suits.indexOf(suit) !== place);
  const reading = collect(holdings);
  if (twice === undefined) return reading;
  return { ...reading, error: t("There are two groups of {suit}.", { suit: t(SUIT_NAMES[twice]) }) };
}

function collect(holdings: readonly [Suit, string][]): ParsedHand {
  const cards: Card[] = [];
  const errors: string[] = [];
  for (const [suit, holding] of holdings) {
    const ranks = holding.replace(/[\s,]/g, "");
    for (const rank of /^-+$/.test(ranks) ? "" : ranks) {
      if (!RANKS.includes(rank))
        errors.push(t("“{rank}” is not a card; cards are {known}.", { rank, known: KNOWN_RANKS }));
      else if (cards.includes(suit + rank)) errors.push(t("{card} is given twice.", { card: cardSymbol(suit + rank) }));
      else cards.push(suit + rank);
    }
  }
  return { cards: sortCards(cards), error: errors[0] ?? null };
}

/** "king of spades", for those who listen. */
export function spokenCard(card: Card): string {
  const rank = t(RANK_NAMES[card[1]!] ?? card[1]!);
  return t("{rank} of {suit}", { rank, suit: t(SUIT_NAMES[card[0] as Suit]) });
}

/** The cards of each seat. */
export type Deal = Readonly<Record<Seat, readonly Card[]>>;

/** The hands N E S W of a link. */
export function formatDeal(deal: Deal): string {
  return SEATS.map((seat) => formatHand(deal[seat])).join("_");
}

/** The four hands of a link; null where they are not the 52 cards. */
export function parseDeal(text: string): Deal | null {
  const hands = text.split("_").map((hand) => parseHand(hand).cards);
  const whole = hands.length === 4 && hands.every((cards) => cards.length === HAND_SIZE);
  if (!whole || new Set(hands.flat()).size !== PACK.length) return null;
  return Object.fromEntries(SEATS.map((seat, place) => [seat, hands[place]!])) as unknown as Deal;
}

/** The deal of four known hands; null where one is missing. */
export function dealFromHands(hands: Readonly<Record<Seat, string | null>>): Deal | null {
  if (SEATS.some((seat) => hands[seat] === null)) return null;
  return dealFrom((seat) => parseHand(hands[seat]!).cards);
}

function dealFrom(cardsOf: (seat: Seat) => readonly string[]): Deal {
  return { N: cardsOf("N"), E: cardsOf("E"), S: cardsOf("S"), W: cardsOf("W") };
}

/** A deal drawn with equal chance from all there are. */
export function randomDeal(random: () => number): Deal {
  const pack = shuffled(PACK, random);
  return dealFrom((seat) => {
    const start = HAND_SIZE * SEATS.indexOf(seat);
    return sortCards(pack.slice(start, start + HAND_SIZE));
  });
}

/** The items in random order (Fisher and Yates). */
function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const mixed = [...items];
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [mixed[last], mixed[other]] = [mixed[other]!, mixed[last]!];
  }
  return mixed;
}
