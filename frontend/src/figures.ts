/** Numbers and sentences as the page writes and draws them. */

import type { Distribution, Interval } from "./explanation";

/** A probability in whole per cent; never "0 %" nor "100 %" for what is only nearly so. */
export function percent(probability: number): string {
  if (probability > 0 && probability < 0.005) return "<1 %";
  if (probability < 1 && probability > 0.995) return ">99 %";
  return `${Math.round(100 * probability)} %`;
}

/** A probability as the whole number a heat-map cell shows. */
export function cellNumber(probability: number): number {
  return Math.round(100 * probability);
}

/** "12–14", or "12" where both ends are the same. */
export function range({ low, high }: Interval): string {
  return low === high ? `${low}` : `${low}–${high}`;
}

/** A sentence less the opening words that the picture says already, where it has them. */
export function withoutLead(sentence: string, lead: string): string {
  if (!sentence.startsWith(lead)) return sentence;
  return sentence.charAt(lead.length).toUpperCase() + sentence.slice(lead.length + 1);
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
