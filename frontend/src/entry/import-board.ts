/** Whole deals: what a recorded board makes of the input, and a deal by chance. */

import { HAND_SIZE, PACK, parseHand, sortCards } from "../bridge/hand";
import { boardTable, type Seat, SEATS, systemNamed } from "../bridge/table";
import type { RecordedBoard } from "../service/boards";
import { withoutEstimate } from "./annotations";
import {
  type Deal, EMPTY_INPUT, type Input, type Remarks, withBoard, withCards, withDeal,
} from "./input";

/** The seats in the order in which they are tried where the viewer's own hand is not known. */
const LIKELY_SEATS: readonly Seat[] = ["S", "N", "W", "E"];
const BOARDS = 32;

/** The input with a board laid in: what the board does not say stays as it is. */
export function withRecord(input: Input, board: RecordedBoard): Input {
  const seated = withHands(withSystems(withTable(input, board), board), board);
  if (!isWhole(board) && board.auction.length === 0) return { ...seated, remarks: null };
  return { ...seated, auction: board.auction, remarks: remarksOf(board, seated.dealer) };
}

/** The systems that the board names; one that is none of those known here is not known. */
function withSystems(input: Input, { systems }: RecordedBoard): Input {
  const { ns, ew } = input.systems;
  return {
    ...input,
    systems: { ns: systemNamed(systems.ns) ?? ns, ew: systemNamed(systems.ew) ?? ew },
  };
}

/** What the board says of its calls, without what this page has said of them before. */
function remarksOf({ auction, notes, event }: RecordedBoard, dealer: Seat): Remarks | null {
  const said = notes.map(({ call, explanation, comment }): [number, string] => {
    const words = [explanation, comment].map((text) => withoutEstimate(text, event));
    return [call, words.filter((text) => text !== "").join(" · ")];
  });
  const texts = new Map(said.filter(([, text]) => text !== ""));
  return texts.size === 0 ? null : { dealer, auction, texts };
}

/** Whether it is another board than the one entered, not a hand or an auction to fill it up. */
export function isWhole(board: RecordedBoard): boolean {
  const hands = SEATS.filter((seat) => board.hands[seat] !== null);
  return board.number !== null || board.dealer !== null || hands.length > 1;
}

/** Dealer and vulnerability as stated, or else as the board number sets them. */
function withTable(input: Input, board: RecordedBoard): Input {
  const law = board.number === null ? null : boardTable(board.number);
  const dealer = board.dealer ?? law?.dealer ?? input.dealer;
  const vulnerability = board.vulnerability ?? law?.vulnerability ?? input.vulnerability;
  const number = board.number === null ? input.board : String(board.number);
  const table = boardTable(Number(number));
  const fits = table?.dealer === dealer && table.vulnerability === vulnerability;
  return { ...input, dealer, vulnerability, board: fits ? number : "" };
}

function withHands(input: Input, { hands }: RecordedBoard): Input {
  const deal = dealOf(hands);
  if (deal !== null) return withDeal(input, deal);
  const seat = [input.seat, ...LIKELY_SEATS].find((one) => hands[one] !== null);
  if (seat !== undefined) {
    return withCards({ ...input, seat, deal: null }, parseHand(hands[seat]!).cards);
  }
  return { ...input, spectator: input.spectator || input.handText === "", deal: null };
}

/** The deal of four known hands; null where one is missing. */
export function dealOf(hands: Readonly<Record<Seat, string | null>>): Deal | null {
  if (SEATS.some((seat) => hands[seat] === null)) return null;
  return dealFrom((seat) => parseHand(hands[seat]!).cards);
}

function dealFrom(cardsOf: (seat: Seat) => readonly string[]): Deal {
  return { N: cardsOf("N"), E: cardsOf("E"), S: cardsOf("S"), W: cardsOf("W") };
}

/** A board by chance, every deal as likely as any other, before the first call. */
export function dealtAtRandom(input: Input, chance: () => number = Math.random): Input {
  const pack = shuffled(PACK, chance);
  const deal = dealFrom((seat) => {
    const start = HAND_SIZE * SEATS.indexOf(seat);
    return sortCards(pack.slice(start, start + HAND_SIZE));
  });
  const number = 1 + Math.floor(chance() * BOARDS);
  const fresh = { ...input, spectator: false, auction: EMPTY_INPUT.auction, remarks: null };
  return withDeal(withBoard(fresh, String(number)), deal);
}

/** The items in an order of chance (Fisher and Yates). */
function shuffled<T>(items: readonly T[], chance: () => number): T[] {
  const mixed = [...items];
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = Math.floor(chance() * (last + 1));
    [mixed[last], mixed[other]] = [mixed[other]!, mixed[last]!];
  }
  return mixed;
}
