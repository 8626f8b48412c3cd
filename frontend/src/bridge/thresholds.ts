/** What is commonly reckoned to be enough together, and how likely it is there. */

/** Together, in HCP: enough for game, and for a small slam. */
export const GAME_HCP = 25;
export const SLAM_HCP = 33;
/** A suit of so many cards together is a fit. */
export const FIT_CARDS = 8;
