/** The reviews asked for, the file of boards, and which of the page's views is on show. */

import type { Call } from "../bridge/calls";
import type { CardCode } from "../bridge/card";
import type { Input } from "../entry/input";
import { reviewKey, reviewOfBoard, reviewOfInput } from "../entry/import-board";
import { type ParseFinished, type PasteState, type Reading, readingOf } from "../entry/text-fields";
import {
  arrange,
  type BoardColumn,
  type BoardFilter,
  type BoardRow,
  COSTLIEST_FIRST,
  FILE_ORDER,
  NO_FILTER,
  outcomeOf,
  rowOf,
  sideOfPlayer,
  type Sorting,
} from "../insight/board-rows";
import { type Pair, questionOf } from "../insight/pairs";
import type { RecordedBoard, RejectedBoard } from "../service/boards";
import type { RobotCalls } from "../service/practice-boards";
import type { Loadable } from "../service/requests";
import type { CardQuestion, GuessedCard, Review, ReviewRequest } from "../service/types";
import type { BoardsPlace } from "./link";
import type { Slice } from "./slice";

export type View = "explain" | "review" | "boards";

/** A board of a file, with the key of its review; null where there is nothing to review. */
interface ListedBoard {
  board: RecordedBoard;
  request: ReviewRequest | null;
  key: string | null;
  /** Whether its auction is not the file's, but was entered by the player; browsers keep it under this name. */
  told: boolean;
}

/** A file of boards. */
export interface BoardList {
  /** The same for the same boards. */
  id: string;
  boards: readonly ListedBoard[];
  /** What could not be read. */
  refused: readonly RejectedBoard[];
  /** Absent from files that earlier versions have kept. */
  reading?: Reading;
  /** Whether the text has more boards. */
  more: boolean;
  /** The systems of boards that name none. */
  systems: Input["systems"];
  /** The place of the board that is entered; null where it is none of these. */
  open: number | null;
  sorting: Sorting;
  filter: BoardFilter;
  /** Whether the reviews are asked for, one after the other. */
  running: boolean;
}

export interface ReviewState {
  view: View;
  list: BoardList | null;
  /** The file of boards that the address names, while the browser looks for it. */
  wanted: Pick<BoardsPlace, "file" | "open"> | null;
  /** By `reviewKey`. */
  answers: Readonly<Record<string, Loadable<Review>>>;
  /** Which cards fit the calls of pairs, by `guessKey`. */
  guesses: Readonly<Record<string, Loadable<GuessedCard>>>;
  /** How robots bid boards without an auction, by `reviewKey`. */
  robots: Readonly<Record<string, Loadable<RobotCalls>>>;
  /** Who looks at the boards: a player's name, or a side where there are none; empty for nobody. */
  me: string;
  /** Until when the service asked to be spared, and for how long; null where it may be asked. */
  pause: { until: number; seconds: number } | null;
}

export const NO_REVIEWS: ReviewState = {
  view: "explain",
  list: null,
  wanted: null,
  answers: {},
  guesses: {},
  robots: {},
  me: "",
  pause: null,
};

/** So many reviews of a file are under way at a time. */
const AT_A_TIME = 2;

export type ReviewAction =
  | { type: "view set"; view: View }
  | { type: "boards sorted"; column: BoardColumn }
  | { type: "boards filtered"; filter: Partial<BoardFilter> }
  | { type: "board reviews run"; running: boolean }
  | { type: "review updated"; key: string; answer: Loadable<Review> }
  | { type: "robot calls updated"; key: string; answer: Loadable<RobotCalls> }
  | { type: "review forgotten"; key: string }
  | { type: "reviews paused"; key: string; seconds: number; now: number }
  | { type: "reviews resumed" }
  | { type: "card guess asked"; pair: Pair }
  | { type: "card guess updated"; key: string; answer: Loadable<GuessedCard> }
  | { type: "guessed card used"; pair: Pair; code: CardCode };

export const REVIEW_SLICE: Slice<ReviewState, ReviewAction> = {
  "view set": (state, { view }) => ({ ...state, view }),
  "boards sorted": (state, { column }) =>
    withList(state, { sorting: sortedBy(state.list?.sorting ?? COSTLIEST_FIRST, column) }),
  "boards filtered": (state, { filter }) => ({
    ...withList(state, { filter: { ...(state.list?.filter ?? NO_FILTER), ...filter } }),
    me: filter.player ?? state.me,
  }),
  "board reviews run": (state, { running }) => ({
    ...withList(state, { running }),
    answers: running ? withoutFailed(state.answers) : state.answers,
  }),
  "review updated": (state, { key, answer }) => ({ ...state, answers: { ...state.answers, [key]: answer } }),
  "robot calls updated": (state, { key, answer }) => ({ ...state, robots: { ...state.robots, [key]: answer } }),
  "review forgotten": (state, { key }) => ({ ...state, answers: without(state.answers, key) }),
  "reviews paused": withPause,
  "reviews resumed": (state) => ({ ...state, pause: null }),
  "card guess asked": (state, { pair }) => withGuess(state, guessKey(state.list, pair), { kind: "asked", share: 0 }),
  "card guess updated": (state, { key, answer }) => withGuess(state, key, answer),
  "guessed card used": withCardOfPair,
};

