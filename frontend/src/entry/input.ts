/** What the user has entered, and the request and the link made of it. */

import { legalPrefix } from "../bridge/auction";
import { ALL_CALLS, type Call } from "../bridge/calls";
import { type Card, formatHand, HAND_SIZE, PACK, parseHand } from "../bridge/hand";
import {
  boardTable, type Seat, SEATS, type System, SYSTEMS, VULNERABILITIES, type Vulnerability,
} from "../bridge/table";
import { say } from "../i18n/translate";
import type { Position } from "../service/types";

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
  vulnerability: Vulnerability;
  systems: { ns: System; ew: System };
  auction: readonly Call[];
  /** All four hands where they are known: laid over the pictures on request, never sent. */
  deal: Deal | null;
  /** What the file that the auction came from says of its calls; never sent. */
  remarks: Remarks | null;
}

/** What is said of an auction's calls, by their places. */
export interface Remarks {
  dealer: Seat;
  auction: readonly Call[];
  texts: ReadonlyMap<number, string>;
}

/** What is said of the call at a place, as long as nothing before it was changed; else "". */
export function remarkOn({ remarks, dealer, auction }: Input, place: number): string {
  if (remarks === null || remarks.dealer !== dealer) return "";
  const same = auction.slice(0, place + 1).every((call, index) => call === remarks.auction[index]);
  return same ? (remarks.texts.get(place) ?? "") : "";
}

/** The cards of each seat. */
export type Deal = Readonly<Record<Seat, readonly Card[]>>;

export const EMPTY_INPUT: Input = {
  spectator: false,
  handText: "",
  cards: [],
  seat: "S",
  board: "1",
  dealer: "N",
  vulnerability: "none",
  systems: { ns: "sayc", ew: "sayc" },
  auction: [],
  deal: null,
  remarks: null,
};

/** The input with the hand read from a text. */
export function withHandText(input: Input, handText: string): Input {
  return ofDeal({ ...input, spectator: false, handText, cards: parseHand(handText).cards });
}

/** The input with these cards, spelled the plain way. */
export function withCards(input: Input, cards: readonly Card[]): Input {
  return ofDeal({ ...input, spectator: false, handText: formatHand(cards), cards });
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
function ofDeal(input: Input): Input {
  if (input.deal === null) return input;
  const same = formatHand(input.cards) === formatHand(input.deal[input.seat]);
  return same ? input : { ...input, deal: null };
}

/** A board number as typed; a number that is one sets dealer and vulnerability. */
export function withBoard(input: Input, board: string): Input {
  const table = boardTable(Number(board));
  return { ...input, ...table, board };
}

/** What is wrong with the board number; null where there is none or it is one. */
export function boardFault({ board }: Input): string | null {
  if (board.trim() === "" || boardTable(Number(board)) !== null) return null;
  return say("Board numbers start at 1");
}

/** Whether there is enough to ask: thirteen readable cards, or nobody's hand. */
export function isComplete(input: Input): boolean {
  if (input.spectator) return true;
  const { cards, fault } = parseHand(input.handText);
  return fault === null && cards.length === HAND_SIZE;
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

/** The fragment of a link that brings the same input back. */
export function toFragment(input: Input): string {
  const fields: [string, string][] = [
    ["hand", input.spectator ? "-" : input.handText],
    ["seat", input.seat],
    ["board", input.board],
    ["dealer", input.dealer],
    ["vul", input.vulnerability],
    ["ns", input.systems.ns],
    ["ew", input.systems.ew],
    ["auction", input.auction.join("-")],
    ["deal", input.deal === null ? "" : dealText(input.deal)],
  ];
  return new URLSearchParams(fields.filter(([, value]) => value !== "")).toString();
}

/** The input that a link's fragment describes; what it does not name stays at its default. */
export function fromFragment(fragment: string): Input {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  const field = (name: string) => fields.get(name) ?? "";
  const dealer = oneOf(SEATS, field("dealer"), EMPTY_INPUT.dealer);
  const input: Input = {
    ...EMPTY_INPUT,
    seat: oneOf(SEATS, field("seat"), EMPTY_INPUT.seat),
    board: fields.has("dealer") ? field("board") : EMPTY_INPUT.board,
    dealer,
    vulnerability: oneOf(VULNERABILITIES, field("vul"), EMPTY_INPUT.vulnerability),
    systems: {
      ns: oneOf(SYSTEMS, field("ns"), EMPTY_INPUT.systems.ns),
      ew: oneOf(SYSTEMS, field("ew"), EMPTY_INPUT.systems.ew),
    },
    auction: readCalls(dealer, field("auction")).calls,
    deal: readDeal(field("deal")),
  };
  if (field("hand") === "-") return { ...input, spectator: true };
  return withHandText(input, field("hand"));
}

/** The calls of a link up to the first that cannot be made, and that one if there is one. */
export function readCalls(dealer: Seat, text: string): { calls: Call[]; broken: string | null } {
  const written = text.split("-").filter((call) => call !== "");
  const unknown = written.findIndex((call) => !ALL_CALLS.includes(call));
  const calls = legalPrefix(dealer, unknown === -1 ? written : written.slice(0, unknown));
  return { calls, broken: written[calls.length] ?? null };
}

/** The hands N E S W of a link. */
function dealText(deal: Deal): string {
  return SEATS.map((seat) => formatHand(deal[seat])).join("_");
}

/** The four hands of a link; null where they are not the 52 cards. */
export function readDeal(text: string): Deal | null {
  const hands = text.split("_").map((hand) => parseHand(hand).cards);
  const whole = hands.length === 4 && hands.every((cards) => cards.length === HAND_SIZE);
  if (!whole || new Set(hands.flat()).size !== PACK.length) return null;
  return Object.fromEntries(SEATS.map((seat, place) => [seat, hands[place]!])) as unknown as Deal;
}

function oneOf<T extends string>(options: readonly T[], text: string, otherwise: T): T {
  return options.find((option) => option === text) ?? otherwise;
}
