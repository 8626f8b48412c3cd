/** The reasons for a suggestion as sentences; each says only what the numbers say. */

import { callSymbol } from "../bridge/calls";
import { SUIT_SYMBOLS, SUITS } from "../bridge/table";
import { GAME_HCP, SLAM_HCP } from "../bridge/thresholds";
import { joinList, t } from "../i18n/translate";
import type { Suggestion } from "../service/types";
import { formatChance, formatPercent, formatRange } from "./format";
import { shownText } from "./meanings";
import {
  type Candidate, type CombinedHands, isRival, namedFits, type OutOfRange, outOfRange,
  type OwnHand, type PartnerFit, type Reasons,
} from "./reasons";

/** A slam less likely than this is not spoken of. */
const WORTH_NAMING = 0.05;

/** The paragraph, sentence by sentence; without meanings, what can be said without them. */
export function reasonSentences(reasons: Reasons, level: number): string[] {
  const { candidates, combined, agreement } = reasons;
  const [best, rival] = candidates;
  const own = combined?.own ?? null;
  return [
    ...(best === undefined ? [] : meaningSentences(best, own, level)),
    ...(agreement === null ? [] : [agreementSentence(agreement)]),
    ...(rival === undefined ? [] : rivalSentences(rival, own, level)),
    ...(combined === null || best === undefined ? [] : combinedSentences(combined, best.call)),
  ];
}

/**
 * The one reason to name beside a suggestion: that the own hand is what the call shows, or how many
 * such hands make it. Null where the suggestion has its reason, or nothing is known.
 */
export function mainReason({ said }: Suggestion, reasons: Reasons | null, level: number): string | null {
  const best = reasons?.candidates[0];
  if (said?.values?.reason !== undefined || reasons === null || best === undefined) return null;
  const { combined, agreement } = reasons;
  const outside = combined === null || best.meaning === null ? null : outOfRange(combined.own, best.meaning);
  if (outside?.length === 0 || agreement === null) {
    return outside === null ? null : ownSentence(combined!.own, outside, level);
  }
  return agreementSentence(agreement);
}

function meaningSentences({ call, meaning }: Candidate, own: OwnHand | null, level: number) {
  if (meaning === null) return [];
  const values = { call: callSymbol(call), words: shownText(meaning, level) };
  const shown = t("{call} would show everybody: {words}", values);
  return own === null ? [shown] : [shown, ownSentence(own, outOfRange(own, meaning), level)];
}

/** "You have 16 HCP, ♠ 4, ♥ 3, ♦ 4, ♣ 2: within its ranges of points and of every suit." */
function ownSentence(own: OwnHand, outside: readonly OutOfRange[], level: number): string {
  const suits = joinList(SUITS.map((suit) => `${SUIT_SYMBOLS[suit]} ${own.lengths[suit]}`));
  const values = { hcp: own.hcp, suits, outside: outOfRangeText(outside) };
  return outside.length === 0
    ? t("You have {hcp} HCP, {suits}: within its ranges of points and of every suit.", values)
    : t(
        "You have {hcp} HCP, {suits}; outside its ranges, as up to {share} of the hands that make it are in each: {outside}.",
        { ...values, share: formatPercent(1 - level) },
      );
}

/** "Of hands close to yours 94 % make the same call." */
function agreementSentence(agreement: number): string {
  return t("Of hands close to yours {share} make the same call.", { share: formatPercent(agreement) });
}

function rivalSentences({ call, probability, meaning }: Candidate, own: OwnHand | null, level: number) {
  const values = { call: callSymbol(call), chance: formatChance(probability) };
  if (meaning === null) {
    return isRival(probability) ? [t("The main rival is {call} ({chance}).", values)] : [];
  }
  const words = shownText(meaning, level);
  const told = { ...values, words };
  const shown = isRival(probability)
    ? t("The main rival, {call} ({chance}), would show: {words}", told)
    : t("The next call, {call}, is far behind ({chance}) and would show: {words}", told);
  if (own === null) return [shown];
  const outside = outOfRange(own, meaning);
  return [
    shown,
    outside.length === 0
      ? t("Your hand is within the ranges of that call, too.")
      : t("Outside the ranges of that call: your {outside}.", { outside: outOfRangeText(outside) }),
  ];
}

/** "14 HCP (15–17), ♠ 6 (2–4)". */
function outOfRangeText(outside: readonly OutOfRange[]): string {
  const said = outside.map(({ what, own, range: shown }) => {
    const values = { own, range: formatRange(shown) };
    return what === "HCP"
      ? t("{own} HCP ({range})", values)
      : `${SUIT_SYMBOLS[what]} ${own} (${formatRange(shown)})`;
  });
  return joinList(said);
}

function combinedSentences(combined: CombinedHands, call: string): string[] {
  const { own, hcp, sum, game, slam, fits } = combined;
  const values = {
    own: own.hcp,
    partner: formatRange(hcp),
    sum: formatRange(sum),
    enough: GAME_HCP,
    game: formatPercent(game),
  };
  const points = t(
    "With partner's {partner} HCP your {own} make {sum}; {enough}, which is commonly enough for game, are there with {game}.",
    values,
  );
  const high = { enough: SLAM_HCP, slam: formatPercent(slam) };
  const more = t("{enough}, commonly enough for a small slam, are there with {slam}.", high);
  const named = namedFits(combined, call);
  return [
    points,
    ...(slam >= WORTH_NAMING ? [more] : []),
    ...(named.length === 0 ? [noFit(fits)] : named.map(fitSentence)),
  ];
}

function fitSentence({ suit, own, partner, chance: likely }: PartnerFit): string {
  const values = {
    suit: SUIT_SYMBOLS[suit],
    own,
    partner: formatRange(partner),
    chance: formatPercent(likely),
  };
  return t("Eight or more {suit} together: {chance} (you have {own}, partner {partner}).", values);
}

function noFit(fits: readonly PartnerFit[]): string {
  const { suit, chance: likely } = fits.reduce((one, other) =>
    other.chance > one.chance ? other : one,
  );
  const values = { suit: SUIT_SYMBOLS[suit], chance: formatPercent(likely) };
  return t("In no suit are eight cards together likely; nearest is {suit} with {chance}.", values);
}
