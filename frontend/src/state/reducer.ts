/** Every way in which the state may change. */

import { isLegal } from "../bridge/auction";
import { type Card, HAND_SIZE, toggleCard } from "../bridge/hand";
import { isWhole, withRandomBoard } from "../entry/import-board";
import {
  type Input, withBoard, withCards, withHandText, withSeat, withSpectator,
} from "../entry/input";
import {
  boardRead, inputRead, isReadingAction, type ReadingAction, updateReadings, withoutCallsText,
  withoutTaken,
} from "../entry/text-fields";
import {
  branched, canBranch, departure, type Lines, onlyLine, shownLine, switched, without, withShown,
} from "../lines/lines";
import type { Explanation } from "../service/types";
import { updateAnalyses } from "./analyses";
import { answerTo, withAnswer } from "./answer-cache";
import { type Exploring, lookingAway, updateExploring } from "./inspection";
import type { Link } from "./link";
import { momentOf } from "./selectors";
import type { Action, State } from "./state";
import { NO_HISTORY, remembered, shortened } from "./undo";

export function update(state: State, action: Action): State {
  if (action.type === "undone") return undone(state);
  if (isReadingAction(action)) return read(state, action);
  const input = updateInput(state.input, action);
  if (input !== state.input) return entered(state, input, action);
  switch (action.type) {
    case "link opened":
      return withLink(state, action.link);
    case "link faults read":
      return { ...state, linkFaults: [] };
    case "branch started":
      return withBranch(state);
    case "line shown":
      return withLine(state, action.line);
    case "line deleted":
      return withoutLine(state, action.line);
    case "lines compared":
      return { ...state, compared: action.compared, failureBeside: null };
    case "other line answered":
      return {
        ...state,
        answers: withAnswer(state.answers, action.input, action.explanation),
        failureBeside: null,
      };
    case "link copied":
      return { ...state, copied: { link: action.link, done: action.done } };
    case "printing set":
      return state.printing === action.day ? state : { ...state, printing: action.day };
    case "asked":
      return { ...state, computing: true, slow: false, failure: null };
    case "waited long":
      return state.computing ? { ...state, slow: true } : state;
    case "answered":
      return { ...settled(state, action), computing: false, failure: null };
    case "refined":
      return withRefined(state, action);
    case "failed":
      return { ...state, computing: false, failure: action.failure };
    case "failed beside":
      return { ...state, failureBeside: action.failure };
    case "moment set":
      return { ...state, ...stepped(state, clamp(action.moment, state.explanation)) };
    case "table turned":
      return { ...state, bottom: action.bottom };
    case "card pinned":
      return { ...state, pinned: action.card };
    case "cards revealed":
      return { ...state, revealed: action.deal };
    case "keys toggled":
      return { ...state, keysShown: !state.keysShown };
    case "shortcuts set":
      return { ...state, shortcuts: action.on };
    case "call looked at":
    case "looked away":
    case "wondering toggled":
    case "options answered":
    case "depth set":
      return explored(state, updateExploring(state.exploring, action));
    case "analysis wanted":
    case "analysis answered":
      return { ...state, analyses: updateAnalyses(state.analyses, action) };
    default:
      return state;
  }
}

function entered(state: State, input: Input, action: Action): State {
  const history = remembered(state.history, state, action.type, state.explained);
  const other = isOtherDeal(action);
  const next = withInput(state, input, other);
  const elsewhere = other && !isReadingAction(action);
  return { ...next, history, readings: elsewhere ? withoutTaken(next.readings) : next.readings };
}

/** Whether a board comes in that somebody recorded: an example, or one that was read. */
export function bringsBoard(action: Action): boolean {
  if (action.type === "reading done") return action.reader === "paste";
  return action.type === "input replaced" || action.type === "board taken";
}

/** Whether another deal comes in, to which no line of the last one belongs. */
function isOtherDeal(action: Action): boolean {
  if (action.type === "dealt at random") return true;
  const read = isReadingAction(action) ? boardRead(action) : null;
  return bringsBoard(action) && (read === null || isWhole(read));
}

function undone(state: State): State {
  const before = state.history.past.at(-1);
  if (before === undefined) return state;
  const { input, lines } = before;
  const alike =
    lines.shown === state.lines.shown && lines.auctions.length === state.lines.auctions.length;
  const compared = alike ? state.compared : null;
  const history = shortened(state.history);
  if (input === state.input) return { ...state, lines, compared, history };
  const readings = withoutTaken(state.readings);
  const shown = { lines, compared, history, readings, linkFaults: [], wanted: null };
  return recalled({ ...state, ...shown }, input);
}

function read(state: State, action: ReadingAction): State {
  const next = { ...state, readings: updateReadings(state.readings, action) };
  const input = inputRead(state.input, state.readings, action);
  return input === state.input ? next : entered(next, input, action);
}

