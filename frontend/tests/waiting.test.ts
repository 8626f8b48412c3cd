import { afterEach, describe, expect, it, vi } from "vitest";

import { EMPTY_INPUT, toRequest } from "../src/input";
import { askedAgain, type Failure, failureOf, noPicture, unreachable } from "../src/problems";
import { type Answer, explain, retryAfter } from "../src/service";
import { initialState, update } from "../src/state";
import { today } from "../src/take";
import { flatExplanation } from "./fixture";

const POSITION = toRequest({ ...EMPTY_INPUT, spectator: true });

function ask() {
  return explain(POSITION, new AbortController().signal);
}

/** What a failure says, or what is made of it. */
function textOf(answer: Answer, made = (failure: Failure) => failure): string {
  return answer.kind === "failure" ? made(answer.failure).complaints[0]!.text : "";
}

afterEach(() => void vi.unstubAllGlobals());

describe("being without a network", () => {
  it("is told from a service that cannot be reached", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("failed")));
    vi.stubGlobal("navigator", { onLine: false });
    const offline = await ask();
    expect(offline).toMatchObject({ failure: { title: "You are offline", network: true } });
    expect(textOf(offline)).toContain("Try again when it is back");
    expect(textOf(offline, askedAgain)).toContain("asks again by itself");
    vi.stubGlobal("navigator", { onLine: true });
    expect(await ask()).toMatchObject({
      failure: { title: "The service cannot be reached", network: true },
    });
  });
});

describe("asking too often", () => {
  const refuse = (headers: Record<string, string>) =>
    vi.stubGlobal("fetch", () =>
      Promise.resolve(new Response('{"title": "x", "status": 429}', { status: 429, headers })),
    );

  it("waits for as long as the service says, and says so", async () => {
    refuse({ "Retry-After": "7" });
    const answer = await ask();
    expect(answer).toMatchObject({ failure: { againAfterS: 7, retry: true } });
    expect(textOf(answer)).toContain("Wait 7 seconds,");
    expect(textOf(answer, askedAgain)).toContain("asks again by itself in 7 seconds;");
    refuse({ "Retry-After": "1" });
    expect(textOf(await ask())).toContain("Wait 1 second,");
  });

  it("leaves the next try to the user where the service says nothing", async () => {
    refuse({});
    expect(await ask()).toMatchObject({ failure: { retry: true } });
    expect(failureOf({ title: "x", status: 429 }).againAfterS).toBeUndefined();
    expect(failureOf({ title: "x", status: 503 }, 5).againAfterS).toBeUndefined();
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

describe("a failure beside the question", () => {
  const beside = { type: "failed beside", failure: noPicture() } as const;
  const { input } = initialState();

  it("leaves the question itself going on", () => {
    const state = update(update(initialState(), { type: "asked" }), beside);
    expect([state.computing, state.failure, state.failureBeside]).toEqual([true, null, beside.failure]);
    expect(update(state, { type: "keys toggled" }).failureBeside).toBe(beside.failure);
    expect(update(state, { type: "spectator set", spectator: true }).failureBeside).toBeNull();
  });

  it("is cleared by what answers it, and by nothing else", () => {
    const both = update(update(initialState(), { type: "failed", failure: unreachable() }), beside);
    const explanation = flatExplanation(input);
    const other = update(both, { type: "other line answered", explanation, input });
    expect([other.failure, other.failureBeside]).toEqual([unreachable(), null]);
    const own = update(both, { type: "answered", explanation, input });
    expect([own.failure, own.failureBeside]).toEqual([null, beside.failure]);
    expect(update(both, { type: "lines compared", compared: null }).failureBeside).toBeNull();
  });
});

describe("a late answer", () => {
  it("is called so until the next question", () => {
    const computing = update(initialState(), { type: "asked" });
    const late = update(computing, { type: "waited long" });
    expect([computing.slow, late.slow]).toEqual([false, true]);
    expect(update(late, { type: "asked" }).slow).toBe(false);
    const idle = initialState();
    expect(update(idle, { type: "waited long" })).toBe(idle);
  });
});

describe("the day on the handout", () => {
  it("is this place's", () => {
    expect(today(new Date(2026, 0, 5, 23, 59))).toBe("2026-01-05");
  });
});
