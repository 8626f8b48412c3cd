/** Arithmetic of distributions over 0, 1, 2 …. */

import type { Distribution, Interval } from "../service/types";

/** The distribution of a number that is larger by so much, over 0 … `most`. */
export function shifted(distribution: Distribution, by: number, most: number): Distribution {
  const up = (value: number) => Math.min(value + by, most);
  const { low, high, median, probabilities } = distribution;
  return {
    low: up(low),
    high: up(high),
    median: up(median),
    probabilities: values(most).map((value) => probabilities[value - by] ?? 0),
  };
}

/** The distribution of what is left of a whole. */
export function complement({ low, high, median, probabilities }: Distribution, whole: number) {
  return {
    low: whole - high,
    high: whole - low,
    median: whole - median,
    probabilities: values(whole).map((value) => probabilities[whole - value] ?? 0),
  };
}

/** The distribution of a sum of two independent numbers; what exceeds `most` cannot be. */
export function sumOf(one: Distribution, other: Distribution, most: number, level: number): Distribution {
  const weights = values(most).map((sum) =>
    one.probabilities
      .slice(0, sum + 1)
      .reduce((total, p, value) => total + p * (other.probabilities[sum - value] ?? 0), 0),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const probabilities = weights.map((weight) => weight / total);
  return { ...shortestInterval(probabilities, level), probabilities };
}

/** The shortest run that holds at least the level, of several the likeliest, and the median. */
export function shortestInterval(probabilities: readonly number[], level: number): Interval {
  const upTo = [0];
  for (const probability of probabilities) upTo.push(upTo.at(-1)! + probability);
  const median = upTo.findIndex((cumulated) => cumulated >= 0.5 - 1e-6) - 1;
  for (let width = 1; width <= probabilities.length; width += 1) {
    const masses = upTo.slice(width).map((end, low) => end - upTo[low]!);
    const most = Math.max(...masses);
    const low = masses.indexOf(most);
    if (most >= level - 1e-6) return { low, high: low + width - 1, median };
  }
  return { low: 0, high: probabilities.length - 1, median };
}

function values(most: number): number[] {
  return Array.from({ length: most + 1 }, (_, value) => value);
}

/** Return the chance of that value or more. */
export function chanceAtLeast({ probabilities }: Distribution, value: number): number {
  if (value <= 0) return 1;
  const held = probabilities.slice(value).reduce((sum, one) => sum + one, 0);
  return Math.min(held, 1);
}

export interface Bar {
  value: number;
  /** Height as a share of the chart's, 0 to 1. */
  height: number;
  /** Whether the value lies within the interval. */
  inside: boolean;
}

/** The bars of a chart over the values 0 … `last`, the tallest reaching `top`. */
export function bars(distribution: Distribution, last: number, top: number): Bar[] {
  return distribution.probabilities
    .slice(0, last + 1)
    .map((probability, value) => ({
      value,
      height: top > 0 ? Math.min(probability / top, 1) : 0,
      inside: distribution.low <= value && value <= distribution.high,
    }));
}

/** The highest value worth drawing: at least `least`, further where some probability lies there. */
export function lastValue(distribution: Distribution, least: number): number {
  const far = distribution.probabilities.findLastIndex((probability) => probability >= 0.005);
  return Math.max(least, far);
}
