// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import {
  cardsOfNewBoards,
  loadOwnCards,
  saveOwnCards,
  STORED_CARDS,
  withCard,
  withoutCard,
} from "../../src/entry/own-cards";

const ANNA = { name: "Anna", code: "21-a0" };
const BEN = { name: "Ben", code: "acol" };

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

it("are there again when the page is opened next", () => {
  const own = { cards: [ANNA, BEN], ours: "21-a0" };
  expect(saveOwnCards(own)).toBe(true);
  expect(loadOwnCards()).toEqual(own);
});

it("are read as far as they are cards", () => {
  expect(loadOwnCards()).toEqual({ cards: [], ours: null });
  localStorage.setItem(STORED_CARDS, JSON.stringify({ cards: [ANNA, { name: "x", code: "?" }, null, 7], ours: "?" }));
  expect(loadOwnCards()).toEqual({ cards: [ANNA], ours: null });
  localStorage.setItem(STORED_CARDS, "{");
  expect(loadOwnCards()).toEqual({ cards: [], ours: null });
});

it("have one card of a name, which stays ours when it is changed and not when it is deleted", () => {
  const own = { cards: [ANNA, BEN], ours: ANNA.code };
  const changed = withCard(own, { name: "Anna", code: "21-a0e2" });
  expect(changed).toEqual({ cards: [{ name: "Anna", code: "21-a0e2" }, BEN], ours: "21-a0e2" });
  expect(withoutCard(changed, "Anna")).toEqual({ cards: [BEN], ours: null });
  expect(withCard(own, { name: "Club", code: "sayc" }).cards).toHaveLength(3);
});

it("are not kept where the browser denies it", () => {
  vi.stubGlobal("localStorage", undefined);
  expect(saveOwnCards({ cards: [ANNA], ours: null })).toBe(false);
  expect(loadOwnCards()).toEqual({ cards: [], ours: null });
});

it("are what new boards are bid with, before the card that the club gives to new visitors", () => {
  document.documentElement.dataset["conventionCard"] = "";
  expect(cardsOfNewBoards()).toBeNull();
  document.documentElement.dataset["conventionCard"] = "acol-e2";
  expect(cardsOfNewBoards()).toEqual({ ns: "acol-e2", ew: "acol" });
  saveOwnCards({ cards: [BEN], ours: null });
  expect(cardsOfNewBoards()).toBeNull();
  saveOwnCards({ cards: [ANNA], ours: ANNA.code });
  expect(cardsOfNewBoards()).toEqual({ ns: "21-a0", ew: "21" });
});
