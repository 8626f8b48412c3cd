/** Whole deals: the cards of all four seats. */

import { type Card, formatHand, HAND_SIZE, PACK, parseHand, sortCards } from "./hand";
import { type Seat, SEATS } from "./table";

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
