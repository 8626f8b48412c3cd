import { describe, expect, it } from "vitest";

import { addBoards, MOST_KEPT, nameOfSource, NO_PROGRESS, type PlayedBoard } from "../../src/practice/played-board";
import { pointsLost, summarize, summarizeRecent, summarizeThemes, weakestThemes } from "../../src/practice/statistics";
import { gradedCall, PASTED, playedBoard } from "../fixtures/played-boards";

describe("the boards kept", () => {
  it("are in the order in which they were played, each once", () => {
    const [early, late] = [playedBoard(1, "best", 1), playedBoard(1, "best", 2)];
    const progress = addBoards(addBoards(NO_PROGRESS, [late]), [early, late, early]);
    expect(progress.boards).toEqual([early, late]);
    expect(addBoards(progress, [early])).toBe(progress);
  });

  it("are the last ones", () => {
    const many = Array.from({ length: MOST_KEPT }, (_, id) => playedBoard(id, "best", 2));
    const full = addBoards(NO_PROGRESS, many);
    expect(addBoards(full, [playedBoard(7, "best", 1)])).toEqual(full);
    const { boards } = addBoards(full, [playedBoard(7, "best", 3)]);
    expect(boards).toHaveLength(MOST_KEPT);
    expect([boards[0]!.board, boards.at(-1)!.board]).toEqual([{ id: 1 }, { id: 7 }]);
  });

  it("are told apart by deal, dealer, vulnerability and seat", () => {
    const { board } = PASTED;
    const names = [{ id: 12 }, board, { ...board, dealer: "S" as const }, { ...board, seat: "W" as const }];
    expect(new Set(names.map(nameOfSource)).size).toBe(4);
    expect(nameOfSource({ ...board })).toBe(nameOfSource(board));
  });
});

describe("the numbers", () => {
  it("count the calls by grade and the points lost by mistakes", () => {
    const boards = [
      playedBoard(1, "best", 1, { calls: [gradedCall("best"), gradedCall("mistake", 100)], imps: 4 }),
      playedBoard(2, "also_usual", 1, { imps: -6 }),
      playedBoard(3, "rare", 1),
      playedBoard(4, "scores_best", 1),
    ];
    expect(summarize(boards)).toEqual({ boards: 4, mistakes: 1, best: 2 / 5, usual: 3 / 5, lost: 100 / 4, imps: -1 });
    expect(boards.map(pointsLost)).toEqual([100, 0, 0, 0]);
  });

  it("are unknown without boards or calls", () => {
    expect(summarize([])).toEqual({ boards: 0, mistakes: 0, best: null, usual: null, lost: null, imps: null });
    expect(summarize([playedBoard(1, "best", 1, { calls: [] })])).toMatchObject({ best: null, lost: 0 });
  });

  it("of the last boards are those of twenty", () => {
    const boards = [
      ...Array.from({ length: 5 }, (_, id) => playedBoard(id, "mistake", 1)),
      ...Array.from({ length: 20 }, (_, id) => playedBoard(id, "best", 2)),
    ];
    expect(summarizeRecent({ boards })).toMatchObject({ boards: 20, mistakes: 0 });
  });

  it("stand by theme, and tell the weakest of those played often enough", () => {
    const boards = [
      ...played("stayman", "best", "best", "best", "best"),
      ...played("slam", "mistake", "best", "best"),
      ...played("reverse", "mistake", "mistake", "best"),
      ...played("drury", "mistake", "mistake"),
      PASTED,
    ];
    const themes = summarizeThemes({ boards });
    expect(themes.map(({ theme, boards: count }) => [theme, count])).toEqual([
      ["stayman", 4],
      ["slam", 3],
      ["reverse", 3],
      ["drury", 2],
    ]);
    expect(weakestThemes(themes).map(({ theme }) => theme)).toEqual(["reverse", "slam"]);
  });
});

function played(theme: string, ...grades: Parameters<typeof gradedCall>[0][]): PlayedBoard[] {
  return grades.map((grade, id) => playedBoard(id, grade, 1, { theme }));
}
