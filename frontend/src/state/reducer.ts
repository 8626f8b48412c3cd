/** The reducer of the page's state. */

import { isLegal } from "../bridge/auction";
import type { Call } from "../bridge/calls";
import { type Card, HAND_SIZE, parseHand, toggleCard } from "../bridge/hand";
import { type Seat, seatAfter } from "../bridge/table";
import { isWholeBoard, withRandomBoard, withRecordedBoard } from "../entry/import-board";
import {
  type Input, isComplete, withAuction, withBoard, withCards, withDeal, withHandText, withSeat,
  withSpectator,
} from "../entry/input";
import {
  isTextFieldAction, parsedBoard, parsedInput, type TextFieldAction, updateTextFields,
  withoutCallsText, withoutTakenBoard,
} from "../entry/text-fields";
import {
  addBranch, branchPoint, canBranch, type Lines, removeLine, replaceShownLine, shownLine,
  singleLine, switchLine,
} from "../lines/lines";
import type { Explanation } from "../service/types";
import { updateAnalyses } from "./analyses";
import { cacheAnswer, cachedAnswer } from "./answer-cache";
import { type Inspection, updateInspection, withoutTarget } from "./inspection";
import type { Link } from "./link";
import {
  isReviewAction, keepsBoard, leaveBoard, type ReviewState, shownReview, updateReviews, withFile,
  withOpenBoard,
} from "./reviews";
import { isStale } from "./selectors";
import type { Action, State } from "./state";
import { EMPTY_HISTORY, popUndo, pushUndo } from "./undo";

export function update(state: State, action: Action): State {
  const next = updated(state, action);
  const folded = isComplete(next.input) && (folds(action) ?? next.folded);
  return folded === next.folded ? next : { ...next, folded };
}

/** Whether an action folds the entry to a line or opens it; null where it leaves it as it is. */
function folds(action: Action): boolean | null {
  switch (action.type) {
    case "entry folded":
      return action.folded;
    case "link opened":
    case "input replaced":
    case "board opened":
      return true;
    case "parse finished":
      return isWholePaste(action) ? true : null;
    case "branch started":
      return false;
    default:
      return null;
  }
}

/** Whether a text was pasted of which nothing is left to choose from or to put right. */
function isWholePaste({ field, outcome }: Extract<Action, { type: "parse finished" }>): boolean {
  if (field === "calls" || outcome.kind === "error") return false;
  const { boards, refused } = outcome.found;
  return boards.length === 1 && refused.length === 0;
}

function updated(state: State, action: Action): State {
  if (action.type === "undone") return undo(state);
  if (isTextFieldAction(action)) return updateFields(state, action);
  if (isReviewAction(action)) return { ...state, review: updateReviews(state.review, action) };
  if (action.type === "board opened") return withBoardOpened(state, action);
  if (action.type === "reviewed call opened") return atReviewedCall(state, action);
  const input = updateInput(state.input, action);
  if (input !== state.input) return withEntry(state, input, action);
  switch (action.type) {
    case "link opened":
      return withLink(state, action.link);
    case "link errors dismissed":
      return { ...state, linkErrors: [] };
    case "branch started":
      return withBranch(state, action.at);
    case "call chosen":
      return withChosenCall(state, action);
    case "line shown":
      return withLine(state, action.line);
    case "line deleted":
      return withoutLine(state, action.line);
    case "lines compared":
      return { ...state, compared: action.compared, secondaryFailure: null };
    case "compared line answered":
      return {
        ...state,
        answers: cacheAnswer(state.answers, action.input, action.explanation),
        secondaryFailure: null,
      };
    case "problem opened":
      return { ...state, problem: false };
    case "link copied":
      return { ...state, copied: { link: action.link, done: action.done } };
    case "printing set":
      return state.printing === action.day ? state : { ...state, printing: action.day };
    case "handout set":
      return { ...state, handout: { ...state.handout, ...action.handout } };
    case "explanation requested":
      return { ...state, problem: false, computing: true, slow: false, failure: null };
    case "answer delayed":
      return state.computing ? { ...state, slow: true } : state;
    case "explanation received":
      return { ...withExplanation(state, action), computing: false, failure: null };
    case "refined explanation received":
      return withRefined(state, action);
    case "refinement failed": {
      const answer = cachedAnswer(state.answers, action.input);
      return answer === null ? state : { ...state, unrefinable: [...state.unrefinable, answer] };
    }
    case "request failed":
      return { ...state, computing: false, failure: action.failure };
    case "secondary request failed":
      return { ...state, secondaryFailure: action.failure };
    case "moment set":
      return { ...state, moment: clamp(action.moment, state.explanation), selectedCall: null };
    case "call selected":
      return { ...state, moment: clamp(action.index + 1, state.explanation), selectedCall: action.index };
    case "table turned":
      return { ...state, bottom: action.bottom };
    case "card pinned":
      return { ...state, pinned: action.card };
    case "cards revealed":
      return { ...state, revealed: action.deal };
    case "shortcuts toggled":
      return { ...state, shortcutsShown: !state.shortcutsShown };
    case "shortcuts set":
      return { ...state, shortcuts: action.on };
    case "call inspected":
    case "inspection ended":
    case "inspect mode toggled":
    case "options updated":
    case "next calls asked":
      return withInspection(state, updateInspection(state.inspection, action));
    case "analysis requested":
    case "analysis updated":
      return { ...state, analyses: updateAnalyses(state.analyses, action) };
    default:
      return state;
  }
}

