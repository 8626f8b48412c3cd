/** What the page of practice needs of the service in a state: the requests to make. */

import type { CardCode } from "../bridge/card";
import { isOver, turnOf } from "../bridge/auction";
import { type Seat, sideOf } from "../bridge/table";
import type { Failure } from "../service/failure";
import { isSearched, practiceCard, type RobotTable, type Theme } from "../service/practice-boards";
import type { Position, ReviewRequest } from "../service/types";
import { gradeNeed as gradeNeedOfClass, lessonNeeds } from "./class-answers";
import { classBoard, tableBoard } from "./class-set";
import { firstCalls } from "./played-board";
import type { Attempt, Board, Need, Pair, PracticeState } from "./practice-state";

/** A key that is equal for equal needs. */
export function keyOf(need: Need): string {
  return JSON.stringify(need);
}

/** What is needed now; needs that failed are left out. */
export function needsOf(state: PracticeState): Need[] {
  const { board } = state;
  const needs = [
    ...Object.values(state.forms).flatMap(({ need, faults }) => (faults === null ? [need] : [])),
    ...themesNeeds(state),
    dealNeed(state),
    openingNeed(state),
    classNeed(state),
    gradeNeedOfClass(state),
    ...lessonNeeds(state),
    trickDealNeed(state),
    ...(state.pair === null ? [] : pairNeeds(state, state.pair)),
    ...(board === null ? [] : boardNeeds(state, board)),
  ];
  return needs.filter((need): need is Need => need !== null && state.failures[keyOf(need)] === undefined);
}

/** What the player and partner play; null for a system of which there are no boards. */
export function ownSystem({ systems, seat }: Board): CardCode | null {
  return practiceCard(systems[sideOf(seat)]);
}

/** The seats of people, the player's first. */
export function playersOf({ pair }: PracticeState, seat: Seat): [Seat, ...Seat[]] {
  return [seat, ...(pair?.table?.seats ?? []).filter((one) => one !== seat)];
}

/** The call that is being graded, or that is a mistake with which the player has not gone on. */
export function openAttempt(state: PracticeState): Attempt | null {
  const { attempts, auction, settings } = state;
  const last = attempts.at(-1);
  if (!settings.gradedAtOnce || last === undefined || last.index !== auction.length - 1) return null;
  if (last.accepted || (last.graded !== null && last.graded.grade !== "mistake")) return null;
  return last.graded === null && hasNoGrades(state) ? null : last;
}

/** The call whose grade is awaited; at a table for two the auction goes on meanwhile. */
export function ungradedAttempt(state: PracticeState): Attempt | null {
  const { attempts, auction, settings, pair } = state;
  const last = pair === null ? openAttempt(state) : (attempts.at(-1) ?? null);
  if (last === null || last.graded !== null || !settings.gradedAtOnce) return null;
  return pair !== null && (isOver(auction) || hasNoGrades(state)) ? null : last;
}

function hasNoGrades({ failures }: PracticeState): boolean {
  return Object.entries(failures).some(hasNoGrade);
}

/** Whether the service refuses a grade for good, not only for a while. */
function hasNoGrade([key, { retryAfterS, network }]: [string, Failure]): boolean {
  return key.startsWith('{"kind":"grade"') && retryAfterS === undefined && !network;
}

/** The last call of the player where it is a mistake; null where it is none or not graded. */
function lastMistake({ attempts }: PracticeState): Attempt | null {
  const last = attempts.at(-1);
  return last?.graded?.grade === "mistake" ? last : null;
}

/** The themes of the boards that are bid; none while they are awaited. */
export function practisedThemes(state: PracticeState): readonly Theme[] {
  const system = practisedSystem(state);
  return (system === null ? undefined : state.themes[system]) ?? [];
}

/** Null on the way to a table for two, before its card is known. */
function practisedSystem(state: PracticeState): CardCode | null {
  if (state.pair === null) return state.settings.system;
  return state.board === null ? null : tableSystem(state);
}

/** The themes that are chosen from, and on the view for teachers those of its forms. */
function themesNeeds(state: PracticeState): Need[] {
  const { settings, themes, view, classroom } = state;
  const ofClass = view === "class" ? [classroom.wanted ?? settings, classroom.set] : [];
  const practised = practisedSystem(state);
  const systems = new Set([
    ...(practised === null ? [] : [practised]),
    ...ofClass.flatMap((one) => (one === null ? [] : [one.system])),
  ]);
  return [...systems].filter((system) => themes[system] === undefined).map((system) => ({ kind: "themes", system }));
}

function dealNeed({ dealing, series, settings }: PracticeState): Need | null {
  if (!dealing || series === null) return null;
  const { system, opponents, theme, level } = settings;
  const { seed, dealt } = series;
  const kind = { system, theme, level };
  // Each board is a search of its own: that of many would begin at the first again.
  const wanted = isSearched(kind)
    ? { seed: (seed + dealt) % 2 ** 32, count: 1, ...kind, opponents }
    : { seed, count: dealt + 1, ...kind };
  return { kind: "deal", wanted };
}

function openingNeed({ opening }: PracticeState): Need | null {
  return opening !== null && "id" in opening.source ? { kind: "board", id: opening.source.id } : null;
}

/** The hands of the boards of a class, one after the other. */
function classNeed({ view, classroom: { set, boards } }: PracticeState): Need | null {
  if (view !== "class" || set === null) return null;
  const code = set.boards.find((one) => classBoard(one, boards) === null);
  return code === undefined ? null : { kind: "class board", id: Number(code) };
}