/** What an action makes of the input; the very same object where it does not concern it. */
export function updateInput(input: Input, action: Action): Input {
  switch (action.type) {
    case "hand typed":
      return withHandText(input, action.text);
    case "card toggled":
      return toggled(input, action.card);
    case "hand cleared":
      return withCards(input, []);
    case "spectator set":
      return withSpectator(input, action.spectator);
    case "seat set":
      return withSeat(input, action.seat);
    case "board typed":
      return withBoard(input, action.board);
    case "dealer set":
      return { ...input, board: "", dealer: action.dealer };
    case "vulnerability set":
      return { ...input, board: "", vulnerability: action.vulnerability };
    case "system set":
      return { ...input, systems: { ...input.systems, [action.side]: action.system } };
    case "call made":
      return isLegal(input.dealer, input.auction, action.call)
        ? { ...input, auction: [...input.auction, action.call] }
        : input;
    case "call taken back":
      return input.auction.length > 0 ? { ...input, auction: input.auction.slice(0, -1) } : input;
    case "auction cleared":
      return input.auction.length > 0 ? { ...input, auction: [], remarks: null } : input;
    case "input replaced":
      return action.input;
    case "dealt at random":
      return withRandomBoard(input);
    default:
      return input;
  }
}

/** At another moment, other calls may come next: whoever looked at one of them looks away. */
function stepped({ moment, exploring }: State, to: number): Pick<State, "moment" | "exploring"> {
  const gone = to !== moment && exploring.look?.kind === "next";
  return { moment: to, exploring: gone ? lookingAway(exploring) : exploring };
}

function explored(state: State, exploring: Exploring): State {
  return exploring === state.exploring ? state : { ...state, exploring };
}

/** A full hand takes no fourteenth card. */
function toggled(input: Input, card: Card): Input {
  const adds = !input.cards.includes(card);
  if (adds && input.cards.length >= HAND_SIZE) return input;
  return withCards(input, toggleCard(input.cards, card));
}

/** What is entered has changed: to another deal with only one line, or the line on show. */
function withInput(state: State, input: Input, replaced: boolean): State {
  const { auction } = input;
  const lines = replaced ? onlyLine(auction) : withShown(state.lines, auction);
  const compared = replaced ? null : state.compared;
  return recalled({ ...state, lines, compared, linkFaults: [], wanted: null }, input);
}

/** Everything that a link carries. */
function withLink(state: State, link: Link): State {
  const { input, lines, moment, bottom, compared, pinned, faults } = link;
  const wanted = moment ?? input.auction.length;
  const revealed = link.revealed ? input.deal : null;
  const shown = { lines, bottom, compared, pinned, revealed, wanted, linkFaults: faults };
  const readings = withoutTaken(state.readings);
  return recalled({ ...state, ...shown, readings, history: NO_HISTORY }, input);
}

/** Another line to be called from the moment on show. */
function withBranch(state: State): State {
  const { lines, input } = state;
  const at = momentOf(state);
  if (!canBranch(lines, input.dealer, at)) return state;
  const history = remembered(state.history, state, "branch started", state.explained);
  return { ...onLines(state, branched(lines, at), null), history };
}

/** Another line on show: the main line where it was left, a branch at its end. */
function withLine(state: State, line: number): State {
  const { lines, input } = state;
  const next = switched(lines, line);
  if (next === lines) return state;
  const wanted =
    next.shown === 0
      ? departure(lines.auctions, lines.shown, input.dealer).at
      : shownLine(next).length;
  const beside = next.auctions.indexOf(shownLine(lines));
  const swaps = state.compared?.line === line && beside !== -1;
  const compared = swaps ? { ...state.compared!, line: beside } : null;
  return { ...onLines(state, next, wanted), compared };
}

function withoutLine(state: State, line: number): State {
  const { lines, input } = state;
  const next = without(lines, line);
  if (next === lines) return state;
  const history = remembered(state.history, state, "line deleted", state.explained);
  if (lines.shown !== line) return { ...state, lines: next, compared: null, history };
  return { ...onLines(state, next, departure(lines.auctions, line, input.dealer).at), history };
}

/** The line on show becomes what is entered; undoing goes back to where the last change was made. */
function onLines(state: State, lines: Lines, wanted: number | null): State {
  const input = { ...state.input, auction: shownLine(lines) };
  return recalled({ ...state, lines, compared: null, wanted }, input);
}

/** A new input on show: answered at once where it was answered before, else still to be asked. */
function recalled(state: State, input: Input): State {
  const same = input.auction === state.input.auction;
  const readings = same ? state.readings : withoutCallsText(state.readings);
  const exploring = lookingAway(state.exploring);
  const nothingAsked = { computing: false, failure: null, failureBeside: null };
  const waiting = { ...state, ...nothingAsked, input, readings, exploring };
  const explanation = answerTo(state.answers, input);
  return explanation === null ? waiting : settled(waiting, { explanation, input });
}

/**
 * The state with an answer. It shows the moment that was wanted; else the end of its auction,
 * unless it explains the auction already on show.
 */
function settled(
  state: State,
  { explanation, input }: { explanation: Explanation; input: Input },
): State {
  const shown = state.explanation?.position.auction.join(" ");
  const same = shown === explanation.position.auction.join(" ");
  const moment = state.wanted ?? (same ? state.moment : explanation.moments.length - 1);
  const answers = withAnswer(state.answers, input, explanation);
  const explained = input;
  return {
    ...state, explanation, explained, answers, wanted: null, moment: clamp(moment, explanation),
  };
}

/** The refined answer in the place of the first; nothing else of what is on show changes. */
function withRefined(
  state: State,
  { explanation, input }: { explanation: Explanation; input: Input },
): State {
  const answers = withAnswer(state.answers, input, explanation);
  return state.explained === input ? { ...state, explanation, answers } : { ...state, answers };
}

function clamp(moment: number, explanation: Explanation | null): number {
  const last = (explanation?.moments.length ?? 1) - 1;
  return Math.min(Math.max(moment, 0), last);
}
