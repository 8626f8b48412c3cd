/** What each action makes of the state of the page of practice. */

import type { CardCode, Cards } from "../bridge/card";
import { illegalReason, turnOf } from "../bridge/auction";
import type { Call } from "../bridge/calls";
import { type Seat, sideOf } from "../bridge/table";
import type { BoardsResult } from "../service/boards";
import { type Failure, retryPauseS, withAutoRetry } from "../service/failure";
import { type DealtBoard, isSearched, type WholeBoard } from "../service/practice-boards";
import type { ReviewedCall } from "../service/types";
import { t } from "../i18n/translate";
import { reduce, type Slice } from "../state/slice";
import { collectionOf, lessonOf, withBoardAgain, withCollection, withFirstAnswer, withLesson } from "./class-answers";
import { withFile } from "./class-results";
import { codeOf, formatSet, MOST_IN_SET, type SheetBoard, withInstead } from "./class-set";
import { keyOf, needsOf, openAttempt, practisedThemes } from "./needs";
import {
  asAtTable,
  atNextBoard,
  sittingDown,
  withAnswered,
  withNextBoard,
  withoutPair,
  withPair,
  withSeat,
  withTableSeen,
} from "./pair-reducer";
import { firstCalls, ownBoards, type QueuedBoard } from "./played-board";
import {
  type Answers,
  type Attempt,
  type Bidding,
  type Board,
  type Classroom,
  type Collection,
  FORM_KINDS,
  type FormNeed,
  type Need,
  type NeedOf,
  type Pair,
  type PracticeAction,
  type PracticeLink,
  type PracticeState,
  type SentForm,
  type Settings,
} from "./practice-state";
import { seated } from "./seating";
import { QUIZ_SLICE, type QuizAction, withDeal } from "./trick-quiz";

/** As many boards of a series as the service deals at once. */
const MOST_OF_A_SERIES = 32;
/** Seeds are below 2 to the power of 32. */
const SEEDS = 2 ** 32;
const MOST_HINTS = 2;
/** The first pause before the service is asked again for what may pass. */
const PAUSE_S = 5;

const PRACTICE_SLICE: Slice<PracticeState, Exclude<PracticeAction, QuizAction>> = {
  "view shown": (state, { view }) => ({ ...state, view }),
  "settings changed": (state, { settings }) => withKnownTheme(withSettings(state, settings)),
  "board wanted": (state, { seed }) => nextBoard(state, seed),
  "boards queued": (state, { boards }) => withQueue({ ...state, set: null }, boards),
  "queue ended": (state) => ({ ...state, queue: [], set: null }),
  "board replayed": (state, { seed }) =>
    state.board === null ? state : withRobots(withBoardAgain(state), state.board, seed),
  "own call made": (state, { call }) => withOwnCall(state, call),
  "call tried again": (state) => withoutLastAttempt(state),
  "call accepted": (state) => withLastAttempt(state, { accepted: true }),
  "call inspected": (state, { index }) => ({ ...state, inspected: index }),
  "hint asked": (state) => ({ ...state, hints: Math.min(state.hints + 1, MOST_HINTS) }),
  "hands shown": (state) => ({ ...state, revealed: true }),
  "progress kept": (state, { kept }) => ({ ...state, kept }),
  "theme practised": (state, { seed, theme }) => themePractised(state, theme, seed),
  "class changed": (state, { classroom }) => withClassroom(state, classroom),
  "pupil file opened": (state, { file }) => withClassroom(state, { files: withFile(state.classroom.files, file) }),
  "form sent": (state, { need }) => withForm(state, need, null),
  "class seen": (state, { seen }) => withSeen(state, { seen, failure: null }),
  "class not seen": (state, { failure }) => withSeen(state, { failure }),
  "class deleted": (state) => withClassroom(state, { collection: null }),
  "part taken": (state, { pupil }) => withPart(state, pupil),
  "player named": (state, { player }) => ({ ...state, player }),
  "board recorded": (state) => ({ ...state, recorded: true }),
  "link read": (state, { link }) => withKnownTheme(withLink(state, link)),
  "seat taken over": (state) => withPair({ ...state, failures: {} }, { seat: "takeover" }),
  "table seen": (state, { table }) => withTableSeen(state, table),
  "table not seen": (state, { failure }) => withPair(state, { failure }),
  "table left": (state) => withoutPair(state),
  "bidding restored": (state, { bidding }) => withBidding(state, bidding),
  retried: (state, { key }) => withRetries(state, key),
  "need failed": (state, { failure, need }) => withFailure(state, need, failure),
  "need met": (state, { need, result }) => ANSWERS[need.kind](state, result as never, need as never),
};

