// @vitest-environment happy-dom
/** Entering hand, table and auction; what is wrong is said where it is wrong. */

import { expect, it } from "vitest";

import { bid, boxCall, button, choose, click, fill, openPage, part, parts, text } from "./page";

const HAND = "AKJT985.6.A76.84";

it("shows the same hand in the field and on the cards", async () => {
  await openPage("main");
  await fill(part("#hand"), "♠K 10 9 ♥akq ♦J ♣-");
  const pressed = parts(".card[aria-pressed=true]").map((card) => card.getAttribute("aria-label"));
  expect(pressed).toHaveLength(7);
  expect(text("#hand-count")).toBe("7 of 13 cards · 13 HCP");
  await click(button("king of spades"));
  expect(part("#hand")).toHaveProperty("value", "T9.AKQ.J.");
});

it("takes no fourteenth card", async () => {
  await openPage("main");
  await fill(part("#hand"), HAND);
  expect(button("2 of clubs").getAttribute("aria-disabled")).toBe("true");
  await click(button("2 of clubs"));
  expect(part("#hand")).toHaveProperty("value", HAND);
});

it("greys illegal calls, which cannot be made", async () => {
  const service = await openPage("main");
  await fill(part("#hand"), HAND);
  await bid("1H");
  expect(boxCall("1D").title).toContain("not higher than 1♥");
  await click(boxCall("1D"));
  expect(service.positions.at(-1)?.auction).toEqual(["1H"]);
  await choose("Dealer", "East");
  expect(service.positions.at(-1)?.dealer).toBe("E");
});
