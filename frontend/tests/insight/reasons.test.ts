import { describe, expect, it } from "vitest";

import { EXAMPLES } from "../../src/entry/examples";
import { withHandText } from "../../src/entry/input";
import { chanceAtLeast } from "../../src/insight/distribution";
import { namedFits, outOfPromise, ownHand, reasonsOf } from "../../src/insight/reasons";
import { mainReason, reasonSentences } from "../../src/insight/reasons-text";
import { certain, explanationWith, meaning, promised, spread } from "../fixtures/options";

const INPUT = withHandText(EXAMPLES[0]!.input, "AQ742.K6.J85.T93"); // 1H P; South: 10 HCP
const NORTH = {
  hcp: spread({ 12: 0.25, 14: 0.25, 15: 0.3, 23: 0.2 }, 38),
  lengths: {
    S: spread({ 2: 0.3, 3: 0.7 }, 14),
    H: spread({ 5: 0.4, 6: 0.6 }, 14),
    D: certain(3, 14),
    C: certain(2, 14),
  },
};
const CHANCES = { "1S": 0.7, "1NT": 0.2, "2H": 0.04, P: 0.06 };
const SPADE = promised(
  meaning(
    "1S",
    [6, 12],
    [
      [4, 6],
      [0, 3],
      [1, 4],
      [1, 4],
    ],
  ),
);
const NOTRUMP = promised(
  meaning(
    "1NT",
    [6, 9],
    [
      [1, 3],
      [1, 3],
      [2, 5],
      [2, 5],
    ],
  ),
);
const WEAK = promised(
  meaning(
    "1S",
    [4, 9],
    [
      [4, 6],
      [0, 3],
      [1, 4],
      [1, 4],
    ],
  ),
);

function reasons(options: Parameters<typeof reasonsOf>[1] = [SPADE, NOTRUMP], chances = CHANCES) {
  return reasonsOf(explanationWith(INPUT, NORTH, chances), options)!;
}

function why(...parameters: Parameters<typeof reasons>): string {
  return reasonSentences(reasons(...parameters), 0.8).join(" ");
}

describe("the facts", () => {
  it("name the likeliest call and the rivals next to it that are worth it", () => {
    const named = reasons().candidates.map(({ call, meaning: of }) => [call, of?.call ?? null]);
    expect(named).toEqual([
      ["1S", "1S"],
      ["1NT", "1NT"],
    ]);
    expect(reasons(null).candidates.every(({ meaning: of }) => of === null)).toBe(true);
  });

  it("add the own hand to the picture of partner's", () => {
    const { combined } = reasons();
    expect(combined).toMatchObject({ own: { hcp: 10 }, sum: { low: 22, high: 33 } });
    expect(combined!.game).toBeCloseTo(0.5); // partner has 15 or more
    expect(combined!.slam).toBeCloseTo(0.2); // partner has 23
    const fits = combined!.fits.map(({ suit, chance }) => [suit, chance]);
    expect(fits).toEqual([
      ["S", 0.7],
      ["H", 0.6],
      ["D", 0],
      ["C", 0],
    ]);
  });

  it("say nothing of a partnership where it is not the viewer's turn, or no hand is seen", () => {
    const other = { ...INPUT, auction: ["1H"] };
    expect(reasonsOf(explanationWith(other, NORTH, CHANCES), null)!.combined).toBeNull();
    const blind = { ...INPUT, spectator: true };
    expect(reasonsOf(explanationWith(blind, NORTH, CHANCES), null)!.combined).toBeNull();
  });

  it("tell how many close hands make the same call, where that is known", () => {
    const told = explanationWith(INPUT, NORTH, CHANCES);
    expect(reasonSentences(reasonsOf(told, null)!, 0.8).join(" ")).not.toContain("close to yours");
    told.suggestion = { seat: "S", call: "1S", probability: 0.7, agreement: 0.9375, sentence: "" };
    const said = reasonSentences(reasonsOf(told, null)!, 0.8);
    expect(said).toContain("Of hands close to yours 94\u00a0% make the same call.");
  });

  it("begin with the suggested call, though another is likelier", () => {
    const told = explanationWith(INPUT, NORTH, { P: 0.7, "1NT": 0.2, "1S": 0.1 });
    told.suggestion = { seat: "S", call: "1S", probability: 0.1, agreement: null, sentence: "" };
    expect(reasonsOf(told, null)!.candidates.map(({ call }) => call)).toEqual(["1S", "P", "1NT"]);
  });

  it("end with the auction", () => {
    const over = explanationWith(INPUT, NORTH, {});
    expect(reasonsOf(over, null)).toBeNull();
  });

  it("count from the value on", () => {
    expect([-2, 0, 12, 13, 23, 24].map((n) => chanceAtLeast(NORTH.hcp, n))).toEqual([
      1,
      1,
      1,
      0.75,
      expect.closeTo(0.2),
      0,
    ]);
  });

  it("tell where the own hand is not what a call promises", () => {
    const own = ownHand("AQ742.K6.J85.T93");
    expect(outOfPromise(own, SPADE)).toEqual([]);
    expect(
      outOfPromise(
        own,
        meaning(
          "1S",
          [6, 12],
          [
            [4, 6],
            [0, 3],
            [1, 4],
            [1, 4],
          ],
        ),
      ),
    ).toBeNull();
    expect(outOfPromise(own, NOTRUMP)!.map(({ what, own: held }) => [what, held])).toEqual([
      ["HCP", 10],
      ["S", 5],
    ]);
  });

  it("name the likely fits, and that of the call even if it is not", () => {
    const { combined } = reasons();
    expect(namedFits(combined!, "1NT").map(({ suit }) => suit)).toEqual(["S", "H"]);
    expect(namedFits(combined!, "2C").map(({ suit }) => suit)).toEqual(["S", "H", "C"]);
  });
});

