/** Results of counting tricks: shares off by at most 2, at most 1 and 0 tricks, as in paper P2. */

import type { Answer, QuizSettings } from "./trick-quiz";

/** Off by at most so many tricks. */
export const MARGINS = [2, 1, 0] as const;

/** A number of deals for each margin. */
export type Counts = readonly number[];

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
