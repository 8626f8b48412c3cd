import { afterEach, describe, expect, it, vi } from "vitest";

import { EMPTY_INPUT, toRequest } from "../../src/entry/input";
import { setLanguage } from "../../src/i18n/translate";
import { today } from "../../src/insight/format";
import { fetchAnalysis, fetchExplanation, type Outcome, retryAfter } from "../../src/service/client";
import { type Failure, failureOf, noPicture, unreachable, withAutoRetry } from "../../src/service/failure";
import type { Problem } from "../../src/service/types";
import { update } from "../../src/state/reducer";
import { failureOf as failureIn } from "../../src/state/selectors";
import { initialState } from "../../src/state/state";
import { flatExplanation } from "../fixtures/explanation";

const POSITION = toRequest({ ...EMPTY_INPUT, spectator: true });

function ask() {
  return fetchExplanation(POSITION, new AbortController().signal);
}

/** What a failure says, or what is made of it. */
function textOf(answer: Outcome<unknown>, made = (failure: Failure) => failure): string {
  return "failure" in answer ? made(answer.failure).errors[0]!.text : "";
}

/** Lets the service answer with this problem, whatever it is asked. */
function serve(problem: Problem, headers: Record<string, string> = {}): void {
  const { status } = problem;
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(problem), { status, headers })));
}

afterEach(async () => {
  vi.unstubAllGlobals();
  await setLanguage("en", "app");
});

describe("being without a network", () => {
  it("is told from a service that cannot be reached", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("failed")));
    vi.stubGlobal("navigator", { onLine: false });
    const offline = await ask();
    expect(offline).toMatchObject({ failure: { title: "You are offline", network: true } });
    expect(textOf(offline)).toContain("Try again when it is back");
    expect(textOf(offline, withAutoRetry)).toContain("tries again when it is back");
    vi.stubGlobal("navigator", { onLine: true });
    vi.useFakeTimers();
    const unreached = ask();
    await vi.runAllTimersAsync();
    vi.useRealTimers();
    expect(await unreached).toMatchObject({ failure: { title: "The service cannot be reached", network: true } });
  });
});

describe("asking too often", () => {
  const refuse = (headers: Record<string, string>) => serve({ title: "x", status: 429 }, headers);

  it("waits for as long as the service says, and says so", async () => {
    refuse({ "Retry-After": "7" });
    const answer = await ask();
    expect(answer).toMatchObject({ failure: { retryAfterS: 7, retry: true } });
    expect(textOf(answer)).toContain("Wait 7 seconds,");
    expect(textOf(answer, withAutoRetry)).toContain("tries again in 7 seconds.");
    refuse({ "Retry-After": "1" });
    expect(textOf(await ask())).toContain("Wait 1 second,");
  });

  it("leaves the next try to the user where the service says nothing", async () => {
    refuse({});
    expect(await ask()).toMatchObject({ failure: { retry: true } });
    expect(failureOf({ title: "x", status: 429 }).retryAfterS).toBeUndefined();
    expect(failureOf({ title: "x", status: 500 }, 5).retryAfterS).toBeUndefined();
  });

  it("reads seconds and dates", () => {
    const now = Date.parse("2026-11-21T10:00:00Z");
    const after = (value: string) => retryAfter(new Headers({ "Retry-After": value }), now);
    expect(after("12")).toBe(12);
    expect(after("0")).toBe(1);
    expect(after("Sat, 21 Nov 2026 10:00:30 GMT")).toBe(30);
    expect(after("Sat, 21 Nov 2026 09:00:00 GMT")).toBe(1);
    expect(after("soon")).toBeNull();
    expect(retryAfter(new Headers(), now)).toBeNull();
  });
});

