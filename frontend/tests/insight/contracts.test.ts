import { describe, expect, it } from "vitest";

import {
  bestContractText,
  bestOf,
  bidsOf,
  contractCellText,
  declarersOf,
  formatSigned,
  sampleWarning,
  standingContractText,
} from "../../src/insight/contracts";
import type { Analysis, Position } from "../../src/service/types";
import { ANALYSES_SLICE, type Analyses, type AnalysisAction, analysisKey, positionAt } from "../../src/state/analyses";
import { reduce } from "../../src/state/slice";

const POSITION: Position = {
  hand: null,
  seat: "S",
  dealer: "N",
  vulnerability: "none",
  auction: ["1D", "1H"],
  systems: { ns: "sayc", ew: "sayc" },
};

const ANALYSIS: Analysis = {
  position: POSITION,
  layouts: 1024,
  effective: 250,
  effective_full: 60,
  warning: null,
  contract: null,
  next_calls: null,
  contracts: [
    { bid: "1NT", declarer: "N", chance: 0.7, score: 60 },
    { bid: "1NT", declarer: "S", chance: 0.8, score: 75 },
    { bid: "1D", declarer: "N", chance: 0.9, score: 80 },
    { bid: "1NT", declarer: "E", chance: 0.1, score: -90 },
    { bid: "1H", declarer: "E", chance: 0.3, score: -40 },
  ],
};

function at(auction: string[]): Analysis {
  return { ...ANALYSIS, position: { ...POSITION, auction } };
}

describe("the contracts of a side", () => {
  it("are those of the better declarer, by level and strain", () => {
    const [ones, twos] = bidsOf(ANALYSIS, "ns");
    expect(ones!.map((bid) => bid?.declarer ?? null)).toEqual([null, "N", null, null, "S"]);
    expect(ones![4]!.score).toBe(75);
    expect(twos!.every((bid) => bid === null)).toBe(true);
  });

  it("have a best one, unless all of them cost", () => {
    expect(bestOf(at([]), "ns")!.bid).toBe("1D");
    expect(bestOf(at([]), "ew")).toBeNull();
  });

  it("say who would declare", () => {
    expect(declarersOf(ANALYSIS, "ns", "NT")).toBe("North or South");
    expect(declarersOf(ANALYSIS, "ns", "D")).toBe("North");
    expect(declarersOf(ANALYSIS, "ns", "C")).toBe("");
  });
});

describe("what is worth most", () => {
  const standing = {
    bid: "1D",
    declarer: "N",
    doubled: 2,
    chance: 0.9,
    scores: { "1": 80, "2": 140, "4": 230 },
  } as const;

  it("is chosen among the bids that are still possible", () => {
    expect(bidsOf(at(["1D", "1H"]), "ns")[0]!.map((bid) => bid?.possible ?? null)).toEqual([
      null,
      false,
      null,
      null,
      true,
    ]);
    expect(bestOf(at(["1D", "1H"]), "ns")!.bid).toBe("1NT");
    expect(bestOf(at(["1D", "3S"]), "ns")).toBeNull();
    expect(bestContractText(at(["1D", "3S"]), "ns")).toBe(
      "No contract that is still possible is worth anything on average.",
    );
  });

  it("may be the contract that stands, as it is doubled", () => {
    const analysis = { ...at(["1D", "X"]), contract: standing };
    const best = bestOf(analysis, "ns")!;
    expect(best).toEqual({ bid: "1D", declarer: "N", chance: 0.9, score: 140, doubled: 2, possible: true });
    expect(bestContractText(analysis, "ns")).toBe(
      "Worth most: 1♦ doubled by North, which makes in 90\u00a0% (+140 points on average).",
    );
    expect(contractCellText(analysis, best, true)).toBe(
      "1 diamond doubled by North: 90\u00a0%, +140 points. Worth most.",
    );
  });

  it("is not the contract of the other side", () => {
    const theirs = { ...standing, bid: "1H", declarer: "E" } as const;
    const hearts = { bid: "1H", declarer: "N", chance: 0.9, score: 90 } as const;
    const analysis = { ...at(["1D", "1H"]), contract: theirs };
    const contracts = [...ANALYSIS.contracts, hearts];
    expect(bestOf({ ...analysis, contracts }, "ns")!.bid).toBe("1NT");
    expect(bestOf({ ...analysis, contracts }, "ew")!.bid).toBe("1H");
  });

  it("would have been so once the auction is over", () => {
    const over = at(["1D", "1H", "P", "P", "P"]);
    const best = bestOf(over, "ns")!;
    expect([best.bid, best.possible]).toEqual(["1D", false]);
    expect(bestContractText(over, "ns")).toBe(
      "The auction is over. Worth most would have been 1♦ by North, which makes in 90\u00a0% (+80 points on average).",
    );
    expect(contractCellText(over, best, true)).toBe(
      "1 diamond by North: 90\u00a0%, +80 points. No longer possible. Would have been worth most.",
    );
    expect(bestContractText(over, "ew")).toBe("No contract would have been worth anything on average.");
  });
});

