import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { EXAMPLES } from "../../src/entry/examples";
import { toRequest } from "../../src/entry/input";
import { fetchAnalysis, fetchDocument, fetchExplanation } from "../../src/service/client";
import { errorsOf, failureOf, firstField, unreachable } from "../../src/service/failure";
import type { StatusDocument } from "../../src/service/types";
import { flatExplanation } from "../fixtures/explanation";

const { input } = EXAMPLES[0]!;
const POSITION = toRequest(input);
const URL = "/api/v1/explanations/one";
const RESULT = flatExplanation(input);

function status(changes: Partial<StatusDocument>): StatusDocument {
  return { id: "one", status: "done", url: URL, result: null, error: null, ...changes };
}

function json(body: unknown, code = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status: code, headers });
}

/** A service that gives these answers one after the other; returns the addresses asked. */
function serve(...answers: (Response | Error)[]): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (address: string, options: RequestInit) => {
    asked.push(`${options.method ?? "GET"} ${address}`);
    const answer = answers.shift()!;
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  });
  return asked;
}

async function ask() {
  const answer = fetchExplanation(POSITION, new AbortController().signal);
  await vi.runAllTimersAsync();
  return answer;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("asking the service", () => {
  it("takes an answer that is there at once", async () => {
    serve(json(status({ result: RESULT })));
    expect(await ask()).toEqual({ result: RESULT });
  });

  it("looks again after 202, and after a time-out that says where", async () => {
    const asked = serve(
      json(status({ status: "queued" }), 202),
      json(status({ status: "running" })),
      json(status({ result: RESULT })),
    );
    expect(await ask()).toEqual({ result: RESULT });
    expect(asked).toEqual(["POST /api/v1/explanations", `GET ${URL}`, `GET ${URL}`]);

    serve(json({ title: "late" }, 504, { Location: URL }), json(status({ result: RESULT })));
    expect(await ask()).toEqual({ result: RESULT });
  });

  it("hears how far an analysis is", async () => {
    const shares: number[] = [];
    const asked = serve(
      json(status({ status: "queued", progress: 0 }), 202),
      json(status({ status: "running", progress: 0.5 })),
      json(status({ progress: 1, result: RESULT })),
    );
    const answer = fetchAnalysis(POSITION, new AbortController().signal, (share) => shares.push(share));
    await vi.runAllTimersAsync();
    expect(await answer).toEqual({ result: RESULT });
    expect(asked[0]).toBe("POST /api/v1/analyses");
    expect(shares).toEqual([0, 0.5]);
  });

  it("gives up in the end", async () => {
    serve(...Array.from({ length: 200 }, () => json(status({ status: "queued" }))));
    const answer = await ask();
    expect(answer).toMatchObject({ failure: { retry: true } });
  });

  it("asks again where the connection breaks, as when a web server restarts", async () => {
    const broken = new TypeError("Failed to fetch");
    const asked = serve(
      broken,
      broken,
      broken,
      json(status({ status: "queued" }), 202),
      broken,
      json(status({ result: RESULT })),
    );
    expect(await ask()).toEqual({ result: RESULT });
    expect(asked).toEqual([
      ...Array.from({ length: 4 }, () => "POST /api/v1/explanations"),
      `GET ${URL}`,
      `GET ${URL}`,
    ]);
  });

  it("does not ask again once the answer is not wanted", async () => {
    const asked = serve(new TypeError("Failed to fetch"));
    const wanted = new AbortController();
    const answer = fetchExplanation(POSITION, wanted.signal).catch((error: Error) => error.name);
    await vi.advanceTimersByTimeAsync(100);
    wanted.abort();
    await vi.runAllTimersAsync();
    expect(await answer).toBe("AbortError");
    expect(asked).toEqual(["POST /api/v1/explanations"]);
  });

  it("says so when nobody can be reached, or answers no JSON", async () => {
    serve(...Array.from({ length: 4 }, () => new TypeError("no network")));
    expect(await ask()).toMatchObject({ failure: { title: "The service cannot be reached" } });
    serve(new Response("<html>", { status: 502 }));
    expect(await ask()).toMatchObject({ failure: { retry: true } });
  });

  it("tells a sign-in page that answers 200 from a service that cannot be reached", async () => {
    serve(new Response("<html>Welcome to the hotel</html>"));
    const failure = {
      title: "The service sent an unexpected answer",
      errors: [{ field: "page", text: expect.stringContaining("sign-in page") }],
      retry: true,
    };
    expect(await ask()).toEqual({ failure });
    serve(json(status({ status: "queued" }), 202), new Response("<html>"));
    expect(await ask()).toEqual({ failure });
    serve(new Response("<html>"));
    const { signal } = new AbortController();
    expect(await fetchDocument("/api/v1/practice/themes", signal)).toEqual({ failure });
  });

  it("reads each answer once", async () => {
    const read = vi.spyOn(JSON, "parse");
    serve(json(status({ result: RESULT })));
    await ask();
    expect(read).toHaveBeenCalledTimes(1);
    read.mockRestore();
  });

  it("takes an answer that breaks off for a broken connection", async () => {
    const broken = new ReadableStream({ pull: (stream) => stream.error(new TypeError("broken")) });
    const asked = serve(new Response(broken), json(status({ result: RESULT })));
    expect(await ask()).toEqual({ result: RESULT });
    expect(asked).toHaveLength(2);
  });

  it("passes on why an explanation failed", async () => {
    const error = { title: "The explanation failed", status: 500, detail: "No memory." };
    serve(json(status({ status: "failed", error })));
    expect(await ask()).toMatchObject({
      failure: { title: "The explanation failed", errors: [{ field: "page", text: "No memory." }] },
    });
  });

  it("says that an expired explanation was not computed in time", async () => {
    const failure = {
      title: "The answer was not computed in time",
      errors: [{ field: "page", text: expect.stringMatching(/^Try again/) }],
      retry: true,
    };
    const problem = { title: "Gone", status: 410, detail: "Nobody computed it." };
    serve(json(status({ status: "queued" }), 202), json(problem, 410));
    expect(await ask()).toEqual({ failure });
    serve(json(status({ status: "expired" })));
    expect(await ask()).toEqual({ failure });
  });

  it("stops without an answer when it is told to", async () => {
    serve(json(status({ status: "queued" }), 202));
    const controller = new AbortController();
    const answer = fetchExplanation(POSITION, controller.signal);
    const stopped = expect(answer).rejects.toThrow();
    controller.abort();
    await vi.runAllTimersAsync();
    await stopped;
  });
});

describe("problems", () => {
  it("stand beside the field their pointer names", () => {
    const failure = failureOf({
      title: "Unprocessable",
      status: 422,
      errors: [
        { pointer: "/hand", detail: "12 cards" },
        { pointer: "/auction/3", detail: "too low" },
        { pointer: "#/systems/ns", detail: "unknown" },
        { pointer: "/colour", detail: "unknown field" },
      ],
    });
    expect(errorsOf(failure, "hand")).toEqual(["12 cards"]);
    expect(errorsOf(failure, "auction")).toEqual(["too low"]);
    expect(errorsOf(failure, "systems")).toEqual(["unknown"]);
    expect(errorsOf(failure, "page")).toEqual(["unknown field"]);
    expect(failure.retry).toBe(false);
  });

  it("lead to the first field of the page they are about", () => {
    const errors = ["/auction/3", "/colour", "/hand"].map((pointer) => ({ pointer, detail: "no" }));
    expect(firstField(failureOf({ title: "x", status: 422, errors }))).toBe("hand");
    expect(firstField(unreachable())).toBeNull();
  });

  it.each([503, 504, 429])("%i may be tried again, and says so in words", (status) => {
    const failure = failureOf({ title: "x", status });
    expect(failure.retry).toBe(true);
    expect(failure.errors[0]!.text).toMatch(/is kept/);
  });
});
