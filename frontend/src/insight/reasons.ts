/** Reasons for a suggestion: facts worked out of the numbers that the pictures show. */

import { type Call, FIT_CARDS, GAME_HCP, SLAM_HCP, suitOf } from "../bridge/calls";
import { parseHand } from "../bridge/hand";
import { type Seat, seatAfter, type Suit, SUITS } from "../bridge/table";
import type { CallChance, CallMeaning, Distribution, Explanation, Interval, PromisedRange } from "../service/types";
import { type Truth, truthOf } from "./accuracy";
import { chanceAtLeast } from "./distribution";

const LIKELY = 0.5;
const WORTH_NAMING = 0.05;
const MOST_NAMED = 3;

/** Points and suit lengths of a hand that is known. */
export type OwnHand = Pick<Truth, "hcp" | "lengths">;

/** A number of the own hand that lies outside the range a call would promise. */
export interface OutOfRange {
  what: "HCP" | Suit;
  own: number;
  range: PromisedRange;
}

export interface PartnerFit {
  suit: Suit;
  own: number;
  partner: Interval;
  /** The chance that both hands hold eight or more. */
  chance: number;
}

/** The own hand and what is believed of partner's. */
export interface CombinedHands {
  own: OwnHand;
  hcp: Distribution;
  /** The range of the sum. */
  sum: { low: number; high: number };
  game: number;
  slam: number;
  fits: PartnerFit[];
}

/** A call that may come next, with what it would show where that is known. */
export interface Candidate extends CallChance {
  meaning: CallMeaning | null;
}

export interface Reasons {
  /** The likeliest call, the one next to it however unlikely, and the rivals worth naming. */
  candidates: Candidate[];
  /** Null where another player calls next, or no hand is seen. */
  combined: CombinedHands | null;
  /** The share of hands close to the own that make the likeliest call; null where none is seen. */
  agreement: number | null;
}

/** Whether a call beside the likeliest comes near enough to count. */
export function isRival(probability: number): boolean {
  return probability >= WORTH_NAMING;
}

/** The reasons at the end of the auction; null once it is over. */
export function reasonsOf(explanation: Explanation, options: readonly CallMeaning[] | null): Reasons | null {
  const { moments, suggestion } = explanation;
  const { next_call, to_call } = moments.at(-1)!;
  if (to_call === null || next_call.length === 0) return null;
  const [best, second, ...others] = suggestedFirst(next_call, suggestion?.call ?? null).slice(0, MOST_NAMED);
  const rivals = others.filter((one) => isRival(one.probability));
  const candidates = [best!, ...(second === undefined ? [] : [second]), ...rivals].map((one) => ({
    ...one,
    meaning: options?.find(({ call }) => call === one.call) ?? null,
  }));
  const agreement = suggestion?.agreement ?? null;
  return { candidates, combined: combinedHandsOf(explanation, to_call), agreement };
}

/** The calls with the suggested one first, which need not be the likeliest. */
function suggestedFirst(chances: readonly CallChance[], suggested: Call | null): CallChance[] {
  return [...chances].sort((one, other) => Number(other.call === suggested) - Number(one.call === suggested));
}

/** The points and suits of the viewer and the viewer's partner, where it is the viewer's turn. */
function combinedHandsOf({ position, moments }: Explanation, turn: Seat): CombinedHands | null {
  const partner = seatAfter(position.seat, 2);
  const hidden = moments.at(-1)!.hands[partner];
  if (position.hand === null || position.seat !== turn || hidden === undefined) return null;
  const own = ownHand(position.hand);
  const { hcp, lengths } = hidden;
  return {
    own,
    hcp,
    sum: { low: own.hcp + hcp.low, high: own.hcp + hcp.high },
    game: chanceAtLeast(hcp, GAME_HCP - own.hcp),
    slam: chanceAtLeast(hcp, SLAM_HCP - own.hcp),
    fits: SUITS.map((suit) => fitOf(suit, own.lengths[suit], lengths[suit])),
  };
}

function fitOf(suit: Suit, own: number, partner: Distribution): PartnerFit {
  return { suit, own, partner, chance: chanceAtLeast(partner, FIT_CARDS - own) };
}

export function ownHand(text: string): OwnHand {
  return truthOf(parseHand(text).cards);
}

/** Return the numbers of the own hand outside what a call promises; null where that is not known. */
export function outOfPromise(own: OwnHand, { meaning }: CallMeaning): OutOfRange[] | null {
  const promised = meaning?.promises;
  if (promised === undefined) return null;
  const compared: OutOfRange[] = [
    { what: "HCP", own: own.hcp, range: promised.hcp },
    ...SUITS.map((suit) => ({ what: suit, own: own.lengths[suit], range: promised.lengths[suit] })),
  ];
  return compared.filter(({ own: held, range: { low, high } }) => held < (low ?? 0) || held > (high ?? held));
}

/** The suits in which a fit is more likely than not, and that of the call; likeliest first. */
export function namedFits({ fits }: CombinedHands, call: string): PartnerFit[] {
  return fits
    .filter(({ suit, chance }) => chance >= LIKELY || suit === suitOf(call))
    .sort((one, other) => other.chance - one.chance);
}
