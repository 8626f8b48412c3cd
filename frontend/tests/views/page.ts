/** Open a page as a browser would: its template, its script, and a service that answers. */

import { readFileSync } from "node:fs";

import { configure, screen, within } from "@testing-library/dom";
import { userEvent } from "@testing-library/user-event";
import { render } from "preact";
import { afterEach, beforeEach, expect, vi } from "vitest";

import type { Call } from "../../src/bridge/calls";
import type { Position } from "../../src/service/types";
import { analysisOf, explanationOf, optionsOf } from "../fixtures/answers";
import { VOCABULARY } from "../fixtures/vocabulary";

export interface Question {
  method: string;
  path: string;
  body: unknown;
}

type Reply = Response | Promise<Response>;
type Answer = (question: Question) => Reply;

const ROOTS = { main: "app", practice: "practice", cards: "card" } as const;
const TEMPLATES = { main: "index.html", practice: "practice.html", cards: "card.html" } as const;
const SCRIPTS = {
  main: () => import("../../src/main"),
  practice: () => import("../../src/practice"),
  cards: () => import("../../src/card-editor"),
};
/** Longer than the page waits between an entry and its question. */
const DEBOUNCED_MS = 1_000;
const FRAME_MS = 50;

/** The service: what it was asked, and how it answers each path; tests replace answers as they need. */
export class Service {
  readonly asked: Question[] = [];
  /** Questions without an answer: at the end of a test there may be none. */
  readonly unknown: string[] = [];
  readonly answers: Record<string, Answer> = {
    "/api/v1/explanations": ({ body }) => done(explanationOf(body as Position)),
    "/api/v1/options": ({ body }) => done(optionsOf(body as Position)),
    "/api/v1/analyses": ({ body }) => done(analysisOf(body as Position)),
    "/api/v1/cards": () => json(VOCABULARY),
    "/api/v1/practice/themes": () => json({ system: "sayc", themes: [] }),
    // Without refined answers, so that the first stays visible.
    "/api/v1/refined": () => problem(503),
  };

  /** Everything that a path was asked, the latest last. */
  bodies<Body = Position>(path: string): Body[] {
    return this.asked.filter((one) => one.path === path).map((one) => one.body as Body);
  }

  /** The positions to explain, the latest last. */
  get positions(): Position[] {
    return this.bodies("/api/v1/explanations");
  }

  /** Let a path wait; the function returned answers all that wait, as the path did before. */
  hold(path: string): () => void {
    const before = this.answers[path]!;
    const waiting: (() => void)[] = [];
    this.answers[path] = (question) =>
      new Promise<Response>((resolve) => void waiting.push(() => resolve(before(question))));
    return () => {
      this.answers[path] = before;
      waiting.splice(0).forEach((answer) => answer());
    };
  }

  readonly fetch = async (address: string, { method = "GET", body, signal }: RequestInit = {}) => {
    const question = { method, path: address, body: body ? contentOf(body as string) : null };
    this.asked.push(question);
    const path = Object.keys(this.answers).find((one) => address.split("?")[0] === one);
    if (path === undefined) {
      this.unknown.push(`${method} ${address}`);
      throw new TypeError("Failed to fetch");
    }
    const aborted = new Promise<never>((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
    return Promise.race([this.answers[path]!(question), aborted]);
  };
}

/** The document that a body holds, or else its text. */
function contentOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** A document as JSON. */
export function json(document: unknown, init: ResponseInit = {}): Response {
  return new Response(JSON.stringify(document), init);
}

/** The state of a question that is answered. */
export function done(result: unknown): Response {
  return json({ id: "1", status: "done", url: "/api/v1/explanations/1", result, error: null });
}

/** A problem document. */
export function problem(status: number, parts: object = {}, headers: HeadersInit = {}): Response {
  return json({ type: "about:blank", title: "No", status, ...parts }, { status, headers });
}

// The first test of a file loads the page, which a busy machine does slowly.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

// The whole page in each message would hide what is missing.
configure({ getElementError: (message) => new Error(message?.split("\n")[0]) });

// happy-dom reports every change of the fragment, also by the history, of which browsers say nothing.
addEventListener("hashchange", (event) => {
  if (event instanceof HashChangeEvent) event.stopImmediatePropagation();
});

let service: Service;
let root: Element | null = null;
let user = userEvent.setup({ delay: null });
/** Remove the listeners that the page has added. */
let stopListening: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  // There are no style sheets, and computing styles takes most of the time of finding a role.
  const style = Object.assign(document.createElement("i").style, { display: "inline" });
  vi.stubGlobal("getComputedStyle", () => style);
  for (const target of [globalThis, document] as const) {
    const added = vi.spyOn(target, "addEventListener");
    stopListening.push(() => {
      for (const [type, listener, options] of added.mock.calls) {
        target.removeEventListener(type, listener as EventListener, options);
      }
    });
  }
});

