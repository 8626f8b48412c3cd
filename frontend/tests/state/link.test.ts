import { describe, expect, it } from "vitest";

import { PACK } from "../../src/bridge/hand";
import type { Seat } from "../../src/bridge/table";
import { EXAMPLES } from "../../src/entry/examples";
import { EMPTY_INPUT, type Input, withDeal } from "../../src/entry/input";
import { singleLine } from "../../src/lines/lines";
import {
  formatAnswer,
  formatLink,
  formatProblem,
  isLink,
  type Link,
  parseLink,
  toFragment,
} from "../../src/state/link";
import { update } from "../../src/state/reducer";
import { initialState } from "../../src/state/state";

function link(input: Input, changes: Partial<Link> = {}): Link {
  const closed = { revealed: false, reviewed: false, problem: false };
  const plain = { compared: null, pinned: null, ...closed, boards: null, errors: [] };
  return { input, lines: singleLine(input.auction), moment: null, bottom: "S", ...plain, ...changes };
}

const DEAL = Object.fromEntries(
  ["N", "E", "S", "W"].map((seat, place) => [seat, PACK.filter((_, card) => card % 4 === place)]),
) as unknown as Record<Seat, readonly string[]>;

/** A link says who deals. */
const STATED: Input = { ...EMPTY_INPUT, dealerStated: true };

describe("a link", () => {
  it.each(EXAMPLES.map(({ name, input }) => [name, input] as const))(
    "of a position is what it always was: %s",
    (_, input) => {
      expect(formatLink(link(input))).toBe(toFragment(input));
      expect(parseLink(`#${toFragment(input)}`)).toEqual(link(input));
    },
  );

  it("brings back branches, the line on show, the moment and the turned table", () => {
    const main = EXAMPLES.at(-1)!.input;
    const branch = [...main.auction.slice(0, 2), "2S", "P"];
    const lines = { auctions: [main.auction, branch, main.auction.slice(0, 5)], shown: 1 };
    const shown = link({ ...main, auction: branch }, { lines, moment: 3, bottom: "W" });
    expect(formatLink(shown)).toContain("line=2.2S-P&line=5.&shown=1&at=3&bottom=W");
    expect(parseLink(formatLink(shown))).toEqual(shown);
  });

  it("brings back the line compared, the card marked and the cards laid open", () => {
    const { auction, ...rest } = withDeal({ ...STATED, auction: ["P", "1H"] }, DEAL);
    const lines = { auctions: [auction, ["P", "1S"]], shown: 0 };
    const compared = { line: 1, seat: "W" as const };
    const looked = link({ ...rest, auction }, { lines, compared, pinned: "HK", revealed: true });
    expect(formatLink(looked)).toMatch(/&compare=1.W&pin=HK&reveal=1$/);
    expect(parseLink(formatLink(looked))).toEqual(looked);
  });

  it("brings back the review, where there is one", () => {
    const shown = link(withDeal({ ...STATED, auction: ["P", "1H"] }, DEAL), { reviewed: true });
    expect(formatLink(shown)).toMatch(/&review=1$/);
    expect(parseLink(formatLink(shown))).toEqual(shown);
    expect(update(initialState(), { type: "link opened", link: shown }).review.view).toBe("review");
    const empty = parseLink("#hand=&review=1");
    expect(empty).toMatchObject({ reviewed: false, errors: [expect.stringContaining("review=1")] });
  });

  it("brings back the whole deal", () => {
    const dealt = link(withDeal({ ...STATED, seat: "E" }, DEAL));
    expect(parseLink(formatLink(dealt))).toEqual(dealt);
    const onlooker = link({ ...STATED, deal: DEAL, spectator: true });
    expect(parseLink(formatLink(onlooker))).toEqual(onlooker);
  });

  it("is not every fragment of an address", () => {
    expect(["", "#hand", "#auction=1D", "#boards"].map(isLink)).toEqual([false, false, true, true]);
    expect(parseLink("#hand")).toEqual(link(EMPTY_INPUT));
  });
});

