/** The types that a TypeScript client has of the OpenAPI document: `tsc` checks what is read here. */

import { expect, test } from "vitest";

import type { Schemas } from "../../src/service/types";

const STANDING = { id: "1", url: "/", created: "2026-01-01T00:00:00Z", status: "done", error: null } as const;

test("selected fields are read without a cast", () => {
  const answered: Schemas["ExplanationStatus"] = {
    ...STANDING,
    result: { calls: [{ call: "1NT", shows: { hcp: { low: 15 } } }], suggestion: { call: "P" } },
  };
  const first = answered.result?.calls?.[0];
  const lowest: number | undefined = first?.shows?.hcp?.low;
  const next: Schemas["Call"] | undefined = answered.result?.suggestion?.call;
  expect([first?.call, lowest, next]).toEqual(["1NT", 15, "P"]);
});

test("an answer of any kind is told apart by its fields", () => {
  const fetched: Schemas["AnswerStatus"] = { ...STANDING, result: { options: [{ call: "1C", rank: 1 }] } };
  const result = fetched.result;
  const ranks = result !== null && "options" in result ? result.options?.map((one) => one.rank) : [];
  expect(ranks).toEqual([1]);
});

test("a spectator's question has no hand", () => {
  const question: Schemas["Question"] = { seat: "S", dealer: "N", vulnerability: "none", auction: "1D" };
  expect("hand" in question).toBe(false);
});