const ANSWERS: Answers = {
  themes: (state, { themes }, { system }) =>
    withKnownTheme({ ...state, themes: { ...state.themes, [system]: themes } }),
  deal: (state, { boards }) => withDealtBoard(state, boards),
  board: withOpenedBoard,
  calls: (state, { auction }) => ({ ...state, auction, inspected: null, seeking: false }),
  grade: (state, { calls }) => withLastAttempt(state, { graded: calls.at(-1)! }),
  explanation: (state, answer, need) => ({ ...state, explanation: { key: keyOf(need), answer } }),
  options: (state, answer, need) => ({ ...state, options: { key: keyOf(need), answer } }),
  hands: (state, { hands }) => ({ ...state, board: { ...state.board!, hands } }),
  review: (state, review) => ({ ...state, ending: { ...state.ending, review } }),
  "robot auction": (state, robots) => ({ ...state, ending: { ...state.ending, robots } }),
  "robot review": (state, robotReview) => ({ ...state, ending: { ...state.ending, robotReview } }),
  "trick deal": (state, { deal, now }) => ({ ...state, quiz: withDeal(state.quiz, deal, now) }),
  seat: withSeat,
  "table call": withAnswered,
  "next board": withNextBoard,
  "pair table": (state, token, { wanted }) => ({ ...sittingDown(state, token, wanted), linkErrors: [] }),
  "own boards": withOwnBoards,
  "class set": (state, set, need) => withClassroom(withForm(state, need, []), { set }),
  "class board": (state, board) => withClassroom(state, { boards: { ...state.classroom.boards, [board.id]: board } }),
  "class boards": withClassBoards,
  "other board": (state, found, { code }) =>
    withClassroom(state, { set: withInstead(state.classroom.set!, code, [found]) }),
  "sheet board": withSheetBoard,
  "class opened": (state, tokens, need) =>
    withForm(withClassroom(state, { collection: collectionOf(tokens) }), need, []),
  "class grade": (state, { calls }, { key }) => withAnswerGrade(state, key, calls.at(-1) ?? null),
  lesson: (state, { hours }) => withLesson(state, { hours }),
  "first answer": withAnswerSent,
};

export function updatePractice(state: PracticeState, action: PracticeAction): PracticeState {
  const next = reduce(PRACTICE_SLICE, state, action);
  const quiz = reduce(QUIZ_SLICE, next.quiz, action);
  const forms = next.view === state.view ? next.forms : {};
  const same = quiz === next.quiz && forms === next.forms;
  return withoutOldTries(same ? next : { ...next, quiz, forms });
}

/** How often a need has failed counts until it is met, or is one no longer. */
function withoutOldTries(state: PracticeState): PracticeState {
  const all = Object.entries(state.tries);
  if (all.length === 0) return state;
  const known = new Set([...needsOf(state).map(keyOf), ...Object.keys(state.failures)]);
  const left = all.filter(([key]) => known.has(key));
  return left.length === all.length ? state : { ...state, tries: Object.fromEntries(left) };
}

/** What may pass is asked for again, one need or all; what was refused for good stays so. */
function withRetries(state: PracticeState, key?: string): PracticeState {
  const all = Object.entries(state.failures);
  const left = all.filter(([one, { retry }]) => !retry || (key !== undefined && one !== key));
  return left.length === all.length ? state : { ...state, failures: Object.fromEntries(left) };
}

