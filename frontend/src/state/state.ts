/** The one state of the page, and every way in which it may change. */

import type { Call } from "../bridge/calls";
import type { Deal } from "../bridge/deal";
import type { Card } from "../bridge/hand";
import type { System } from "../bridge/systems";
import type { Seat, Side, Vulnerability } from "../bridge/table";
import { EMPTY_INPUT, type Input } from "../entry/input";
import { EMPTY_READINGS, type ReadingAction, type Readings } from "../entry/text-fields";
import { type Compared, type Lines, onlyLine } from "../lines/lines";
import type { Failure } from "../service/failure";
import type { Explanation } from "../service/types";
import type { Analyses, AnalysisAction } from "./analyses";
import type { Answers } from "./answer-cache";
import { type Exploring, type ExploringAction, NOT_EXPLORING } from "./inspection";
import type { Link } from "./link";
import { type History, NO_HISTORY } from "./undo";

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
