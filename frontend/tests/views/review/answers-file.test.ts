// @vitest-environment happy-dom
/** All answers to a file of boards as one file: which boards are sent, what follows, and what is refused. */

import { expect, it, vi } from "vitest";

import { button, click, json, parts, problem, select, type Service, text, unfold, upload } from "../page";
import { boardOf, openReviews } from "./boards";

const BATCHES = "/api/v1/batches";
const ACOL = { ns: "acol", ew: null };
const UNSEEN = { N: null, E: null, S: null, W: null };
const BOARDS = [
  boardOf(1, "1D 1H 1S P 2S P P P", { cards: ACOL, vulnerability: null, contract: "4SX by N" }),
  boardOf(2, "1C P", { cards: { ns: null, ew: "polish" }, hands: UNSEEN }),
];
const TITLE = "All answers as one file, for programs";

async function openFile(answer: Service["answers"][string]): Promise<Service> {
  const service = await openReviews(BOARDS, { before: ({ answers }) => void (answers[BATCHES] = answer) });
  await click(button("Paste or open"));
  await upload("#paste-file", new File(["[Board]"], "club.pbn"));
  await unfold(TITLE);
  return service;
}

it("sends the boards with the cards they are reviewed by, and leads to the progress", async () => {
  const assign = vi.spyOn(location, "assign").mockImplementation(() => undefined);
  const service = await openFile(() => json({ url: "/api/v1/batches/12ab?signature=x" }));
  expect(button("Compute 2 answers")).toBeTruthy();
  await select("Point of view", "each of the four players");
  await click(button("Compute 8 answers"));
  const [asked] = service.asked.filter(({ path }) => path.startsWith(BATCHES));
  expect(asked!.path).toBe("/api/v1/batches?view=all");
  const pbn = String(asked!.body);
  expect(pbn.match(/\[(?:Board|Vulnerable|Contract|BidSystem).*\]/g)).toEqual([
    '[Board "1"]',
    '[Vulnerable "None"]',
    '[BidSystemNS "acol"]',
    '[BidSystemEW "sayc"]',
    '[Board "2"]',
    '[Vulnerable "None"]',
    '[BidSystemNS "sayc"]',
    '[BidSystemEW "polish"]',
  ]);
  expect(button("Compute 8 answers")).toHaveProperty("disabled", true);
  expect(assign).toHaveBeenCalledWith("/batches/12ab?signature=x");
});

it("says why a file is not taken", async () => {
  await openFile(() => problem(429, { type: "urn:bridgeviz:problem:too-many-batches" }, { "Retry-After": "60" }));
  await click(button("Compute 2 answers"));
  expect(parts(".answers-file [role=alert]")).toHaveLength(1);
  expect(text(".answers-file")).toContain("You have too many files here");
});
