import type {
  Distribution, Explanation, HiddenHand, Moment, SideReading,
} from "../src/explanation";
import { type Input, toRequest } from "../src/input";
import { seatAfter, SEATS, type Seat, SUITS, type Suit, SYSTEMS, type System } from "../src/table";

/** An answer of the right shape with every probability the same: enough for state and keys. */
export function flatExplanation(input: Input): Explanation {
  const hidden = SEATS.filter((seat) => input.spectator || seat !== input.seat);
  return {
    position: toRequest(input),
    model: { name: "fixture", version: "0", sha256: "0".repeat(64), recipe: "flat" },
    refined: false,
    interval_level: 0.8,
    systems: { ns: reading(input.systems.ns), ew: reading(input.systems.ew) },
    surprise: { share: 1, counted: true, sentence: null },
    calls: [],
    moments: Array.from({ length: input.auction.length + 1 }, (_, k) => moment(input, k, hidden)),
    suggestion: null,
  };
}

/** One side's calls, as likely in every system. */
export function reading(assumed: System): SideReading {
  const bySystem = (value: number) =>
    Object.fromEntries(SYSTEMS.map((system) => [system, value])) as Record<System, number>;
  return {
    assumed,
    likeliest: assumed,
    posterior: bySystem(1 / SYSTEMS.length),
    log_likelihoods: bySystem(-1),
    sentence: null,
  };
}

function moment(input: Input, k: number, hidden: readonly Seat[]): Moment {
  const hands = Object.fromEntries(hidden.map((seat) => [seat, flatHand(seat)]));
  return { n_calls: k, to_call: seatAfter(input.dealer, k), hands, next_call: [] };
}

function flatHand(seat: Seat): HiddenHand {
  const bySuit = <T>(value: T) =>
    Object.fromEntries(SUITS.map((suit) => [suit, value])) as Record<Suit, T>;
  return {
    hcp: flat(38),
    lengths: bySuit(flat(14)),
    cards: bySuit(Array<number>(13).fill(1 / 3)),
    summary: `${seat}: anything.`,
  };
}

export function flat(size: number): Distribution {
  const probabilities = Array<number>(size).fill(1 / size);
  return { low: 0, high: size - 1, median: Math.floor(size / 2), probabilities };
}
