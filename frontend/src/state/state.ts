/** The one state of the page, and the actions that change it. */

import type { CardCode } from "../bridge/card";
import type { Call } from "../bridge/calls";
import type { Card, Deal } from "../bridge/hand";
import type { Seat, Side, Vulnerability } from "../bridge/table";
import { EMPTY_INPUT, type Input } from "../entry/input";
import { EMPTY_TEXT_FIELDS, type TextFieldAction, type TextFields } from "../entry/text-fields";
import { type LineComparison, type Lines, singleLine } from "../lines/lines";
import type { Failure } from "../service/failure";
import type { Loadable } from "../service/requests";
import type { Explanation, Position } from "../service/types";
import type { Analyses, AnalysisAction } from "./analyses";
import type { AnswerCache } from "./answer-cache";
import { FIRST_HANDOUT, type HandoutChoice } from "./handout-choice";
import { type Inspection, type InspectionAction, NO_INSPECTION } from "./inspection";
import type { Link } from "./link";
import { type BoardList, NO_REVIEWS, type ReviewAction, type ReviewState } from "./reviews";
import { EMPTY_HISTORY, type UndoHistory } from "./undo";

export interface State {
  input: Input;
  /** The last answer; it stays in sight, veiled, while the next is computed. */
  explanation: Explanation | null;
  /** The input that the last answer is about. */
  explained: Input | null;
  /** Whether the entry is to be one line: what came in whole, or has been submitted. */
  folded: boolean;
  /** How the request for the next answer stands; null where there is none. */
  request: Loadable<never> | null;
  /** How often the page has asked again by itself. */
  retries: number;
  /** Whether the user waits for the outcome rather than goes on entering. */
  awaited: boolean;
  /** Whether the user has submitted while the field of calls was still being parsed. */
  submitsOnceParsed: boolean;
  /** The place that the focus was last moved to; each time another object. */
  focus: { on: "outcome" | "answer" | "calls" | "bidding box" } | null;
  /** The failure of a secondary request: of the compared line, or of an exported picture. */
  secondaryFailure: Failure | null;
  /** Whether the answer for the compared line has failed. */
  lineFailed: boolean;
  /** The auction entered and its branches; the line on show is the input's. */
  lines: Lines;
  /** The line beside the one on show; null where nothing is compared. */
  compared: LineComparison | null;
  /** The cache of the service's answers. */
  answers: AnswerCache;
  /** First answers at this position of which no refined one can be had. */
  unrefinable: readonly Explanation[];
  /** The parts of the opened link that could not be read. */
  linkErrors: readonly string[];
  /** The moment to show once the answer is there; null for the end of a new auction. */
  pendingMoment: number | null;
  /** Whether a problem is posed whose answer is not asked for yet. */
  problem: boolean;
  /** The call made at the problem; null before. */
  problemCall: Call | null;
  /** The link that was last to be copied, and whether the browser let it. */
  copied: { link: string; done: boolean } | null;
  /** The day on the handout; null while nothing is printed, and no handout drawn. */
  printing: string | null;
  /** The contents of the handout. */
  handout: HandoutChoice;
  /** Whether the page is in the background. */
  hidden: boolean;
  /** The position at which the page was last at rest. */
  rested: Position | null;
  /** The number of calls before the picture. */
  moment: number;
  /** The call on the card where it was chosen; null for the one that the moment has by itself. */
  selectedCall: number | null;
  /** The seat drawn at the bottom: South, unless the table was turned. */
  bottom: Seat;
  /** The card whose chances stay marked in every heat map. */
  pinned: Card | null;
  /** The deal whose cards are laid over the pictures; any other stays hidden. */
  revealed: Deal | null;
  shortcutsShown: boolean;
  /** Whether keys of one character act. */
  shortcuts: boolean;
  /** The undo history of the entry. */
  history: UndoHistory;
  /** The fields whose text the service reads. */
  textFields: TextFields;
  inspection: Inspection;
  /** The analyses requested, and their answers. */
  analyses: Analyses;
  review: ReviewState;
}

