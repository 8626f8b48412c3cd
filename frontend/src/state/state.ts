/** The one state of the page, and every way in which it may change. */

import { isLegal } from "../bridge/auction";
import { type Call, isBid } from "../bridge/calls";
import { type Card, HAND_SIZE, toggleCard } from "../bridge/hand";
import type { Seat, Side, System, Vulnerability } from "../bridge/table";
import { dealtAtRandom, isWhole } from "../entry/import-board";
import {
  type Deal, EMPTY_INPUT, type Input, withBoard, withCards, withHandText, withSeat, withSpectator,
} from "../entry/input";
import {
  boardRead, EMPTY_READINGS, inputRead, isReadingAction, type ReadingAction, type Readings,
  updateReadings, withoutCallsText, withoutTaken,
} from "../entry/text-fields";
import { type Analyses, type AnalysisAction, updateAnalyses } from "../insight/contracts";
import {
  branched, canBranch, departure, type Lines, onlyLine, shownLine, switched, without, withShown,
} from "../lines/lines";
import type { Failure } from "../service/failure";
import type { Explanation } from "../service/types";
import { type Answers, answerTo, withAnswer } from "./answer-cache";
import {
  type Exploring, type ExploringAction, lookingAway, NOT_EXPLORING, updateExploring,
} from "./inspection";
import type { Link } from "./link";
import { type History, NO_HISTORY, remembered, shortened } from "./undo";

export interface State {
  input: Input;
  /** The last answer; it stays in sight, veiled, while the next is computed. */
  explanation: Explanation | null;
  /** The input that the last answer is about. */
  explained: Input | null;
  computing: boolean;
  /** Whether the answer is longer in coming than it should be. */
  slow: boolean;
  failure: Failure | null;
  /** What went wrong beside that: with the line compared, or a picture to take along. */
  failureBeside: Failure | null;
  /** The auction entered and its branches; the line on show is the input's. */
  lines: Lines;
  /** The line beside the one on show; null where nothing is compared. */
  compared: Compared | null;
  /** What the service has answered so far. */
  answers: Answers;
  /** What could not be read of the link that was opened. */
  linkFaults: readonly string[];
  /** The moment to show once the answer is there; null for the end of a new auction. */
  wanted: number | null;
  /** The link that was last to be copied, and whether the browser let it. */
  copied: { link: string; done: boolean } | null;
  /** The day on the handout; null while nothing is printed, and no handout drawn. */
  printing: string | null;
  /** How many calls of the auction the picture has seen. */
  moment: number;
  /** The seat drawn at the bottom: South, unless the table was turned. */
  bottom: Seat;
  /** The card whose chances stay marked in every heat map. */
  pinned: Card | null;
  /** The deal whose cards are laid over the pictures; any other stays hidden. */
  revealed: Deal | null;
  keysShown: boolean;
  /** Whether keys of one character act. */
  shortcuts: boolean;
  /** What was entered before. */
  history: History;
  /** The fields whose text the service reads. */
  readings: Readings;
  exploring: Exploring;
  /** What is known of which contracts make. */
  analyses: Analyses;
}

/** Two lines side by side: the other one, and the hidden hand to look at. */
export interface Compared {
  line: number;
  seat: Seat;
}

