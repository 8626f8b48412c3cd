// @vitest-environment happy-dom
/** What the page says without an answer, how it asks again, and that it never loses the input. */

import { screen, within } from "@testing-library/dom";
import { expect, it } from "vitest";

import {
  bid,
  button,
  click,
  done,
  fill,
  openPage,
  part,
  parts,
  problem,
  type Service,
  settle,
  text,
  value,
} from "./page";

const HAND = "AKJT985.6.A76.84";
const EXPLANATIONS = "/api/v1/explanations";

/** Have the next questions refused; the function returned has them answered again. */
function refuse(service: Service, answer: () => Response | Promise<Response>): () => void {
  const before = service.answers[EXPLANATIONS]!;
  service.answers[EXPLANATIONS] = answer;
  return () => void (service.answers[EXPLANATIONS] = before);
}

it.each([
  [503, "no-worker", "The model is not available"],
  [503, "overloaded", "The model is very busy"],
  [503, "of-another-release", "The service is not available"],
  [504, "time-out", "The answer took too long"],
  [429, "too-many-requests", "Too many questions at once"],
])("offers another try after a %i of the type %s", async (status, type, headline) => {
  const service = await openPage("main");
  const answer = refuse(service, () => problem(status, { type: `urn:bridgeviz:problem:${type}` }));
  await bid("1D 1H");
  await fill(part("#hand"), HAND);
  expect(text(".failure")).toContain(headline);
  expect(value("#hand")).toBe(HAND);
  answer();
  await click(button("Try again"));
  expect(service.positions.map(({ auction }) => auction)).toEqual([
    ["1D", "1H"],
    ["1D", "1H"],
  ]);
  expect(parts(".failure")).toEqual([]);
  expect(parts(".picture:not(.veiled)")).toHaveLength(1);
});

it("tells a dead line from a dead service", async () => {
  const service = await openPage("main");
  refuse(service, () => Promise.reject(new TypeError("Failed to fetch")));
  await fill(part("#hand"), HAND);
  expect(parts(".failure")).toEqual([]);
  await settle(3_500);
  expect(text(".failure")).toContain("cannot be reached");
});

it("keeps the last picture veiled while the next is computed", async () => {
  const service = await openPage("main");
  await fill(part("#hand"), HAND);
  await bid("1D");
  const answer = service.hold(EXPLANATIONS);
  await bid("1H");
  expect(text(".progress")).toContain("Reading the auction");
  expect(parts(".picture.veiled")).toHaveLength(1);
  expect(text(".message")).toContain("1♦");
  await settle(5_000);
  expect(text(".progress")).toContain("the model is busy");
  answer();
  await settle();
  expect(parts(".progress, .picture.veiled")).toEqual([]);
  expect(text(".message")).toContain("1♥");
});

it("lets a later question overtake an earlier one", async () => {
  const service = await openPage("main");
  const answer = service.hold(EXPLANATIONS);
  await fill(part("#hand"), HAND);
  expect(parts(".progress")).toHaveLength(1);
  const answerLater = service.hold(EXPLANATIONS);
  await bid("1NT");
  answerLater();
  await settle();
  answer();
  await settle();
  expect(service.positions.map(({ auction }) => auction)).toEqual([[], ["1NT"]]);
  expect(parts(".diagram [data-call]")).toHaveLength(1);
});

it.each([
  ["/auction/1", "The auction"],
  ["/systems/ew", "Bidding systems"],
  ["/seat", "Your hand"],
])("puts the complaint about %s beside its field", async (pointer, section) => {
  const service = await openPage("main");
  refuse(service, () => problem(422, { errors: [{ pointer, detail: "This cannot be." }] }));
  await fill(part("#hand"), HAND);
  const panel = screen.getByRole("region", { name: section });
  const alerts = within(panel)
    .getAllByRole("alert")
    .map((one) => one.textContent);
  expect(alerts.join()).toContain("This cannot be.");
  expect(document.activeElement?.id).toBe("hand");
});

it("moves the focus to the field at fault once it is asked for", async () => {
  const service = await openPage("main");
  refuse(service, () => problem(422, { errors: [{ pointer: "/auction/1", detail: "This cannot be." }] }));
  await fill(part("#hand"), HAND);
  await click(button("Explain"));
  expect(document.activeElement?.getAttribute("data-call")).toBe("1C");
});