function withEntry(state: State, input: Input, action: Action): State {
  const history = pushUndo(state.history, state, action.type, state.explained);
  const other = isOtherDeal(action);
  const next = withInput(state, input, other);
  const elsewhere = other && !isTextFieldAction(action);
  const textFields = elsewhere ? withoutTakenBoard(next.textFields) : next.textFields;
  const review = keepsBoard(action) ? next.review : leaveBoard(next.review);
  return { ...next, problem: false, history, textFields, review };
}

/** A board of the list is entered, and its review on show. */
function withBoardOpened(state: State, action: Extract<Action, { type: "board opened" }>): State {
  const { list } = state.review;
  const listed = list?.boards[action.index];
  if (list === null || listed === undefined) return state;
  const input = withRecordedBoard({ ...state.input, systems: list.systems }, listed.board);
  return { ...withEntry(state, input, action), review: withOpenBoard(state.review, action.index) };
}

/** The moment of a reviewed call, seen by who is about to make it. */
function atReviewedCall(
  state: State, action: Extract<Action, { type: "reviewed call opened" }>,
): State {
  const { input } = state;
  const seat = seatAfter(input.dealer, action.index);
  const hand = shownReview(input, state.review)?.hands[seat] ?? null;
  const review: ReviewState = { ...state.review, view: "explain" };
  const seated = hand === null ? input : seatedAt(input, seat, hand);
  const next = seated === input ? state : withEntry(state, seated, action);
  if (isStale(next)) return { ...next, review, pendingMoment: action.index };
  return update({ ...next, review }, { type: "moment set", moment: action.index });
}

/** The input with a known hand in view; the very same where it is already. */
function seatedAt(input: Input, seat: Seat, hand: string): Input {
  if (!input.spectator && input.seat === seat) return input;
  const moved = { ...input, seat, spectator: false };
  return input.deal === null ? withCards(moved, parseHand(hand).cards) : withDeal(moved, input.deal);
}

/** Whether a board comes in that somebody recorded: an example, or one that was read. */
export function importsBoard(action: Action): boolean {
  if (action.type === "parse finished") return action.field === "paste";
  return action.type === "input replaced" || action.type === "board opened";
}

/** Whether another deal comes in, to which no line of the last one belongs. */
function isOtherDeal(action: Action): boolean {
  if (action.type === "random board dealt") return true;
  const read = isTextFieldAction(action) ? parsedBoard(action) : null;
  return importsBoard(action) && (read === null || isWholeBoard(read));
}