/** What may pass is asked for again; a board that is refused for good is awaited no longer. */
function withFailure(state: PracticeState, need: Need, failure: Failure): PracticeState {
  if (isForm(need)) return withForm(state, need, [failure.title, ...failure.errors.map(({ text }) => text)]);
  const { retryAfterS, network, retry } = failure;
  const key = keyOf(need);
  const ofTable = need.kind === "seat" || need.kind === "table call" || need.kind === "next board";
  if (retryAfterS !== undefined || network || (ofTable && retry)) {
    const tries = (state.tries[key] ?? 0) + 1;
    const againInS = retryPauseS(tries, PAUSE_S, retryAfterS);
    const shown = ofTable ? asAtTable(failure) : withAutoRetry(failure, againInS);
    const failures = { ...state.failures, [key]: { ...shown, againInS } };
    return { ...state, failures, tries: { ...state.tries, [key]: tries } };
  }
  // Without a way to the decision the board begins at the first call.
  if (need.kind === "calls" && state.seeking && !retry) return { ...state, seeking: false };
  const failed = { ...state, failures: { ...state.failures, [key]: failure } };
  if (need.kind === "class grade" && !failure.retry) return withAnswerGrade(state, need.key, null);
  if (failure.retry || (need.kind !== "deal" && need.kind !== "board")) return failed;
  return { ...failed, dealing: false, opening: null };
}

function isForm(need: Need): need is FormNeed {
  return FORM_KINDS.some((kind) => kind === need.kind);
}

function withForm(state: PracticeState, need: FormNeed, faults: SentForm["faults"]): PracticeState {
  return { ...state, forms: { ...state.forms, [need.kind]: { need, faults } } };
}

/** Boards of the player's own, to be bid in turn. */
function withOwnBoards(state: PracticeState, read: BoardsResult, need: NeedOf<"own boards">): PracticeState {
  const { boards, faults } = ownBoards(read, need.seat);
  const told = withForm(state, need, faults);
  return boards.length === 0 ? told : withQueue({ ...told, set: null }, boards);
}

/** Boards of the teacher's own after those of the class, as many as there is room for. */
function withClassBoards(state: PracticeState, read: BoardsResult, need: NeedOf<"class boards">): PracticeState {
  const { boards, faults } = ownBoards(read, need.seat);
  const { set, wanted } = state.classroom;
  const known = set?.boards ?? [];
  const all = [...new Set([...known, ...boards.map(({ source }) => codeOf(source)!)])];
  const { system } = set ?? wanted ?? state.settings;
  const many = t("A class has at most {most} boards.", { most: MOST_IN_SET });
  const told = all.length > MOST_IN_SET ? [...faults, many] : faults;
  if (boards.length === 0) return withForm(state, need, told);
  const changed = { system, theme: set?.theme ?? null, boards: all.slice(0, MOST_IN_SET) };
  return withForm(withClassroom(state, { set: changed }), need, told);
}

/** The pupil under a name, or bidding without one: then nothing more is sent. */
function withPart(state: PracticeState, pupil: string | null): PracticeState {
  const rest = pupil === null ? { declined: true, unsent: [] } : { declined: false };
  return withLesson(state, { pupil, failure: null, ...rest });
}

/** The next of the pupil's answers is sent; under another pupil's name once another is chosen. */
function withAnswerSent(
  state: PracticeState,
  failure: Failure | null,
  { answer }: NeedOf<"first answer">,
): PracticeState {
  if (failure !== null) return withLesson(state, { pupil: null, failure });
  return withLesson(state, { unsent: state.lesson?.unsent.filter((one) => one !== answer) ?? [], failure: null });
}

function withSeen(state: PracticeState, changes: Partial<Collection>): PracticeState {
  return withClassroom(state, withCollection(state.classroom, changes));
}

/** An answer of the class graded; null where it cannot be. */
function withAnswerGrade(state: PracticeState, key: string, graded: ReviewedCall | null): PracticeState {
  return withSeen(state, { grades: { ...state.classroom.collection?.grades, [key]: graded } });
}

/** One more board of the answer sheet, which asks for the next unless it is wanted alone. */
function withSheetBoard(state: PracticeState, board: SheetBoard, need: NeedOf<"sheet board">): PracticeState {
  const sheet = { ...state.classroom.sheet, [need.code]: board };
  const next = state.classroom.set?.boards.find((code) => !(code in sheet));
  const made = withClassroom(state, { sheet });
  return next === undefined || need.alone ? withForm(made, need, []) : withForm(made, { ...need, code: next }, null);
}

/** Other settings of the boards end the series; those of grades and draws do not. */
function withSettings(state: PracticeState, changes: Partial<Settings>): PracticeState {
  const settings = { ...state.settings, ...changes };
  const [before, now] = [state.settings, settings].map(({ system, opponents, theme, level }) =>
    JSON.stringify([system, isSearched({ system, theme, level }) && opponents, theme, level]),
  );
  const same = before === now;
  const kept = { ...state, settings, linkErrors: [], failures: {} };
  return same ? kept : { ...kept, series: null, dealing: false };
}

