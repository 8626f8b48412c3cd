// @vitest-environment happy-dom
/** The review of a pasted deal and of the own auction. */

import { describe, expect, it } from "vitest";

import { recorded, review } from "../../fixtures/review";
import { button, click, done, json, part, parts, problem, select, type Service, settle, text } from "../page";
import { openReviews, pasteBoards, REVIEWS, reviewOf } from "./boards";

const OWN = "hand=AQ4.K93.AJ62.Q85&seat=N&dealer=N&vul=none&auction=1C-P-1H-P-1NT-P-P-P";

/** A pasted board, its review on show. */
async function openReview(before?: (service: Service) => void): Promise<Service> {
  const answer = ({ answers }: Service) => void (answers[REVIEWS] = () => done(review()));
  const service = await openReviews([recorded({ tricks: 9 })], { before: before ?? answer });
  await pasteBoards();
  await click(button("Review"));
  return service;
}

describe("the review", () => {
  it("grades every call whose hand is known, and tells the contract against what makes", async () => {
    await openReview();
    expect(text("#review-title")).toBe("Review: Board 7");
    expect(text("#contract-title")).toBe("2♠ by South");
    expect(text(".contract-verdict")).toContain("At the table 9 tricks were taken: made with 1 over");
    expect(text(".contract-verdict")).toContain("Double dummy it takes 10 tricks");
    expect(text(".contract-verdict")).toContain("Par, the score of perfect bidding by both sides, is +620");
    expect(parts(".graded-call:not(.grade-none)")).toHaveLength(5);
    expect(parts(".graded tfoot td").map((one) => one.textContent)).toEqual([
      "no mistake",
      "1 mistake (−180)",
      "no mistake",
      "no mistake",
    ]);
    expect(parts(".deal .dealt")).toHaveLength(4);
    expect(text(".tricks tbody tr")).toBe("North710365");
  });

  it("shows what the file says of the deal beside that, its tricks where they are others", async () => {
    const tricks = review().makes!.tricks;
    const other = { ...tricks, N: { ...tricks.N, NT: 8, C: null } };
    for (const [stated, shown] of [
      [{ tricks, par: "NS 4S=" }, "As the file saysThe same tricks double dummy.Par: NS 4S="],
      [
        { tricks: { ...tricks, N: { ...tricks.N, NT: null } }, par: "" },
        "As the file saysThe same tricks double dummy.",
      ],
      [null, null],
    ] as const) {
      await openReviews([recorded({ stated })], {
        before: ({ answers }) => void (answers[REVIEWS] = () => done(review())),
      });
      await pasteBoards();
      await click(button("Review"));
      expect(parts(".stated").map((one) => one.textContent)).toEqual(shown === null ? [] : [shown]);
    }
    await openReviews([recorded({ stated: { tricks: other, par: "" } })]);
    await pasteBoards();
    await click(button("Review"));
    expect(text(".stated tbody tr")).toBe("North81036–");
  });

  it("leads from a call to its explanation, and back", async () => {
    const service = await openReview();
    await click(button(/^North, 2 spades: a mistake/));
    expect(service.positions.at(-1)).toMatchObject({ seat: "N", hand: recorded().hands.N });
    expect(location.hash).toContain("at=2");
    await click(button("Review"));
    expect(document.activeElement).toBe(part("#review-title"));
  });

  it("speaks to the player of the own auction, where one hand is known", async () => {
    await openReviews([], {
      fragment: OWN,
      before: ({ answers }) => {
        answers[REVIEWS] = ({ body }) => {
          const found = reviewOf(body as Parameters<typeof reviewOf>[0]);
          const said = { key: "{seat} bid.", values: { seat: { key: "North" } } };
          return done({ ...found, calls: found.calls.map((call) => ({ ...call, grade: call.grade && "rare", said })) });
        };
      },
    });
    await click(button("Review the auction"));
    expect(text(".review .verdict b")).toBe("You bid.");
    expect(parts(".grade-none")).toHaveLength(6);
    expect(parts(".deal")).toEqual([]);
  });

  it("says how far it is, and nothing else is asked meanwhile", async () => {
    let share = 0.4;
    const service = await openReview(({ answers }) => {
      const url = "/api/v1/reviews/1";
      answers[REVIEWS] = () => json({ id: "1", status: "running", url, progress: share, result: null, error: null });
      answers[url] = (question) => (share < 0.8 ? answers[REVIEWS]!(question) : done(review()));
    });
    expect(text(".review header [role=status]")).toBe("Reviewing the auction: 40\u00a0% done");
    const asked = service.positions.length;
    await click(part(".entry-line button"));
    share = 0.9;
    await settle();
    expect(text("#contract-title")).toBe("2♠ by South");
    await select("N-S play", "Acol");
    expect(service.positions).toHaveLength(asked);
    await click(button("Explanation"));
    expect(service.positions).toHaveLength(asked + 1);
  });

  it("that fails says so, and is tried again", async () => {
    const service = await openReview(({ answers }) => void (answers[REVIEWS] = () => problem(500)));
    expect(parts(".review .failure")).toHaveLength(1);
    service.answers[REVIEWS] = () => done(review());
    await click(button("Try again"));
    expect(parts(".review .failure")).toEqual([]);
    expect(text("#contract-title")).toBe("2♠ by South");
  });
});