describe("the contract that stands", () => {
  const contract = {
    bid: "1H",
    declarer: "E",
    doubled: 2,
    chance: 0.4,
    scores: { "1": -20, "2": -60, "4": -160 },
  } as const;

  it("is not settled while somebody may call", () => {
    expect(standingContractText({ ...ANALYSIS, contract })).toBe(
      "If all pass now, East plays 1♥ doubled. It makes in 40\u00a0%; worth to the declarer's side on average: −20 undoubled, −60 doubled, −160 redoubled.",
    );
  });

  it("is settled once the auction is over", () => {
    const position: Position = { ...POSITION, auction: ["1D", "1H", "X", "P", "P", "P"] };
    expect(standingContractText({ ...ANALYSIS, position, contract })).toBe(
      "East plays 1♥ doubled. It makes in 40\u00a0%; worth to the declarer's side on average: −60 points.",
    );
  });

  it("may be missing", () => expect(standingContractText(ANALYSIS)).toBeNull());
});

describe("the warning of few layouts", () => {
  it("is that of the service, said by the page", () => {
    expect(sampleWarning(ANALYSIS)).toBeNull();
    expect(sampleWarning({ ...ANALYSIS, effective_full: 24.9, warning: "Few …" })).toContain(
      "well, only about 25, so chances may be off by 20 in 100",
    );
  });
});

describe("questions", () => {
  it("are about the moment on show", () => {
    const earlier = positionAt(POSITION, 1);
    expect(earlier.auction).toEqual(["1D"]);
    expect(analysisKey(earlier)).not.toBe(analysisKey(POSITION));
    expect(analysisKey(positionAt(POSITION, 2))).toBe(analysisKey(POSITION));
  });

  it("are kept with their answers, the latest dozen", () => {
    const position = (board: number): Position => ({ ...POSITION, hand: `${board}` });
    const update = (before: Analyses, action: AnalysisAction) => reduce(ANALYSES_SLICE, before, action);
    let analyses = update({}, { type: "analysis requested", position: position(0) });
    expect(analyses[analysisKey(position(0))]).toEqual({ kind: "asked", share: 0 });
    for (let board = 1; board <= 12; board += 1) {
      analyses = update(analyses, {
        type: "analysis updated",
        position: position(board),
        answer: { kind: "there", result: ANALYSIS },
      });
    }
    expect(Object.keys(analyses)).toHaveLength(12);
    expect(analyses[analysisKey(position(0))]).toBeUndefined();
    expect(analyses[analysisKey(position(12))]!.kind).toBe("there");
  });
});

it("points have their sign", () => {
  expect([420, -50, 0, 0.4, -0.4].map((value) => formatSigned(value))).toEqual(["+420", "−50", "0", "0", "0"]);
  expect([1.25, -0.04].map((value) => formatSigned(value, 1))).toEqual(["+1.3", "0.0"]);
});