function trickDealNeed({ quiz: { seed, question } }: PracticeState): Need | null {
  if (question === null || question.deal !== null) return null;
  return { kind: "trick deal", seed, first: question.place };
}

/** What a table for two needs: the player's seat there, calls on their way, the next board. */
function pairNeeds(state: PracticeState, pair: Pair): (Need | null)[] {
  const { token, seat, deal, unsent, next } = pair;
  if (seat === "taken") return [];
  if (seat !== "held") return [{ kind: "seat", token, takeover: seat === "takeover" }];
  return [
    unsent === null ? null : { kind: "table call", token, deal, ...unsent },
    next === null ? null : nextNeed(state, pair, next),
  ];
}

/** The next of a file, else a board of the same kind as those before and another than the last: the first of two. */
function nextNeed(state: PracticeState, { token, deal, theme, level, set, table }: Pair, seed: number): Need | null {
  if (set !== null) {
    const board = tableBoard(set, deal);
    return board === null ? null : { kind: "next board", token, deal, last: null, wanted: board };
  }
  const kind = { system: tableSystem(state), theme, level };
  const opponents = table?.systems[sideOf(table.seat) === "ns" ? "ew" : "ns"];
  const wanted = { seed, count: 2, ...kind, ...(opponents !== undefined && isSearched(kind) ? { opponents } : {}) };
  return { kind: "next board", token, deal, last: table?.board ?? null, wanted };
}

/** What the player and partner play, or else is chosen. */
function tableSystem(state: PracticeState): CardCode {
  const { board, settings } = state;
  return (board === null ? null : ownSystem(board)) ?? settings.system;
}

function boardNeeds(state: PracticeState, board: Board): (Need | null)[] {
  return [
    gradeNeed(state, board),
    optionsNeed(state, board),
    callsNeed(state, board),
    explanationNeed(state, board),
    ...(isOver(state.auction) ? endNeeds(state, board) : []),
  ];
}

function callsNeed(state: PracticeState, board: Board): Need | null {
  if (state.pair !== null) return null;
  const turn = turnOf(board.dealer, state.auction);
  const table = tableOf(state, board);
  if (state.seeking) return { kind: "calls", table: { ...table, theme: board.theme! } };
  if (turn === null || turn === board.seat || openAttempt(state) !== null) return null;
  return { kind: "calls", table };
}

/** The table with its robots; of a board of the service by its id, so that its hands stay there. */
function tableOf(state: PracticeState, board: Board): RobotTable {
  const { source, seat, dealer, vulnerability, systems } = board;
  const { auction, draw } = state;
  const rest = { auction, systems, players: [seat], draw };
  if (source !== null && "id" in source) return { board: source.id, ...rest };
  return { hands: board.hands!, dealer, vulnerability, ...rest };
}

function gradeNeed(state: PracticeState, board: Board): Need | null {
  const attempt = ungradedAttempt(state);
  if (attempt === null) return null;
  const hands = { ...NO_HANDS, [board.seat]: board.hand };
  const request = reviewRequest(board, hands, state.auction.slice(0, attempt.index + 1));
  return { kind: "grade", request: { ...request, graded_from: attempt.index } };
}

const NO_HANDS: Record<Seat, string | null> = { N: null, E: null, S: null, W: null };

function reviewRequest(
  { dealer, vulnerability, systems }: Board,
  hands: ReviewRequest["hands"],
  auction: ReviewRequest["auction"],
): ReviewRequest {
  return { hands, dealer, vulnerability, auction, systems };
}

/** The explanation at a player's turn and at the end, for meanings, hints and the drill. */
function explanationNeed(state: PracticeState, board: Board): Need | null {
  const turn = turnOf(board.dealer, state.auction);
  if (turn !== null && !playersOf(state, board.seat).includes(turn)) return null;
  const position = positionAt(state, board, state.auction.length);
  return unlessKnown({ kind: "explanation", position }, state.explanation);
}

function optionsNeed(state: PracticeState, board: Board): Need | null {
  const attempt = lastMistake(state);
  if (attempt === null) return null;
  const position = positionAt(state, board, attempt.index);
  return unlessKnown({ kind: "options", position }, state.options);
}

function unlessKnown(need: Need, known: { key: string } | null): Need | null {
  return known?.key === keyOf(need) ? null : need;
}

/** The player's position after so many calls. */
export function positionAt(state: PracticeState, board: Board, calls: number): Position {
  const { hand, seat, dealer, vulnerability, systems } = board;
  const auction = state.auction.slice(0, calls);
  return { hand, seat, dealer, vulnerability, auction, systems };
}

/** What the end of the board needs. */
export function endNeeds(state: PracticeState, board: Board): (Need | null)[] {
  const { ending, auction } = state;
  const { hands, source } = board;
  if (openAttempt(state) !== null || source === null) return [];
  const robots: Need | null =
    ending.robots === null
      ? {
          kind: "robot auction",
          table: { ...tableOf(state, board), auction: firstCalls(source), players: [], draw: null },
        }
      : null;
  if (hands === null) return [robots, "id" in source ? { kind: "hands", id: source.id } : null];
  return [
    robots,
    ending.review === null ? { kind: "review", request: reviewRequest(board, hands, auction) } : null,
    ending.robots !== null && ending.robotReview === null
      ? { kind: "robot review", request: reviewRequest(board, hands, ending.robots.auction) }
      : null,
  ];
}
