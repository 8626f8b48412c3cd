// @vitest-environment happy-dom
/** Entering hand, table and auction; what is wrong is said where it is wrong. */

import { screen } from "@testing-library/dom";
import { describe, expect, it, vi } from "vitest";

import {
  auction,
  bid,
  boxCall,
  button,
  choose,
  click,
  complaints,
  fill,
  heat,
  json,
  openLink,
  openPage,
  part,
  parts,
  press,
  problem,
  select,
  type Service,
  settle,
  text,
  value,
} from "./page";
import { VOCABULARY } from "../fixtures/vocabulary";

const HAND = "AKJT985.6.A76.84";

it("shows the same hand on the cards and in the field", async () => {
  await openPage("main");
  for (const name of ["ace of spades", "10 of spades", "king of hearts"]) await click(button(name));
  expect(value("#hand")).toBe("AT.K..");
  await fill(part("#hand"), "♠K 10 9 ♥akq ♦J ♣-");
  const pressed = parts(".card[aria-pressed=true]").map((one) => one.getAttribute("aria-label"));
  expect(pressed).toEqual([
    "king of spades",
    "10 of spades",
    "9 of spades",
    "ace of hearts",
    "king of hearts",
    "queen of hearts",
    "jack of diamonds",
  ]);
  expect(text("#hand-count")).toBe("7 of 13 cards · 13 HCP");
  await click(button("king of spades"));
  expect(value("#hand")).toBe("T9.AKQ.J.");
});

it("takes no fourteenth card", async () => {
  await openPage("main");
  await fill(part("#hand"), HAND);
  expect(button("2 of clubs").getAttribute("aria-disabled")).toBe("true");
  await click(button("2 of clubs"));
  expect(value("#hand")).toBe(HAND);
});

it.each([
  ["", "Enter your 13 cards"],
  ["AKJT985.6.A76.8", "12"],
  ["AKJT985.66.A76.8", "twice"],
])("does not ask by itself with the hand %j, and goes to its field on request", async (hand, fault) => {
  const service = await openPage("main", {
    prepare: ({ answers }) => {
      answers["/api/v1/explanations"] = () =>
        problem(422, { errors: [{ pointer: "/hand", detail: `It has ${fault}.` }] });
    },
  });
  await fill(part("#hand"), hand);
  expect(service.positions).toEqual([]);
  await click(button("Explain"));
  expect(complaints()).toContain(fault);
  expect(document.activeElement?.id).toBe("hand");
  expect(value("#hand")).toBe(hand);
  expect(parts(".picture")).toEqual([]);
});

it("sends what cannot be read as it was typed, and takes the complaint away with it", async () => {
  const refuse = problem(422, { errors: [{ pointer: "/hand", detail: "No rank: 'X'." }] });
  const service = await openPage("main");
  const answer = service.answers["/api/v1/explanations"]!;
  service.answers["/api/v1/explanations"] = () => refuse;
  await fill(part("#hand"), "AKJT985.6.A76.8X");
  await press("{Enter}");
  expect(service.positions.map(({ hand }) => hand)).toEqual(["AKJT985.6.A76.8X"]);
  expect(complaints()).toContain("No rank: 'X'.");
  service.answers["/api/v1/explanations"] = answer;
  await fill(part("#hand"), HAND);
  expect(complaints()).not.toContain("No rank");
  expect(parts(".picture")).toHaveLength(1);
});

it("greys illegal calls, which cannot be made", async () => {
  await openPage("main");
  expect(parts(".bidding-box button")).toHaveLength(38);
  await bid("1H");
  for (const [call, reason] of [
    ["1D", "not higher than 1♥"],
    ["1H", "not higher"],
    ["XX", "no double"],
  ] as const) {
    expect(boxCall(call).getAttribute("aria-disabled")).toBe("true");
    expect(boxCall(call).title).toContain(reason);
    await click(boxCall(call));
  }
  expect(auction()).toEqual([["", "1♥", "?", ""]]);
  await bid("X XX P P P");
  expect(auction()).toEqual([
    ["", "1♥", "X", "XX"],
    ["Pass", "Pass", "Pass", ""],
  ]);
  for (const call of ["P", "X", "7NT"]) expect(boxCall(call).getAttribute("aria-disabled")).toBe("true");
});