function withGuess(state: ReviewState, key: string, answer: Loadable<GuessedCard>): ReviewState {
  return { ...state, guesses: { ...state.guesses, [key]: answer } };
}

/** A key that is equal for equal questions about a pair's card: the question itself. */
export function guessKey(list: BoardList | null, pair: Pair): string {
  return JSON.stringify(questionOf(pair, list?.boards ?? []));
}

/** The questions about cards that are under way. */
export function askedGuesses({ guesses }: ReviewState): { key: string; question: CardQuestion }[] {
  return Object.entries(guesses).flatMap(([key, { kind }]) =>
    kind === "asked" ? [{ key, question: JSON.parse(key) as CardQuestion }] : [],
  );
}

/** The state with a card at every board of a pair, whose reviews are then other ones. */
function withCardOfPair(state: ReviewState, { pair, code }: { pair: Pair; code: CardCode }): ReviewState {
  const sides = new Map(pair.boards.map(({ index, side }) => [index, side]));
  const boards = state.list?.boards.map((listed, index): ListedBoard => {
    const side = sides.get(index);
    if (listed.request === null || side === undefined) return listed;
    const request = { ...listed.request, systems: { ...listed.request.systems, [side]: code } };
    return { ...listed, request, key: reviewKey(request) };
  });
  return boards === undefined ? state : withList(state, { boards });
}

/** Of several pauses the one that ends last counts. */
function withPause(
  state: ReviewState,
  { key, seconds, now }: Extract<ReviewAction, { type: "reviews paused" }>,
): ReviewState {
  const until = Math.max(state.pause?.until ?? 0, now + 1000 * seconds);
  return { ...state, answers: without(state.answers, key), pause: { until, seconds: Math.ceil((until - now) / 1000) } };
}

function withList(state: ReviewState, changes: Partial<BoardList>): ReviewState {
  return state.list === null ? state : { ...state, list: { ...state.list, ...changes } };
}

/** A column's own order first: costs and results from the worst; the same once more, reversed. */
function sortedBy({ column, descending }: Sorting, wanted: BoardColumn): Sorting {
  if (wanted === column) return { column, descending: !descending };
  return { column: wanted, descending: wanted === "ns" || wanted === "ew" || wanted === "cost" };
}

function without(answers: ReviewState["answers"], key: string): ReviewState["answers"] {
  return Object.fromEntries(Object.entries(answers).filter(([known]) => known !== key));
}

function withoutFailed(answers: ReviewState["answers"]): ReviewState["answers"] {
  return Object.fromEntries(Object.entries(answers).filter(([, { kind }]) => kind !== "failed"));
}

/** The list of the boards that a text has; a single one, entered at once, is reviewed on request. */
export function withFile(
  state: ReviewState,
  action: ParseFinished,
  paste: PasteState,
  systems: Input["systems"],
): ReviewState {
  if (action.field !== "paste" || paste.pending === null) return state;
  if (action.outcome.kind === "error") return state;
  const { boards, refused, more } = action.outcome.found;
  const listed = boards.map((read, index): ListedBoard => {
    const kept = action.kept?.[index];
    const told = read.auction.length === 0 && kept !== undefined && kept.auction.length > 0;
    const board = told ? kept : read;
    const request = reviewOfBoard(board, systems);
    return { board, request, key: request === null ? null : reviewKey(request), told };
  });
  const [first] = listed;
  const single = listed.length === 1;
  const empty = first === undefined || first.request === null || first.board.auction.length === 0;
  if (first === undefined || (single && empty)) return leaveBoard(state);
  const player = boards.some((board) => sideOfPlayer(board, state.me) !== null) ? state.me : "";
  const filter = { ...NO_FILTER, player };
  const fresh = { sorting: COSTLIEST_FIRST, filter, running: !single, open: single ? 0 : null };
  const reading = readingOf(action.outcome.found, paste.pending);
  const list = { id: fileId(boards), boards: listed, refused, reading, more, systems, ...fresh };
  return { ...state, view: single ? "explain" : "boards", list, wanted: null };
}

/** The id of a file with these boards. */
export function fileId(boards: readonly RecordedBoard[]): string {
  return hashOf(JSON.stringify(boards));
}

/** A short hash of a text: FNV-1a of 32 bits. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let place = 0; place < text.length; place += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}

/** The state at a place in a file of boards; what is not at hand is looked for in the browser. */
export function withPlace(state: ReviewState, place: BoardsPlace | null): ReviewState {
  if (place === null || place.file === "") return { ...state, wanted: null };
  const { file, open, shown } = place;
  if (state.list?.id !== file) return { ...state, wanted: { file, open } };
  const there = open !== null && state.list.boards[open] !== undefined ? open : null;
  return { ...(shown ? state : withList(state, { open: there })), wanted: null };
}

/** The state once something else is entered than a board of the list. */
export function leaveBoard(state: ReviewState): ReviewState {
  return { ...withList(state, { open: null }), view: "explain" };
}