describe("a problem", () => {
  const whole = withDeal({ ...STATED, board: "7", dealer: "S", auction: ["1H", "P", "2NT"] }, DEAL);
  const fields = (fragment: string) => Object.fromEntries(new URLSearchParams(fragment));

  it("holds the own hand and the auction so far, and nothing else of the board", () => {
    expect(fields(formatProblem(whole, 2))).toEqual({
      hand: whole.handText,
      seat: "S",
      dealer: "S",
      vul: "none",
      ns: "sayc",
      ew: "sayc",
      auction: "1H-P",
      problem: "1",
    });
  });

  it("stays what it is as long as it is closed, whatever else is known", () => {
    const lines = { auctions: [whole.auction, ["1H", "X"]], shown: 0 };
    const compared = { line: 1, seat: "W" as const };
    const closed = { lines, compared, moment: 1, pinned: "HK", revealed: true, problem: true };
    expect(formatLink(link(whole, closed))).toBe(formatProblem(whole, 3));
  });

  it("is read as it was written", () => {
    const { input, problem, errors } = parseLink(`#${formatProblem(whole, 2)}`);
    expect(input).toEqual({ ...whole, board: "", auction: ["1H", "P"], deal: null });
    expect([problem, errors]).toEqual([true, []]);
    expect(formatLink(parseLink(formatProblem(whole, 2)))).toBe(formatProblem(whole, 2));
  });

  it("can be posed to one who looks on", () => {
    const onlooker = { ...EMPTY_INPUT, spectator: true, auction: ["1NT"] };
    expect(parseLink(formatProblem(onlooker, 1))).toMatchObject({ problem: true, input: { spectator: true } });
  });

  it.each([
    ["deal", "deal=A_B_C_D"],
    ["line", "line=1.X&line=2.P"],
    ["shown", "shown=1"],
    ["at", "at=1"],
    ["compare", "compare=1.W"],
    ["pin", "pin=HK"],
    ["reveal", "reveal=1"],
  ])("leaves out what may tell its answer, without quoting it: %s", (name, part) => {
    const read = parseLink(`${formatProblem(whole, 3)}&${part}`);
    expect(read.errors).toEqual([`A problem cannot have “${name}”; it was left out.`]);
    expect(read).toMatchObject({ problem: true, moment: null, pinned: null, revealed: false });
    expect([read.lines.auctions.length, read.input.deal]).toEqual([1, null]);
  });

  it.each(["problem=0", "problem=1", "problem"])("is none without a whole hand, or by another word: %s", (part) => {
    const read = parseLink(`#hand=AK.Q&${part}`);
    expect(read.problem).toBe(false);
    expect(read.errors).toEqual([
      `“${part === "problem" ? "problem=" : part}” cannot be read; expected: 1, with a whole hand.`,
    ]);
  });
});

describe("the link of an answer sheet", () => {
  it("has the moment, and the deal where it is printed", () => {
    const whole = withDeal({ ...STATED, auction: ["1H", "P"] }, DEAL);
    expect(parseLink(formatAnswer(whole, 1))).toMatchObject({ moment: 1, problem: false, input: whole });
    expect(formatAnswer({ ...whole, deal: null }, null)).not.toContain("deal=");
  });
});

