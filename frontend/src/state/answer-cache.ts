/** A cache of explanations by request, so that no line of an auction is requested twice. */

import { type Input, toRequest } from "../entry/input";
import type { Explanation } from "../service/types";

export type AnswerCache = ReadonlyMap<string, Explanation>;

/** The main line and its branches, and some room for going back and forth. */
const MOST_KEPT = 12;

/** The answers with one more; the one that was kept first gives way. */
export function cacheAnswer(answers: AnswerCache, input: Input, explanation: Explanation): AnswerCache {
  const key = keyOf(input);
  const others = [...answers].filter(([kept]) => kept !== key);
  return new Map([...others.slice(-(MOST_KEPT - 1)), [key, explanation]]);
}

/** The answer about an input, where it is kept. */
export function cachedAnswer(answers: AnswerCache, input: Input): Explanation | null {
  return answers.get(keyOf(input)) ?? null;
}

function keyOf(input: Input): string {
  return JSON.stringify(toRequest(input));
}