/** The state with a board of the list in the viewer, reviewed where that can be. */
export function withOpenBoard(state: ReviewState, index: number): ReviewState {
  const reviewable = state.list?.boards[index]?.request != null;
  return { ...withList(state, { open: index }), view: reviewable ? "review" : "explain" };
}

/** The state with the auction entered on the open board, of which the file has no auction; none takes it back. */
export function withEnteredAuction(state: ReviewState, auction: readonly Call[]): ReviewState {
  const { list } = state;
  const listed = list?.boards[list.open ?? -1];
  if (list === null || listed?.request == null) return state;
  const bid = { ...listed.board, auction: [...auction] };
  const stated = outcomeOf({ ...bid, auction: [] });
  const other = stated !== null && JSON.stringify(stated) !== JSON.stringify(outcomeOf(bid));
  // The tricks that the file gives are those of its own contract.
  const board = other ? { ...bid, tricks: null } : bid;
  const request = reviewOfBoard(board, list.systems);
  if (request === null) return state;
  // A card that was guessed stays.
  const asked = { ...request, systems: listed.request.systems };
  const boards = list.boards.with(list.open!, {
    board,
    request: asked,
    key: reviewKey(asked),
    told: auction.length > 0,
  });
  return withList(state, { boards });
}

/** The review of what is entered: with all that its file says, as long as it is that board. */
export function shownReview(input: Input, { list }: ReviewState): ReviewRequest | null {
  const own = reviewOfInput(input);
  const board = list === null || list.open === null ? undefined : list.boards[list.open]?.board;
  if (board === undefined) return own;
  const recorded = reviewOfBoard(board, input.systems);
  if (recorded === null) return own;
  const { hands, dealer, vulnerability, auction } = recorded;
  const same =
    dealer === input.dealer &&
    vulnerability === input.vulnerability &&
    auction.join() === input.auction.join() &&
    (input.spectator || own === null || hands[input.seat] === own.hands[input.seat]);
  return same ? { ...recorded, systems: input.systems } : own;
}

/** The reviews to ask for now: the one on show or of a problem, and of those of the file a few at a time. */
export function missingReviews(input: Input, state: ReviewState, posed: ReviewRequest | null = null): ReviewRequest[] {
  const { view, list, answers, pause } = state;
  if (pause !== null) return [];
  const shown = view === "review" ? shownReview(input, state) : posed;
  const own = shown === null || answers[reviewKey(shown)] !== undefined ? [] : [shown];
  if (list === null || !list.running) return own;
  const known = list.boards.map(({ key }) => (key === null ? null : answers[key]));
  const asked = known.filter((answer) => answer?.kind === "asked").length;
  const missing = list.boards.flatMap(({ request }, index) =>
    request !== null && known[index] === undefined ? [request] : [],
  );
  return [...own, ...missing.slice(0, Math.max(AT_A_TIME - asked, 0))];
}

/** How many boards of the list are reviewed, cannot be, and all that can be. */
export function listProgress({ boards }: BoardList, answers: ReviewState["answers"]) {
  const keys = boards.flatMap(({ key }) => (key === null ? [] : [key]));
  const kinds = keys.map((key) => answers[key]?.kind);
  return {
    count: keys.length,
    done: kinds.filter((kind) => kind === "there").length,
    failed: kinds.filter((kind) => kind === "failed").length,
  };
}

/** Whether reviews of the list are still to come. */
export function isReviewing(list: BoardList, answers: ReviewState["answers"]): boolean {
  const { count, done, failed } = listProgress(list, answers);
  return list.running && done + failed < count;
}

/** The review on show of a board without an auction, which robots are to bid; null where there is none. */
export function unbidBoard(input: Input, state: ReviewState): ReviewRequest | null {
  const shown = state.view === "review" ? shownReview(input, state) : null;
  return shown === null || shown.auction.length > 0 ? null : shown;
}

/** The rows of the list in the order of the file. */
export function allRows({ list, answers }: ReviewState): BoardRow[] {
  return list?.boards.map(({ board, key }, index) => rowOf(board, index, reviewIn(answers, key))) ?? [];
}

/** The rows of the list as they are filtered and sorted; by cost once all are known, so that none moves before. */
export function shownRows(state: ReviewState): BoardRow[] {
  const { list, answers } = state;
  if (list === null) return [];
  const waits = list.sorting.column === "cost" && isReviewing(list, answers);
  return arrange(allRows(state), list.filter, waits ? FILE_ORDER : list.sorting);
}

function reviewIn(answers: ReviewState["answers"], key: string | null): Review | null {
  const answer = key === null ? undefined : answers[key];
  return answer?.kind === "there" ? answer.result : null;
}

/** The places of the boards before and after the open one, as the list shows them. */
export function neighbours(state: ReviewState): { before: number | null; after: number | null } {
  const { list } = state;
  const places = shownRows(state).map(({ index }) => index);
  const at = list === null || list.open === null ? -1 : places.indexOf(list.open);
  if (at === -1) return { before: null, after: places[0] ?? null };
  return { before: places[at - 1] ?? null, after: places[at + 1] ?? null };
}