describe("a service that cannot answer just now", () => {
  const TITLES = {
    "no-worker": "The model is not available",
    overloaded: "The model is very busy",
    "broker-unavailable": "The question could not be sent",
    "database-unavailable": "The service is not available",
    "model-replaced": "The model has been replaced",
  };
  const REASONS = {
    "no-worker": "It is not running, or still starting.",
    overloaded: "Too many questions are waiting.",
    "broker-unavailable": "The queue of questions cannot be reached.",
    "database-unavailable": "Its database cannot be reached.",
    "model-replaced": "Your question must be asked again.",
  };
  const kinds = Object.keys(TITLES) as (keyof typeof TITLES)[];
  const problemOf = (kind: string, status = 503): Problem => ({
    type: `urn:bridgeviz:problem:${kind}`,
    title: "x",
    status,
    detail: "In the service's words.",
  });
  const failedRow = { status: "failed", result: null, url: "/api/v1/explanations/1" };
  const serveFailed = (error: Problem) =>
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify({ ...failedRow, error }))));

  it.each(kinds)("says why, and asks again when the service says so: %s", async (kind) => {
    serve(problemOf(kind), { "Retry-After": "7" });
    const answer = await ask();
    expect(answer).toMatchObject({ failure: { title: TITLES[kind], retryAfterS: 7, retry: true } });
    expect(textOf(answer)).toBe(`${REASONS[kind]} Wait 7 seconds, then try again. Your entry is kept.`);
    expect(textOf(answer, withAutoRetry)).toBe(
      `${REASONS[kind]} The page tries again in 7 seconds. Your entry is kept.`,
    );
  });

  it.each(kinds)("says why where a question once taken has failed: %s", async (kind) => {
    serveFailed(problemOf(kind));
    const text = `${REASONS[kind]} Wait a moment, then try again. Your entry is kept.`;
    const failure = { title: TITLES[kind], errors: [{ field: "page", text }], retry: true };
    expect(await ask()).toEqual({ failure });
    expect(await fetchAnalysis(POSITION, new AbortController().signal, () => {})).toEqual({ failure });
  });

  it("gives no reason where the service gives none", async () => {
    serve({ title: "x", status: 503 }, { "Retry-After": "7" });
    const answer = await ask();
    expect(answer).toMatchObject({ failure: { title: "The service is not available", retryAfterS: 7 } });
    expect(textOf(answer)).toMatch(/^Wait 7 seconds,/);
  });

  it("says in Chinese, too, that a question made the model fail", async () => {
    serveFailed({ ...problemOf("explanation-failed", 500), title: "The explanation failed" });
    expect(textOf(await ask())).toMatch(/^The model could not answer this question\. Try again\./);
    await setLanguage("zh-Hans", "app");
    const answer = await ask();
    expect(answer).toMatchObject({ failure: { title: "解释失败" } });
    expect(textOf(answer)).toBe("模型无法回答这个问题。请重试；您输入的内容仍在这里。");
  });
});

describe("a failure beside the question", () => {
  const beside = { type: "export failed", failure: noPicture() } as const;
  const { input } = initialState();

  it("leaves the question itself going on", () => {
    const state = update(update(initialState(), { type: "explanation requested" }), beside);
    expect([state.request?.kind, state.secondaryFailure]).toEqual(["asked", beside.failure]);
    expect(update(state, { type: "shortcuts toggled" }).secondaryFailure).toBe(beside.failure);
    expect(update(state, { type: "spectator set", spectator: true }).secondaryFailure).toBeNull();
  });

  it("is cleared by what answers it, and by nothing else", () => {
    const both = update(update(initialState(), { type: "request failed", failure: unreachable() }), beside);
    const explanation = flatExplanation(input);
    const other = update(both, { type: "compared line answered", explanation, input });
    expect([failureIn(other), other.secondaryFailure]).toEqual([unreachable(), null]);
    const own = update(both, { type: "explanation received", explanation, input });
    expect([failureIn(own), own.secondaryFailure]).toEqual([null, beside.failure]);
    expect(update(both, { type: "lines compared", compared: null }).secondaryFailure).toBeNull();
  });
});

describe("a late answer", () => {
  it("is called so until the next question", () => {
    const computing = update(initialState(), { type: "explanation requested" });
    const late = update(computing, { type: "answer delayed" });
    expect([computing.request?.kind, late.request?.kind]).toEqual(["asked", "slow"]);
    expect(update(late, { type: "explanation requested" }).request?.kind).toBe("asked");
    const idle = initialState();
    expect(update(idle, { type: "answer delayed" })).toBe(idle);
  });
});

describe("the day on the handout", () => {
  it("is this place's", () => {
    expect(today(new Date(2026, 0, 5, 23, 59))).toBe("2026-01-05");
  });
});
