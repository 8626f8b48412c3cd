import { describe, expect, it } from "vitest";

import { auctionKey } from "../../src/bridge/table-auction";
import { EXAMPLES } from "../../src/entry/examples";
import { toRequest } from "../../src/entry/input";
import { formatFrequency, frequencyText, shownText, unusualText } from "../../src/insight/meanings";
import { inspectedCall } from "../../src/state/inspected-call";
import { type InspectionTarget, nextCallPosition } from "../../src/state/inspection";
import { update } from "../../src/state/reducer";
import { type Action, initialState, type State } from "../../src/state/state";
import { placeCard } from "../../src/views/answer/call-card";
import { flat } from "../fixtures/explanation";
import { explanationWith, meaning, options } from "../fixtures/options";

const { input } = EXAMPLES[0]!; // 1H P; South to call
const AT = { left: 100, top: 100, width: 40, height: 40, around: null, suggestion: null };
const ANY = [
  [0, 5],
  [0, 5],
  [0, 5],
  [0, 5],
] as const;
const SPADE = meaning("1S", [6, 12], ANY, { probability: 0.4, rank: 1 });
const RAISE = meaning("2H", [6, 9], ANY, { probability: 0.25, rank: 2, likeliest: "1S" });
const LENGTHS = { S: flat(14), H: flat(14), D: flat(14), C: flat(14) };
const EXPLANATION = explanationWith(input, { hcp: flat(38), lengths: LENGTHS }, { "1S": 0.61, "2H": 0.2 });

function inspect(target: InspectionTarget, ...actions: Action[]): State {
  const explanation = { ...EXPLANATION, calls: [meaning("1H", [11, 16], ANY, { index: 0, seat: "N" })] };
  const state = update(initialState(input), { type: "explanation received", explanation, input });
  return [...actions, { type: "call inspected", target, anchor: AT } as const].reduce(update, state);
}

const KEY = auctionKey(nextCallPosition(toRequest(input)));
const TOLD: Action = {
  type: "options updated",
  key: KEY,
  answer: { kind: "there", result: options(input, [SPADE, RAISE]) },
};

describe("the card of a call", () => {
  it("tells of calls made from the answer at hand", () => {
    const card = inspectedCall(inspect({ kind: "made", index: 0 }));
    expect(card).toMatchObject({ kind: "there", made: true, seat: "N", call: "1H", own: null });
    expect(inspectedCall(inspect({ kind: "made", index: 7 }))).toBeNull();
  });

  it("waits for calls to come, then tells of them, with the chance of the own hand", () => {
    expect(inspectedCall(inspect({ kind: "box", call: "1S" }))).toMatchObject({ kind: "asked", seat: "S" });
    const card = inspectedCall(inspect({ kind: "box", call: "1S" }, TOLD));
    expect(card).toMatchObject({ kind: "there", made: false, meaning: SPADE });
    expect(card).toMatchObject({ own: "With your hand the call has a chance of 61\u00a0%." });
  });

  it("says nothing once what it told of is no longer entered", () => {
    const made = inspect({ kind: "made", index: 0 });
    const stale = { ...made, input: { ...made.input, vulnerability: "both" as const } };
    expect(inspectedCall(stale)).toBeNull();
    expect(inspectedCall(inspect({ kind: "box", call: "1C" }, TOLD))).toBeNull();
  });
});

