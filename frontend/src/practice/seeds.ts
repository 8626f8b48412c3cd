/** Seeds drawn by chance. */

/** A seed of boards: a whole number below 2 to the power of 32. */
export function randomSeed(random: () => number = Math.random): number {
  return Math.floor(random() * 2 ** 32);
}