it.each([429, 503])("comes again by itself when a %i says when", async (status) => {
  const service = await openPage("main");
  const answer = refuse(service, () => problem(status, {}, { "Retry-After": "2" }));
  await fill(part("#hand"), HAND);
  expect(text(".failure")).toContain("in 2 seconds");
  answer();
  await settle(1_500);
  expect(service.positions).toHaveLength(2);
  expect(parts(".failure")).toEqual([]);
});

it("leaves it to the user after five tries of its own", async () => {
  const service = await openPage("main");
  refuse(service, () => problem(503, {}, { "Retry-After": "2" }));
  await fill(part("#hand"), HAND);
  await settle(60_000);
  expect(service.positions).toHaveLength(6);
  expect(text(".failure")).toContain("Wait 2 seconds, then try again");
  await click(button("Try again"));
  expect(service.positions).toHaveLength(7);
});

it("tries another question by itself again", async () => {
  const service = await openPage("main");
  refuse(service, () => problem(503, {}, { "Retry-After": "2" }));
  await fill(part("#hand"), HAND);
  await settle(60_000);
  await bid("1D");
  expect(text(".failure")).toContain("in 2 seconds");
});

it("asks again when the network is back", async () => {
  const service = await openPage("main");
  const answer = refuse(service, () => Promise.reject(new TypeError("Failed to fetch")));
  Object.defineProperty(navigator, "onLine", { value: false, configurable: true });
  await fill(part("#hand"), HAND);
  expect(text(".failure")).toContain("You are offline");
  Object.defineProperty(navigator, "onLine", { value: true, configurable: true });
  answer();
  dispatchEvent(new Event("online"));
  await settle();
  expect(parts(".failure")).toEqual([]);
  expect(parts(".picture")).toHaveLength(1);
  expect(value("#hand")).toBe(HAND);
});

it("waits for an answer that is computed meanwhile", async () => {
  const service = await openPage("main");
  const answer = service.answers[EXPLANATIONS]!;
  const waiting = { id: "1", status: "running", url: "/api/v1/explanations/1", result: null, error: null };
  service.answers[EXPLANATIONS] = () => Response.json(waiting, { status: 202 });
  service.answers[waiting.url] = () => Response.json(waiting);
  await fill(part("#hand"), HAND);
  expect(parts(".progress")).toHaveLength(1);
  service.answers[waiting.url] = () => answer({ method: "GET", path: "", body: service.positions[0] });
  await settle();
  expect(parts(".picture")).toHaveLength(1);
  expect(service.positions).toHaveLength(1);
});

it("draws the refined answer in place of the first, at the moment on show", async () => {
  const { explanationOf } = await import("../fixtures/answers");
  const service = await openPage("main", {
    prepare: ({ answers }) => {
      answers["/api/v1/refined"] = ({ body }) => done({ ...explanationOf(body as never), refined: true });
    },
  });
  const answer = service.hold("/api/v1/refined");
  await bid("1D 1H");
  await fill(part("#hand"), HAND);
  await click(button("Previous call"));
  expect(document.body.textContent).not.toContain("Refined: hands weighed by all their calls");
  const focused = document.activeElement;
  answer();
  await settle();
  expect(document.body.textContent).toContain("Refined: hands weighed by all their calls");
  expect(text(".moment-words")).toContain("After call 1 of 2");
  expect(document.activeElement).toBe(focused);
  expect(service.bodies("/api/v1/refined")).toEqual(service.positions);
});

it("asks a busy service again for the refined answer", async () => {
  const { explanationOf } = await import("../fixtures/answers");
  const service = await openPage("main", {
    prepare: ({ answers }) => {
      answers["/api/v1/refined"] = ({ body }) => {
        answers["/api/v1/refined"] = () => done({ ...explanationOf(body as never), refined: true });
        return problem(503, {}, { "Retry-After": "0" });
      };
    },
  });
  await bid("1D");
  await fill(part("#hand"), HAND);
  await settle();
  expect(service.bodies("/api/v1/refined")).toHaveLength(2);
  expect(document.body.textContent).toContain("Refined: hands weighed by all their calls");
});

it("troubles nobody where there is no refined answer", async () => {
  const service = await openPage("main");
  await bid("1D");
  await fill(part("#hand"), HAND);
  expect(service.bodies("/api/v1/refined")).toHaveLength(1);
  expect(parts(".failure")).toEqual([]);
  expect(parts(".picture")).toHaveLength(1);
  expect(document.body.textContent).not.toContain("Refined: hands weighed");
});
