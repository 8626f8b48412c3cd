/** What is said of a guess at a hidden hand. */

import { msg, t } from "../i18n/translate";
import { formatChance, formatPercent } from "../insight/format";
import { type GuessScore, type HandScores, holds, type QuantityScore } from "./guess";

/** The share of what ranges can get from which on each sentence is said. */
const BANDS: readonly [number, string][] = [
  [0.75, msg("You read the auction very well.")],
  [0.45, msg("You read the auction well.")],
  [0.15, msg("You read a part of what the auction tells.")],
  [0, msg("You read little of what the auction tells.")],
];

/** What a guess is worth, as a teacher says it. */
export function verdictText({ share, reachable }: GuessScore): string {
  if (share === null) {
    return t("The auction tells next to nothing about this hand, so the guess is not scored.");
  }
  if (share === 0) return t("No better than before the auction.");
  return t(BANDS.find(([least]) => share >= least * reachable)![1]);
}

/** The share in figures; null where there is none. */
export function shareText({ share, reachable }: GuessScore): string | null {
  if (share === null) return null;
  return t("{share} of what the auction tells; the best ranges get {reachable}.", {
    share: share === 0 ? "0 %" : formatChance(share), reachable: formatPercent(reachable),
  });
}

/** A range is too narrow where the model gives it less. */
const LEAST_HELD = 0.5;
/** A range is wide from so many times the model's and one more on. */
const WIDE = 1.5;
/** A range is off where the chances on one side of it are so many times those on the other. */
const ASKEW = 3;

/** What is wrong with a range, or that it fits. */
export function remarkText({ range, model }: QuantityScore): string {
  if (range === null) return t("not stated");
  const chanceOf = (within: (value: number) => boolean) =>
    model.probabilities.reduce((sum, chance, value) => sum + (within(value) ? chance : 0), 0);
  const held = chanceOf((value) => holds(range, value));
  if (held < LEAST_HELD) {
    const below = chanceOf((value) => value < range.from);
    const above = chanceOf((value) => value > range.to);
    if (above > ASKEW * below) return t("Too low.");
    if (below > ASKEW * above) return t("Too high.");
    return t("Too narrow: it holds in {chance} of cases.", { chance: formatChance(held) });
  }
  const [width, modelWidth] = [range.to - range.from + 1, model.high - model.low + 1];
  return width >= WIDE * modelWidth + 1 ? t("Wider than needed.") : t("Good.");
}

/** The log scores on the actual hand, in bits. */
export function handScoresText({ guess, model, before }: HandScores): string {
  const bits = (score: number) => (score > -0.05 ? "0" : `−${Math.abs(score).toFixed(1)}`);
  return t(
    "Log score on the actual hand, 0 being best: yours {guess} bits, the model's {model}, before the auction {before}.",
    { guess: bits(guess), model: bits(model), before: bits(before) },
  );
}
