/** What to review: the board entered, or a recorded one. */

import { formatHand } from "../bridge/hand";
import { SEATS } from "../bridge/table";
import type { RecordedBoard } from "../service/boards";
import type { ReviewRequest } from "../service/types";
import { withRecordedBoard } from "./import-board";
import { EMPTY_INPUT, type Input, isComplete } from "./input";

/** The review of what is entered; null without a hand or without a call. */
export function reviewOfInput(input: Input): ReviewRequest | null {
  const { deal, auction, dealer, vulnerability, systems } = input;
  if (auction.length === 0) return null;
  const table = { dealer, vulnerability, auction, systems };
  const hands = { N: null, E: null, S: null, W: null };
  if (deal !== null) {
    const all = SEATS.map((seat) => [seat, formatHand(deal[seat])]);
    return { hands: Object.fromEntries(all) as ReviewRequest["hands"], ...table };
  }
  if (input.spectator || !isComplete(input)) return null;
  return { hands: { ...hands, [input.seat]: formatHand(input.cards) }, ...table };
}

/** The review of a recorded board in these systems, where it names none. */
export function reviewOfBoard(
  board: RecordedBoard, systems: Input["systems"],
): ReviewRequest | null {
  const { hands, auction, tricks } = board;
  if (auction.length === 0 || SEATS.every((seat) => hands[seat] === null)) return null;
  const input = withRecordedBoard({ ...EMPTY_INPUT, systems }, board);
  const { dealer, vulnerability } = input;
  const request = { hands, dealer, vulnerability, auction, systems: input.systems };
  return tricks == null ? request : { ...request, tricks };
}

/** A key that is equal for equal reviews. */
export function reviewKey(request: ReviewRequest): string {
  const { hands, dealer, vulnerability, auction, systems, tricks } = request;
  return JSON.stringify([
    ...SEATS.map((seat) => hands[seat]), dealer, vulnerability, auction.join("-"), systems.ns,
    systems.ew, tricks ?? null,
  ]);
}
