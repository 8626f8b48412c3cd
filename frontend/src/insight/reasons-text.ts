/** The reasons for a suggestion as sentences; each says only what the numbers say. */

import { callSymbol } from "../bridge/calls";
import { SUIT_SYMBOLS, SUITS } from "../bridge/table";
import { GAME_HCP, SLAM_HCP } from "../bridge/thresholds";
import { listed, say } from "../i18n/translate";
import { chance, percent, range } from "./format";
import { shownWords } from "./meanings";
import {
  type Candidate, type Departure, departures, type Fit, isRival, namedFits, type OwnHand,
  type Reasons, type Together,
} from "./reasons";

/** A slam less likely than this is not spoken of. */
const WORTH_NAMING = 0.05;

/** The paragraph, sentence by sentence; without meanings, what can be said without them. */
export function whySentences(reasons: Reasons, level: number): string[] {
  const { candidates, together, agreement } = reasons;
  const [best, rival] = candidates;
  const own = together?.own ?? null;
  return [
    ...(best === undefined ? [] : meaningSentences(best, own, level)),
    ...(agreement === null ? [] : [agreementSentence(agreement)]),
    ...(rival === undefined ? [] : rivalSentences(rival, own, level)),
    ...(together === null || best === undefined ? [] : togetherSentences(together, best.call)),
  ];
}

function meaningSentences({ call, meaning }: Candidate, own: OwnHand | null, level: number) {
  if (meaning === null) return [];
  const values = { call: callSymbol(call), words: shownWords(meaning, level) };
  const shown = say("{call} would show everybody: {words}", values);
  return own === null ? [shown] : [shown, ownSentence(own, departures(own, meaning), level)];
}

/** "You have 16 HCP, ♠ 4, ♥ 3, ♦ 4, ♣ 2: within its ranges of points and of every suit." */
function ownSentence(own: OwnHand, outside: readonly Departure[], level: number): string {
  const suits = listed(SUITS.map((suit) => `${SUIT_SYMBOLS[suit]} ${own.lengths[suit]}`));
  const values = { hcp: own.hcp, suits, outside: departureWords(outside) };
  return outside.length === 0
    ? say("You have {hcp} HCP, {suits}: within its ranges of points and of every suit.", values)
    : say(
        "You have {hcp} HCP, {suits}; outside its ranges, as up to {share} of the hands that make it are in each: {outside}.",
        { ...values, share: percent(1 - level) },
      );
}

/** "Of hands close to yours 94 % make the same call." */
function agreementSentence(agreement: number): string {
  return say("Of hands close to yours {share} make the same call.", { share: percent(agreement) });
}

function rivalSentences({ call, probability, meaning }: Candidate, own: OwnHand | null, level: number) {
  const values = { call: callSymbol(call), chance: chance(probability) };
  if (meaning === null) {
    return isRival(probability) ? [say("The main rival is {call} ({chance}).", values)] : [];
  }
  const words = shownWords(meaning, level);
  const told = { ...values, words };
  const shown = isRival(probability)
    ? say("The main rival, {call} ({chance}), would show: {words}", told)
    : say("The next call, {call}, is far behind ({chance}) and would show: {words}", told);
  if (own === null) return [shown];
  const outside = departures(own, meaning);
  return [
    shown,
    outside.length === 0
      ? say("Your hand is within the ranges of that call, too.")
      : say("Outside the ranges of that call: your {outside}.", { outside: departureWords(outside) }),
  ];
}

/** "14 HCP (15–17), ♠ 6 (2–4)". */
function departureWords(outside: readonly Departure[]): string {
  const said = outside.map(({ what, own, range: shown }) => {
    const values = { own, range: range(shown) };
    return what === "HCP"
      ? say("{own} HCP ({range})", values)
      : `${SUIT_SYMBOLS[what]} ${own} (${range(shown)})`;
  });
  return listed(said);
}

function togetherSentences(together: Together, call: string): string[] {
  const { own, hcp, sum, game, slam, fits } = together;
  const values = {
    own: own.hcp,
    partner: range(hcp),
    sum: range(sum),
    enough: GAME_HCP,
    game: percent(game),
  };
  const points = say(
    "With partner's {partner} HCP your {own} make {sum}; {enough}, which is commonly enough for game, are there with {game}.",
    values,
  );
  const high = { enough: SLAM_HCP, slam: percent(slam) };
  const more = say("{enough}, commonly enough for a small slam, are there with {slam}.", high);
  const named = namedFits(together, call);
  return [
    points,
    ...(slam >= WORTH_NAMING ? [more] : []),
    ...(named.length === 0 ? [noFit(fits)] : named.map(fitSentence)),
  ];
}

function fitSentence({ suit, own, partner, chance: likely }: Fit): string {
  const values = {
    suit: SUIT_SYMBOLS[suit],
    own,
    partner: range(partner),
    chance: percent(likely),
  };
  return say("Eight or more {suit} together: {chance} (you have {own}, partner {partner}).", values);
}

function noFit(fits: readonly Fit[]): string {
  const { suit, chance: likely } = fits.reduce((one, other) =>
    other.chance > one.chance ? other : one,
  );
  const values = { suit: SUIT_SYMBOLS[suit], chance: percent(likely) };
  return say("In no suit are eight cards together likely; nearest is {suit} with {chance}.", values);
}
