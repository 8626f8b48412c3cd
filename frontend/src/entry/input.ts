/** The user's entry, and the request made of it. */

import type { Call } from "../bridge/calls";
import { type Card, type Deal, formatHand, HAND_SIZE, parseHand } from "../bridge/hand";
import type { Cards } from "../bridge/card";
import { boardConditions, type Seat, seatAfter, type Vulnerability } from "../bridge/table";
import { t } from "../i18n/translate";
import type { Position } from "../service/types";

/** The annotations of an auction's calls, by their places. */
export interface Annotations {
  dealer: Seat;
  auction: readonly Call[];
  texts: ReadonlyMap<number, string>;
}

/** The table, the auction and the viewer's hand, as entered. */
export interface Input {
  /** Looks on without a hand. */
  spectator: boolean;
  /** The hand as typed, or as the card grid wrote it. */
  handText: string;
  /** The cards that could be read from the text. */
  cards: readonly Card[];
  seat: Seat;
  /** A board number as typed; empty once dealer or vulnerability were set by hand. */
  board: string;
  dealer: Seat;
  /** Whether somebody has said who deals; until then a phone takes it to be the viewer's turn. */
  dealerStated: boolean;
  vulnerability: Vulnerability;
  systems: Cards;
  auction: readonly Call[];
  /** All four hands where they are known: laid over the pictures on request, never sent. */
  deal: Deal | null;
  /** The notes of the file that the auction came from; never sent. */
  annotations: Annotations | null;
}

export const EMPTY_INPUT: Input = {
  spectator: false,
  handText: "",
  cards: [],
  seat: "S",
  board: "1",
  dealer: "N",
  dealerStated: false,
  vulnerability: "none",
  systems: { ns: "sayc", ew: "sayc" },
  auction: [],
  deal: null,
  annotations: null,
};

/** The input with the hand read from a text. */
export function withHandText(input: Input, handText: string): Input {
  return withoutOtherDeal({ ...input, spectator: false, handText, cards: parseHand(handText).cards });
}

/** The input with these cards, spelled the plain way. */
export function withCards(input: Input, cards: readonly Card[]): Input {
  return withoutOtherDeal({ ...input, spectator: false, handText: formatHand(cards), cards });
}

/** The input with a whole deal, seen from the seat it has. */
export function withDeal(input: Input, deal: Deal): Input {
  const cards = deal[input.seat];
  return { ...input, deal, handText: formatHand(cards), cards };
}

/** The input of one who looks on, or with a hand again: with a deal, that of the seat. */
export function withSpectator(input: Input, spectator: boolean): Input {
  const own = { ...input, spectator };
  return spectator || input.deal === null ? own : withDeal(own, input.deal);
}

/** The input from another seat: with a deal, that seat's hand. */
export function withSeat(input: Input, seat: Seat): Input {
  const moved = { ...input, seat };
  return input.deal === null || input.spectator ? moved : withDeal(moved, input.deal);
}

/** A deal is forgotten once the hand is not the one it gives. */
function withoutOtherDeal(input: Input): Input {
  if (input.deal === null) return input;
  const same = formatHand(input.cards) === formatHand(input.deal[input.seat]);
  return same ? input : { ...input, deal: null };
}

/**
 * The input with these calls: from the dealer on show, or, where it is to be the viewer's turn and
 * nobody has said who deals, from the seat that makes it that.
 */
export function withAuction(input: Input, auction: readonly Call[], ownTurn = false): Input {
  if (!ownTurn) return { ...input, auction, dealerStated: true };
  if (input.dealerStated || input.spectator) return { ...input, auction };
  return { ...input, board: "", dealer: seatAfter(input.seat, -auction.length), auction };
}

/** A board number as typed; a number that is one sets dealer and vulnerability. */
export function withBoard(input: Input, board: string): Input {
  const table = boardConditions(Number(board));
  return { ...input, ...table, board, dealerStated: input.dealerStated || table !== null };
}

/** Return the error of the board number; null where there is none. */
export function boardError({ board }: Input): string | null {
  if (board.trim() === "" || boardConditions(Number(board)) !== null) return null;
  return t("Board numbers start at 1");
}

/** Whether there is enough to ask: thirteen readable cards, or nobody's hand. */
export function isComplete(input: Input): boolean {
  if (input.spectator) return true;
  const { cards, error } = parseHand(input.handText);
  return error === null && cards.length === HAND_SIZE;
}

/** The body of the request. A hand that cannot be read goes as it was typed. */
export function toRequest(input: Input): Position {
  return {
    hand: handOf(input),
    seat: input.seat,
    dealer: input.dealer,
    vulnerability: input.vulnerability,
    auction: [...input.auction],
    systems: { ...input.systems },
  };
}

function handOf(input: Input): string | null {
  if (input.spectator) return null;
  return isComplete(input) ? formatHand(input.cards) : input.handText;
}
