import { expect, it } from "vitest";

import {
  compareAuctions,
  explainerLink,
  type FinishedBoard,
  impsText,
  lostInTens,
  problemAt,
  problemTurn,
  resultTexts,
  scoreSourceText,
  totalLost,
} from "../../src/practice/board-result";
import type { GradedCall } from "../../src/practice/played-board";
import type { Review } from "../../src/service/types";
import { parseLink } from "../../src/state/link";
import { HANDS, review } from "../fixtures/review";

const BOARD: FinishedBoard = {
  number: 7,
  dealer: "S",
  vulnerability: "both",
  hands: HANDS,
  systems: { ns: "sayc", ew: "acol" },
  auction: ["1S", "P", "2D", "P", "4S", "P", "P", "P"],
  players: ["S"],
};

function scored(contract: string, declarer: "N" | "E" | "S" | "W", score: number | null): Review {
  return review({ contract: { ...review().contract!, contract, declarer, score } });
}

function call(index: number, made: string, usual: string, lost: number | null): GradedCall {
  return { index, call: made, usual, lost, grade: made === usual ? "best" : "rare" };
}

it("scores both auctions from the player's side", () => {
  const [own, robots] = [scored("4S", "S", 420), scored("3S", "S", 170)];
  const south = compareAuctions(own, robots, "S")!;
  expect([...resultTexts(south), impsText(south)].join(" ")).toBe(
    "You: 4♠ by South, +420. Robots: 3♠ by South, +170. You win 6 IMPs.",
  );
  const west = compareAuctions(own, robots, "W")!;
  expect([...resultTexts(west), impsText(west)].join(" ")).toBe(
    "You: 4♠ by South, −420. Robots: 3♠ by South, −170. You lose 6 IMPs.",
  );
  expect(impsText(compareAuctions(scored("2S", "S", 140), scored("1NT", "N", 120), "N")!)).toBe("You win 1 IMP.");
});

it("says plainly when nothing is won", () => {
  const same = compareAuctions(scored("4S", "S", -100), scored("4S", "S", -100), "S")!;
  expect(impsText(same)).toBe("The same contract: 0 IMPs.");
  const near = compareAuctions(scored("4S", "S", 620), scored("4H", "S", 620), "S")!;
  expect(impsText(near)).toBe("No difference worth an IMP: 0 IMPs.");
});

it("counts a board passed out as 0 and names where the tricks are from", () => {
  const out = review({ contract: null });
  const other = compareAuctions(out, scored("1NT", "W", -90), "S")!;
  expect(resultTexts(other)).toEqual(["You: passed out, 0.", "Robots: 1NT by West, −90."]);
  expect([other.imps, other.source]).toEqual([3, "solver"]);
  expect(scoreSourceText(other)).toBe("Scores of your side, double dummy, exact.");
  expect(scoreSourceText(compareAuctions(out, out, "S")!)).toBeNull();
  expect(compareAuctions(out, scored("1NT", "W", null), "S")).toBeNull();
});

it("sums up the points lost by mistakes as they are shown", () => {
  const mistake = (index: number, lost: number): GradedCall => ({ ...call(index, "X", "P", lost), grade: "mistake" });
  const calls = [call(0, "1S", "1S", null), mistake(2, 164), call(4, "4S", "P", 30), mistake(6, 47)];
  expect(calls.map(lostInTens)).toEqual([null, 160, null, 50]);
  expect(totalLost(calls)).toBe(210);
});

it("links to the explanation with the whole deal", () => {
  const link = explainerLink(BOARD);
  const { input, problem, moment, errors } = parseLink(link.slice(link.indexOf("#")));
  expect(errors).toEqual([]);
  expect([input.board, input.dealer, input.vulnerability, input.seat]).toEqual(["7", "S", "both", "S"]);
  expect([input.systems, input.auction]).toEqual([BOARD.systems, BOARD.auction]);
  expect([input.handText, input.deal !== null, problem, moment]).toEqual([HANDS.S, true, false, null]);
  expect(explainerLink({ ...BOARD, vulnerability: "none" })).not.toContain("board=");
});

it("poses the call that lost most, of the hand that made it, without the deal", () => {
  const calls = [call(0, "1S", "1S", null), call(2, "2D", "3S", 160), call(4, "4S", "3NT", 90)];
  const board: FinishedBoard = { ...BOARD, players: ["S", "N"] };
  const { input, problem, errors } = parseLink(problemAt(board, problemTurn(board, calls)));
  expect(errors).toEqual([]);
  expect([problem, input.seat, input.handText]).toEqual([true, "N", HANDS.N]);
  expect([input.auction, input.deal]).toEqual([["1S", "P"], null]);
});

it("poses the last turn that was not a plain pass where nothing was lost", () => {
  expect(problemTurn(BOARD, [call(0, "1S", "1S", null)])).toBe(4);
  const pulled = { ...BOARD, auction: ["1S", "P", "2D", "P", "P", "P"] };
  expect(problemTurn(pulled, [])).toBe(0);
  expect(problemTurn(pulled, [call(4, "P", "4S", null)])).toBe(4);
  expect(problemTurn({ ...BOARD, auction: ["P", "1C", "P", "P", "P"], players: ["N"] }, [])).toBe(2);
});
