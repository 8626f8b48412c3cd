import { describe, expect, it } from "vitest";

import { EXAMPLES } from "../../src/entry/examples";
import type { Input } from "../../src/entry/input";
import { chipsOf, messageCall, nameOf, replacedCall, wordsOf } from "../../src/insight/message";
import type { CallMeaning, Explanation, NamedMeaning } from "../../src/service/types";
import { seatAfter } from "../../src/bridge/table";
import { flatExplanation } from "../fixtures/explanation";
import { meaning } from "../fixtures/options";

const ANY = [
  [0, 5],
  [0, 5],
  [0, 5],
  [0, 5],
] as const;
const { input } = EXAMPLES[0]!; // South looks; North deals

function named(changes: Partial<NamedMeaning>): NamedMeaning {
  const sentence = changes.sentence ?? "Natural.";
  return {
    name: "Natural",
    id: "natural",
    chance: 1,
    kind: "natural",
    artificial: 0,
    forcing: "no",
    asks: null,
    sentence,
    said: { name: null, sentence: null },
    ...changes,
  };
}

/** The answer about an auction from North on; its calls have these names. */
function explained(auction: string, names: Record<number, string> = {}, changes: Partial<Input> = {}): Explanation {
  const calls = auction.split(" ");
  const explanation = flatExplanation({ ...input, auction: calls, dealer: "N", ...changes });
  explanation.calls = calls.map((call, index): CallMeaning => ({
    ...meaning(call, [0, 37], ANY, { index, seat: seatAfter("N", index) }),
    meaning: named(names[index] === undefined ? {} : { id: names[index] }),
  }));
  return explanation;
}

describe("the call of the message", () => {
  it("is the last of partner or an opponent that says something", () => {
    expect(messageCall(explained("1NT P 2C P 2D P"), 6)).toBe(4);
    expect(messageCall(explained("1H P 2H P P"), 5)).toBe(0); // 2H is South's own
    expect(messageCall(explained("1H 1S 2H"), 3)).toBe(1);
  });

  it("is a pass where that has a name", () => {
    expect(messageCall(explained("2S X P P", { 3: "penalty_pass" }), 4)).toBe(3);
  });

  it("is the own call, or a pass, where there is no other", () => {
    expect(messageCall(explained("P P 1S P"), 4)).toBe(2);
    expect(messageCall(explained("P P"), 2)).toBe(1);
    expect(messageCall(explained("1S"), 0)).toBeNull();
  });

  it("is anybody's where no hand is seen", () => {
    expect(messageCall(explained("1H P 2H P", {}, { spectator: true }), 4)).toBe(2);
  });

  it("is the call before an earlier moment, whatever it says", () => {
    expect(messageCall(explained("1NT P 2C P 2D P"), 2)).toBe(1);
  });
});

it("what if replaces the call on the card, else the first", () => {
  const explanation = explained("1H P 2H");
  expect(replacedCall(explanation, 2)).toEqual({ at: 2, call: "2H" });
  expect(replacedCall(explanation, null)).toEqual({ at: 0, call: "1H" });
  expect(replacedCall(flatExplanation({ ...input, auction: [] }), null)).toBeNull();
});

describe("a call's marks and words", () => {
  const ask = named({
    name: "Blackwood",
    id: "blackwood:S",
    artificial: 0.9,
    asks: "aces",
    forcing: "game",
    sentence: "Blackwood: asks for aces; forcing to game.",
    said: {
      name: { key: "Blackwood" },
      sentence: {
        key: "{name}: {a}; {b}.",
        values: {
          name: { key: "Blackwood" },
          a: { key: "asks for {what}", values: { what: { key: "aces" } } },
          b: { key: "forcing to game" },
        },
      },
    },
  });
  const call = { ...meaning("4NT", [0, 37], ANY), meaning: ask };

  it("say that it is artificial, what it asks, and how far it forces", () => {
    expect(chipsOf(call).map(({ text, entry }) => [text, entry])).toEqual([
      ["artificial", "unnamed"],
      ["asks for aces", "asking"],
      ["forcing to game", "forcing_to_game"],
    ]);
    expect(chipsOf({ ...call, meaning: named({}) })).toEqual([]);
    expect(chipsOf({ ...call, meaning: null })).toEqual([]);
  });

  it("leave the name out of the words", () => {
    expect(wordsOf(call, 0.8)).toBe("Asks for aces; forcing to game.");
    expect(wordsOf({ ...call, meaning: named({}) }, 0.8)).toBe("");
    expect(wordsOf({ ...call, meaning: null }, 0.8)).toMatch(/^0–37 HCP/);
  });

  it("name it, with its entry in the glossary where there is one", () => {
    expect(nameOf(call)).toEqual({ name: "Blackwood", entry: "blackwood" });
    const none = named({ name: "No agreement known", id: null });
    expect(nameOf({ ...call, meaning: none })).toEqual({ name: "No agreement known", entry: null });
    expect(nameOf({ ...call, meaning: null })).toBeNull();
    expect(nameOf({ ...call, call: "P", meaning: named({ name: "Pass" }) })).toBeNull();
  });
});
