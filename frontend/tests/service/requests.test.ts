import { beforeEach, expect, it } from "vitest";

import { type Request, requester } from "../../src/service/requests";

/** A request that ends as it is told; it notes each start and each abort. */
function request(key: string, lasting = false): Request<string> {
  const send = (signal: AbortSignal, tell: (action: string) => void) =>
    new Promise<string | null>((resolve, reject) => {
      log.push(`send ${key}`);
      ends[key] = resolve;
      tells[key] = tell;
      signal.addEventListener("abort", () => {
        log.push(`abort ${key}`);
        reject(signal.reason);
      });
    });
  return { key, send, lasting };
}

let log: string[];
const ends: Record<string, (action: string | null) => void> = {};
const tells: Record<string, (action: string) => void> = {};
let need: (needed: Request<string>[]) => void;
/** The needs after each action. */
let next: Record<string, Request<string>[]>;

beforeEach(() => {
  log = [];
  next = {};
  need = requester((action: string) => {
    log.push(action);
    need(next[action] ?? []);
  });
});

async function end(key: string, action: string | null): Promise<void> {
  ends[key]!(action);
  await Promise.resolve()
    .then(() => undefined)
    .then(() => undefined);
}

it("are sent once while they are needed, and again when they are needed anew", async () => {
  need([request("a")]);
  need([request("a"), request("b")]);
  expect(log).toEqual(["send a", "send b"]);
  next["done"] = [request("b")];
  await end("a", "done");
  need([request("a"), request("b")]);
  expect(log).toEqual(["send a", "send b", "done", "send a"]);
});

it("are aborted when they are needed no longer, unless they last", async () => {
  need([request("a"), request("kept", true)]);
  need([]);
  tells["a"]!("late");
  expect(log).toEqual(["send a", "send kept", "abort a"]);
  await end("kept", "done");
  expect(log.at(-1)).toBe("done");
});

it("that come to nothing are not sent again while they are needed", async () => {
  need([request("a")]);
  await end("a", null);
  need([request("a")]);
  expect(log).toEqual(["send a"]);
  need([]);
  need([request("a")]);
  expect(log.filter((one) => one === "send a")).toHaveLength(2);
});

it("follow the state that the start of one leads to", () => {
  const first: Request<string> = {
    key: "first",
    send: (_, tell) => {
      tell("begun");
      return new Promise(() => undefined);
    },
  };
  next["begun"] = [first, request("b")];
  need([first, request("a")]);
  expect(log).toEqual(["begun", "send b"]);
});