describe("its words", () => {
  it("leave out what stands beside them", () => {
    const unusual = {
      ...SPADE.shows,
      sentence:
        "South's 1♠ usually shows 6–12 HCP (in at least 80\u00a0% of cases). An unusual call here: take this as a rough guess.",
    };
    expect(shownText({ ...SPADE, shows: unusual }, 0.8)).toBe("6–12 HCP.");
    const mine = {
      ...unusual,
      sentence: unusual.sentence.replace("here: take this as a rough guess.", "from this hand."),
    };
    expect(shownText({ ...SPADE, shows: mine }, 0.8)).toBe("6–12 HCP.");
  });

  it("warn of a call that the own hand alone does not fit by saying so", () => {
    const rare = { ...SPADE, unusual: true, surprise: 0.001, probability: 0.4, own_probability: 0.001 };
    expect(unusualText(rare)).toMatch(/^Unusual from your hand: .* To the others it shows what it always does\.$/);
    expect(unusualText({ ...rare, probability: 0.01 })).toMatch(/rough guess\.$/);
    expect(unusualText({ ...rare, own_probability: null })).toMatch(/^Rare or unclear/);
    expect(unusualText({ ...rare, unusual: false })).toBeNull();
  });

  it("name the likeliest rival: the next best of the best, the best of others", () => {
    const all = [SPADE, RAISE];
    expect(frequencyText(SPADE, all)).toContain(
      "40\u00a0% to somebody who sees no hand: the likeliest call, before 2♥ (25\u00a0%)",
    );
    expect(frequencyText(RAISE, all)).toContain("; the likeliest call is 1♠ (40\u00a0%)");
    expect(frequencyText(RAISE, [])).toMatch(/likeliest call is 1♠\.$/);
    expect(frequencyText(SPADE, [])).toMatch(/the likeliest call\.$/);
  });

  it("count what is seldom, but no further than can be told", () => {
    expect([0.4, 0.05, 0.02, 0.003, 1e-7].map(formatFrequency)).toEqual([
      "40\u00a0%",
      "5\u00a0%",
      "1 in 50",
      "1 in 330",
      "fewer than 1 in 10,000",
    ]);
  });

  it("warn of unusual calls only", () => {
    expect(unusualText(SPADE)).toBeNull();
    const rare = { ...SPADE, unusual: true, surprise: 0.002 };
    expect(unusualText(rare)).toMatch(/^Rare or unclear: 1 in 500 /);
    expect(unusualText({ ...rare, own_probability: 0.001 })).toMatch(/^Unusual from your hand/);
  });
});

describe("its place", () => {
  const sight = { left: 0, top: 1000, width: 360, height: 640 };
  const card = { width: 300, height: 150 };

  it("is below its call, or above where there is no room", () => {
    expect(placeCard({ ...AT, top: 1100 }, card, sight).top).toBe(1146);
    expect(placeCard({ ...AT, top: 1500 }, card, sight).top).toBe(1344);
  });

  it("is never beyond the sides", () => {
    for (const left of [0, 170, 320]) {
      const placed = placeCard({ ...AT, top: 1100, left }, card, sight).left;
      expect(placed).toBeGreaterThanOrEqual(0);
      expect(placed + card.width).toBeLessThanOrEqual(360);
    }
  });

  it("is at the far edge of what is in sight where neither side has room", () => {
    const low = { ...sight, height: 240 };
    expect(placeCard({ ...AT, top: 1010 }, { width: 300, height: 190 }, low).top).toBe(1044);
    expect(placeCard({ ...AT, top: 1150 }, { width: 300, height: 190 }, low).top).toBe(1006);
  });

  it("covers no other call of the group, as long as there is room", () => {
    const around = { left: 10, top: 1050, width: 300, height: 320 };
    const anchor = { ...AT, top: 1200, around };
    expect(placeCard(anchor, card, { ...sight, width: 1000 })).toEqual({ left: 316, top: 1200 });
    expect(placeCard(anchor, card, sight).top).toBe(1376);
    expect(placeCard(anchor, card, { ...sight, top: 880, height: 500 }).top).toBe(894);
  });

  it("leaves the suggestion uncovered", () => {
    const around = { left: 400, top: 1050, width: 300, height: 320 };
    const beside = { left: 710, top: 1100, width: 280, height: 300 };
    const wide = { ...sight, width: 1000, height: 600 };
    const anchor = { ...AT, left: 410, top: 1200, around, suggestion: beside };
    expect(placeCard({ ...anchor, suggestion: null }, card, { ...wide, width: 1100 }).left).toBe(706);
    expect(placeCard(anchor, card, { ...wide, width: 1100 })).toEqual({ left: 280, top: 1376 });
    const below = { left: 0, top: 1146, width: 360, height: 200 };
    expect(placeCard({ ...AT, top: 1100, suggestion: below }, card, sight).top).toBe(1484);
  });
});
