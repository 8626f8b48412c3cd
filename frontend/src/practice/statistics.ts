/** Numbers of the boards bid: shares of calls, points lost, by theme. */

import type { CardCode } from "../bridge/card";
import { type Card, createEmptyCard, fsrs, type Grade as Rated, Rating } from "ts-fsrs";

import { GRADES } from "../insight/verdicts";
import type { Grade } from "../service/types";
import { type BoardSource, nameOfSource, type PlayedBoard, type Progress } from "./played-board";

/** What several boards come to. */
interface Summary {
  boards: number;
  mistakes: number;
  /** The share of the player's calls that were the usual ones or score best; null of none. */
  best: number | null;
  /** The share that were either, or also usual. */
  usual: number | null;
  /** The points lost by mistakes, a board; null without boards. */
  lost: number | null;
  /** The IMPs against the robots, a board, of those compared; null where none was. */
  imps: number | null;
}

export interface ThemeSummary extends Summary {
  theme: string;
}

/** The last boards of which the numbers stand beside those of all. */
export const RECENT = 20;
/** So many boards of a theme say something of it. */
const ENOUGH_BOARDS = 3;
const MOST_WEAK = 3;

export function summarize(boards: readonly PlayedBoard[]): Summary {
  const calls = boards.flatMap((board) => board.calls);
  const best = calls.filter(({ grade }) => grade === "best" || grade === "scores_best").length;
  const usual = best + calls.filter(({ grade }) => grade === "also_usual").length;
  const compared = boards.flatMap(({ imps }) => (imps === null ? [] : [imps]));
  return {
    boards: boards.length,
    mistakes: calls.filter(({ grade }) => grade === "mistake").length,
    best: ratio(best, calls.length),
    usual: ratio(usual, calls.length),
    lost: ratio(total(boards.map(pointsLost)), boards.length),
    imps: ratio(total(compared), compared.length),
  };
}

/** The points lost by the mistakes on a board, as first made. */
export function pointsLost({ calls }: PlayedBoard): number {
  return total(calls.map(({ grade, lost }) => (grade === "mistake" ? (lost ?? 0) : 0)));
}

/** The last boards alone. */
export function summarizeRecent({ boards }: Progress): Summary {
  return summarize(boards.slice(-RECENT));
}

/** A line for each theme played, the one with most boards first. */
export function summarizeThemes({ boards }: Progress): ThemeSummary[] {
  const themes = new Set(boards.flatMap(({ theme }) => (theme === null ? [] : [theme])));
  return [...themes]
    .map((theme) => ({ theme, ...summarize(boards.filter((board) => board.theme === theme)) }))
    .sort((a, b) => b.boards - a.boards);
}

/** The themes that cost most a board, of those played often enough; at most three. */
export function weakestThemes(themes: readonly ThemeSummary[]): ThemeSummary[] {
  return themes
    .filter(({ boards, mistakes }) => boards >= ENOUGH_BOARDS && mistakes > 0)
    .sort((a, b) => b.lost! - a.lost! || b.mistakes / b.boards - a.mistakes / a.boards)
    .slice(0, MOST_WEAK);
}

function ratio(sum: number, count: number): number | null {
  return count === 0 ? null : sum / count;
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** A board that is to be bid again in a system. */
export interface Repeat {
  board: BoardSource;
  system: CardCode;
  theme: string | null;
  due: Date;
}

/** Days, not minutes: a board bid again at once is still remembered. */
const SCHEDULER = fsrs({ enable_short_term: false });

/** That a call was right does not tell how easily it came, so nothing is rated "easy". */
const RATINGS: Record<Grade, Rated> = {
  best: Rating.Good,
  scores_best: Rating.Good,
  also_usual: Rating.Good,
  rare: Rating.Hard,
  mistake: Rating.Again,
};

/** The worst grade of a board's calls; null for a board without calls of the player. */
export function worstGrade({ calls }: PlayedBoard): Grade | null {
  return GRADES.findLast((grade) => calls.some((call) => call.grade === grade)) ?? null;
}

/** Every board with a mistake, and when it is due, soonest first. */
export function repeatsOf({ boards }: Progress): Repeat[] {
  const scheduled = new Map<string, { played: PlayedBoard; card: Card }>();
  for (const played of boards) {
    const key = `${played.system} ${nameOfSource(played.board)}`;
    const worst = worstGrade(played);
    const before = scheduled.get(key)?.card;
    if (worst === null || (before === undefined && worst !== "mistake")) continue;
    const at = new Date(played.played);
    const { card } = SCHEDULER.next(before ?? createEmptyCard(at), at, RATINGS[worst]);
    scheduled.set(key, { played, card });
  }
  return [...scheduled.values()]
    .map(({ played: { board, system, theme }, card: { due } }) => ({ board, system, theme, due }))
    .sort((a, b) => a.due.getTime() - b.due.getTime());
}

/** The boards due by a time. */
export function dueBy(repeats: readonly Repeat[], now: Date): Repeat[] {
  return repeats.filter(({ due }) => due <= now);
}
