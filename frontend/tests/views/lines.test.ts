// @vitest-environment happy-dom
/** What-if lines, links to them, copies and files. */

import { expect, it, vi } from "vitest";

import { explanationOf } from "../fixtures/answers";
import {
  auction,
  bid,
  button,
  json,
  choose,
  click,
  done,
  openPage,
  part,
  parts,
  press,
  problem,
  type Service,
  text,
  unfold,
} from "./page";

const HAND = "AKJT985.6.A76.84";
const POSITION = `hand=${HAND}&seat=S&dealer=N&vul=NS&auction=1D-1H`;
const EXPLANATIONS = "/api/v1/explanations";

/** From 1♦ on, East calls 1♠ instead of 1♥. */
async function branched(): Promise<Service> {
  const service = await openPage("main", { fragment: POSITION });
  await click(part(".diagram [data-call='1']"));
  await click(button(/^Instead of 1♥/));
  await bid("1S");
  return service;
}

/** The letters of the lines, that on show in brackets. */
function lines(): string[] {
  return parts(".line").map((row) => {
    const letter = row.querySelector(".line-letter")!.textContent;
    return row.querySelector(".line-show[aria-pressed=true]") === null ? letter : `[${letter}]`;
  });
}

const showLine = (place: number) => click(parts(".line-show")[place]!);

it("makes, leaves and deletes a branch without asking twice", async () => {
  const service = await branched();
  expect(lines()).toEqual(["A", "[B]"]);
  expect(auction()).toEqual([["", "1♦", "1♠", "?"]]);
  expect(text(".line.shown")).toContain("instead of 1♥");
  expect(text(".lines [role=status]")).toBe("Line B is shown.");
  const asked = service.positions.length;
  expect(service.positions.map((one) => one.auction.join(" "))).toEqual(["1D 1H", "1D", "1D 1S"]);
  await showLine(0);
  expect(auction()).toEqual([["", "1♦", "1♥", "?"]]);
  expect(text(".moment-words")).toContain("After call 1 of 2");
  await showLine(1);
  await click(button("Delete line B"));
  expect(parts(".lines")).toEqual([]);
  expect(auction()).toEqual([["", "1♦", "1♥", "?"]]);
  expect(service.positions).toHaveLength(asked);
});

it("leads the keyboard from a branch to the bidding box", async () => {
  await openPage("main", { fragment: POSITION });
  await press("[Home]");
  button(/^Instead of 1♦/).focus();
  await press("{Enter}");
  expect(document.activeElement?.getAttribute("data-call")).toBe("1C");
  expect(text(".lines")).toContain("make a call for North");
  expect(auction()).toEqual([["", "?", "", ""]]);
});

it("compares two lines, hand by hand, and ends that", async () => {
  await branched();
  await click(button("Compare with line A"));
  const sides = parts(".two-lines article").map((side) => side.textContent);
  expect(sides).toHaveLength(2);
  expect(sides[0]).toContain("Line B, after call 2: 1♠");
  expect(sides[1]).toContain("Line A, after call 2: 1♥");
  await choose("Hidden hand", "East");
  expect(parts(".two-lines table.heat[data-seat=E]")).toHaveLength(2);
  expect(location.hash).toContain("compare=0.E");
  await showLine(0); // the compared line: they change places
  expect(parts(".two-lines article")[1]!.textContent).toContain("Line B");
  await click(button("End the comparison"));
  expect(parts(".two-lines")).toEqual([]);
});

it("asks for the other line of a comparison that a link opens, and again on request", async () => {
  const fragment = `${POSITION}&line=1.1S&shown=1&compare=0.E&pin=HK`;
  const service = await openPage("main", {
    fragment,
    prepare: ({ answers }) => {
      answers[EXPLANATIONS] = ({ body }) => {
        const position = body as Parameters<typeof explanationOf>[0];
        return position.auction[1] === "1S" ? done(explanationOf(position)) : problem(503);
      };
    },
  });
  expect(service.positions.map((one) => one.auction.join(" "))).toEqual(["1D 1S", "1D 1H"]);
  expect(parts(".two-lines article")).toHaveLength(0);
  expect(document.body.textContent).toContain("The service is not available");
  service.answers[EXPLANATIONS] = ({ body }) => done(explanationOf(body as never));
  await click(button("Try again"));
  expect(parts(".two-lines article")).toHaveLength(2);
  expect(parts("table.heat[data-seat=N] [data-marked=pinned]")).toHaveLength(1);
});

