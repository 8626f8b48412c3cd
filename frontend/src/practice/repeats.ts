/** Boards to bid again: those on which the player made a mistake, spaced by the FSRS scheme. */

import { type Card, createEmptyCard, fsrs, type Grade as Rated, Rating } from "ts-fsrs";

import { GRADES } from "../insight/verdicts";
import type { PracticeSystem } from "../service/practice-boards";
import type { Grade } from "../service/review-types";
import { nameOfSource, type Progress } from "./kept-boards";
import type { BoardSource, PlayedBoard } from "./played-board";

/** A board that is to be bid again in a system. */
export interface Repeat {
  board: BoardSource;
  system: PracticeSystem;
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
