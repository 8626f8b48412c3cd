import { describe, expect, it } from "vitest";

import { bestText, comparisonReason, usualText, whyBestText } from "../../src/insight/best-call";
import type { Analysis, BestCall, Suggestion } from "../../src/service/types";

const BEST: BestCall = {
  call: "P",
  imps: 0.94,
  error: 0.3,
  probability: 0.21,
  sentence: "Scores best: Pass, about 0.9 IMPs more than 3♥.",
};

const USUAL: Suggestion = { seat: "S", call: "3H", probability: 0.62, sentence: "3♥ is the usual call.", best: BEST };

function analysis(reason: string | null): Analysis {
  return {
    position: {
      hand: null,
      seat: "S",
      dealer: "N",
      vulnerability: "none",
      auction: [],
      systems: { ns: "sayc", ew: "sayc" },
    },
    layouts: 1024,
    effective: 250,
    effective_full: 60,
    warning: null,
    contract: null,
    contracts: [],
    next_calls: { seat: "S", against: "3H", layouts: 96, calls: [], reason },
  };
}

describe("the usual call and the best", () => {
  it("stand beside each other", () => {
    expect(usualText(USUAL)).toBe("Usual: 3♥ (62\u00a0%)");
    expect(bestText(BEST)).toBe("Scores best: Pass (+0.9 IMPs)");
  });
});

describe("why the best call scores better", () => {
  it("is what the layouts say", () => {
    const found = analysis("On 96 layouts 3♥ did as well.");
    expect(comparisonReason(found)).toBe("On 96 layouts 3♥ did as well.");
    expect(whyBestText(BEST, found)).toBe("On 96 layouts 3♥ did as well.");
  });

  it("is the prediction where they say nothing", () => {
    expect(comparisonReason(analysis(null))).toBeNull();
    expect(comparisonReason({ ...analysis(null), next_calls: null })).toBeNull();
    expect(whyBestText(BEST, analysis(null))).toBe(BEST.sentence);
  });
});