it("takes calls back, one or all, and undoes that", async () => {
  await openPage("main");
  await bid("1NT P 2H");
  await click(button("Undo last call"));
  expect(auction()).toEqual([["", "1NT", "Pass", "?"]]);
  await click(button("Clear auction"));
  expect(auction()).toEqual([["", "?", "", ""]]);
  await press("{Control>}z{/Control}");
  expect(auction()).toEqual([["", "1NT", "Pass", "?"]]);
});

it("leaves a field its own undo", async () => {
  await openPage("main");
  await bid("1H P");
  await click(part("#hand"));
  await press("{Control>}z{/Control}");
  expect(auction()).toEqual([["", "1♥", "Pass", "?"]]);
});

it("sets dealer and vulnerability by the board, and forgets the board with either", async () => {
  const service = await openPage("main");
  await fill(part("#hand"), HAND);
  await fill(screen.getByLabelText("Board"), "7");
  expect(service.positions.at(-1)).toMatchObject({ dealer: "S", vulnerability: "both" });
  expect(auction()).toEqual([["", "", "", "?"]]);
  await choose("Vulnerable", "None");
  expect(screen.getByLabelText("Board")).toHaveProperty("value", "");
  expect(service.positions.at(-1)).toMatchObject({ dealer: "S", vulnerability: "none" });
});

it.each(["0", "abc", "-3"])("says beside the field that %s is no board", async (number) => {
  await openPage("main");
  const board = screen.getByLabelText("Board");
  await fill(board, "7");
  await fill(board, number);
  expect(complaints()).toContain("Board numbers start at 1");
  expect(board.getAttribute("aria-invalid")).toBe("true");
  expect(auction()).toEqual([["", "", "", "?"]]);
  await fill(board, "2");
  expect(complaints()).not.toContain("Board numbers");
  expect(board.getAttribute("aria-invalid")).toBe("false");
});

it("asks once after several entries, and again with every call", async () => {
  const service = await openPage("main");
  await fill(part("#hand"), HAND);
  await bid("1D");
  await bid("1H");
  expect(service.positions.map(({ auction }) => auction)).toEqual([[], ["1D"], ["1D", "1H"]]);
  expect(parts(".diagram [data-call]")).toHaveLength(2);
  boxCall("2C").click();
  boxCall("P").click();
  await click(boxCall("2NT"));
  expect(service.positions.slice(3).map(({ auction }) => auction)).toEqual([["1D", "1H", "2C", "P", "2NT"]]);
});

it("asks what an example holds, and takes the focus along to the answer", async () => {
  const service = await openPage("main");
  await click(button(/A transfer./));
  expect(document.activeElement).toBe(part("#answer"));
  expect(service.positions).toMatchObject([{ dealer: "S", auction: ["1NT", "P", "2H", "P"] }]);
  expect(Object.keys(heat("N"))).not.toEqual([]);
});

it("looks on without a hand, and sees four", async () => {
  const service = await openPage("main");
  await bid("1NT P 2H");
  await click(screen.getByLabelText("Watch without a hand"));
  expect(service.positions.at(-1)?.hand).toBeNull();
  for (const seat of ["N", "E", "S", "W"]) expect(Object.keys(heat(seat))).toHaveLength(52);
});

it("brings everything back by its link", async () => {
  const first = await openPage("main");
  await choose("You sit", "West");
  await choose("Dealer", "East");
  await select("N-S play", "polish");
  await bid("1C X");
  await fill(part("#hand"), HAND);
  const asked = first.positions.at(-1)!;
  const second = await openPage("main", { fragment: location.hash.slice(1) });
  expect(second.positions).toEqual([asked]);
  expect(asked).toEqual({
    hand: HAND,
    seat: "W",
    dealer: "E",
    vulnerability: "none",
    auction: ["1C", "X"],
    systems: { ns: "polish", ew: "sayc" },
  });
  expect(value("#hand")).toBe(HAND);
});