function undo(state: State): State {
  const before = state.history.past.at(-1);
  if (before === undefined) return state;
  const { input, lines } = before;
  const alike =
    lines.shown === state.lines.shown && lines.auctions.length === state.lines.auctions.length;
  const compared = alike ? state.compared : null;
  const history = popUndo(state.history);
  if (input === state.input) return { ...state, lines, compared, history };
  const textFields = withoutTakenBoard(state.textFields);
  const review = leaveBoard(state.review);
  const shown = { lines, compared, history, textFields, review, linkErrors: [], pendingMoment: null };
  return withCachedAnswer({ ...state, ...shown }, input);
}

function updateFields(state: State, action: TextFieldAction): State {
  const { textFields, review } = state;
  const next = {
    ...state,
    textFields: updateTextFields(textFields, action),
    review: withFile(review, action, textFields.paste, state.input.systems),
  };
  const input = parsedInput(state.input, textFields, action);
  return input === state.input ? next : withEntry(next, input, action);
}

/** Return the input after an action; the very same object where it does not concern it. */
export function updateInput(input: Input, action: Action): Input {
  switch (action.type) {
    case "hand typed":
      return withHandText(input, action.text);
    case "card toggled":
      return withToggledCard(input, action.card);
    case "hand cleared":
      return withCards(input, []);
    case "spectator set":
      return withSpectator(input, action.spectator);
    case "seat set":
      return withSeat(input, action.seat);
    case "board typed":
      return withBoard(input, action.board);
    case "dealer set":
      return { ...input, board: "", dealer: action.dealer, dealerStated: true };
    case "vulnerability set":
      return { ...input, board: "", vulnerability: action.vulnerability };
    case "system set":
      return { ...input, systems: { ...input.systems, [action.side]: action.system } };
    case "call made":
      return isLegal(input.dealer, input.auction, action.call)
        ? withAuction(input, [...input.auction, action.call], action.ownTurn)
        : input;
    case "call taken back":
      return input.auction.length > 0
        ? withAuction(input, input.auction.slice(0, -1), action.ownTurn)
        : input;
    case "auction cleared":
      return input.auction.length > 0 ? { ...input, auction: [], annotations: null } : input;
    case "input replaced":
      return action.input;
    case "random board dealt":
      return withRandomBoard(input);
    default:
      return input;
  }
}

function withInspection(state: State, inspection: Inspection): State {
  return inspection === state.inspection ? state : { ...state, inspection: inspection };
}

/** A full hand takes no fourteenth card. */
function withToggledCard(input: Input, card: Card): Input {
  const adds = !input.cards.includes(card);
  if (adds && input.cards.length >= HAND_SIZE) return input;
  return withCards(input, toggleCard(input.cards, card));
}

/** Return the state after a change of the entry: another deal with one line, or the line on show. */
function withInput(state: State, input: Input, replaced: boolean): State {
  const { auction } = input;
  const lines = replaced ? singleLine(auction) : replaceShownLine(state.lines, auction);
  const compared = replaced ? null : state.compared;
  return withCachedAnswer({ ...state, lines, compared, linkErrors: [], pendingMoment: null }, input);
}

/** Everything that a link carries. */
function withLink(state: State, link: Link): State {
  const { input, lines, moment, bottom, compared, pinned, problem, errors } = link;
  const pendingMoment = moment ?? input.auction.length;
  const revealed = link.revealed ? input.deal : null;
  const shown = { lines, bottom, compared, pinned, revealed, pendingMoment, linkErrors: errors };
  const textFields = withoutTakenBoard(state.textFields);
  const review: ReviewState = { ...leaveBoard(state.review), view: link.reviewed ? "review" : "explain" };
  const opened = { ...state, ...shown, problem, textFields, review, history: EMPTY_HISTORY };
  return withCachedAnswer(problem ? withoutAnswers(opened) : opened, input);
}

/** The state without any answer: a problem's own may be among them. */
function withoutAnswers(state: State): State {
  return { ...state, explanation: null, explained: null, answers: new Map() };
}

