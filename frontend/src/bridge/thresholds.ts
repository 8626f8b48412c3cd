/** What is commonly reckoned to be enough together, and how likely it is there. */

import type { Distribution } from "../service/types";

/** Together, in HCP: enough for game, and for a small slam. */
export const GAME_HCP = 25;
export const SLAM_HCP = 33;
/** A suit of so many cards together is a fit. */
export const FIT_CARDS = 8;

/** How likely a number is that value or more. */
export function chanceAtLeast({ probabilities }: Distribution, value: number): number {
  if (value <= 0) return 1;
  const held = probabilities.slice(value).reduce((sum, one) => sum + one, 0);
  return Math.min(held, 1);
}
