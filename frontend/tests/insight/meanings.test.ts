import { describe, expect, it } from "vitest";

import { type Suit, SUITS } from "../../src/bridge/table";
import { wrongSuitText } from "../../src/insight/meanings";
import type { CallMeaning } from "../../src/service/types";
import { meaning, promised } from "../fixtures/options";

type Length = readonly [number | null, number | null];

/** A call with a name of the glossary that promises these lengths: spades, hearts, diamonds, clubs. */
function named(id: string, ...suits: Length[]): CallMeaning {
  const call = promised(meaning("2H", [0, 12], Array(4).fill([0, 5])));
  const lengths = Object.fromEntries(
    SUITS.map((suit, place) => [suit, { low: suits[place]![0], high: suits[place]![1] }]),
  );
  const { hcp } = call.meaning!.promises!;
  return { ...call, meaning: { ...call.meaning!, id, promises: { hcp, lengths: lengths as Record<Suit, never> } } };
}

const ANY: Length = [null, 5];
const SPADES = named("jacoby_transfer", [5, 7], ANY, ANY, ANY);
const HEARTS = named("jacoby_transfer", ANY, [5, 7], ANY, ANY);
const SHORT_CLUB = named("splinter", [4, 6], ANY, ANY, [null, 1]);
const SHORT_DIAMOND = named("splinter", [4, 6], ANY, [null, 1], ANY);

describe("a call with the name of the usual one", () => {
  it.each([
    [SPADES, HEARTS, "You showed spades; your suit is hearts."],
    [SHORT_CLUB, SHORT_DIAMOND, "You showed a short suit in clubs; yours is diamonds."],
    [named("ace_answer:1", [4, 7], ANY, ANY, ANY), named("ace_answer:2", ANY, [4, 7], ANY, ANY), expect.any(String)],
  ])("and another suit was wrong in its suit", (made, usual, text) => {
    expect(wrongSuitText(made, usual)).toEqual(text);
  });

  it.each([
    ["in the same suit", SPADES, SPADES],
    ["of another name", SPADES, named("texas_transfer", ANY, [6, 8], ANY, ANY)],
    ["without a name", named("natural", [5, 7], ANY, ANY, ANY), named("natural", ANY, [5, 7], ANY, ANY)],
    ["of two suits", SPADES, named("jacoby_transfer", ANY, [5, 7], [5, 7], ANY)],
    ["of none", named("jacoby_transfer", ANY, ANY, ANY, ANY), HEARTS],
    ["long where the other is short", SHORT_CLUB, named("splinter", ANY, [5, 7], ANY, ANY)],
  ])("is not wrong in its suit alone: %s", (_, made, usual) => {
    expect(wrongSuitText(made, usual)).toBeNull();
  });
});
