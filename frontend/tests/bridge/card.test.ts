import { describe, expect, it } from "vitest";

import {
  atOdds,
  baseOf,
  cardName,
  changesOf,
  codeOf,
  differences,
  formatCard,
  offered,
  parseCard,
  playable,
  readCode,
  withOption,
} from "../../src/bridge/card";
import { VOCABULARY } from "../fixtures/vocabulary";

const card = (code: string) => parseCard(code, VOCABULARY)!;
const CODES = ["sayc", "21", "precision", "unknown", "21-a0", "21-a0e2", "sayc-i1Y1"];

describe("a card's code", () => {
  it.each(CODES)("%s gives the card, and the card the code", (code) => {
    expect(formatCard(card(code), VOCABULARY)).toBe(code);
  });

  it("is read from what the service writes", () => {
    const options = { notrump_range: "12-14", two_level_openings: "multi" };
    expect(codeOf({ base: "2/1", options }, VOCABULARY)).toBe("21-a0e2");
    expect(codeOf("2/1", VOCABULARY)).toBe("21");
  });

  it("leaves out what the base has itself, and what is not offered", () => {
    expect(formatCard(card("21-a3e2z0"), VOCABULARY)).toBe("21-e2");
  });

  it("is also read from a system's name", () => {
    expect(["2/1", "SAYC", "21-a0", "unknown"].map(readCode)).toEqual(["21", "sayc", "21-a0", "unknown"]);
    expect(["", "21-", "21-a", "nosuch", "nosuch-a0", "unknown-a0", "21-a0 ", "21-a0a1"].map(readCode)).toEqual(
      Array(8).fill(null),
    );
    expect([baseOf("21-a0"), baseOf("nosuch")]).toEqual(["2/1", null]);
  });
});

describe("a card that cannot be played here", () => {
  it("is its system where choices are not known, or at odds, in words", () => {
    const { cards, faults } = playable({ ns: "21-a0Z9", ew: "precision-e8" }, VOCABULARY);
    expect(cards).toEqual({ ns: "21-a0", ew: "precision" });
    expect(faults).toEqual(["“21-a0Z9” has choices that are not known here; they are as in 2/1."]);
    const odd = playable({ ns: "sayc-e8", ew: "sayc-e8" }, VOCABULARY);
    expect(odd.cards).toEqual({ ns: "sayc", ew: "sayc" });
    expect(odd.faults).toHaveLength(1);
    expect(odd.faults[0]).toMatch(/^“sayc-e8” cannot be played: .+\. SAYC stands in its place\.$/);
  });

  it("is not known as long as the vocabulary is not there", () => {
    const cards = { ns: "21-Z9", ew: "sayc" };
    expect(playable(cards, null)).toEqual({ cards, faults: [] });
  });
});

describe("a card's name", () => {
  it("is its base and changes", () => {
    expect(cardName("21-a0e2", VOCABULARY)).toBe("2/1 + 1NT 12–14 + Multi");
    expect(cardName("sayc", VOCABULARY)).toBe("SAYC");
  });

  it("counts the changes as long as their words are not there", () => {
    expect(cardName("21-a0e2", null)).toBe("Two over one (2/1) + 2 changes");
    expect(cardName("21-a0", null)).toBe("Two over one (2/1) + 1 change");
    expect(cardName("unknown", VOCABULARY)).toBe("Not known");
  });
});

it("lists what two cards play differently", () => {
  const found = differences(card("21-a0e2"), card("precision"), VOCABULARY);
  expect(found.map(({ choice, ours, theirs }) => [choice.id, ours.id, theirs.id])).toEqual([
    ["notrump_range", "12-14", "13-15"],
    ["two_level_openings", "multi", "precision"],
    ["bromad", "no", "yes"],
  ]);
});

it("goes back to the base with the base's own option", () => {
  const changed = withOption(card("21-a0"), "two_level_openings", "multi", VOCABULARY);
  expect(changesOf(changed, VOCABULARY).map(({ ours }) => ours.brief)).toEqual(["1NT 12–14", "Multi"]);
  expect(formatCard(withOption(changed, "notrump_range", "15-17", VOCABULARY), VOCABULARY)).toBe("21-e2");
});

it("says which options cannot be together", () => {
  expect(atOdds(card("21-i1"), VOCABULARY).map(({ reason }) => reason)).toEqual([
    "1NT–2♠ and 1NT–2NT both transfer to clubs",
  ]);
  expect(atOdds(card("21-h0i1"), VOCABULARY)).toEqual([]);
  expect(atOdds(card("21-e8"), VOCABULARY)).toHaveLength(1);
  expect(atOdds(card("precision-a0"), VOCABULARY)).toEqual([]);
});

describe("what is offered", () => {
  const openings = VOCABULARY.choices.find(({ id }) => id === "two_level_openings")!;
  const ids = (code: string) => offered(card(code), openings).map(({ id }) => id);

  it("leaves out what the base does not have, but for what was chosen", () => {
    expect(ids("21")).toContain("multi");
    expect(ids("precision")).not.toContain("multi");
    expect(ids("precision-e2")).toContain("multi");
  });
});
