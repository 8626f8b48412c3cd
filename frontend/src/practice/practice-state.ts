/** The state of the page of practice, and the actions that change it. */

import type { Call } from "../bridge/calls";
import type { CardCode, Cards } from "../bridge/card";
import type { Seat, Vulnerability } from "../bridge/table";
import type { BoardSource as BoardText, BoardsResult } from "../service/boards";
import type { ClassAnswers, ClassTokens, FirstAnswer } from "../service/classes";
import type { Outcome } from "../service/client";
import type { Failure } from "../service/failure";
import type {
  BoardsWanted,
  DealtBoard,
  Hands,
  Level,
  RobotCalls,
  RobotTable,
  Theme,
  TrickDeal,
  WholeBoard,
} from "../service/practice-boards";
import type { BoardToBid, PracticeTable } from "../service/tables";
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
  system: CardCode;
  opponents: CardCode;
  theme: string | null;
  level: Level | null;
  /** Whether a hidden hand is guessed once the auction is over, before the hands are shown. */
  guessing: boolean;
  /** Whether robots draw their calls by their chances, rather than make the likeliest. */
  drawn: boolean;
  /** Whether each call is graded as it is made, rather than all at the end of the board. */
  gradedAtOnce: boolean;
  /** Whether the robots make the player's calls, too, until the theme comes up. */
  atDecision: boolean;
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
  systems: Cards;
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
  /** The boards of a file, which are bid in turn; null where boards are dealt. */
  set: ClassSet | null;
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
interface Series {
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
interface Ending {
  review: Review | null;
  /** The robots' auction of the same deal, and its review. */
  robots: RobotCalls | null;
  robotReview: Review | null;
}

const NO_ENDING: Ending = { review: null, robots: null, robotReview: null };

/** The first answers of a class, as the teacher collects them. */
export interface Collection {
  tokens: ClassTokens;
  /** As they were last seen; null before. */
  seen: ClassAnswers | null;
  /** The answers graded, by `answerKey`; null where one cannot be. */
  grades: Readonly<Record<string, ReviewedCall | null>>;
  /** Why they cannot be seen now, or not be deleted. */
  failure: Failure | null;
}

/** A class whose teacher collects first answers, as a pupil takes part in it. */
export interface Lesson {
  /** The pupils'. */
  token: string;
  /** For how many hours answers are kept; null before that is known. */
  hours: number | null;
  /** The name under which the pupil takes part; null before the pupil agrees, or where not. */
  pupil: string | null;
  /** Whether the pupil bids without taking part. */
  declined: boolean;
  /** The codes of boards that are bid again, whose answers are no first ones. */
  again: readonly string[];
  /** The answers on their way to the service. */
  unsent: readonly FirstAnswer[];
  /** Why an answer was refused. */
  failure: Failure | null;
}

/** What a teacher works on, kept while the page is open. */
export interface Classroom {
  /** What the form asks for; null as in the settings. */
  wanted: BoardsWanted | null;
  /** The boards chosen. */
  set: ClassSet | null;
  /** Of the pupils. */
  files: readonly PupilFile[];
  /** Boards of the service with all four hands, by their ids. */
  boards: Readonly<Record<number, WholeBoard>>;
  /** The answer sheet by the codes of the boards, as far as it is made. */
  sheet: Readonly<Record<string, SheetBoard>>;
  /** Null where no answers are collected. */
  collection: Collection | null;
}

/** What each request to the service asks for, and what it is answered with. */
interface Needs {
  themes: [{ system: CardCode }, { themes: readonly Theme[] }];
  deal: [{ wanted: BoardsWanted }, { boards: readonly DealtBoard[] }];
  board: [{ id: number }, WholeBoard];
  calls: [{ table: RobotTable }, RobotCalls];
  grade: [{ request: ReviewRequest }, Review];
  explanation: [{ position: Position }, Explanation];
  options: [{ position: Position }, Options];
  hands: [{ id: number }, WholeBoard];
  review: [{ request: ReviewRequest }, Review];
  "robot auction": [{ table: RobotTable }, RobotCalls];
  "robot review": [{ request: ReviewRequest }, Review];
  /** With the time at which it is there. */
  "trick deal": [{ seed: number; first: number }, { deal: TrickDeal; now: number }];
  /** Null where another browser has the seat, as of the next two. */
  seat: [{ token: string; takeover: boolean }, PracticeTable | null];
  "table call": [{ token: string; deal: number; index: number; call: Call }, PracticeTable | null];
  "next board": [
    { token: string; deal: number; last: number | null; wanted: BoardsWanted | BoardToBid },
    PracticeTable | null,
  ];
  /** The token of the player's seat. */
  "pair table": [{ wanted: BoardsWanted; systems: Cards; draw: number | null }, string];
  "own boards": [{ source: BoardText; seat: Seat }, BoardsResult];
  "class set": [{ wanted: BoardsWanted }, ClassSet];
  /** The code of a board of the kind wanted that is none of the set's, in place of one. */
  "other board": [{ wanted: BoardsWanted; set: ClassSet; code: string }, string];
  "class board": [{ id: number }, WholeBoard];
  /** The teacher's own, the pupil at the seat. */
  "class boards": [{ source: BoardText; seat: Seat }, BoardsResult];
  "class opened": [{ boards: readonly string[] }, ClassTokens];
  "class grade": [{ key: string; request: ReviewRequest }, Review];
  lesson: [{ token: string }, ClassAnswers];
  /** Why the answer is refused for good; null where it is kept. */
  "first answer": [{ token: string; pupil: string; answer: FirstAnswer }, Failure | null];
  /** With those that follow it in the set, or alone. */
  "sheet board": [{ code: string; system: CardCode; alone?: boolean }, SheetBoard];
}

type NeedKind = keyof Needs;
export type NeedOf<Kind extends NeedKind> = Kind extends NeedKind ? { kind: Kind } & Needs[Kind][0] : never;
/** A request to the service. */
export type Need = NeedOf<NeedKind>;
type NeedMet = { [Kind in NeedKind]: { need: NeedOf<Kind>; result: Needs[Kind][1] } }[NeedKind];

/** The function of each kind that asks the service. */
export type Senders = {
  [Kind in NeedKind]: (need: NeedOf<Kind>, signal: AbortSignal) => Promise<Outcome<Needs[Kind][1]>>;
};

/** What each kind of answer makes of the state. */
export type Answers = {
  [Kind in NeedKind]: (state: PracticeState, result: Needs[Kind][1], need: NeedOf<Kind>) => PracticeState;
};

/** What forms ask for: it is sent once, and the form says what went wrong. */
export const FORM_KINDS = [
  "pair table",
  "own boards",
  "class set",
  "class boards",
  "other board",
  "sheet board",
  "class opened",
] as const;
export type FormNeed = NeedOf<(typeof FORM_KINDS)[number]>;

/** A form that was sent. */
export interface SentForm {
  need: FormNeed;
  /** What is wrong, in words; null while the answer is awaited. */
  faults: readonly string[] | null;
}

/** An answer, and the need (`keyOf`) that it meets. */
export interface Answered<Result> {
  key: string;
  answer: Result;
}

/** A form before it is sent. */
export const NOT_SENT: Pick<SentForm, "faults"> = { faults: [] };

export interface PracticeState {
  view: PracticeView;
  settings: Settings;
  /** The themes of the systems that were asked for. */
  themes: Readonly<Record<CardCode, readonly Theme[] | undefined>>;
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
  /** Null where no teacher collects answers. */
  lesson: Lesson | null;
  /** Null where the player bids with robots alone. */
  pair: Pair | null;
  board: Board | null;
  /** Whether the robots are yet to lead to the decision. */
  seeking: boolean;
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
  /** The forms sent since the view was shown. */
  forms: Readonly<Partial<Record<FormNeed["kind"], SentForm>>>;
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
  | { type: "form sent"; need: FormNeed }
  | { type: "class seen"; seen: ClassAnswers }
  | { type: "class not seen"; failure: Failure }
  | { type: "class deleted" }
  /** Under a name; null to bid without. */
  | { type: "part taken"; pupil: string | null }
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
  /** The token of a class that a pupil takes part in, or those of the teacher's. */
  lesson: string | null;
  tokens: ClassTokens | null;
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
  atDecision: false,
};

/** What a board begins with: nothing is called, asked or known of it. */
export const BEFORE_FIRST_CALL = {
  seeking: false,
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
    lesson: null,
    pair: null,
    board: null,
    draw: null,
    forms: {},
    ...BEFORE_FIRST_CALL,
    kept,
    player,
    classroom: { wanted: null, set: null, files: [], boards: {}, sheet: {}, collection: null },
    quiz,
  };
}
