// @vitest-environment happy-dom
/** Which card each pair of a file plays: asked pair by pair, told with its calls, used at its boards. */

import { expect, it } from "vitest";

import type { CardQuestion, GuessedCard, ReviewRequest } from "../../../src/service/types";
import { button, click, done, part, parts, problem, type Service, text, unfold, upload } from "../page";
import { boardOf, openReviews, REVIEWS } from "./boards";

const GUESSES = "/api/v1/cards/guess";
const NORA = { N: "Nora", E: "", S: "Sven", W: "" };
const TURNED = { N: "", E: "Sven", S: "", W: "Nora" };
const BOARDS = [boardOf(1, "1D 1H 1S P 2S P P P", { players: NORA }), boardOf(2, "2D P 2H P P P", { players: TURNED })];

const unseen = { came_up: false, clear: false, changed: false, change_odds: 0.25, odds: 4, calls: [] };
const GUESS: GuessedCard = {
  calls: 9,
  code: "sayc-e2",
  base: { system: "sayc", odds: 41.3, clear: true, systems: [] },
  choices: [
    {
      choice: "two_level_openings",
      option: "multi",
      odds: 1.3,
      came_up: true,
      clear: false,
      changed: true,
      change_odds: 2468,
      options: [
        { option: "weak_twos", log_likelihood: -9 },
        { option: "multi", log_likelihood: 0 },
      ],
      calls: [{ board: 1, index: 0, call: "2D", odds: 2468 }],
    },
    { ...unseen, choice: "notrump_range", option: "15-17", options: [] },
  ],
};

async function openFile(before: (service: Service) => void): Promise<Service> {
  const service = await openReviews(BOARDS, { before });
  await click(button("Paste or open"));
  await upload("#paste-file", new File(["[Board]"], "club.pbn"));
  await unfold("Which card do they play?");
  return service;
}

it("tells of each pair what its calls show, and uses the card at all its boards", async () => {
  const service = await openFile((site) => {
    site.answers[GUESSES] = () => done(GUESS);
  });
  expect(parts(".card-guess h3").map((one) => one.textContent)).toEqual([
    "Nora – Sven 2 boards",
    "E-W 1 board",
    "N-S 1 board",
  ]);
  await click(button("Read their calls Nora – Sven"));
  const [asked] = service.bodies<CardQuestion>(GUESSES);
  expect(asked!.boards.map(({ seat, opponents }) => [seat, opponents])).toEqual([
    ["N", "sayc"],
    ["E", "sayc"],
  ]);
  expect(asked!.card).toBeNull();
  const words = text(".card-guess");
  expect(words).toContain("Their calls fit this card best: SAYC + Multi. The system: 41 : 1.");
  expect(words).toContain("looks like Multi, more than 1000 : 1");
  expect(words).toContain("told by 2♦ (Board 2)");
  expect(words).toContain("1 choice of the card did not come up.");
  const before = service.bodies(REVIEWS).length;
  await click(button("Use this card"));
  expect(text(".card-guess-actions")).toContain("This card is used at their boards");
  const systems = service
    .bodies<ReviewRequest>(REVIEWS)
    .slice(before)
    .map((body) => body.systems);
  expect(systems).toEqual([
    { ns: "sayc-e2", ew: "sayc" },
    { ns: "sayc", ew: "sayc-e2" },
  ]);
});

it("says why the calls could not be read, and can be asked again", async () => {
  await openFile((site) => {
    site.answers[GUESSES] = () => problem(503);
  });
  await click(button("Read their calls Nora – Sven"));
  expect(part(".card-guess .failure")).not.toBeNull();
  expect(button("Read their calls Nora – Sven")).not.toBeNull();
});