afterEach(async () => {
  await closePage();
  stopListening = [];
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, "", location.pathname);
  expect(service.unknown).toEqual([]);
});

/** Close the page that is open, if there is one; what it has stored stays until the end of the test. */
export async function closePage(): Promise<void> {
  if (root !== null) {
    await settle(FRAME_MS); // what goes on then waits for time or an answer, not for a frame
    render(null, root);
  }
  root = null;
  for (const stop of stopListening) stop();
  const now = Date.now();
  vi.clearAllTimers();
  vi.setSystemTime(now); // which clearing the timers puts back
  vi.resetModules();
}

/** Open a page in place of the one before; `prepare` has the service before it is asked anything. */
export async function openPage(
  name: keyof typeof ROOTS,
  { fragment = "", language = "en", card = "", phone = false, prepare }: Partial<Opening> = {},
): Promise<Service> {
  await closePage();
  service = new Service();
  user = userEvent.setup({ delay: null });
  prepare?.(service);
  vi.stubGlobal("fetch", service.fetch);
  vi.stubGlobal("matchMedia", () => ({ matches: phone }));
  history.replaceState(null, "", `#${fragment}`);
  document.documentElement.lang = language;
  document.documentElement.dataset["conventionCard"] = card;
  await load(name);
  return service;
}

/** Load the page of practice again; what the browser keeps stays. */
export async function reload(name: keyof typeof ROOTS = "practice"): Promise<void> {
  await closePage();
  await load(name);
}

async function load(name: keyof typeof ROOTS): Promise<void> {
  document.body.innerHTML = bodyOf(TEMPLATES[name]);
  root = document.getElementById(ROOTS[name])!;
  await SCRIPTS[name]();
  await loadParts(name);
  await settle();
}

/** Load what the page loads later, which takes time that is not the tests'. */
async function loadParts(name: keyof typeof ROOTS): Promise<void> {
  if (name === "main") await (await import("../../src/views/parts")).loadParts();
}

interface Opening {
  fragment: string;
  language: string;
  /** The card that the club gives to new visitors. */
  card: string;
  /** Whether media queries, all of which are of narrow windows, match. */
  phone: boolean;
  prepare: (service: Service) => void;
}

/** The body of a template, in English. */
function bodyOf(name: string): string {
  return /<body>(.*)<\/body>/s.exec(templateText(name))![1]!;
}

function templateText(name: string): string {
  return readFileSync(`../templates/${name}`, "utf8")
    .replace(/{% include "(.*?)".*?%}/g, (_, included: string) => templateText(included))
    .replace(/{% translate "(.*?)" %}/g, "$1")
    .replace(/{{ heading }}/g, "h1")
    .replace(/{%.*?%}|{{.*?}}/gs, "");
}

/** Let pass the time in which the page asks and is answered. */
export async function settle(ms = DEBOUNCED_MS): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
}

// --- What a user does ---------------------------------------------------------------------------

/** Follow a link to the page that is open. */
export async function openLink(fragment: string): Promise<void> {
  history.replaceState(null, "", `#${fragment}`);
  dispatchEvent(new Event("hashchange"));
  await settle();
}

/** Click, and see what comes of it. */
export async function click(element: Element): Promise<void> {
  await user.click(element);
  await settle();
}

