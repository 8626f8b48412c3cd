import { describe, expect, it } from "vitest";

import { addBoards, NO_PROGRESS, type PlayedBoard } from "../../src/practice/played-board";
import { dueBy, repeatsOf, worstGrade } from "../../src/practice/statistics";
import { gradedCall, playedBoard } from "../fixtures/played-boards";

function repeats(...boards: PlayedBoard[]) {
  return repeatsOf(addBoards(NO_PROGRESS, boards));
}

/** The day of November on which each is due. */
function dueDays(...boards: PlayedBoard[]): number[] {
  return repeats(...boards).map(({ due }) => (due.getTime() - Date.UTC(2026, 9, 31, 12)) / 86_400_000);
}

describe("boards to bid again", () => {
  it("are those with a mistake, due the next day", () => {
    const boards = [playedBoard(1, "best", 2), playedBoard(2, "rare", 2), playedBoard(3, "mistake", 2)];
    expect(repeats(...boards)).toEqual([
      { board: { id: 3 }, system: "sayc", theme: "opening_1nt", due: new Date("2026-11-03T12:00:00Z") },
    ]);
  });

  it("come ever later while they are bid well, sooner after a rare call, and at once after a mistake", () => {
    const first = playedBoard(3, "mistake", 1);
    const [once] = dueDays(first, playedBoard(3, "best", 2)) as [number];
    const [twice] = dueDays(first, playedBoard(3, "best", 2), playedBoard(3, "also_usual", once)) as [number];
    expect(dueDays(first, playedBoard(3, "scores_best", 2))).toEqual([once]);
    expect(once).toBeGreaterThan(3);
    expect(twice - once).toBeGreaterThan(once - 2);
    const [hard] = dueDays(first, playedBoard(3, "best", 2), playedBoard(3, "rare", once)) as [number];
    expect(hard).toBeLessThan(twice);
    expect(dueDays(first, playedBoard(3, "best", 2), playedBoard(3, "mistake", once))).toEqual([once + 1]);
  });

  it("are told apart by system and deal, and stand in the order in which they are due", () => {
    const boards = [
      playedBoard(3, "mistake", 4),
      playedBoard(3, "mistake", 2, { system: "acol" }),
      playedBoard(4, "mistake", 3),
    ];
    expect(repeats(...boards).map(({ board, system }) => [board, system])).toEqual([
      [{ id: 3 }, "acol"],
      [{ id: 4 }, "sayc"],
      [{ id: 3 }, "sayc"],
    ]);
    expect(dueBy(repeats(...boards), new Date("2026-11-04T12:00:00Z"))).toHaveLength(2);
  });

  it("go by the worst of the calls", () => {
    const board = { calls: [gradedCall("best"), gradedCall("mistake"), gradedCall("rare")] };
    expect(worstGrade(playedBoard(1, "best", 1, board))).toBe("mistake");
    expect(worstGrade(playedBoard(1, "best", 1, { calls: [] }))).toBeNull();
    expect(repeats(playedBoard(1, "mistake", 1), playedBoard(1, "best", 2, { calls: [] }))[0]!.due).toEqual(
      new Date("2026-11-02T12:00:00Z"),
    );
  });
});
