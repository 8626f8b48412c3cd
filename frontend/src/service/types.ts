/** The JSON that the service answers with; the names are the service's own. */

import type { Call } from "../bridge/calls";
import type { System } from "../bridge/systems";
import type { Seat, Suit, Vulnerability } from "../bridge/table";
import type { Said } from "../i18n/translate";

export interface Interval {
  low: number;
  high: number;
  median: number;
}

/** A distribution over 0, 1, 2 …: HCP (38 numbers) or cards in a suit (14 numbers). */
export interface Distribution extends Interval {
  probabilities: number[];
}

/** How many of some cards a hand has: the chances of 0, 1, 2 … */
export interface Counted {
  expected: number;
  distribution: number[];
}

/** One hidden hand as the viewer sees it; cards run A to 2 in each suit. */
export interface HiddenHand {
  hcp: Distribution;
  lengths: Record<Suit, Distribution>;
  cards: Record<Suit, number[]>;
  summary: string;
  said?: Said | null;
  /** These in refined answers alone; key cards once they were asked for. */
  aces?: Counted;
  kings?: Counted;
  key_cards?: Counted & { trump: Suit };
  /** Whether the calls tell something else than this, but not what. */
  unclear?: boolean;
}

export interface CallChance {
  call: Call;
  probability: number;
}

/** What the viewer knows after the first `n_calls` calls. */
export interface Moment {
  n_calls: number;
  to_call: Seat | null;
  hands: Partial<Record<Seat, HiddenHand>>;
  next_call: CallChance[];
}

/** What a call means in the words of bridge. */
export interface Named {
  name: string;
  /** The vocabulary's name, with what is asked or answered behind a colon. */
  id: string | null;
  chance: number;
  kind: string | null;
  artificial: number;
  forcing: "no" | "one round" | "game" | null;
  asks: string | null;
  sentence: string;
  said: { name: Said | null; sentence: Said | null };
}

/** One call of the auction: how expected it was, and what it showed everybody. */
export interface CallMeaning {
  index: number;
  seat: Seat;
  call: Call;
  probability: number;
  rank: number;
  likeliest: Call;
  /** The share of calls, where the assumed systems are played, that are at least as unexpected. */
  surprise: number;
  unusual: boolean;
  /** How likely the viewer's own hand was to make it; null for the others' calls. */
  own_probability: number | null;
  shows: { hcp: Interval; lengths: Record<Suit, Interval>; sentence: string; said?: Said | null };
  /** Absent where the model does not name calls. */
  meaning?: Named | null;
}

export interface Suggestion {
  seat: Seat;
  call: Call;
  probability: number;
  /** The share of hands close to the viewer's that make the same call; null without such a hand. */
  agreement?: number | null;
  sentence: string;
  said?: Said | null;
}

export interface Position {
  hand: string | null;
  seat: Seat;
  dealer: Seat;
  vulnerability: Vulnerability;
  auction: Call[];
  systems: { ns: System; ew: System };
}

/** One side's calls under each system, the other side's as assumed. */
export interface SideReading {
  assumed: System;
  likeliest: System;
  posterior: Record<System, number>;
  log_likelihoods: Record<System, number>;
  /** Said where the calls clearly look like another system. */
  sentence: string | null;
  said?: Said | null;
}

/** The share of auctions in the assumed systems that are at least as unexpected. */
export interface AuctionSurprise {
  share: number;
  counted: boolean;
  sentence: string | null;
  said?: Said | null;
}

export interface Explanation {
  position: Position;
  model: { name: string; version: string; sha256: string; recipe: string };
  /** Whether hands were weighed by the chances of all their calls. */
  refined: boolean;
  interval_level: number;
  systems: { ns: SideReading; ew: SideReading };
  surprise: AuctionSurprise;
  calls: CallMeaning[];
  moments: Moment[];
  suggestion: Suggestion | null;
}

/** An error as RFC 9457 describes it; `errors` point at the fields of the request. */
export interface Problem {
  type?: string;
  title: string;
  status: number;
  detail?: string;
  errors?: { pointer: string; detail: string; position?: number | null; said?: Said | null }[];
}

/** Every legal next call, the likeliest first; each as `CallMeaning` would tell of it once made. */
export interface Options {
  position: Position;
  interval_level: number;
  to_call: Seat | null;
  options: CallMeaning[];
}

export interface StatusDocument<Result = Explanation> {
  id: string;
  status: "queued" | "running" | "done" | "failed" | "expired";
  url: string;
  /** The share of the work that is done, of an answer that is worked out in parts. */
  progress?: number;
  result: Result | null;
  error: Problem | null;
}

export interface ContractChance {
  bid: Call;
  declarer: Seat;
  /** That it makes. */
  chance: number;
  /** Expected points of the declarer's side. */
  score: number;
}

export type Doubled = 1 | 2 | 4;

export interface ComparedCall {
  call: Call;
  probability: number;
  /** Expected, over the likeliest call, and their standard error. */
  imps: number;
  error: number;
  leads_to: { contract: string; share: number }[];
}

export interface Analysis {
  position: Position;
  layouts: number;
  effective: number;
  /** The same at full weight: how few of them fit well. */
  effective_full: number;
  warning: string | null;
  contracts: ContractChance[];
  contract: {
    bid: Call;
    declarer: Seat;
    doubled: Doubled;
    chance: number;
    scores: Record<"1" | "2" | "4", number>;
  } | null;
  /** Compared on some of the layouts. */
  next_calls: { seat: Seat; against: Call; layouts: number; calls: ComparedCall[] } | null;
}