export async function hover(element: Element): Promise<void> {
  await user.hover(element);
  await settle();
}

/** Touch an element for so long. */
export async function touch(element: Element, ms: number): Promise<void> {
  await user.pointer({ keys: "[TouchA>]", target: element });
  await settle(ms);
  await user.pointer({ keys: "[/TouchA]", target: element });
  await settle();
}

/** Press keys, as user-event writes them: "{Enter}", "[ArrowLeft]", "f". */
export async function press(keys: string): Promise<void> {
  await user.keyboard(keys);
  await settle();
}

/** Type a text into a field in place of what is there. */
export async function fill(field: Element, text: string): Promise<void> {
  await user.clear(field);
  if (text !== "") await user.keyboard(text.replace(/[{[]/g, "$&$&"));
  await settle();
}

/** Paste a text into a field. */
export async function paste(field: Element, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
  await settle();
}

/** Open files, as the dialog of the browser does. */
export async function upload(selector: string, ...files: File[]): Promise<void> {
  await user.upload(part(selector), files);
  await settle();
}

export async function choose(group: string, option: string): Promise<void> {
  await click(within(screen.getByRole("group", { name: group })).getByLabelText(option));
}

/** Choose from a list. */
export async function select(label: string, option: string): Promise<void> {
  await user.selectOptions(screen.getByLabelText(label), option);
  await settle();
}

/** Open a folded panel by a part of its title. */
export async function unfold(title: string): Promise<void> {
  const summaries = [...document.querySelectorAll("summary")];
  await click(summaries.find((one) => one.textContent.includes(title))!);
}

const STRAIN_NAMES = { C: "clubs", D: "diamonds", H: "hearts", S: "spades", NT: "notrump" } as const;
const CALL_NAMES: Partial<Record<Call, string>> = { P: "pass", X: "double", XX: "redouble" };

/** The card of the bidding box for a call. */
export function boxCall(call: Call): HTMLElement {
  const strain = STRAIN_NAMES[call.slice(1) as keyof typeof STRAIN_NAMES];
  const bid = `${call[0]} ${call[0] === "1" && call !== "1NT" ? strain?.slice(0, -1) : strain}`;
  return within(screen.getByLabelText("Bidding box")).getByRole("button", { name: CALL_NAMES[call] ?? bid });
}

/** Make calls, one after the other: "1NT P 2C". */
export async function bid(calls: string): Promise<void> {
  for (const call of calls.split(" ")) await click(boxCall(call as Call));
}

/** A button by its whole name. */
export function button(name: string | RegExp): HTMLElement {
  return screen.getByRole("button", { name });
}

// --- What a user sees ---------------------------------------------------------------------------

/** The first element of a selector; it must be there. */
export function part(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  expect(found, selector).not.toBeNull();
  return found!;
}

export function parts(selector: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(selector)];
}

/** The names of the files that the page has saved since this was called. */
export function savedFiles(): string[] {
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  return names;
}

/** The text of the element of a selector. */
export function text(selector: string): string {
  return part(selector).textContent;
}

/** What stands in a field. */
export function value(selector: string): string {
  return (part(selector) as HTMLInputElement).value;
}

/** A text without what is only read aloud. */
export function seen(element: Element): string {
  const copy = element.cloneNode(true) as Element;
  copy.querySelectorAll(".unseen").forEach((one) => one.remove());
  return copy.textContent.trim();
}

/** The rows of the auction's table, from West on. */
export function auction(): string[][] {
  return parts("table.auction tbody tr").map((row) => [...row.querySelectorAll("td")].map(seen));
}

/** All complaints beside the fields of the entry. */
export function complaints(): string {
  return parts(".entry [role=alert]")
    .map((one) => one.textContent)
    .join(" ");
}

/** The numbers of a hidden hand's heat map, by card. */
export function heat(seat: string): Record<string, number> {
  const cells = parts(`table.heat[data-seat=${seat}] td[data-card]`);
  return Object.fromEntries(cells.map((cell) => [cell.dataset["card"], Number(seen(cell))]));
}
