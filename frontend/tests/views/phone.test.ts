// @vitest-environment happy-dom
/** Entering on a phone: the cards, then the calls, and who opened. */

import { screen, within } from "@testing-library/dom";
import { beforeEach, expect, it } from "vitest";

import { auction, bid, button, click, fill, openPage, part, parts, type Service, text } from "./page";

const HAND = "AQ4.K93.AJ62.Q85";

let service: Service;

beforeEach(async () => {
  service = await openPage("main", { phone: true });
  await fill(part("#hand"), HAND.slice(0, -1));
  await click(button("5 of clubs"));
});

const opener = (relation: string) =>
  within(screen.getByRole("group", { name: /^Who opened/ })).getByRole("button", { name: relation });

it.each([
  ["1NT", "E"],
  ["1H P", "N"],
  ["1H P 1S", "W"],
  ["P P P 1H", "S"],
])("takes it to be the viewer's turn after %s until somebody says who opened", async (calls, dealer) => {
  await bid(calls);
  expect(service.positions.at(-1)).toMatchObject({ dealer, auction: calls.split(" ") });
  expect(text(".opener .hint")).toBe("assumed");
});

it("keeps who opened as it was said", async () => {
  for (const relation of ["left opponent", "partner", "right opponent", "you"]) {
    expect(opener(relation).getAttribute("aria-pressed")).toBe("false");
  }
  await click(opener("partner"));
  await bid("1H");
  expect(auction()).toEqual([["", "1♥", "?", ""]]);
  expect(parts(".opener .hint")).toEqual([]);
  await click(opener("you"));
  expect(service.positions.at(-1)).toMatchObject({ dealer: "S", auction: ["1H"] });
});

it("turns to the calls once the hand is full, and back while it is not", async () => {
  const sheet = () => /sheet-(\w+)/.exec(part("#entry").className)![1];
  expect(sheet()).toBe("calls");
  await click(button(/^Your hand/));
  expect(sheet()).toBe("cards");
  await click(button("ace of spades"));
  expect(button(/^Your hand/).textContent).toContain("12/13");
  expect(sheet()).toBe("cards");
  await click(button("king of spades"));
  expect(sheet()).toBe("calls");
});

it("opens a link on the answer below one line of what is entered", async () => {
  await openPage("main", { phone: true, fragment: `hand=${HAND}&seat=S&dealer=S&vul=both&auction=1NT-P-2H-P` });
  expect(text(".entry-line")).toContain("AQ4");
  expect(text(".entry-line .line-calls")).toContain("1NT");
  expect(part("#entry").hidden).toBe(true);
  await click(button("change"));
  expect(parts(".entry-line")).toEqual([]);
  await bid("3H");
  expect(auction()).toEqual([
    ["", "", "", "1NT"],
    ["Pass", "2♥", "Pass", "3♥"],
    ["?", "", "", ""],
  ]);
});