/** All kinds of boards, with a word on it, in place of a theme that the system is known not to have. */
function withKnownTheme(state: PracticeState): PracticeState {
  const { settings, board, opening, queue, pair } = state;
  const unknown = pair === null ? settings.theme : pair.theme;
  if (unknown === null || practisedThemes(state).length === 0) return state;
  if (practisedThemes(state).some(({ id }) => id === unknown)) return state;
  const word = t("There are no boards of the theme “{theme}” in this system: here are all kinds of boards.", {
    theme: unknown,
  });
  const known = <Of extends { theme: string | null }>(one: Of): Of =>
    one.theme === unknown ? { ...one, theme: null } : one;
  return {
    ...withPair(state, { theme: null }),
    settings: pair === null ? { ...settings, theme: null } : settings,
    board: board && known(board),
    opening: opening && known(opening),
    queue: queue.map(known),
    series: null,
    linkErrors: [...state.linkErrors, word],
  };
}

function withLink(state: PracticeState, link: PracticeLink): PracticeState {
  const { view, settings, boards, set, table, tokens, errors } = link;
  if (table !== null) return { ...sittingDown(state, table, settings, set), view, linkErrors: errors };
  if (view === "class") {
    const { collection: before } = state.classroom;
    const same = before !== null && before.tokens.teacher === tokens?.teacher;
    const changes = set === null ? {} : { set, collection: same ? before : collectionOf(tokens) };
    return { ...withClassroom(state, changes), view, linkErrors: errors };
  }
  const lesson = state.lesson?.token === link.lesson ? state.lesson : lessonOf(link.lesson);
  const changed = withSettings({ ...withoutPair(state), set, lesson }, settings);
  return { ...withQueue(changed, boards), view, linkErrors: errors };
}

/** The bidding as it was left; a link that has boards of its own brings those that wait. */
function withBidding(state: PracticeState, { number, queue, ...bidding }: Bidding): PracticeState {
  const { board, set } = state;
  if (board === null) return state;
  const waiting = set === null && state.queue.length === 0 ? queue : state.queue;
  const seeking = state.seeking && bidding.auction.length === 0;
  return { ...state, ...bidding, seeking, queue: waiting, board: { ...board, number: board.number ?? number } };
}

/** Other boards have forms of their own; in another system all answers are others. */
function withClassroom(state: PracticeState, changes: Partial<Classroom>): PracticeState {
  const classroom = { ...state.classroom, ...changes };
  const [before, now] = [state.classroom.set, classroom.set];
  const same = before === now || (before !== null && now !== null && formatSet(before) === formatSet(now));
  const sheet = before?.system === now?.system ? classroom.sheet : {};
  return same ? { ...state, classroom } : { ...state, forms: {}, classroom: { ...classroom, sheet } };
}

/** The first of the boards is opened, the others wait; without any the table stays as it is. */
function withQueue(state: PracticeState, boards: readonly QueuedBoard[]): PracticeState {
  const [first, ...queue] = boards;
  return opened({ ...state, view: "bid", queue }, first);
}

/** A board of a theme instead of those that wait. */
function themePractised(state: PracticeState, theme: string, seed: number): PracticeState {
  const settings = { theme, level: null };
  return nextBoard({ ...withSettings(withoutPair(state), settings), queue: [], set: null }, seed);
}

/** The next board: of the table for two, the queue, else the series, which begins with the seed. */
function nextBoard(state: PracticeState, seed: number): PracticeState {
  if (state.pair !== null) return nextOfPair(state, state.pair, seed);
  const [next, ...queue] = state.queue;
  if (next !== undefined) return opened({ ...state, queue }, next);
  const series = state.series ?? { seed: seed % SEEDS, dealt: 0 };
  return { ...state, view: "bid", set: null, series, dealing: true, linkErrors: [], failures: {} };
}

/** The board that partner had dealt, else one that is asked for. */
function nextOfPair(state: PracticeState, { table, deal }: Pair, seed: number): PracticeState {
  if (table !== null && table.deal !== deal) return atNextBoard(state);
  return withPair({ ...state, failures: {} }, { next: seed % SEEDS });
}

