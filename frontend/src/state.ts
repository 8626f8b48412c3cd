/** The one state of the page, and every way in which it may change. */

import { isLegal } from "./auction";
import type { Call } from "./calls";
import type { Explanation } from "./explanation";
import { dealtAtRandom } from "./deals";
import {
  type Exploring, type ExploringAction, lookingAway, NOT_EXPLORING, updateExploring,
} from "./exploring";
import { type Card, HAND_SIZE, toggleCard } from "./hand";
import { type History, NO_HISTORY, remembered, shortened } from "./history";
import {
  type Deal, EMPTY_INPUT, type Input, withBoard, withCards, withHandText, withSeat,
} from "./input";
import type { Failure } from "./problems";
import {
  EMPTY_READINGS, inputRead, isReadingAction, type ReadingAction, type Readings, updateReadings,
  withoutCallsText,
} from "./readings";
import type { Seat, Side, System, Vulnerability } from "./table";

export interface State {
  input: Input;
  /** The last answer; it stays in sight, veiled, while the next is computed. */
  explanation: Explanation | null;
  /** The input that the last answer is about. */
  explained: Input | null;
  computing: boolean;
  failure: Failure | null;
  /** How many calls of the auction the picture has seen. */
  moment: number;
  /** The seat drawn at the bottom: South, unless the table was turned. */
  bottom: Seat;
  /** The card whose chances stay marked in every heat map. */
  pinned: Card | null;
  /** The deal whose cards are laid over the pictures; any other stays hidden. */
  revealed: Deal | null;
  keysShown: boolean;
  /** What was entered before. */
  history: History;
  /** The fields whose text the service reads. */
  readings: Readings;
  exploring: Exploring;
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
  | { type: "asked" }
  | { type: "answered"; explanation: Explanation; input: Input }
  | { type: "failed"; failure: Failure }
  | { type: "moment set"; moment: number }
  | { type: "table turned"; bottom: Seat }
  | { type: "card pinned"; card: Card | null }
  | { type: "cards revealed"; deal: Deal | null }
  | { type: "keys toggled" }
  | ExploringAction;

export type Dispatch = (action: Action) => void;

export function initialState(input: Input = EMPTY_INPUT): State {
  return {
    input,
    explanation: null,
    explained: null,
    computing: false,
    failure: null,
    moment: input.auction.length,
    bottom: "S",
    pinned: null,
    revealed: null,
    keysShown: false,
    history: NO_HISTORY,
    readings: EMPTY_READINGS,
    exploring: NOT_EXPLORING,
  };
}

export function update(state: State, action: Action): State {
  if (action.type === "undone") return undone(state);
  if (isReadingAction(action)) return read(state, action);
  const input = updateInput(state.input, action);
  if (input !== state.input) return entered(state, input, action);
  switch (action.type) {
    case "asked":
      return { ...state, computing: true, failure: null };
    case "answered":
      return { ...state, ...settled(state, action), computing: false, failure: null };
    case "failed":
      return { ...state, computing: false, failure: action.failure };
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
    case "call looked at":
    case "looked away":
    case "wondering toggled":
    case "options answered":
    case "depth set":
      return explored(state, updateExploring(state.exploring, action));
    default:
      return state;
  }
}

function entered(state: State, input: Input, action: Action): State {
  const history = remembered(state.history, state.input, action.type, state.explained);
  return { ...withInput(state, input), history };
}

function withInput(state: State, input: Input): State {
  const same = input.auction === state.input.auction;
  const readings = same ? state.readings : withoutCallsText(state.readings);
  const exploring = lookingAway(state.exploring);
  return { ...state, input, readings, exploring, computing: false, failure: null };
}

function undone(state: State): State {
  const before = state.history.past.at(-1);
  if (before === undefined) return state;
  return { ...withInput(state, before), history: shortened(state.history) };
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
      return { ...input, spectator: action.spectator };
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
      return input.auction.length > 0 ? { ...input, auction: [] } : input;
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

/** A new answer shows the end of its auction, unless it explains the auction already on show. */
function settled(
  state: State,
  { explanation, input }: { explanation: Explanation; input: Input },
): Pick<State, "explanation" | "explained" | "moment"> {
  const shown = state.explanation?.position.auction.join(" ");
  const same = shown === explanation.position.auction.join(" ");
  const moment = same ? state.moment : explanation.moments.length - 1;
  return { explanation, explained: input, moment: clamp(moment, explanation) };
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
