import { expect, it } from "vitest";

import {
  allPlayers,
  arrange,
  type BoardFilter,
  type BoardRow,
  COSTLIEST_FIRST,
  FILE_ORDER,
  isMissedGame,
  isSlam,
  NO_FILTER,
  outcomeOf,
  rowOf,
  type Sorting,
} from "../../src/insight/board-rows";
import type { RecordedBoard } from "../../src/service/boards";
import type { Review } from "../../src/service/types";
import { graded, NO_HANDS, recorded, review } from "../fixtures/review";

function rows(...boards: [Partial<RecordedBoard>, Review | null][]): BoardRow[] {
  return boards.map(([changes, found], index) => rowOf(recorded(changes), index, found));
}

function order(all: BoardRow[], sorting: Partial<Sorting>, filter: Partial<BoardFilter> = {}) {
  return arrange(all, { ...NO_FILTER, ...filter }, { ...FILE_ORDER, ...sorting }).map(({ index }) => index);
}

const PASSED = ["P", "P", "P", "P"];
const DOUBLED = "1S X P P P".split(" ");
const SLAM = "6NT P P P".split(" ");

it("reads the contract off the auction, or takes the one stated", () => {
  expect(outcomeOf(recorded())).toEqual({ contract: "2S", declarer: "S" });
  expect(outcomeOf(recorded({ auction: DOUBLED }))).toEqual({ contract: "1SX", declarer: "S" });
  expect(outcomeOf(recorded({ auction: PASSED }))).toBe("passed out");
  expect(outcomeOf(recorded({ auction: ["1S"] }))).toBeNull();
  expect(outcomeOf(recorded({ auction: [], contract: "3NTX by W" }))).toEqual({ contract: "3NTX", declarer: "W" });
  expect(outcomeOf(recorded({ auction: [], contract: "passed out" }))).toBe("passed out");
});

it("sorts by each column, unknown values last either way", () => {
  const cheap = review({ calls: [graded(0, "S", "1S", "mistake", { mean: 50, error: 9 })] });
  const all = rows([{ tricks: 7 }, review()], [{ auction: SLAM, tricks: 13 }, null], [{ auction: PASSED }, cheap]);
  expect(order(all, {})).toEqual([0, 1, 2]);
  expect(order(all, { descending: true })).toEqual([2, 1, 0]);
  expect(order(all, { column: "contract" })).toEqual([2, 0, 1]);
  expect(order(all, { column: "result" })).toEqual([0, 1, 2]);
  expect(order(all, { column: "result", descending: true })).toEqual([1, 0, 2]);
  expect(order(all, { column: "ns", descending: true })).toEqual([0, 2, 1]);
  expect(order(all, { column: "ns" })).toEqual([2, 0, 1]);
});

it("sorts by all that was lost on a board, or by one player's side", () => {
  const lost = (seat: "N" | "E", ...means: number[]) =>
    means.map((mean, index) => graded(index, seat, "1S", "mistake", { mean, error: 9 }));
  const calls = [lost("N", 200), [...lost("N", 150), ...lost("E", 10, 90)], []];
  const all = rows(...calls.map((one): [Partial<RecordedBoard>, Review] => [{}, review({ calls: one })]), [{}, null]);
  expect(order(all, COSTLIEST_FIRST)).toEqual([1, 0, 2, 3]);
  expect(order(all, COSTLIEST_FIRST, { player: "ns" })).toEqual([0, 1, 2, 3]);
  expect(order(all, COSTLIEST_FIRST, { player: "ew" })).toEqual([1, 0, 2, 3]);
});

it("shows only what is asked for", () => {
  const players = { N: "Ann", E: "", S: "Bob", W: "" };
  const all = rows([{ players }, review()], [{ auction: DOUBLED }, null], [{ auction: SLAM }, null]);
  expect(order(all, {}, { player: "Bob" })).toEqual([0]);
  expect(order(all, {}, { doubled: true })).toEqual([1]);
  expect(order(all, {}, { slams: true })).toEqual([2]);
  expect(order(all, {}, { missedGames: true })).toEqual([0]);
  expect(order(all, {}, { missedGames: true, doubled: true })).toEqual([]);
  expect(allPlayers(all.map(({ board }) => board))).toEqual(["Ann", "Bob"]);
});

it("counts a game as missed where a side could make one and played less, or all passed", () => {
  const missed = (changes: Partial<RecordedBoard>) => isMissedGame(rows([changes, review()])[0]!);
  expect(missed({})).toBe(true);
  expect(missed({ auction: "4S P P P".split(" ") })).toBe(false);
  expect(missed({ auction: "P 2H P P P".split(" ") })).toBe(false); // East-West make nine tricks
  expect(missed({ auction: PASSED })).toBe(true);
  expect(isMissedGame(rows([{}, review({ makes: null })])[0]!)).toBe(false);
});

it("counts a slam that was bid, or could have been made", () => {
  const { tricks } = review().makes!;
  const makes = { source: "solver" as const, tricks: { ...tricks, W: { ...tricks.W, H: 12 } } };
  expect(isSlam(rows([{}, review()])[0]!)).toBe(false);
  expect(isSlam(rows([{}, review({ makes })])[0]!)).toBe(true);
  expect(isSlam(rows([{ auction: SLAM, hands: NO_HANDS }, null])[0]!)).toBe(true);
});
