import { expect, it } from "vitest";

import { isSession, readSession, sessionFragment } from "../../src/state/session-link";
import { recorded } from "../fixtures/review";

const players = { N: "Anna", E: "Clara", S: "Ben & Zoë", W: "Dirk" };
const BOARDS = Array.from({ length: 24 }, (_, place) => recorded({ number: place + 1, players, tricks: 9 }));

it("a session's link holds its boards, and who looks at them", async () => {
  const fragment = `#${await sessionFragment(BOARDS, "Ben & Zoë")}`;
  expect(isSession(fragment)).toBe(true);
  const session = await readSession(fragment);
  expect(session!.player).toBe("Ben & Zoë");
  expect([...session!.text.matchAll(/\[Board "(\d+)"\]/g)].map(([, number]) => Number(number))).toEqual(
    BOARDS.map(({ number }) => number),
  );
  expect(session!.text).toContain('[South "Ben & Zoë"]');
  expect(session!.text).toContain("1S Pass 2S Pass");
  expect(fragment.length).toBeLessThan(4000);
});

it("is read without a player, and not at all where it is cut off", async () => {
  const fragment = `#${await sessionFragment(BOARDS, "")}`;
  expect((await readSession(fragment))!.player).toBe("");
  expect(await readSession(fragment.slice(0, 60))).toBeNull();
  expect(isSession("#boards=abc")).toBe(false);
});
