/** The reasons for a suggestion as sentences; each says only what the numbers say. */

import { callSymbol, GAME_HCP, SLAM_HCP } from "../bridge/calls";
import { SUIT_SYMBOLS, SUITS } from "../bridge/table";
import { joinList, t } from "../i18n/translate";
import type { Suggestion } from "../service/types";
import { formatChance, formatPercent, formatRange } from "./format";
import { shownText } from "./meanings";
import {
  type Candidate,
  type CombinedHands,
  isRival,
  namedFits,
  outOfPromise,
  type OutOfRange,
  type OwnHand,
  type PartnerFit,
  type Reasons,
} from "./reasons";

/** A slam less likely than this is not spoken of. */
const WORTH_NAMING = 0.05;

/** The paragraph, sentence by sentence; without meanings, what can be said without them. */
export function reasonSentences(reasons: Reasons, level: number): string[] {
  const { candidates, combined, agreement } = reasons;
  const [best, rival] = candidates;
  const own = combined?.own ?? null;
  const share = formatPercent(agreement ?? 0);
  return [
    ...(best === undefined ? [] : meaningSentences(best, own, level)),
    ...(combined === null || best === undefined ? [] : combinedSentences(combined, best.call)),
    ...(rival === undefined ? [] : rivalSentences(rival, own, level)),
    ...(agreement === null ? [] : [t("Of hands close to yours {share} make the same call.", { share })]),
  ];
}

/**
 * The one reason to name beside a suggestion: that the own hand is what the call promises. Null
 * where the suggestion has its reason, or nothing is known.
 */
export function mainReason({ said }: Suggestion, reasons: Reasons | null): string | null {
  const best = reasons?.candidates[0];
  const own = reasons?.combined?.own;
  if (said?.values?.reason !== undefined || best?.meaning == null || own === undefined) return null;
  return ownSentence(own, best.call, outOfPromise(own, best.meaning));
}

function meaningSentences({ call, meaning }: Candidate, own: OwnHand | null, level: number) {
  if (meaning === null) return [];
  const values = { call: callSymbol(call), words: shownText(meaning, level) };
  const fits = own === null ? null : ownSentence(own, call, outOfPromise(own, meaning));
  return [t("{call} would show everybody: {words}", values), ...(fits === null ? [] : [fits])];
}

/** "You have 16 HCP, ♠ 4, ♥ 3, ♦ 4, ♣ 2: that is what 1NT promises." */
function ownSentence(own: OwnHand, call: string, outside: readonly OutOfRange[] | null): string | null {
  if (outside === null) return null;
  const suits = joinList(SUITS.map((suit) => `${SUIT_SYMBOLS[suit]} ${own.lengths[suit]}`));
  const values = { hcp: own.hcp, suits, call: callSymbol(call), outside: outOfRangeText(outside) };
  return outside.length === 0
    ? t("You have {hcp} HCP, {suits}: that is what {call} promises.", values)
    : t("You have {hcp} HCP, {suits}: not quite what {call} promises, but nearest to it. {outside}.", values);
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
  const outside = own === null ? null : outOfPromise(own, meaning);
  if (outside === null) return [shown];
  return [
    shown,
    outside.length === 0
      ? t("Your hand is what that call promises, too.")
      : t("That is not what you have: {outside}.", { outside: outOfRangeText(outside) }),
  ];
}

/** "14 HCP (promised 15–17), ♠ 6 (promised 2–4)". */
function outOfRangeText(outside: readonly OutOfRange[]): string {
  const said = outside.map(({ what, own, range: shown }) => {
    const values = { own, range: formatRange(shown) };
    return what === "HCP"
      ? t("{own} HCP (promised {range})", values)
      : t("{suit} {own} (promised {range})", { ...values, suit: SUIT_SYMBOLS[what] });
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
    "With partner's usual {partner} HCP your {own} make {sum}; {enough}, which is commonly enough for game, are there with {game}.",
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
  const values = { suit: SUIT_SYMBOLS[suit], own, partner: formatRange(partner), chance: formatPercent(likely) };
  return t("Eight or more {suit} together: {chance} (you have {own}, partner {partner}).", values);
}

function noFit(fits: readonly PartnerFit[]): string {
  const { suit, chance: likely } = fits.reduce((one, other) => (other.chance > one.chance ? other : one));
  const values = { suit: SUIT_SYMBOLS[suit], chance: formatPercent(likely) };
  return t("In no suit are eight cards together likely; nearest is {suit} with {chance}.", values);
}
