import { describe, expect, it } from "vitest";

import { type Card, type Deal, PACK, parseHand } from "../../src/bridge/hand";
import { EMPTY_INPUT, withDeal } from "../../src/entry/input";
import { scoreOf, truthOf, verdictOf } from "../../src/insight/accuracy";
import { update } from "../../src/state/reducer";
import { knownDeal, revealedDeal } from "../../src/state/selectors";
import { initialState, type State } from "../../src/state/state";
import { flatExplanation } from "../fixtures/explanation";
import { hand, momentOf } from "../fixtures/hands";

const DEAL: Deal = {
  N: parseHand("AKQJT98765432...").cards,
  E: parseHand(".AKQJT98765432..").cards,
  S: parseHand("..AKQJT98765432.").cards,
  W: parseHand("...AKQJT98765432").cards,
};

/** The chance of every card, by whether the deal gives it to the seat. */
function seen(held: readonly Card[], yes: number, no: number) {
  const chances = PACK.map((card) => [card, held.includes(card) ? yes : no]);
  return hand({ cards: Object.fromEntries(chances) as Record<string, number> });
}

describe("the truth of a hand", () => {
  it("is its points and lengths", () => {
    const { hcp, lengths } = truthOf(parseHand("AKJ52.K83.T42.J6").cards);
    expect(hcp).toBe(12);
    expect(lengths).toEqual({ S: 5, H: 3, D: 3, C: 2 });
  });
});

describe("the score", () => {
  it("is that of knowing nothing where all chances are alike", () => {
    const score = scoreOf(momentOf({ N: hand(), E: hand(), W: hand() }), DEAL);
    expect(score.chance).toBeCloseTo(1 / 3);
    expect(score.logLoss).toBeCloseTo(Math.log(3));
    expect(score.baseline.chance).toBeCloseTo(1 / 3);
    expect(score.baseline.logLoss).toBeCloseTo(Math.log(3));
    expect(verdictOf(score, score.baseline)).toBe("same");
  });

  it("takes four hidden hands for an onlooker", () => {
    const flat = seen([], 0, 0.25);
    const score = scoreOf(momentOf({ N: flat, E: flat, S: flat, W: flat }), DEAL);
    expect(score.baseline.chance).toBe(0.25);
    expect(score.hands.map(({ seat }) => seat)).toEqual(["W", "N", "E", "S"]);
  });

  it("tells the hands apart, and means over all their cards", () => {
    const moment = momentOf({ N: seen(DEAL.N, 0.8, 0.1), E: seen(DEAL.E, 0.5, 0.2), W: seen(DEAL.W, 0.1, 0.4) });
    const score = scoreOf(moment, DEAL);
    const bySeat = Object.fromEntries(score.hands.map((one) => [one.seat, one]));
    expect(bySeat.N!.chance).toBeCloseTo(0.8);
    expect(bySeat.E!.logLoss).toBeCloseTo(Math.log(2));
    expect(score.chance).toBeCloseTo((0.8 + 0.5 + 0.1) / 3);
    expect(score.logLoss).toBeCloseTo(-(Math.log(0.8) + Math.log(0.5) + Math.log(0.1)) / 3);
    expect(verdictOf(bySeat.N!, score.baseline)).toBe("better");
    expect(verdictOf(bySeat.W!, score.baseline)).toBe("worse");
  });

  it("stays finite where the model ruled out what was there", () => {
    const score = scoreOf(momentOf({ N: seen(DEAL.N, 0, 1), E: hand(), W: hand() }), DEAL);
    expect(score.hands.find(({ seat }) => seat === "N")!.logLoss).toBeCloseTo(-Math.log(5e-7));
  });

  it("counts the ranges that hold the true number", () => {
    const north = hand({ hcp: { 9: 0.5, 11: 0.5 }, lengths: { S: { 12: 0.5, 13: 0.5 } } });
    const score = scoreOf(momentOf({ N: north, E: hand(), W: hand() }), DEAL);
    const { hcp, rangesRight } = score.hands.find(({ seat }) => seat === "N")!;
    expect([hcp, rangesRight]).toEqual([10, 2]);
  });
});

describe("revealing", () => {
  const input = withDeal(EMPTY_INPUT, DEAL);
  const answered = (state: State): State =>
    update(state, { type: "explanation received", input: state.input, explanation: flatExplanation(state.input) });
  const shown = answered(initialState(input));

  it("waits to be asked for", () => {
    expect(knownDeal(shown)).toBe(DEAL);
    expect(revealedDeal(shown)).toBeNull();
    expect(revealedDeal(initialState())).toBeNull();
  });

  it("lays the deal open and covers it again", () => {
    const open = update(shown, { type: "cards revealed", deal: DEAL });
    expect(revealedDeal(open)).toBe(DEAL);
    expect(revealedDeal(update(open, { type: "cards revealed", deal: null }))).toBeNull();
  });

  it("shows no other deal that comes later", () => {
    const open = update(shown, { type: "cards revealed", deal: DEAL });
    const other = withDeal(EMPTY_INPUT, { ...DEAL, N: DEAL.E, E: DEAL.N });
    expect(revealedDeal(answered(update(open, { type: "input replaced", input: other })))).toBeNull();
  });
});
