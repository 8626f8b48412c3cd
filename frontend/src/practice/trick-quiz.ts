/** Tricks counted on deals, in 30 seconds each or without a clock: the question, and the answers. */

import type { TrickDeal } from "../service/practice-boards";
import type { Slice } from "../state/slice";

export const SECONDS = 30;
export const MOST_TRICKS = 13;
export const QUIZ_STRAINS = ["notrump", "spades"] as const;
export const SEEN_HANDS = ["four", "pair"] as const;

/** What is asked. */
export interface QuizSettings {
  strain: (typeof QUIZ_STRAINS)[number];
  /** All four hands, or only those of North and South. */
  seen: (typeof SEEN_HANDS)[number];
  timed: boolean;
}

export interface Answer extends QuizSettings {
  /** Null where there was none in time. */
  answer: number | null;
  tricks: number;
  /** The estimator's, by the hands that were seen. */
  estimate: number;
}

export interface Question extends QuizSettings {
  /** In the order of the seed. */
  place: number;
  /** Null while it is awaited. */
  deal: TrickDeal | null;
  /** When the deal was shown, in milliseconds of the clock; null before. */
  since: number | null;
  /** Null while the player thinks. */
  answered: Answer | null;
}

export interface Quiz {
  settings: QuizSettings;
  /** Of the order of the deals. */
  seed: number;
  /** How many deals were asked for; the next one is at this place. */
  dealt: number;
  question: Question | null;
  answers: readonly Answer[];
}

export type QuizAction =
  | { type: "quiz changed"; settings: Partial<QuizSettings> }
  | { type: "tricks asked" }
  | { type: "trick deal received"; place: number; deal: TrickDeal; now: number }
  | { type: "tricks answered"; answer: number | null; now: number }
  | { type: "quiz restarted" }
  | { type: "quiz read"; quiz: Quiz };

export function firstQuiz(seed: number): Quiz {
  const settings: QuizSettings = { strain: "notrump", seen: "four", timed: true };
  return { settings, seed, dealt: 0, question: null, answers: [] };
}

export const QUIZ_SLICE: Slice<Quiz, QuizAction> = {
  "quiz changed": (quiz, { settings }) => ({ ...quiz, settings: { ...quiz.settings, ...settings } }),
  "tricks asked": (quiz) => {
    const { settings, question, dealt } = quiz;
    if (question !== null && question.answered === null) return quiz;
    const next = { ...settings, place: dealt, deal: null, since: null, answered: null };
    return { ...quiz, dealt: dealt + 1, question: next };
  },
  "trick deal received": (quiz, { place, deal, now }) => {
    const { question } = quiz;
    if (question?.place !== place || question.deal !== null) return quiz;
    return { ...quiz, question: { ...question, deal, since: now } };
  },
  "tricks answered": (quiz, { answer, now }) => withAnswer(quiz, answer, now),
  "quiz restarted": ({ seed, settings, dealt }) => ({ ...firstQuiz(seed), settings, dealt }),
  "quiz read": (_, { quiz }) => quiz,
};

/** The end of the time for a question; null without a clock and before the deal is shown. */
export function deadlineOf({ timed, since }: Question): number | null {
  return timed && since !== null ? since + 1000 * SECONDS : null;
}

function withAnswer(quiz: Quiz, answer: number | null, now: number): Quiz {
  const { question } = quiz;
  if (question === null || question.deal === null || question.answered !== null) return quiz;
  const { strain, seen, timed, deal } = question;
  const { tricks, estimate, estimate_from_pair } = deal[strain];
  const late = now > (deadlineOf(question) ?? now);
  const answered: Answer = {
    strain, seen, timed, tricks,
    answer: late ? null : answer,
    estimate: seen === "four" ? estimate : estimate_from_pair,
  };
  return { ...quiz, question: { ...question, answered }, answers: [...quiz.answers, answered] };
}
