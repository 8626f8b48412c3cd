/** The slice of the state with what is entered: by hand, by text, by link, or from a list. */

import { isLegal } from "../bridge/auction";
import type { Call } from "../bridge/calls";
import { type Card, HAND_SIZE, parseHand, toggleCard } from "../bridge/hand";
import { type Seat, seatAfter } from "../bridge/table";
import { isWholeBoard, withRandomBoard, withRecordedBoard } from "../entry/import-board";
import {
  type Input,
  isComplete,
  withAuction,
  withBoard,
  withCards,
  withDeal,
  withHandText,
  withSeat,
  withSpectator,
} from "../entry/input";
import {
  type ParseFinished,
  parsedBoard,
  parsedInput,
  type TextFieldAction,
  updateTextFields,
  withoutTakenBoard,
} from "../entry/text-fields";
import { t } from "../i18n/translate";
import { replaceShownLine, singleLine } from "../lines/lines";
import { atMoment, submitted, withCachedAnswer } from "./answer-reducer";
import { type Link, toFragment } from "./link";
import {
  type BoardList,
  leaveBoard,
  type ReviewState,
  shownReview,
  withFile,
  withOpenBoard,
  withPlace,
  withEnteredAuction,
} from "./reviews";
import { isStale } from "./selectors";
import type { Slice } from "./slice";
import type { EntryAction, State } from "./state";
import { EMPTY_HISTORY, popUndo, pushUndo } from "./undo";

export const ENTRY_SLICE: Slice<State, EntryAction> = {
  "hand typed": (state, { text }) => withEntry(state, withHandText(state.input, text), "hand"),
  "card toggled": (state, { card }) => withEntry(state, withToggledCard(state.input, card)),
  "hand cleared": (state) => withEntry(state, withCards(state.input, [])),
  "spectator set": (state, { spectator }) => withEntry(state, withSpectator(state.input, spectator)),
  "seat set": (state, { seat }) => withEntry(state, withSeat(state.input, seat)),
  "board typed": (state, { board }) => withEntry(state, withBoard(state.input, board), "board"),
  "dealer set": (state, { dealer }) => withEntry(state, { ...state.input, board: "", dealer, dealerStated: true }),
  "vulnerability set": (state, { vulnerability }) => withEntry(state, { ...state.input, board: "", vulnerability }),
  "system set": (state, { side, system }) => {
    const systems = { ...state.input.systems, [side]: system };
    return withEntry(state, { ...state.input, systems }, null, { sameBoard: true });
  },
  "call made": (state, { call, ownTurn }) => withCall(state, call, ownTurn),
  "call taken back": (state, { ownTurn }) => {
    const { input } = state;
    if (input.auction.length === 0) return state;
    return withEntry(state, withAuction(input, input.auction.slice(0, -1), ownTurn));
  },
  "auction cleared": (state) => {
    const { input } = state;
    return input.auction.length === 0 ? state : withEntry(state, { ...input, auction: [], annotations: null });
  },
  "input replaced": (state, { input }) => withImport(state, input),
  "random board dealt": (state) => withEntry(state, withRandomBoard(state.input), null, { otherDeal: true }),
  undone: undo,
  "entry folded": (state, { folded }) => ({ ...state, folded }),
  "board opened": withBoardOpened,
  "auction entered": (state, { auction }) => {
    const review = withEnteredAuction(state.review, auction);
    return review === state.review ? state : withBoardOpened({ ...state, review }, { index: review.list!.open! });
  },
  "reviewed call opened": (state, { index, moment = index }) => atReviewedCall(state, index, moment),
  "link opened": (state, { link }) => withLink(state, link),
  "kept boards loaded": withKeptBoards,
  "link errors dismissed": (state) => ({ ...state, linkErrors: [] }),
  "paste opened": withFields,
  "paste typed": withFields,
  "calls typed": withFields,
  "parse requested": withFields,
  "parse finished": withParsed,
};

/** How the entry changes. */
interface Change {
  /** Another deal comes in, to which no line of the last one belongs. */
  otherDeal?: boolean;
  /** The board on show stays the one of its list or of its text. */
  sameBoard?: boolean;
}

/** The state with another input; `typing` names a field in which it is typed letter by letter. */
function withEntry(
  state: State,
  input: Input,
  typing: string | null = null,
  { otherDeal, sameBoard }: Change = {},
): State {
  if (input === state.input) return state;
  const history = pushUndo(state.history, state, typing);
  const lines = otherDeal ? singleLine(input.auction) : replaceShownLine(state.lines, input.auction);
  const compared = otherDeal ? null : state.compared;
  const entered = { ...state, lines, compared, linkErrors: [], pendingMoment: null };
  const next = withCachedAnswer(entered, input);
  const textFields = otherDeal && !sameBoard ? withoutTakenBoard(next.textFields) : next.textFields;
  const review = sameBoard ? next.review : leaveBoard(next.review);
  return { ...next, problem: false, history, textFields, review };
}

/** A whole board comes in, whose answer the user waits for. */
function withImport(state: State, input: Input): State {
  const next = withEntry(state, input, null, { otherDeal: true });
  return { ...next, folded: true, awaited: next !== state || state.awaited };
}

export function withCall(state: State, call: Call, ownTurn?: boolean): State {
  const { input } = state;
  if (!isLegal(input.dealer, input.auction, call)) return state;
  return withEntry(state, withAuction(input, [...input.auction, call], ownTurn));
}

/** A board of the list is entered, and its review on show. */
function withBoardOpened(state: State, { index }: { index: number }): State {
  const { list } = state.review;
  const listed = list?.boards[index];
  if (list === null || listed === undefined) return state;
  const recorded = withRecordedBoard({ ...state.input, systems: list.systems }, listed.board);
  // A card that was guessed stands in the place of what the file names.
  const input = { ...recorded, systems: listed.request?.systems ?? recorded.systems };
  return { ...withImport(state, input), review: withOpenBoard(state.review, index) };
}

