import { describe, expect, it } from "vitest";

import { rowOf } from "../../src/insight/board-rows";
import { sessionOf, kindOf, scoredLoss, scoringOf } from "../../src/insight/session";
import type { ReachedContract } from "../../src/service/types";
import { graded, recorded, review } from "../fixtures/review";

const PLAYERS = { N: "Anna", E: "Clara", S: "Ben", W: "Dirk" };
const GAME: ReachedContract = { contract: "4S", declarer: "S", tricks: 10, source: "solver", score: 620 };
const SLAM: ReachedContract = { ...GAME, contract: "6S", tricks: 12, score: 1430 };
const better = (contract: ReachedContract | null) => ({ auction: ["1S", "P", "4S", "P", "P", "P"] as const, contract });

function mistake(contract: ReachedContract | null, mean = 200) {
  return {
    ...graded(2, "N", "2S", "mistake", { mean, error: 20 }),
    theme: "raise_major" as const,
    instead: { ...better(contract), auction: [...better(contract).auction] },
  };
}

describe("a session", () => {
  it("sums up the mistakes of a player and partner, the costliest first", () => {
    const calls = [mistake(GAME, 200), graded(3, "E", "P", "mistake", { mean: 500, error: 20 })];
    const dear = review({ calls: [mistake(SLAM, 700)] });
    const boards = [review({ calls }), dear, review({ calls: [] }), null];
    const rows = boards.map((found, index) => rowOf(recorded({ players: PLAYERS }), index, found));
    const session = sessionOf(rows, "Ben");
    expect([session.boards, session.reviewed, session.lost]).toEqual([4, 3, 900]);
    expect(session.mistakes.map(({ row, player }) => [row.index, player])).toEqual([
      [1, "Anna"],
      [0, "Anna"],
    ]);
    expect(session.byKind).toEqual([
      { key: "slam", mistakes: 1, lost: 700 },
      { key: "missedGame", mistakes: 1, lost: 200 },
    ]);
    expect(session.byTheme).toEqual([{ key: "raise_major", mistakes: 2, lost: 900 }]);
    expect(session.best?.row.index).toBe(2);
    expect(sessionOf(rows, "").byPlayer).toEqual([
      { key: "Anna", mistakes: 2, lost: 900, most: "slam" },
      { key: "Clara", mistakes: 1, lost: 500, most: "missedGame" },
    ]);
  });

  it("tells what was lost on by the contract that would have been reached", () => {
    const board = recorded();
    const over = review({ contract: { ...review().contract!, contract: "3S", score: -100 } });
    const part = { ...GAME, contract: "2S", score: 110 };
    expect(kindOf(mistake(SLAM), review(), board)).toBe("slam");
    expect(kindOf(mistake(GAME), review(), board)).toBe("missedGame");
    expect(kindOf(mistake(part), over, board)).toBe("overbid");
    const contested = { ...mistake(part), instead: { auction: ["1S", "2H", "2S", "P", "P", "P"], contract: part } };
    expect(kindOf(contested, over, board)).toBe("competitive");
    const unknown = { ...mistake(null), instead: null, usual: null };
    expect(kindOf(unknown, over, recorded({ auction: ["1S", "2H", "3S", "P", "P", "P"] }))).toBe("competitive");
    expect(kindOf({ ...unknown, index: 1 }, over, recorded({ auction: ["1S", "P", "P", "2H"] }))).toBe("overbid");
  });

  it("is the description of a hand where the contract would have been the same", () => {
    const { contract } = review();
    expect(kindOf(mistake({ ...contract!, score: 140 }), review(), recorded())).toBe("misdescribed");
    expect(kindOf(mistake(null), review({ contract: null }), recorded())).toBe("misdescribed");
  });

  it("is the strain where both are games that can be bid", () => {
    const reached = review({ contract: { ...review().contract!, ...GAME, contract: "4H" } });
    expect(kindOf(mistake({ ...GAME, contract: "3NT" }), reached, recorded())).toBe("partScore");
    const five = review({ contract: { ...review().contract!, ...GAME, contract: "5D" } });
    expect(kindOf(mistake({ ...GAME, contract: "3NT" }), five, recorded())).toBe("overbid");
  });

  it("scores as its file does", () => {
    const lost = { mean: 123, error: 9, imps: 4.27, matchpoints: 0.38 };
    const scored = (value: string) => scoringOf(recorded({ others: [{ name: "Scoring", value, section: "" }] }));
    expect(scoredLoss(lost, scored("IMP"))).toBe("4.3 IMPs");
    expect(scoredLoss(lost, scored("MatchPoints"))).toBe("38\u00a0% of the matchpoints");
    expect(scoredLoss(lost, scored("Rubber"))).toBe("120 points");
  });
});
