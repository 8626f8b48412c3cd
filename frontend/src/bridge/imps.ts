/** International match points. */

/** The least difference in points of 1 IMP, 2 IMPs … 24 (Laws of Duplicate Bridge, Law 78B). */
const LEAST_DIFFERENCES = [
  20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750, 2000,
  2250, 2500, 3000, 3500, 4000,
];

/** The IMPs of a difference in points, with its sign: −24 to 24. */
export function imps(difference: number): number {
  const count = LEAST_DIFFERENCES.filter((least) => least <= Math.abs(difference)).length;
  return difference < 0 && count > 0 ? -count : count;
}
