/** The reviews asked for, the file of boards, and which of the page's views is on show. */

import type { Input } from "../entry/input";
import { reviewKey, reviewOfBoard, reviewOfInput } from "../entry/review-request";
import type { PasteState, TextFieldAction } from "../entry/text-fields";
import {
  arrange, type BoardColumn, type BoardFilter, type BoardRow, FILE_ORDER, NO_FILTER, rowOf,
  type Sorting,
} from "../insight/board-rows";
import type { RecordedBoard, RejectedBoard } from "../service/boards";
import type { Failure } from "../service/failure";
import type { Review, ReviewRequest } from "../service/review-types";

export type View = "explain" | "review" | "boards";

/** The state of one request. */
export type ReviewAnswer =
  | { kind: "pending"; share: number }
  | { kind: "ready"; review: Review }
  | { kind: "failed"; failure: Failure };

/** A board of a file, with the key of its review; null where there is nothing to review. */
export interface ListedBoard {
  board: RecordedBoard;
  request: ReviewRequest | null;
  key: string | null;
}

/** A file of boards. */
export interface BoardList {
  boards: readonly ListedBoard[];
  /** What could not be read. */
  refused: readonly RejectedBoard[];
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
  /** By `reviewKey`. */
  answers: Readonly<Record<string, ReviewAnswer>>;
  /** For how long the service asked to be spared; null where it may be asked. */
  pauseS: number | null;
}

export const NO_REVIEWS: ReviewState = { view: "explain", list: null, answers: {}, pauseS: null };

/** So many reviews of a file are under way at a time. */
const AT_A_TIME = 2;

export type ReviewAction =
  | { type: "view set"; view: View }
  | { type: "boards sorted"; column: BoardColumn }
  | { type: "boards filtered"; filter: Partial<BoardFilter> }
  | { type: "board reviews run"; running: boolean }
  | { type: "review updated"; key: string; answer: ReviewAnswer }
  | { type: "review forgotten"; key: string }
  | { type: "reviews paused"; key: string; seconds: number }
  | { type: "reviews resumed" };

const TYPES: readonly string[] = [
  "view set", "boards sorted", "boards filtered", "board reviews run", "review updated",
  "review forgotten", "reviews paused", "reviews resumed",
] satisfies ReviewAction["type"][];

export function isReviewAction<T extends { type: string }>(
  action: T,
): action is Extract<T, ReviewAction> {
  return TYPES.includes(action.type);
}

export function updateReviews(state: ReviewState, action: ReviewAction): ReviewState {
  const { list, answers } = state;
  switch (action.type) {
    case "view set":
      return { ...state, view: action.view };
    case "boards sorted":
      return withList(state, { sorting: sortedBy(list?.sorting ?? FILE_ORDER, action.column) });
    case "boards filtered":
      return withList(state, { filter: { ...(list?.filter ?? NO_FILTER), ...action.filter } });
    case "board reviews run":
      return {
        ...withList(state, { running: action.running }),
        answers: action.running ? withoutFailed(answers) : answers,
      };
    case "review updated":
      return { ...state, answers: { ...answers, [action.key]: action.answer } };
    case "review forgotten":
      return { ...state, answers: without(answers, action.key) };
    case "reviews paused":
      return { ...state, answers: without(answers, action.key), pauseS: action.seconds };
    case "reviews resumed":
      return { ...state, pauseS: null };
  }
}

function withList(state: ReviewState, changes: Partial<BoardList>): ReviewState {
  return state.list === null ? state : { ...state, list: { ...state.list, ...changes } };
}

/** A column's own order first: costs and results from the worst; the same once more, reversed. */
function sortedBy({ column, descending }: Sorting, wanted: BoardColumn): Sorting {
  if (wanted === column) return { column, descending: !descending };
  return { column: wanted, descending: wanted === "ns" || wanted === "ew" };
}

function without(answers: ReviewState["answers"], key: string): ReviewState["answers"] {
  return Object.fromEntries(Object.entries(answers).filter(([known]) => known !== key));
}

function withoutFailed(answers: ReviewState["answers"]): ReviewState["answers"] {
  return Object.fromEntries(Object.entries(answers).filter(([, { kind }]) => kind !== "failed"));
}

/** The list of the boards that a text has; a single one, entered at once, is reviewed on request. */
export function withFile(
  state: ReviewState, action: TextFieldAction, paste: PasteState, systems: Input["systems"],
): ReviewState {
  if (action.type !== "parse finished" || action.field !== "paste" || !paste.pending) return state;
  if (action.outcome.kind === "error") return state;
  const { boards, refused, more } = action.outcome.found;
  const listed = boards.map((board): ListedBoard => {
    const request = reviewOfBoard(board, systems);
    return { board, request, key: request === null ? null : reviewKey(request) };
  });
  const [first] = listed;
  const single = listed.length === 1;
  if (first === undefined || (single && first.request === null)) return leaveBoard(state);
  const fresh = { sorting: FILE_ORDER, filter: NO_FILTER, running: !single, open: single ? 0 : null };
  const list = { boards: listed, refused, more, systems, ...fresh };
  return { ...state, view: single ? "explain" : "boards", list };
}

/** Whether an action leaves the board on show the one of the list. */
export function keepsBoard(action: { type: string; field?: string }): boolean {
  const read = action.type === "parse finished" && action.field === "paste";
  return read || action.type === "system set";
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

/** The review to ask for now: the one on show before those of the file; null for none. */
export function nextReview(input: Input, state: ReviewState): ReviewRequest | null {
  const { view, list, answers, pauseS } = state;
  if (pauseS !== null) return null;
  const shown = view === "review" ? shownReview(input, state) : null;
  if (shown !== null && answers[reviewKey(shown)] === undefined) return shown;
  if (list === null || !list.running) return null;
  const pending = list.boards.filter(({ key }) => key !== null && answers[key]?.kind === "pending");
  if (pending.length >= AT_A_TIME) return null;
  const next = list.boards.find(({ key }) => key !== null && answers[key] === undefined);
  return next?.request ?? null;
}

/** How many boards of the list are reviewed, cannot be, and all that can be. */
export function listProgress({ boards }: BoardList, answers: ReviewState["answers"]) {
  const keys = boards.flatMap(({ key }) => (key === null ? [] : [key]));
  const kinds = keys.map((key) => answers[key]?.kind);
  return {
    count: keys.length,
    done: kinds.filter((kind) => kind === "ready").length,
    failed: kinds.filter((kind) => kind === "failed").length,
  };
}

/** The rows of the list as they are filtered and sorted. */
export function shownRows({ list, answers }: ReviewState): BoardRow[] {
  if (list === null) return [];
  const rows = list.boards.map(({ board, key }, index) => rowOf(board, index, reviewIn(answers, key)));
  return arrange(rows, list.filter, list.sorting);
}

function reviewIn(answers: ReviewState["answers"], key: string | null): Review | null {
  const answer = key === null ? undefined : answers[key];
  return answer?.kind === "ready" ? answer.review : null;
}

/** The places of the boards before and after the open one, as the list shows them. */
export function neighbours(state: ReviewState): { before: number | null; after: number | null } {
  const { list } = state;
  const places = shownRows(state).map(({ index }) => index);
  const at = list === null || list.open === null ? -1 : places.indexOf(list.open);
  if (at === -1) return { before: null, after: places[0] ?? null };
  return { before: places[at - 1] ?? null, after: places[at + 1] ?? null };
}
