import { afterEach, describe, expect, it } from "vitest";

import { EMPTY_INPUT } from "../../src/entry/input";
import { setLanguage } from "../../src/i18n/translate";
import { cardCountTexts } from "../../src/insight/meanings";
import type { CardCount, HiddenHand } from "../../src/service/types";
import { flatExplanation } from "../fixtures/explanation";

const HAND = flatExplanation({ ...EMPTY_INPUT, spectator: true }).moments[0]!.hands.N!;

function counted(...distribution: number[]): CardCount {
  const expected = distribution.reduce((sum, chance, number) => sum + number * chance, 0);
  return { expected, distribution };
}

function hand(changes: Partial<HiddenHand>): HiddenHand {
  return { ...HAND, aces: counted(0.3, 0.44, 0.21, 0.04, 0.01), ...changes };
}

const FIRST = hand({});

afterEach(() => setLanguage("en", "app"));

describe("numbers of aces, kings and key cards", () => {
  it("are told where they are sure and the auction has told them", async () => {
    const told = hand({
      aces: counted(0, 0.03, 0.95, 0.02, 0),
      key_cards: { trump: "S", ...counted(0, 0, 0.999, 0, 0, 0.001) },
    });
    expect(cardCountTexts(told, FIRST)).toEqual([
      "Aces: 2 (95\u00a0%).",
      "Key cards, spades being trumps: 2 (>99\u00a0%).",
    ]);
    await setLanguage("zh-Hans", "app");
    expect(cardCountTexts(told, FIRST)[0]).toBe("A：2个（95\u00a0%）。");
  });

  it("are not told while others are likely", () => {
    expect(cardCountTexts(hand({ aces: counted(0, 0.35, 0.65, 0, 0) }), FIRST)).toEqual([]);
  });

  it("are not told where the viewer's hand has told them from the start", () => {
    const none = hand({ aces: counted(1, 0, 0, 0, 0), kings: counted(0.8, 0.2, 0, 0, 0) });
    const now = hand({ aces: counted(1, 0, 0, 0, 0), kings: counted(0.05, 0.95, 0, 0, 0) });
    expect(cardCountTexts(now, none)).toEqual(["Kings: 1 (95\u00a0%)."]);
  });

  it("are not told where the calls are unclear, or nothing is counted", () => {
    expect(cardCountTexts(hand({ aces: counted(0, 0, 1, 0, 0), unclear: true }), FIRST)).toEqual([]);
    expect(cardCountTexts(HAND, HAND)).toEqual([]);
  });
});