it("goes on with the system where a link's card is not known here", async () => {
  const service = await openPage("main", { fragment: `hand=${HAND}&dealer=N&ns=21-Z9&ew=21-a0` });
  expect(text(".link-faults")).toContain("“21-Z9” has choices that are not known here; they are as in 2/1.");
  expect(service.positions.at(-1)!.systems).toEqual({ ns: "21", ew: "21-a0" });
  await openLink(`hand=${HAND}&dealer=N&ns=sayc-Z8`);
  expect(service.positions.at(-1)!.systems).toEqual({ ns: "sayc", ew: "sayc" });
});

describe("where the choices of a link's card do not come", () => {
  const fragment = `hand=${HAND}&dealer=N&ns=21-a0&ew=sayc`;
  const CARDS = "/api/v1/cards";

  /** Open the page as far as the question what to do; the second promise is of the page itself. */
  async function openAsFar(answer: () => Response | Promise<Response>) {
    let service: Service;
    const opened = openPage("main", { fragment, prepare: (one) => void ((service = one).answers[CARDS] = answer) });
    await vi.waitFor(() => settle().then(() => button("Try again")), { timeout: 30_000 });
    expect(parts("#app .entry")).toEqual([]);
    return { service: service!, opened };
  }

  it.each([
    ["after some seconds", () => new Promise<Response>(() => undefined), "The service cannot be reached"],
    ["at once where that fails", () => problem(503), "The service is not available"],
  ])("says so %s, and tries again", async (_, answer, title) => {
    const { service, opened } = await openAsFar(answer);
    expect(text(".missing-choices h2")).toBe(title);
    service.answers[CARDS] = () => json(VOCABULARY);
    await click(button("Try again"));
    await opened;
    expect(service.positions.at(-1)!.systems).toEqual({ ns: "21-a0", ew: "sayc" });
    expect(parts(".missing-choices")).toEqual([]);
  });

  it("goes on with the system where the player wishes", async () => {
    const { service, opened } = await openAsFar(() => problem(503));
    await click(button("Try again"));
    await click(button("Go on with the system alone"));
    await opened;
    expect(parts(".link-faults")).toEqual([]);
    expect(service.positions.at(-1)!.systems).toEqual({ ns: "21", ew: "sayc" });
    expect(parts(".missing-choices")).toEqual([]);
    service.answers[CARDS] = () => json(VOCABULARY);
    await openLink(`hand=${HAND}&dealer=N&ns=sayc-a0&ew=sayc`);
    expect(service.positions.at(-1)!.systems).toEqual({ ns: "sayc-a0", ew: "sayc" });
  });
});

it("says what of a damaged link is lost, and shows the rest", async () => {
  await openPage("main", { fragment: `hand=${HAND}&seat=S&dealer=N&vul=NS&auction=1D-1H-1D&ns=mine&at` });
  expect(text(".link-faults")).toContain("This link is damaged");
  expect(text(".link-faults")).toContain("The auction breaks off at “1D”");
  expect(parts(".link-faults li")).toHaveLength(3);
  expect(auction()).toEqual([["", "1♦", "1♥", "?"]]);
  await click(button("Got it"));
  expect(parts(".link-faults")).toEqual([]);
});

it("follows a link that is opened in the same tab", async () => {
  const service = await openPage("main");
  await openLink(`hand=${HAND}&seat=E&dealer=S&vul=both&auction=1D`);
  expect(service.positions).toMatchObject([{ seat: "E", dealer: "S", vulnerability: "both", auction: ["1D"] }]);
  expect(value("#hand")).toBe(HAND);
});

it("begins with the card that the club gives to new visitors, where no link has the systems", async () => {
  const opening = { card: "21-a0" };
  let service = await openPage("main", opening);
  await fill(part("#hand"), HAND);
  expect(service.positions.at(-1)!.systems).toEqual({ ns: "21-a0", ew: "21" });
  service = await openPage("main", { ...opening, fragment: `hand=${HAND}` });
  expect(service.positions.at(-1)!.systems).toEqual({ ns: "sayc", ew: "sayc" });
});
