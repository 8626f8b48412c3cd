/** Distributions as the bars of a chart. */

import type { Distribution } from "../service/types";

export interface Bar {
  value: number;
  /** Height as a share of the chart's, 0 to 1. */
  height: number;
  /** Whether the value lies within the interval. */
  inside: boolean;
}

/** The bars of a chart over the values 0 … `last`, the tallest reaching `top`. */
export function bars(distribution: Distribution, last: number, top: number): Bar[] {
  return distribution.probabilities.slice(0, last + 1).map((probability, value) => ({
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