describe("a damaged link", () => {
  const faults = (fragment: string) => parseLink(fragment).errors;

  it("takes the card of a side, by its code or a system's name", () => {
    const read = parseLink("#hand=AKJT985.6.A76.84&ns=21-a0e2&ew=2%2F1");
    expect(read.input.systems).toEqual({ ns: "21-a0e2", ew: "21" });
    expect(toFragment(read.input)).toContain("ns=21-a0e2&ew=21");
    expect(read.errors).toEqual([]);
  });

  it("says which part means nothing, and gives the rest", () => {
    const read = parseLink("#hand=AKJT985.6.A76.84&seat=Q&dealer=E&ns=mine&at=x&auc");
    expect(read.input).toMatchObject({ handText: "AKJT985.6.A76.84", seat: "S", dealer: "E" });
    expect(read.errors).toEqual([
      "“seat=Q” cannot be read; expected: N, E, S, W.",
      "“ns=mine” cannot be read; expected: sayc, standard, 2/1, acol, polish, precision, unknown, or the code of a card such as sayc-a0.",
      "“auc” is unknown; a link has seat, dealer, vul, bottom, ns, ew, hand, board, auction, problem, boards, deal, line, shown, at, compare, pin, reveal, review.",
      "“at=x” cannot be read; expected: a number from 0 to 0.",
    ]);
  });

  it.each(["compare=0.W", "compare=2.W", "compare=1.X", "compare=1", "pin=1H", "reveal=1", "reveal=yes"])(
    "compares, marks and lays open nothing that is not there: %s",
    (part) => {
      const read = parseLink(`#dealer=N&auction=1D&line=0.P&${part}`);
      expect(read.errors).toEqual([expect.stringContaining(`“${part}” cannot be read; expected: `)]);
      expect([read.compared, read.pinned, read.revealed]).toEqual([null, null, false]);
    },
  );

  it("says where the auction or a branch breaks off", () => {
    const read = parseLink("#dealer=N&auction=1D-zz-1S&line=1.1C&line=9.P&shown=1");
    expect(read.lines).toEqual({ auctions: [["1D"], ["1D"], []], shown: 1 });
    expect(read.errors).toEqual([
      "The auction breaks off at “zz”: calls are P, X, XX and 1C to 7NT.",
      "A branch breaks off at “1C”: it is not higher than 1♦.",
      "“line=9.P” cannot be read; expected: the calls that it shares, and its own, such as 2.1S-P.",
    ]);
  });

  it("has no moment after the end, no line that is not there, and few branches", () => {
    expect(faults("#dealer=N&auction=1D&at=2")).toEqual(["“at=2” cannot be read; expected: a number from 0 to 1."]);
    expect(faults("#dealer=N&auction=1D&shown=1")).toEqual([
      "“shown=1” cannot be read; expected: a number from 0 to 0.",
    ]);
    const many = Array.from({ length: 7 }, () => "line=0.P").join("&");
    expect(faults(`#dealer=N&auction=1D&${many}`)).toEqual(["It has more than 6 branches; the rest is left out."]);
  });

  it("is read in any case", () => {
    const read = parseLink("#seat=w&dealer=e&vul=ew&ns=SAYC&ew=Acol&auction=1nt-p-2h&bottom=n&pin=sa");
    expect(read.errors).toEqual([]);
    expect(read.input).toMatchObject({
      seat: "W",
      dealer: "E",
      vulnerability: "EW",
      systems: { ns: "sayc", ew: "acol" },
      auction: ["1NT", "P", "2H"],
    });
    expect([read.bottom, read.pinned]).toEqual(["N", "SA"]);
    expect(parseLink("#vul=ns&dealer=N").input.vulnerability).toBe("NS");
    expect(parseLink("#vul=Both&dealer=N").input.vulnerability).toBe("both");
  });

  it("loses a deal that is none, or another one's", () => {
    const whole = formatLink(link(withDeal(EMPTY_INPUT, DEAL)));
    expect(faults(whole)).toEqual([]);
    expect(faults("#deal=AK_Q_J_T&dealer=N")).toEqual(["Its deal is not the 52 cards, so it was left out."]);
    const other = new URLSearchParams(whole);
    other.set("hand", "AKJT985.6.A76.84");
    expect(parseLink(other.toString()).input.deal).toBeNull();
    expect(faults(other.toString())).toEqual([
      "Its deal does not match the hand in the link, so the deal was left out.",
    ]);
  });

  it("is quoted only so far", () => {
    expect(faults(`#seat=${"x".repeat(500)}`)[0]!.length).toBeLessThan(80);
  });
});
