import { describe, expect, it } from "vitest";

import { misunderstandings } from "../../src/insight/misunderstandings";
import { EMPTY_INPUT } from "../../src/entry/input";
import type { Call } from "../../src/bridge/calls";
import type { Seat } from "../../src/bridge/table";
import type { CallMeaning, Explanation, Grade } from "../../src/service/types";
import { flatExplanation } from "../fixtures/explanation";
import { meaning, promised } from "../fixtures/options";
import { graded, review } from "../fixtures/review";

const AUCTION: Call[] = ["1NT", "P", "2D", "P", "2H", "P", "P", "P"];
const SEATS: Seat[] = ["N", "E", "S", "W", "N", "E", "S", "W"];
const HANDS = { N: "AQ4.K93.AJ62.Q85", E: "KJ72.JT5.Q3.AJT4", S: "T83.42.KT9752.K7", W: "965.AQ876.84.963" };
const TRANSFER = "Jacoby transfer: five or more hearts.";
const ON_CARD = "South's 2♦ on your card: Jacoby transfer. Five or more hearts.";

/** A transfer by South, and what else is changed of it. */
function told(changes: Partial<NonNullable<CallMeaning["meaning"]>> = {}): Explanation {
  const flat = flatExplanation({ ...EMPTY_INPUT, dealer: "N", auction: AUCTION });
  const calls = AUCTION.map((call, index) =>
    promised(meaning(call, [0, 40], Array(4).fill([0, 13]), { index, seat: SEATS[index]! })),
  );
  const [hcp, any] = [
    { low: null, high: null },
    { low: null, high: null },
  ];
  const lengths = { S: any, H: { low: 5, high: 8 }, D: any, C: any };
  const named = { name: "Jacoby transfer", id: "jacoby_transfer", sentence: TRANSFER, forcing: "one round" as const };
  calls[2] = { ...calls[2]!, meaning: { ...calls[2]!.meaning!, ...named, promises: { hcp, lengths }, ...changes } };
  return { ...flat, calls };
}

function reviewed(grades: Partial<Record<number, Grade>>, auction: readonly Call[] = AUCTION) {
  return review({ calls: auction.map((call, index) => graded(index, SEATS[index]!, call, grades[index] ?? "best")) });
}

const texts = (grades: Partial<Record<number, Grade>>, hands = HANDS, auction?: readonly Call[]) =>
  misunderstandings(told(), reviewed(grades, auction), hands, ["S", "N"]);

describe("a call of one of the partners", () => {
  it("whose caller holds another length than the card says is named, with how partner took it", () => {
    expect(texts({ 2: "mistake" })).toEqual([`${ON_CARD} South's hearts: 2. North took it as the card says: 2♥.`]);
    expect(texts({ 2: "rare", 4: "mistake" })).toEqual([
      `${ON_CARD} South's hearts: 2. North did not take it as the card says, either: 2♥.`,
    ]);
  });

  it("that forces and was passed by mistake is named", () => {
    const passed: Call[] = [...AUCTION.slice(0, 4), "P"];
    const hands = { ...HANDS, S: "T8.QJ742.KT97.K7" };
    expect(texts({ 4: "mistake" }, hands, passed)).toEqual([`${ON_CARD} It is forcing; North passed.`]);
    expect(texts({ 4: "best" }, hands, passed)).toEqual([]);
    expect(texts({ 4: "mistake" }, hands)).toEqual([]);
    const over: Call[] = ["1NT", "P", "2D", "X", "P"];
    expect(texts({ 4: "mistake" }, hands, over)).toEqual([]);
  });

  it("is not named where such hands make it, where the hand is a card off, or of the opponents", () => {
    expect(texts({ 2: "best" })).toEqual([]);
    expect(texts({ 2: "mistake" }, { ...HANDS, S: "T8.QJ74.KT975.K7" })).toEqual([]);
    expect(misunderstandings(told(), reviewed({ 2: "mistake" }), HANDS, ["E", "W"])).toEqual([]);
    expect(misunderstandings(told({ forcing: "no" }), reviewed({}), HANDS, ["S", "N"])).toEqual([]);
  });
});