describe("the sentences", () => {
  it("hold the call against the own hand", () => {
    expect(why()).toContain("1♠ would show everybody: ");
    expect(why()).toContain("You have 10 HCP, ♠ 5, ♥ 2, ♦ 3, ♣ 3: that is what 1♠ promises.");
    expect(why([WEAK, NOTRUMP])).toContain("not quite what 1♠ promises, but nearest to it. 10 HCP (promised 4–9).");
  });

  it("say what the main rival would show, and how the own hand differs", () => {
    expect(why()).toContain("The main rival, 1NT (20\u00a0%), would show: ");
    expect(why()).toContain("That is not what you have: 10 HCP (promised 6–9), ♠ 5 (promised 1–3).");
    const alike = { ...SPADE, call: "1NT" };
    expect(why([SPADE, alike])).toContain("Your hand is what that call promises, too.");
  });

  it("add up points and suits as the pictures show them", () => {
    expect(why()).toContain("With partner's usual 12–23 HCP your 10 make 22–33; 25");
    expect(why()).toContain("are there with 50\u00a0%.");
    expect(why()).toContain("small slam, are there with 20\u00a0%.");
    expect(why()).toContain("Eight or more ♠ together: 70\u00a0% (you have 5, partner 2–3).");
    expect(why()).toContain("Eight or more ♥ together: 60\u00a0% (you have 2, partner 5–6).");
  });

  it("claim no fit and no slam that the numbers do not hold", () => {
    const plain = {
      hcp: certain(12, 38),
      lengths: { ...NORTH.lengths, S: certain(1, 14), H: spread({ 5: 0.9, 6: 0.1 }, 14) },
    };
    const said = reasonSentences(reasonsOf(explanationWith(INPUT, plain, { P: 1 }), null)!, 0.8);
    expect(said).toEqual([
      expect.stringMatching(/your 10 make 22; 25, .* are there with 0\u00a0%\.$/),
      "In no suit are eight cards together likely; nearest is ♥ with 10\u00a0%.",
    ]);
  });

  it("wait for meanings, but not for the rest", () => {
    const said = why(null);
    expect(said).not.toContain("would show");
    expect(said).toContain("The main rival is 1NT (20\u00a0%).");
    expect(said).toContain("make 22–33");
  });

  it("say of the next call that it is far behind, where it is", () => {
    const far = { "1S": 0.97, "1NT": 0.02, "2H": 0.01, P: 0 };
    expect(why([SPADE, NOTRUMP], far)).not.toContain("rival");
    expect(why([SPADE, NOTRUMP], far)).toContain(
      "The next call, 1NT, is far behind (2\u00a0%) and would show: 6–9 HCP.",
    );
    expect(why(null, far)).not.toContain("1NT");
  });
});

describe("the one reason", () => {
  const suggestion = { seat: "S", call: "1S", probability: 0.7, agreement: null, sentence: "" } as const;

  it("is that the own hand is what the call promises, or how it is not", () => {
    expect(mainReason(suggestion, reasons())).toBe("You have 10 HCP, ♠ 5, ♥ 2, ♦ 3, ♣ 3: that is what 1♠ promises.");
    expect(mainReason(suggestion, reasons([WEAK, NOTRUMP]))).toContain("10 HCP (promised 4–9)");
  });

  it("is not said where the service has one, or nothing is known yet", () => {
    const said = { key: "{reason} {chance}", values: { reason: "Partner asks.", chance: "1♠." } };
    expect(mainReason({ ...suggestion, said }, reasons())).toBeNull();
    expect(mainReason(suggestion, reasons(null))).toBeNull();
    expect(mainReason(suggestion, null)).toBeNull();
  });
});
