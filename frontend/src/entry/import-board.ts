/** Boards entered as a whole: a recorded one, or a random one. */

import type { Call } from "../bridge/calls";
import { dealFromHands, formatHand, parseHand, randomDeal } from "../bridge/hand";
import { boardConditions, type Seat, SEATS } from "../bridge/table";
import type { RecordedBoard } from "../service/boards";
import type { ReviewRequest } from "../service/types";
import { type Annotations, EMPTY_INPUT, type Input, isComplete, withBoard, withCards, withDeal } from "./input";

/** The seats in the order in which they are tried where the viewer's own hand is not known. */
const LIKELY_SEATS: readonly Seat[] = ["S", "N", "W", "E"];
const BOARDS = 32;

/** Return the input with a recorded board; parts that the board lacks stay as they are. */
export function withRecordedBoard(input: Input, board: RecordedBoard): Input {
  const seated = withHands(withSystems(withTable(input, board), board), board);
  if (!isWholeBoard(board) && board.auction.length === 0) return { ...seated, annotations: null };
  return { ...seated, auction: board.auction, annotations: annotationsOf(board, seated.dealer) };
}

/** The systems that the board names; one that is none of those known here is not known. */
function withSystems(input: Input, { cards }: RecordedBoard): Input {
  const { ns, ew } = input.systems;
  return { ...input, systems: { ns: cards.ns ?? ns, ew: cards.ew ?? ew } };
}

/** Return the board's annotations, without earlier estimates of this page. */
function annotationsOf({ auction, notes, event }: RecordedBoard, dealer: Seat): Annotations | null {
  const explanations = new Map(notes.map(({ call, explanation }) => [call, explanation]));
  const said = notes.map(({ call, explanation, comment, same_as }): [number, string] => {
    const own = same_as === null ? explanation : (explanations.get(same_as) ?? "");
    const words = [own, comment].map((text) => withoutEstimate(text, event));
    return [call, words.filter((text) => text !== "").join(" · ")];
  });
  const texts = new Map(said.filter(([, text]) => text !== ""));
  return texts.size === 0 ? null : { dealer, auction, texts };
}

/** Whether it is another board than the one entered, not a hand or an auction to fill it up. */
export function isWholeBoard(board: RecordedBoard): boolean {
  const hands = SEATS.filter((seat) => board.hands[seat] !== null);
  return board.number !== null || board.dealer !== null || hands.length > 1;
}

/** Dealer and vulnerability as stated, or else as the board number sets them. */
function withTable(input: Input, board: RecordedBoard): Input {
  const law = board.number === null ? null : boardConditions(board.number);
  const dealer = board.dealer ?? law?.dealer ?? input.dealer;
  const vulnerability = board.vulnerability ?? law?.vulnerability ?? input.vulnerability;
  const number = board.number === null ? input.board : String(board.number);
  const table = boardConditions(Number(number));
  const fits = table?.dealer === dealer && table.vulnerability === vulnerability;
  const dealerStated = input.dealerStated || board.dealer !== null || law !== null;
  return { ...input, dealer, dealerStated, vulnerability, board: fits ? number : "" };
}

function withHands(input: Input, { hands }: RecordedBoard): Input {
  const deal = dealFromHands(hands);
  if (deal !== null) return withDeal(input, deal);
  const seat = [input.seat, ...LIKELY_SEATS].find((one) => hands[one] !== null);
  if (seat !== undefined) {
    return withCards({ ...input, seat, deal: null }, parseHand(hands[seat]!).cards);
  }
  return { ...input, spectator: input.spectator || input.handText === "", deal: null };
}

/** The input with a random board: every deal as likely as any other, before the first call. */
export function withRandomBoard(input: Input, random: () => number = Math.random): Input {
  const deal = randomDeal(random);
  const number = 1 + Math.floor(random() * BOARDS);
  const fresh = { ...input, spectator: false, auction: EMPTY_INPUT.auction, annotations: null };
  return withDeal(withBoard(fresh, String(number)), deal);
}

/** The event in the files of this page. */
export const EVENT = "BridgeViz";

const ESTIMATE = /\s*\(BridgeViz:[^]*$/;

/** Return a call's annotation with the estimate after it. */
export function withEstimate(annotation: string, estimate: string): string {
  if (annotation === "" || annotation === estimate) return estimate;
  return estimate === "" ? annotation : `${annotation} (BridgeViz: ${estimate})`;
}

/** The words that a call came with: in a file of this page what stands alone is an estimate. */
export function withoutEstimate(text: string, event: string): string {
  if (event === EVENT && !ESTIMATE.test(text)) return "";
  return text.replace(ESTIMATE, "").trim();
}

/** Return the annotation of a call, as long as no call up to it was changed; else "". */
export function annotationOn(
  { annotations, dealer, auction }: { annotations: Annotations | null; dealer: Seat; auction: readonly Call[] },
  place: number,
): string {
  if (annotations === null || annotations.dealer !== dealer) return "";
  const same = auction.slice(0, place + 1).every((call, index) => call === annotations.auction[index]);
  return same ? (annotations.texts.get(place) ?? "") : "";
}

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
export function reviewOfBoard(board: RecordedBoard, systems: Input["systems"]): ReviewRequest | null {
  const { hands, auction, tricks } = board;
  if (SEATS.every((seat) => hands[seat] === null)) return null;
  // Of a known deal there is what makes, and the par.
  if (auction.length === 0 && dealFromHands(hands) === null) return null;
  const input = withRecordedBoard({ ...EMPTY_INPUT, systems }, board);
  const { dealer, vulnerability } = input;
  const request = { hands, dealer, vulnerability, auction, systems: input.systems };
  return tricks == null || auction.length === 0 ? request : { ...request, tricks };
}

/** A key that is equal for equal reviews. */
export function reviewKey(request: ReviewRequest): string {
  const { hands, dealer, vulnerability, auction, systems, tricks, graded_from: from } = request;
  return JSON.stringify([
    ...SEATS.map((seat) => hands[seat]),
    dealer,
    vulnerability,
    auction.join("-"),
    systems.ns,
    systems.ew,
    tricks ?? null,
    from ?? 0,
  ]);
}