export type Action =
  | { type: "hand typed"; text: string }
  | { type: "card toggled"; card: Card }
  | { type: "hand cleared" }
  | { type: "spectator set"; spectator: boolean }
  | { type: "seat set"; seat: Seat }
  | { type: "board typed"; board: string }
  | { type: "dealer set"; dealer: Seat }
  | { type: "vulnerability set"; vulnerability: Vulnerability }
  | { type: "system set"; side: Side; system: System }
  | { type: "call made"; call: Call }
  | { type: "call taken back" }
  | { type: "auction cleared" }
  | { type: "input replaced"; input: Input }
  | { type: "dealt at random" }
  | { type: "undone" }
  | ReadingAction
  | { type: "link opened"; link: Link }
  | { type: "link faults read" }
  | { type: "branch started" }
  | { type: "line shown"; line: number }
  | { type: "line deleted"; line: number }
  | { type: "lines compared"; compared: Compared | null }
  | { type: "other line answered"; explanation: Explanation; input: Input }
  | { type: "link copied"; link: string; done: boolean }
  | { type: "printing set"; day: string | null }
  | { type: "asked" }
  | { type: "waited long" }
  | { type: "answered"; explanation: Explanation; input: Input }
  | { type: "refined"; explanation: Explanation; input: Input }
  | { type: "failed"; failure: Failure }
  | { type: "failed beside"; failure: Failure }
  | { type: "moment set"; moment: number }
  | { type: "table turned"; bottom: Seat }
  | { type: "card pinned"; card: Card | null }
  | { type: "cards revealed"; deal: Deal | null }
  | { type: "keys toggled" }
  | { type: "shortcuts set"; on: boolean }
  | ExploringAction
  | AnalysisAction;

export type Dispatch = (action: Action) => void;

export function initialState(input: Input = EMPTY_INPUT): State {
  return {
    input,
    explanation: null,
    explained: null,
    computing: false,
    slow: false,
    failure: null,
    failureBeside: null,
    lines: onlyLine(input.auction),
    compared: null,
    answers: new Map(),
    linkFaults: [],
    wanted: null,
    copied: null,
    printing: null,
    moment: input.auction.length,
    bottom: "S",
    pinned: null,
    revealed: null,
    keysShown: false,
    shortcuts: true,
    history: NO_HISTORY,
    readings: EMPTY_READINGS,
    exploring: NOT_EXPLORING,
    analyses: {},
  };
}

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
      return dealtAtRandom(input);
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

/** The input of the line beside the one on show, where it is still to be answered. */
export function otherUnanswered({ compared, lines, input, answers }: State): Input | null {
  const auction = compared === null ? undefined : lines.auctions[compared.line];
  if (auction === undefined) return null;
  const other = { ...input, auction };
  return answerTo(answers, other) === null ? other : null;
}

/** What is answered and on show, or beside it, and still to be refined; what is on show first. */
export function unrefined({ explained, input, compared, lines, answers }: State): Input | null {
  if (explained !== input) return null;
  const other = compared === null ? undefined : lines.auctions[compared.line];
  const inputs = other === undefined ? [input] : [input, { ...input, auction: other }];
  return inputs.find((one) => hasBid(one) && answerTo(answers, one)?.refined === false) ?? null;
}

/** Whether anybody has bid: of hands that have only passed all is told. */
function hasBid({ auction }: Input): boolean {
  return auction.some(isBid);
}

/** The refined answer in the place of the first; nothing else of what is on show changes. */
function withRefined(
  state: State,
  { explanation, input }: { explanation: Explanation; input: Input },
): State {
  const answers = withAnswer(state.answers, input, explanation);
  return state.explained === input ? { ...state, explanation, answers } : { ...state, answers };
}

/** The moment on show, or the one that will be once what is entered is answered. */
export function momentOf(state: State): number {
  const { input, wanted, moment } = state;
  return isStale(state) ? (wanted ?? input.auction.length) : moment;
}

/** Whether the picture shows something else than what is entered now. */
export function isStale(state: State): boolean {
  return state.explained !== state.input;
}

/** The whole deal behind the picture, where it is known. */
export function knownDeal({ explained }: State): Deal | null {
  return explained?.deal ?? null;
}

/** The deal to lay over the picture: the known one, once it was asked for. */
export function revealedDeal(state: State): Deal | null {
  const deal = knownDeal(state);
  return state.revealed === deal ? deal : null;
}

function clamp(moment: number, explanation: Explanation | null): number {
  const last = (explanation?.moments.length ?? 1) - 1;
  return Math.min(Math.max(moment, 0), last);
}