/** Another line to be called after the first calls of the one on show. */
function withBranch(state: State, at: number): State {
  const { lines, input } = state;
  if (!canBranch(lines, input.dealer, at)) return state;
  const history = pushUndo(state.history, state, "branch started", state.explained);
  return { ...onLines(state, addBranch(lines, at), null), history };
}

/** A call made at the end of the auction, or tried on another line in place of one made. */
function withChosenCall(state: State, { moment, call }: { moment: number; call: Call }): State {
  const { auction } = state.input;
  if (auction[moment] === call) return update(state, { type: "call selected", index: moment });
  const next = moment < auction.length ? withBranch(state, moment) : state;
  return next.input.auction.length === moment ? update(next, { type: "call made", call }) : state;
}

/** Another line on show: the main line where it was left, a branch at its end. */
function withLine(state: State, line: number): State {
  const { lines, input } = state;
  const next = switchLine(lines, line);
  if (next === lines) return state;
  const pendingMoment =
    next.shown === 0
      ? branchPoint(lines.auctions, lines.shown, input.dealer).at
      : shownLine(next).length;
  const beside = next.auctions.indexOf(shownLine(lines));
  const swaps = state.compared?.line === line && beside !== -1;
  const compared = swaps ? { ...state.compared!, line: beside } : null;
  return { ...onLines(state, next, pendingMoment), compared };
}

function withoutLine(state: State, line: number): State {
  const { lines, input } = state;
  const next = removeLine(lines, line);
  if (next === lines) return state;
  const history = pushUndo(state.history, state, "line deleted", state.explained);
  if (lines.shown !== line) return { ...state, lines: next, compared: null, history };
  return { ...onLines(state, next, branchPoint(lines.auctions, line, input.dealer).at), history };
}

/** The line on show becomes what is entered; undoing goes back to where the last change was made. */
function onLines(state: State, lines: Lines, pendingMoment: number | null): State {
  const input = { ...state.input, auction: shownLine(lines), dealerStated: true };
  return withCachedAnswer({ ...state, lines, compared: null, pendingMoment: pendingMoment }, input);
}

/** A new input on show: answered at once where it was answered before, else still to be asked. */
function withCachedAnswer(state: State, input: Input): State {
  const same = input.auction === state.input.auction;
  const textFields = same ? state.textFields : withoutCallsText(state.textFields);
  const inspection = { ...withoutTarget(state.inspection), asked: null };
  const nothingAsked = { computing: false, failure: null, secondaryFailure: null, unrefinable: [] };
  const handout = same ? state.handout : { ...state.handout, moments: null };
  const waiting = { ...state, ...nothingAsked, input, textFields, inspection, handout };
  const explanation = cachedAnswer(state.answers, input);
  return explanation === null ? waiting : withExplanation(waiting, { explanation, input });
}

/**
 * The state with an answer. It shows the moment that was pendingMoment; else the end of its auction,
 * unless it explains the auction already on show.
 */
function withExplanation(
  state: State,
  { explanation, input }: { explanation: Explanation; input: Input },
): State {
  const shown = state.explanation?.position.auction.join(" ");
  const same = shown === explanation.position.auction.join(" ");
  const moment = state.pendingMoment ?? (same ? state.moment : explanation.moments.length - 1);
  const selectedCall = same && state.pendingMoment === null ? state.selectedCall : null;
  const answers = cacheAnswer(state.answers, input, explanation);
  const explained = input;
  return {
    ...state, explanation, explained, answers, selectedCall, pendingMoment: null,
    moment: clamp(moment, explanation),
  };
}

/** The refined answer in the place of the first; nothing else of what is on show changes. */
function withRefined(
  state: State,
  { explanation, input }: { explanation: Explanation; input: Input },
): State {
  const answers = cacheAnswer(state.answers, input, explanation);
  return state.explained === input ? { ...state, explanation, answers } : { ...state, answers };
}

function clamp(moment: number, explanation: Explanation | null): number {
  const last = (explanation?.moments.length ?? 1) - 1;
  return Math.min(Math.max(moment, 0), last);
}