export type EntryAction =
  | { type: "hand typed"; text: string }
  | { type: "card toggled"; card: Card }
  | { type: "hand cleared" }
  | { type: "spectator set"; spectator: boolean }
  | { type: "seat set"; seat: Seat }
  | { type: "board typed"; board: string }
  | { type: "dealer set"; dealer: Seat }
  | { type: "vulnerability set"; vulnerability: Vulnerability }
  | { type: "system set"; side: Side; system: CardCode }
  | { type: "call made"; call: Call; ownTurn?: boolean }
  | { type: "call taken back"; ownTurn?: boolean }
  | { type: "auction cleared" }
  | { type: "input replaced"; input: Input }
  | { type: "random board dealt" }
  | { type: "undone" }
  | { type: "entry folded"; folded: boolean }
  | { type: "board opened"; index: number }
  | { type: "auction entered"; auction: readonly Call[] }
  /** At the moment before the call, or another. */
  | { type: "reviewed call opened"; index: number; moment?: number }
  | { type: "link opened"; link: Link }
  | { type: "kept boards loaded"; list: BoardList | null }
  | { type: "link errors dismissed" }
  | TextFieldAction;

export type LineAction =
  | { type: "branch started"; at: number }
  | { type: "call chosen"; moment: number; call: Call }
  | { type: "line shown"; line: number }
  | { type: "line deleted"; line: number }
  | { type: "lines compared"; compared: LineComparison | null };

export type AnswerAction =
  | { type: "submitted" }
  | { type: "problem answered"; call: Call | null }
  | { type: "problem opened" }
  | { type: "network returned" }
  | { type: "explanation requested" }
  | { type: "answer delayed" }
  | { type: "explanation received"; explanation: Explanation; input: Input }
  | { type: "request failed"; failure: Failure }
  | { type: "compared line answered"; explanation: Explanation; input: Input }
  | { type: "compared line failed"; failure: Failure }
  | { type: "refined explanation received"; explanation: Explanation; input: Input }
  | { type: "refinement failed"; input: Input }
  | { type: "moment set"; moment: number }
  | { type: "call selected"; index: number };

export type ViewAction =
  | { type: "link copied"; link: string; done: boolean }
  | { type: "export failed"; failure: Failure }
  | { type: "printing set"; day: string | null }
  | { type: "handout set"; handout: Partial<HandoutChoice> }
  | { type: "page hidden"; hidden: boolean }
  | { type: "page rested"; position: Position }
  | { type: "table turned"; bottom: Seat }
  | { type: "card pinned"; card: Card | null }
  | { type: "cards revealed"; deal: Deal | null }
  | { type: "shortcuts toggled" }
  | { type: "shortcuts set"; on: boolean };

export type Action =
  | EntryAction
  | LineAction
  | AnswerAction
  | ViewAction
  | InspectionAction
  | AnalysisAction
  | ReviewAction;

export type Dispatch = (action: Action) => void;

/** What the views of the page are drawn from. */
export interface PageProps {
  state: State;
  dispatch: Dispatch;
}

export function initialState(input: Input = EMPTY_INPUT): State {
  return {
    input,
    explanation: null,
    explained: null,
    folded: false,
    request: null,
    retries: 0,
    awaited: false,
    submitsOnceParsed: false,
    focus: null,
    secondaryFailure: null,
    lineFailed: false,
    lines: singleLine(input.auction),
    compared: null,
    answers: new Map(),
    unrefinable: [],
    linkErrors: [],
    pendingMoment: null,
    problem: false,
    problemCall: null,
    copied: null,
    printing: null,
    handout: FIRST_HANDOUT,
    hidden: false,
    rested: null,
    moment: input.auction.length,
    selectedCall: null,
    bottom: "S",
    pinned: null,
    revealed: null,
    shortcutsShown: false,
    shortcuts: true,
    history: EMPTY_HISTORY,
    textFields: EMPTY_TEXT_FIELDS,
    inspection: NO_INSPECTION,
    analyses: {},
    review: NO_REVIEWS,
  };
}
