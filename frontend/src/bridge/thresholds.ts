/** Common thresholds of a pair's combined hands. */

/** Together, in HCP: enough for game, and for a small slam. */
export const GAME_HCP = 25;
export const SLAM_HCP = 33;
/** A suit of so many cards together is a fit. */
export const FIT_CARDS = 8;
