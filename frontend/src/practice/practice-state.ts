/** The state of the page of practice, and the actions that change it. */

import type { Call } from "../bridge/calls";
import type { Seat, System, Vulnerability } from "../bridge/table";
import type { Failure } from "../service/failure";
import type {
  BoardsWanted,
  DealtBoard,
  Hands,
  Level,
  PracticeSystem,
  RobotCalls,
  RobotTable,
  Theme,
  WholeBoard,
} from "../service/practice-boards";
import type { PracticeTable } from "../service/tables";
import type { Explanation, Options, Position, Review, ReviewedCall, ReviewRequest } from "../service/types";
import type { PupilFile } from "./class-results";
import type { ClassSet, SheetBoard } from "./class-set";
import type { BoardSource, QueuedBoard } from "./played-board";
import { type KeptProgress, NOTHING_KEPT } from "./progress-storage";
import { firstQuiz, type Quiz, type QuizAction } from "./trick-quiz";

export type PracticeView = "bid" | "tricks" | "progress" | "class";

/** What is practised, and how. */
export interface Settings {
  /** Of the player and partner. */
  system: PracticeSystem;
  opponents: PracticeSystem;
  theme: string | null;
  level: Level | null;
  /** Whether a hidden hand is guessed once the auction is over, before the hands are shown. */
  guessing: boolean;
  /** Whether robots draw their calls by their chances, rather than make the likeliest. */
  drawn: boolean;
  /** Whether each call is graded as it is made, rather than all at the end of the board. */
  gradedAtOnce: boolean;
}

/** What each side plays. */
export interface Systems {
  ns: System;
  ew: System;
}

/** The board at the table. */
export interface Board {
  /** Null while it is not known here: at a table for two before the end of the auction. */
  source: BoardSource | null;
  /** The id of the theme that it was dealt for. */
  theme: string | null;
  number: number | null;
  dealer: Seat;
  vulnerability: Vulnerability;
  systems: Systems;
  /** The player's. */
  seat: Seat;
  /** The player's hand, S.H.D.C. */
  hand: string;
  /** All four; null while they are not known here. */
  hands: Hands | null;
}

/** A table for two people, who are partners, from the player's seat. */
export interface Pair {
  /** Of the seat. */
  token: string;
  /** What the boards of the table are about. */
  theme: string | null;
  level: Level | null;
  /** Whether this browser has the seat, or is to take it, also from another; or another has it. */
  seat: "wanted" | "takeover" | "held" | "taken";
  /** As it was last seen; null before. */
  table: PracticeTable | null;
  /** Which of the table's boards is on show: behind the table's where partner had the next dealt. */
  deal: number;
  /** The player's call on its way to the service. */
  unsent: { index: number; call: Call } | null;
  /** Whether the player's last call was not made, since the table was another by then. */
  movedOn: boolean;
  /** The seed of the next board while it is awaited. */
  next: number | null;
  /** Why the table cannot be seen now. */
  failure: Failure | null;
}

/** Boards dealt one after the other from one seed. */
export interface Series {
  seed: number;
  dealt: number;
}

/** A call of the player; one that was taken back stays. */
export interface Attempt {
  index: number;
  call: Call;
  graded: ReviewedCall | null;
  /** Whether the player goes on with a call that is a mistake; at a table for two it always stands. */
  accepted: boolean;
}

/** How far a board was bid, and the boards that waited. */
export interface Bidding extends Pick<PracticeState, "auction" | "attempts" | "draw" | "recorded" | "queue"> {
  number: number | null;
}

/** What is shown once the auction is over; null while awaited. */
export interface Ending {
  review: Review | null;
  /** The robots' auction of the same deal, and its review. */
  robots: RobotCalls | null;
  robotReview: Review | null;
}

export const NO_ENDING: Ending = { review: null, robots: null, robotReview: null };

/** What a teacher works on, kept while the page is open. */
export interface Classroom {
  /** What the form asks for; null as in the settings. */
  wanted: BoardsWanted | null;
  /** The boards chosen. */
  set: ClassSet | null;
  /** Of the pupils. */
  files: readonly PupilFile[];
  /** The first of the chosen boards, as far as the answer sheet is made. */
  sheet: readonly SheetBoard[];
}

/** A request to the service. */
export type Need =
  | { kind: "themes"; system: PracticeSystem }
  | { kind: "deal"; wanted: BoardsWanted }
  | { kind: "board"; id: number }
  | { kind: "calls"; table: RobotTable }
  | { kind: "grade"; request: ReviewRequest }
  | { kind: "explanation"; position: Position }
  | { kind: "options"; position: Position }
  | { kind: "hands"; id: number }
  | { kind: "review"; request: ReviewRequest }
  | { kind: "robot auction"; table: RobotTable }
  | { kind: "robot review"; request: ReviewRequest }
  | { kind: "trick deal"; seed: number; first: number }
  | { kind: "seat"; token: string; takeover: boolean }
  | { kind: "table call"; token: string; deal: number; index: number; call: Call }
  | { kind: "next board"; token: string; deal: number; last: number | null; wanted: BoardsWanted };

/** The answer to a need of the board at the table; with its key where it may be about another by now. */
export type NeedMet =
  | { kind: "calls" | "robot auction"; result: RobotCalls }
  | { kind: "grade" | "review" | "robot review"; result: Review }
  | { kind: "explanation"; key: string; result: Explanation }
  | { kind: "options"; key: string; result: Options }
  | { kind: "hands"; result: WholeBoard }
  /** Null where another browser has the seat. */
  | { kind: "seat" | "table call" | "next board"; result: PracticeTable | null };

