import type { CallMeaning, Distribution, Explanation, HiddenHand, Options } from "../src/explanation";
import { positionAhead } from "../src/exploring";
import { type Input, toRequest } from "../src/input";
import { type Suit, SUITS } from "../src/table";
import { flatExplanation } from "./fixture";

type Range = readonly [number, number];

/** A call that shows these ranges: HCP, then spades, hearts, diamonds, clubs. */
export function meaning(call: string, hcp: Range, suits: readonly Range[], changes: Partial<CallMeaning> = {}): CallMeaning {
  const interval = ([low, high]: Range) => ({ low, high, median: Math.ceil((low + high) / 2) });
  const lengths = Object.fromEntries(SUITS.map((suit, place) => [suit, interval(suits[place]!)]));
  const sentence = `South's ${call} shows ${hcp[0]}–${hcp[1]} HCP (in at least 80 % of cases).`;
  return {
    index: 2, seat: "S", call, probability: 0.3, rank: 1, likeliest: call, surprise: 1,
    unusual: false, own_probability: null,
    shows: { hcp: interval(hcp), lengths: lengths as Record<Suit, CallMeaning["shows"]["hcp"]>, sentence },
    ...changes,
  };
}

export function options(input: Input, calls: CallMeaning[]): Options {
  const position = positionAhead(toRequest(input));
  return { position, interval_level: 0.8, to_call: position.seat, options: calls };
}

/** All of one value. */
export function certain(value: number, size: number): Distribution {
  return spread({ [value]: 1 }, size);
}

/** A distribution with these probabilities, and the run that holds them all. */
export function spread(chances: Record<number, number>, size: number): Distribution {
  const probabilities = Array.from({ length: size }, (_, value) => chances[value] ?? 0);
  const low = probabilities.findIndex((one) => one > 0);
  const high = probabilities.findLastIndex((one) => one > 0);
  return { low, high, median: low, probabilities };
}

/** The answer to an input, North's hand and the chances of the next call as given. */
export function explanationWith(
  input: Input,
  north: Pick<HiddenHand, "hcp" | "lengths">,
  chances: Record<string, number>,
): Explanation {
  const explanation = flatExplanation(input);
  const last = explanation.moments.at(-1)!;
  last.hands.N = { ...last.hands.N!, ...north };
  last.next_call = Object.entries(chances).map(([call, probability]) => ({ call, probability }));
  return explanation;
}
