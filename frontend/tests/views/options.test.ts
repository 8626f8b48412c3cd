// @vitest-environment happy-dom
/** Every call explained: those made, those that may come, and why one of them is suggested. */

import { beforeEach, expect, it } from "vitest";

import type { Position } from "../../src/service/types";
import { optionsOf } from "../fixtures/answers";
import {
  auction,
  bid,
  boxCall,
  button,
  click,
  fill,
  hover,
  openPage,
  part,
  parts,
  press,
  problem,
  seen,
  type Service,
  settle,
  text,
  touch,
  unfold,
} from "./page";

const HAND = "AQ742.K6.J85.T93"; // ten points, opposite a heart opening
const LINK = `hand=${HAND}&seat=S&dealer=N&vul=none&auction=1H-P`;
const OPTIONS = "/api/v1/options";

let service: Service;

beforeEach(async () => {
  service = await openPage("main", { fragment: LINK });
  await click(button("change"));
});

/** What the card has to say of a call. */
function expectTold(call: string): void {
  const { shows } = optionsOf(service.bodies<Position>(OPTIONS).at(-1)!).options.find((one) => one.call === call)!;
  const ranges = [shows.hcp, ...(["S", "H", "D", "C"] as const).map((suit) => shows.lengths[suit])];
  const [usually, ...rows] = parts(".call-card .card-ranges li").map(seen);
  expect(usually).toBe("usually");
  expect(rows).toHaveLength(5);
  rows.forEach((row, place) => expect(row).toContain(`${ranges[place]!.low}–${ranges[place]!.high}`));
}

it("tells of each call of the box, and asks once", async () => {
  for (const call of ["1S", "1NT", "P"]) {
    await hover(boxCall(call));
    expectTold(call);
    expect(text(".call-card")).toContain("would show everybody");
    expect(text(".call-card")).toContain("With your hand the call has a chance of");
  }
  expect(text(".call-card")).toContain("South's Pass would show everybody");
  expect(service.bodies(OPTIONS)).toMatchObject([{ hand: null, auction: ["1H", "P"] }]);
  await hover(part(".masthead p"));
  expect(parts(".call-card")).toEqual([]);
  await click(boxCall("1S"));
  expect(auction()).toEqual([
    ["", "1♥", "Pass", "1♠"],
    ["?", "", "", ""],
  ]);
});

it("tells of calls before there is a hand", async () => {
  service = await openPage("main");
  await hover(boxCall("1NT"));
  expectTold("1NT");
  expect(text(".call-card")).not.toContain("With your hand");
});

it("tells of a call that is made without asking", async () => {
  await click(part(".diagram [data-call='0']"));
  await unfold("More about this call");
  expect(text(".message .card-ranges")).toContain("10–15 HCP");
  expect(service.bodies(OPTIONS)).toHaveLength(1);
});

it("opens the card with the keyboard, and closes it with Escape", async () => {
  boxCall("P").focus();
  await press("[ArrowRight][ArrowLeft]"); // by way of the double, which is not legal
  expect(text(".call-card")).toContain("South's Pass would show everybody");
  expect(part(".call-card").getAttribute("role")).toBe("status");
  await press("{Escape}");
  expect(parts(".call-card")).toEqual([]);
  expect(document.activeElement).toBe(boxCall("P"));
});

it("says in the rows what each call would show, and makes it", async () => {
  const rows = parts(".chances li");
  expect(rows.map((row) => row.dataset["call"])).toEqual(["P", "1S", "1NT"]);
  expect(rows[1]!.textContent).toContain("Meaning of 1♠");
  await click(rows[1]!.querySelector("button")!);
  expect(service.positions.at(-1)!.auction).toEqual(["1H", "P", "1S"]);
  expect(document.activeElement?.id).toBe("answer");
});

it("explores other calls at an earlier moment, and tries one", async () => {
  await click(part(".masthead p"));
  await press("[Home]");
  expect(parts(".chances .row-meaning")).toEqual([]);
  await click(button("What would each show?"));
  expect(service.bodies<Position>(OPTIONS).map((one) => one.auction)).toEqual([["1H", "P"], []]);
  expect(parts(".chances .row-meaning")).not.toEqual([]);
  expect(part(".chances .made").dataset["call"]).toBe("1H");
  const other = part(".chances li:not(.made)");
  const { call } = other.dataset;
  await click(other.querySelector("button")!);
  expect(service.positions.at(-1)!.auction).toEqual([call]);
  expect(text(".line.shown")).toContain("instead of 1♥");
});

it("says what cannot be told, and asks again", async () => {
  service = await openPage("main", {
    fragment: LINK,
    prepare: ({ answers }) => {
      answers[OPTIONS] = () => problem(503, { type: "urn:bridgeviz:problem:no-worker" });
    },
  });
  await click(button("change"));
  expect(text(".next-call .complaint")).toContain("The model is not available");
  service.answers[OPTIONS] = ({ body }) => {
    const result = optionsOf(body as Position);
    return Response.json({ id: "1", status: "done", url: "", result, error: null });
  };
  await hover(boxCall("2S"));
  expectTold("2S");
});

it("gives the reasons of the suggestion, and their numbers on request", async () => {
  expect(text(".suggestion")).toContain("usually calls Pass");
  expect(text(".main-reason")).toContain("You have 10 HCP, ♠ 5, ♥ 2, ♦ 3, ♣ 3");
  expect(parts(".why")).toEqual([]);
  await unfold("Why?");
  expect(text(".why")).toContain("would show everybody");
  expect(text(".why")).toContain("You have 10 HCP, ♠ 5, ♥ 2, ♦ 3, ♣ 3");
  expect(text(".why")).toContain("With partner's usual 7–9 HCP your 10 make 17–19");
  expect(parts(".reason table")).toEqual([]);
  await unfold("The reasons in numbers");
  const cells = [...part(".candidates tr[data-call=P]").querySelectorAll("td")].map(seen);
  expect(cells.slice(2, 7)).toEqual(["12–17", "0–5", "0–5", "0–5", "0–5"]);
});

it("tells instead of calling while that is asked of the box", async () => {
  await click(button("What would it show?"));
  expect(button("What would it show?").getAttribute("aria-pressed")).toBe("true");
  await click(boxCall("2H"));
  expect(text(".call-card")).toContain("South's 2♥ would show everybody");
  expect(auction()).toEqual([["", "1♥", "Pass", "?"]]);
  await click(part(".masthead"));
  expect(parts(".call-card")).toEqual([]);
  await click(button("What would it show?"));
  await click(boxCall("2H"));
  expect(auction()).toEqual([
    ["", "1♥", "Pass", "2♥"],
    ["?", "", "", ""],
  ]);
});

it("tells of a call at a long touch, and makes it at a short one", async () => {
  await touch(boxCall("1S"), 600);
  expectTold("1S");
  expect(auction()).toEqual([["", "1♥", "Pass", "?"]]);
  await touch(boxCall("1S"), 100);
  expect(auction()).toEqual([
    ["", "1♥", "Pass", "1♠"],
    ["?", "", "", ""],
  ]);
});

it("asks of a new position once its answer is there", async () => {
  await bid("1S");
  await settle();
  expect(service.bodies<Position>(OPTIONS).map((one) => one.auction)).toEqual([
    ["1H", "P"],
    ["1H", "P", "1S"],
  ]);
  await fill(part("#hand"), "A");
  expect(service.bodies(OPTIONS)).toHaveLength(2);
});