/** Those of a table for two. */
export type TableNeed = Extract<Need, { kind: "seat" | "table call" | "next board" }>;

/** An answer, and the need (`keyOf`) that it meets. */
export interface Answered<Result> {
  key: string;
  answer: Result;
}

export interface PracticeState {
  view: PracticeView;
  settings: Settings;
  /** The themes of the systems that were asked for. */
  themes: Partial<Record<PracticeSystem, readonly Theme[]>>;
  /** The parts of the opened link that could not be read. */
  linkErrors: readonly string[];
  series: Series | null;
  /** Whether the next board of the series is awaited. */
  dealing: boolean;
  /** The board whose hands are awaited. */
  opening: QueuedBoard | null;
  queue: readonly QueuedBoard[];
  /** The boards of a class, while one of them is at the table. */
  set: ClassSet | null;
  /** Null where the player bids with robots alone. */
  pair: Pair | null;
  board: Board | null;
  /** The seed of the robots' draws at this board; null for the likeliest calls. */
  draw: number | null;
  auction: readonly Call[];
  attempts: readonly Attempt[];
  /** The explanation of the auction before the player's last turn. */
  explanation: Answered<Explanation> | null;
  /** The meanings of the calls that the player could have made. */
  options: Answered<Options> | null;
  /** The call whose meaning is on show. */
  inspected: number | null;
  /** How many hints were asked for at this turn, 0 to 2. */
  hints: number;
  ending: Ending;
  /** Whether the four hands are on show once the auction is over. */
  revealed: boolean;
  /** Whether the board has gone into the progress. */
  recorded: boolean;
  /** Failures of needs, by `keyOf`. */
  failures: Readonly<Record<string, Failure>>;
  /** How often a need has failed in a row, by `keyOf`. */
  tries: Readonly<Record<string, number>>;
  kept: KeptProgress;
  /** The player's name, for that of an exported file. */
  player: string;
  classroom: Classroom;
  quiz: Quiz;
}

export type PracticeAction =
  | { type: "view shown"; view: PracticeView }
  | { type: "settings changed"; settings: Partial<Settings> }
  | { type: "board wanted"; seed: number }
  | { type: "boards queued"; boards: readonly QueuedBoard[] }
  | { type: "queue ended" }
  | { type: "board replayed"; seed: number }
  | { type: "own call made"; call: Call }
  | { type: "call tried again" }
  | { type: "call accepted" }
  | { type: "call inspected"; index: number | null }
  | { type: "hint asked" }
  | { type: "hands shown" }
  | { type: "board recorded" }
  | { type: "progress kept"; kept: KeptProgress }
  | { type: "theme practised"; theme: string; seed: number }
  | { type: "class changed"; classroom: Partial<Classroom> }
  | { type: "pupil file opened"; file: PupilFile }
  | { type: "sheet board made"; board: SheetBoard }
  | { type: "player named"; player: string }
  | { type: "link read"; link: PracticeLink }
  | { type: "seat taken over" }
  | { type: "table seen"; table: PracticeTable }
  | { type: "table not seen"; failure: Failure }
  | { type: "table left" }
  | { type: "bidding restored"; bidding: Bidding }
  /** One need that failed, or all, may be met by now. */
  | { type: "retried"; key?: string }
  | { type: "need failed"; need: Need; failure: Failure }
  | { type: "themes received"; system: PracticeSystem; list: readonly Theme[] }
  | { type: "board dealt"; boards: readonly DealtBoard[] }
  | { type: "board opened"; board: WholeBoard }
  | ({ type: "need met" } & NeedMet)
  | QuizAction;

export type PracticeDispatch = (action: PracticeAction) => void;

/** What the views of practice are drawn from. */
export interface PracticeProps {
  state: PracticeState;
  dispatch: PracticeDispatch;
}

/** The contents of a link to the page. */
export interface PracticeLink {
  view: PracticeView;
  settings: Partial<Settings>;
  boards: readonly QueuedBoard[];
  set: ClassSet | null;
  /** The token of a seat at a table for two. */
  table: string | null;
  /** The parts that could not be read, in words. */
  errors: readonly string[];
}

export const FIRST_SETTINGS: Settings = {
  system: "sayc",
  opponents: "sayc",
  theme: null,
  level: null,
  guessing: false,
  drawn: false,
  gradedAtOnce: true,
};

/** What a board begins with: nothing is called, asked or known of it. */
export const BEFORE_FIRST_CALL = {
  auction: [],
  attempts: [],
  explanation: null,
  options: null,
  inspected: null,
  hints: 0,
  ending: NO_ENDING,
  revealed: false,
  recorded: false,
  failures: {},
  tries: {},
} satisfies Partial<PracticeState>;

export function firstPracticeState(
  settings: Settings = FIRST_SETTINGS,
  kept: KeptProgress = NOTHING_KEPT,
  player = "",
  quiz: Quiz = firstQuiz(0),
): PracticeState {
  return {
    view: "bid",
    settings,
    themes: {},
    linkErrors: [],
    series: null,
    dealing: false,
    opening: null,
    queue: [],
    set: null,
    pair: null,
    board: null,
    draw: null,
    ...BEFORE_FIRST_CALL,
    kept,
    player,
    classroom: { wanted: null, set: null, files: [], sheet: [] },
    quiz,
  };
}