/** A board of the service is fetched; one with its hands is at the table at once. */
function opened(state: PracticeState, queued: QueuedBoard | undefined): PracticeState {
  if (queued === undefined) return state;
  const { source, theme, system, number = null } = queued;
  const alone = withoutPair(state);
  if ("id" in source) return { ...alone, opening: queued, dealing: false, failures: {} };
  const { hands, dealer, vulnerability, seat } = source;
  const [hand, systems] = [hands[seat], systemsFor(alone.settings, seat, system)];
  const board = { source, theme, number, dealer, vulnerability, systems, seat, hand, hands };
  return withRobots(alone, board, seedOf(hand));
}

/** A seed for the robots' draws that is the same for the same hand. */
function seedOf(text: string): number {
  return [...text].reduce((sum, letter) => (31 * sum + letter.charCodeAt(0)) % SEEDS, 7);
}

/** What each side plays: one system, or those of the settings. */
function systemsFor(settings: Settings, seat: Seat, both?: CardCode): Cards {
  const { system, opponents } = both === undefined ? settings : { system: both, opponents: both };
  return sideOf(seat) === "ns" ? { ns: system, ew: opponents } : { ns: opponents, ew: system };
}

/** A board with robots; the seed is that of their draws. */
function withRobots(state: PracticeState, board: Board, seed: number): PracticeState {
  const { drawn, atDecision } = state.settings;
  const seeking = atDecision && board.theme !== null && state.set === null && firstCalls(board.source).length === 0;
  return { ...seated(state, board, drawn ? seed % SEEDS : null), seeking };
}

/** The last of the boards dealt; where there are no more of them, the series begins again. */
function withDealtBoard(state: PracticeState, boards: readonly DealtBoard[]): PracticeState {
  const { series, settings } = state;
  if (series === null) return state;
  const more = boards.length > (isSearched(settings) ? 0 : series.dealt);
  const dealt = more ? boards.at(-1) : boards[0];
  if (dealt === undefined) return { ...state, dealing: false };
  const count = more ? series.dealt + 1 : 1;
  const next = count < MOST_OF_A_SERIES ? { ...series, dealt: count } : null;
  const { id, number, dealer, vulnerability, seat, hand } = dealt;
  const [source, systems] = [{ id }, systemsFor(settings, seat)];
  const { theme } = settings;
  const board = { source, theme, number, dealer, vulnerability, systems, seat, hand, hands: null };
  return withRobots({ ...state, series: next }, board, id);
}

function withOpenedBoard(state: PracticeState, whole: WholeBoard): PracticeState {
  const { id, number, dealer, vulnerability, seat, hands } = whole;
  const { theme = null, system, number: ofSet } = state.opening ?? {};
  const [source, systems, hand] = [{ id }, systemsFor(state.settings, seat, system), hands[seat]];
  const board = { source, theme, number: ofSet ?? number, dealer, vulnerability, systems, seat, hand, hands };
  return withRobots(state, board, id);
}

/** The state after a call of the player; a call that is illegal or out of turn changes nothing. */
function withOwnCall(state: PracticeState, call: Call): PracticeState {
  const { board, auction, pair } = state;
  if (board === null || state.seeking || openAttempt(state) !== null) return state;
  if (pair !== null && pair.seat !== "held") return state;
  if (turnOf(board.dealer, auction) !== board.seat) return state;
  if (illegalReason(board.dealer, auction, call) !== null) return state;
  const index = auction.length;
  const attempt = { index, call, graded: null, accepted: pair !== null };
  return withFirstAnswer({
    ...withPair(state, { unsent: { index, call }, movedOn: false }),
    auction: [...auction, call],
    attempts: [...state.attempts, attempt],
    options: null,
    inspected: null,
    hints: 0,
  });
}

function withoutLastAttempt(state: PracticeState): PracticeState {
  const attempt = openAttempt(state);
  if (attempt === null) return state;
  return { ...state, auction: state.auction.slice(0, attempt.index), inspected: null };
}

function withLastAttempt(state: PracticeState, changes: Partial<Attempt>): PracticeState {
  const last = state.attempts.at(-1);
  if (last === undefined) return state;
  return { ...state, attempts: [...state.attempts.slice(0, -1), { ...last, ...changes }] };
}