it("copies a link that opens lines, moment and seat as they are", async () => {
  await openPage("main", { fragment: POSITION.replace("seat=S", "seat=E").replace("1D-1H", "1D-P") });
  await press("f");
  await click(part(".diagram [data-call='1']"));
  await click(button(/^Instead of Pass/));
  await bid("1H 2S");
  await click(button("Previous call"));
  await click(button("Copy link"));
  expect(document.body.textContent).toContain("Link copied");
  const link = await navigator.clipboard.readText();
  expect(link).toContain("line=1.1H-2S&shown=1&at=2&bottom=W");
  await openPage("main", { fragment: link.split("#")[1]! });
  expect(lines()).toEqual(["A", "[B]"]);
  expect(auction()).toEqual([
    ["", "1♦", "1♥", "2♠"],
    ["?", "", "", ""],
  ]);
  expect(text(".moment-words")).toContain("After call 2 of 3");
  expect(part(".place:has(.own-hand)").className).toBe("place place-top");
});

it("opens a problem with its answer closed, and the answer on request", async () => {
  await openPage("main", { fragment: POSITION });
  await click(button("Copy as a problem"));
  const link = (await navigator.clipboard.readText()).split("#")[1]!;
  const service = await openPage("main", { fragment: link });
  expect(service.positions).toEqual([]);
  expect(parts(".picture")).toEqual([]);
  await click(button("Show the answer"));
  expect(service.positions).toMatchObject([{ hand: HAND, auction: ["1D", "1H"] }]);
  expect(parts(".picture")).toHaveLength(1);
  expect(document.activeElement?.id).toBe("answer");
});

/** The files that are saved from now on: their names and contents. */
function savedFiles(): { name: string; content: Promise<string> }[] {
  const files: { name: string; content: Promise<string> }[] = [];
  const blobs: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => `blob:${blobs.push(blob as Blob) - 1}`);
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    files.push({ name: this.download, content: blobs[Number(this.href.replace("blob:", ""))]!.text() });
  });
  return files;
}

it("saves the position with what every call showed", async () => {
  const written = "mb|1D|an|";
  const prepare = ({ answers }: Service) => void (answers["/api/v1/files"] = () => json(written));
  const service = await openPage("main", { fragment: POSITION, prepare });
  const files = savedFiles();
  await unfold("Save or print");
  for (const kind of ["PBN", "LIN", "JSON"]) await click(button(`${kind} file`));
  expect(files.map(({ name }) => name)).toEqual(["bridgeviz-1D-1H.pbn", "bridgeviz-1D-1H.lin", "bridgeviz-1D-1H.json"]);
  const [pbn, lin, document] = await Promise.all(files.map(({ content }) => content));
  expect(pbn).toContain("1D =1= 1H =2=");
  expect(pbn).toContain('[Note "2:Meaning of 1H: four or more."]');
  expect(lin).toBe(written);
  expect(service.bodies("/api/v1/files")).toMatchObject([{ format: "lin", boards: [{ auction: ["1D", "1H"] }] }]);
  expect(JSON.parse(document!).explanation.position.auction).toEqual(["1D", "1H"]);
});

it("saves pictures of the moment on show", async () => {
  await branched();
  const files = savedFiles();
  await unfold("Save or print");
  await press("[ArrowLeft]");
  await click(button("West as SVG"));
  await press("[ArrowRight]");
  expect(parts("button").some((one) => one.textContent === "Lines B and A as SVG")).toBe(false);
  await click(button("Both hands together as SVG"));
  await click(button("Likely calls as SVG"));
  await click(button("Compare with line A"));
  await choose("Hidden hand", "East");
  await click(button("Lines B and A as SVG"));
  expect(files.map(({ name }) => name)).toEqual([
    "bridgeviz-1D-west.svg",
    "bridgeviz-1D-1S-both-hands.svg",
    "bridgeviz-1D-1S-likely-calls.svg",
    "bridgeviz-1D-1S-east-lines-b-a.svg",
  ]);
  const titles = await Promise.all(files.map(async ({ content }) => /<title>(.*?)<\/title>/.exec(await content)![1]));
  expect(titles).toEqual([
    "West after 1♦",
    "Both hands together after 1♦ 1♠",
    "Likely calls after 1♦ 1♠",
    "East in lines B and A",
  ]);
});

it("draws the handout for as long as it is printed", async () => {
  await openPage("main", { fragment: POSITION });
  dispatchEvent(new Event("beforeprint"));
  expect(parts(".handout-pictures svg")).toHaveLength(3);
  expect(parts(".handout-notes li")).toHaveLength(2);
  for (const words of ["South holds 12 HCP", "model", "1♦"]) expect(text(".handout")).toContain(words);
  dispatchEvent(new Event("afterprint"));
  expect(parts(".handout")).toEqual([]);
});
