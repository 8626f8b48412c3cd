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
  "tricks answered": (quiz, { answer, now }) => withAnswer(quiz, answer, now),
  "quiz restarted": ({ seed, settings, dealt }) => ({ ...firstQuiz(seed), settings, dealt }),
  "quiz read": (_, { quiz }) => quiz,
};

/** The quiz with the deal of its question. */
export function withDeal(quiz: Quiz, deal: TrickDeal, now: number): Quiz {
  return { ...quiz, question: { ...quiz.question!, deal, since: now } };
}

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
    strain,
    seen,
    timed,
    tricks,
    answer: late ? null : answer,
    estimate: seen === "four" ? estimate : estimate_from_pair,
  };
  return { ...quiz, question: { ...question, answered }, answers: [...quiz.answers, answered] };
}

/** Off by at most so many tricks. */
const MARGINS = [2, 1, 0] as const;

/** A number of deals for each margin. */
type Counts = readonly number[];

/** Per cent for each margin. */
export type Shares = readonly [number, number, number];

export interface Interval {
  low: number;
  high: number;
}

/** The standard normal distribution has 95 % within so many standard errors. */
const Z = 1.96;

interface PaperResults {
  /** Ten grandmasters, international masters and masters. */
  masters: Shares;
  /** 14 others with a title. */
  others: Shares;
  network: { name: string; shares: Shares };
}

/** Paper P2, tables V and XI: what players scored, and its best network that sees the deal alone. */
export const PAPER: Record<QuizSettings["seen"], Record<QuizSettings["strain"], PaperResults>> = {
  four: {
    notrump: {
      masters: [94.74, 88.3, 73.68],
      others: [92.94, 84.71, 60.78],
      network: { name: "(52x4)-(13x4)-13-1", shares: [97.34, 84.31, 37.8] },
    },
    spades: {
      masters: [88.34, 81.63, 53.06],
      others: [93.87, 82.95, 48.66],
      network: { name: "(52x4)-(26x4)-26-13-1", shares: [99.88, 96.48, 53.11] },
    },
  },
  pair: {
    notrump: {
      masters: [93.17, 79.18, 43.32],
      others: [84, 69.71, 34.86],
      network: { name: "52-25-1", shares: [96.07, 80.88, 34.66] },
    },
    spades: {
      masters: [93.68, 81.2, 38.63],
      others: [88.46, 73.59, 30.59],
      network: { name: "52-25-1", shares: [98.77, 88, 40.13] },
    },
  },
};

/** The answers to questions of one kind. */
export function answersOf(answers: readonly Answer[], kind: QuizSettings): Answer[] {
  return answers.filter(
    ({ strain, seen, timed }) => strain === kind.strain && seen === kind.seen && timed === kind.timed,
  );
}

/** How many of the player's or the estimator's answers are within each margin. */
export function countsOf(answers: readonly Answer[], whose: "answer" | "estimate"): Counts {
  return MARGINS.map((margin) => answers.filter((one) => isWithin(one, whose, margin)).length);
}

/** The 95 % interval of a share, after Wilson; all of it where nothing was counted. */
export function shareInterval(count: number, total: number): Interval {
  if (total === 0) return { low: 0, high: 1 };
  const share = count / total;
  const middle = share + Z ** 2 / (2 * total);
  const half = Z * Math.sqrt((share * (1 - share)) / total + Z ** 2 / (4 * total ** 2));
  const scale = 1 + Z ** 2 / total;
  return { low: Math.max(0, (middle - half) / scale), high: Math.min(1, (middle + half) / scale) };
}

/**
 * By how much the player's share of exact answers exceeds the estimator's on the same deals: the
 * 95 % interval of Bonett and Price (2012), who add one deal to each of the two kinds that differ.
 */
export function exactDifference(answers: readonly Answer[]): Interval & { difference: number } {
  const exact = answers.map((one) => [isWithin(one, "answer", 0), isWithin(one, "estimate", 0)]);
  const won = exact.filter(([own, its]) => own && !its).length;
  const lost = exact.filter(([own, its]) => !own && its).length;
  const total = answers.length + 2;
  const [more, less] = [(won + 1) / total, (lost + 1) / total];
  const half = Z * Math.sqrt((more + less - (more - less) ** 2) / total);
  const difference = answers.length === 0 ? 0 : (won - lost) / answers.length;
  return { difference, low: Math.max(-1, more - less - half), high: Math.min(1, more - less + half) };
}

function isWithin(one: Answer, whose: "answer" | "estimate", margin: number): boolean {
  const said = one[whose];
  return said !== null && Math.abs(said - one.tricks) <= margin;
}

/** A seed of boards: a whole number below 2 to the power of 32. */
export function randomSeed(random: () => number = Math.random): number {
  return Math.floor(random() * 2 ** 32);
}