/** A moment of a reviewed call, seen by its caller. */
function atReviewedCall(state: State, index: number, moment: number): State {
  const { input } = state;
  const seat = seatAfter(input.dealer, index);
  const hand = shownReview(input, state.review)?.hands[seat] ?? null;
  const review: ReviewState = { ...state.review, view: "explain" };
  const next = { ...withEntry(state, hand === null ? input : seatedAt(input, seat, hand)), review };
  return isStale(next) ? { ...next, pendingMoment: moment } : atMoment(next, moment);
}

/** The input with a known hand in view; the very same where it is already. */
function seatedAt(input: Input, seat: Seat, hand: string): Input {
  if (!input.spectator && input.seat === seat) return input;
  const moved = { ...input, seat, spectator: false };
  return input.deal === null ? withCards(moved, parseHand(hand).cards) : withDeal(moved, input.deal);
}

function undo(state: State): State {
  const before = state.history.past.at(-1);
  if (before === undefined) return state;
  const { input, lines } = before;
  const alike = lines.shown === state.lines.shown && lines.auctions.length === state.lines.auctions.length;
  const compared = alike ? state.compared : null;
  const history = popUndo(state.history);
  if (input === state.input) return { ...state, lines, compared, history };
  const textFields = withoutTakenBoard(state.textFields);
  const review = leaveBoard(state.review);
  const shown = { lines, compared, history, textFields, review, linkErrors: [], pendingMoment: null };
  return withCachedAnswer({ ...state, ...shown }, input);
}

function withFields(state: State, action: TextFieldAction): State {
  return { ...state, textFields: updateTextFields(state.textFields, action) };
}

/** What was read of a text goes into the entry. */
function withParsed(state: State, action: ParseFinished): State {
  const { textFields, input } = state;
  const review = withFile(state.review, action, textFields.paste, input.systems);
  const next = { ...withFields(state, action), review };
  const parsed = parsedInput(input, textFields, action);
  if (action.field === "calls") {
    const called = withEntry(next, parsed);
    return state.submitsOnceParsed ? submitted(called) : called;
  }
  const board = parsedBoard(action);
  const otherDeal = board === null || isWholeBoard(board);
  const entered = withEntry(next, parsed, null, { otherDeal, sameBoard: true });
  const awaited = parsed !== input || state.awaited;
  return { ...entered, awaited, folded: isWholePaste(action) || entered.folded };
}

/** Whether a text was pasted of which nothing is left to choose from or to put right. */
function isWholePaste({ outcome }: ParseFinished): boolean {
  if (outcome.kind === "error") return false;
  const { boards, refused, warnings = [] } = outcome.found;
  return boards.length === 1 && refused.length + warnings.length === 0;
}

/** A full hand takes no fourteenth card. */
function withToggledCard(input: Input, card: Card): Input {
  const adds = !input.cards.includes(card);
  if (adds && input.cards.length >= HAND_SIZE) return input;
  return withCards(input, toggleCard(input.cards, card));
}

/** Everything that a link carries; one to a list of boards leaves what is entered. */
function withLink(state: State, link: Link): State {
  const { lines, moment, bottom, compared, pinned, problem, boards, errors } = link;
  if (boards?.shown) {
    return { ...state, linkErrors: errors, review: { ...withPlace(state.review, boards), view: "boards" } };
  }
  const same = !problem && !state.problem && toFragment(link.input) === toFragment(state.input);
  const placed = withPlace(leaveBoard(state.review), boards);
  const input = same ? state.input : { ...link.input, annotations: annotationsOf(placed, link.input) };
  const pendingMoment = moment ?? input.auction.length;
  const revealed = link.revealed ? input.deal : null;
  const shown = { lines, bottom, compared, pinned, revealed, pendingMoment, linkErrors: errors };
  const textFields = withoutTakenBoard(state.textFields);
  const review: ReviewState = { ...placed, view: link.reviewed ? "review" : "explain" };
  const history = same ? state.history : EMPTY_HISTORY;
  const opened = { ...state, ...shown, problem, problemCall: null, textFields, review, history };
  const empty = isComplete(input) ? opened : { ...opened, explanation: null, explained: null };
  const next = withCachedAnswer(problem ? { ...opened, ...NO_ANSWERS } : empty, input);
  return same ? next : { ...next, folded: true, awaited: isComplete(input) };
}

/** What the file says of the calls of the board that is open. */
function annotationsOf({ list }: ReviewState, input: Input): Input["annotations"] {
  const board = list?.boards[list.open ?? -1]?.board;
  return board === undefined ? null : withRecordedBoard(input, board).annotations;
}

/** The file of boards that the address names, as the browser has kept it. */
function withKeptBoards(state: State, { list }: { list: BoardList | null }): State {
  const { view, wanted } = state.review;
  if (wanted === null) return state;
  if (list !== null) {
    const review = withPlace({ ...state.review, list }, { ...wanted, shown: false });
    const annotations = annotationsOf(review, state.input);
    return { ...state, review, input: annotations === null ? state.input : { ...state.input, annotations } };
  }
  const review = { ...state.review, wanted: null };
  if (view !== "boards") return { ...state, review };
  const error = t("This browser no longer has that file of boards: open it once more.");
  const { paste } = state.textFields;
  return { ...state, review, textFields: { ...state.textFields, paste: { ...paste, error } } };
}

/** A problem's own answer may be among those that are kept. */
const NO_ANSWERS = { explanation: null, explained: null, answers: new Map() };
