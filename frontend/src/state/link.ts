/** The link that brings everything on show back, on another machine too. */

import type { Call } from "../bridge/calls";
import { parseDeal } from "../bridge/deal";
import { type Card, PACK } from "../bridge/hand";
import { SYSTEMS } from "../bridge/systems";
import { type Seat, SEATS, VULNERABILITIES } from "../bridge/table";
import { fromFragment, parseCalls, toFragment } from "../entry/fragment";
import { type Input, isComplete } from "../entry/input";
import { t } from "../i18n/translate";
import {
  type Line, type LineComparison, type Lines, MOST_BRANCHES, sharedCalls, shownLine, singleLine,
} from "../lines/lines";

/** The contents of a link: the entry, its lines, and the view of them. */
export interface Link {
  /** With the auction of the line on show. */
  input: Input;
  lines: Lines;
  /** The number of calls before the picture; null for all of them. */
  moment: number | null;
  bottom: Seat;
  compared: LineComparison | null;
  pinned: Card | null;
  /** Whether the cards of its deal are laid over the pictures. */
  revealed: boolean;
  /** Whether it is a problem: the own hand and the auction alone, the answer closed. */
  problem: boolean;
  /** The parts that could not be read, in words. */
  errors: string[];
}

const CHOICES: readonly [string, readonly string[]][] = [
  ["seat", SEATS],
  ["dealer", SEATS],
  ["vul", VULNERABILITIES],
  ["ns", SYSTEMS],
  ["ew", SYSTEMS],
  ["bottom", SEATS],
];
/** What goes beyond the own hand and the auction. */
const BEYOND_A_PROBLEM = ["deal", "line", "shown", "at", "compare", "pin", "reveal"];
const FREE = ["hand", "board", "auction", "problem", ...BEYOND_A_PROBLEM];
const MOST_SHOWN = 24;

/** Whether an address's fragment is a link at all, and not the name of a place on the page. */
export function isLink(fragment: string): boolean {
  return fragment.includes("=");
}

/** The fragment for what is on show. */
export function formatLink(link: Omit<Link, "errors">): string {
  const { input, lines, moment, bottom, compared, pinned, revealed, problem } = link;
  if (problem) return formatProblem(input, input.auction.length);
  const main = lines.auctions[0]!;
  const fields = new URLSearchParams(toFragment({ ...input, auction: main }));
  for (const branch of lines.auctions.slice(1)) fields.append("line", branchText(branch, main));
  if (lines.shown > 0) fields.set("shown", String(lines.shown));
  if (moment !== null && moment < input.auction.length) fields.set("at", String(moment));
  if (bottom !== "S") fields.set("bottom", bottom);
  if (compared !== null) fields.set("compare", `${compared.line}.${compared.seat}`);
  if (pinned !== null) fields.set("pin", pinned);
  if (revealed) fields.set("reveal", "1");
  return fields.toString();
}

/** The fragment of the problem after so many calls. */
export function formatProblem(input: Input, calls: number): string {
  const posed = { ...input, board: "", auction: input.auction.slice(0, calls), deal: null };
  return `${toFragment(posed)}&problem=1`;
}

/** The fragment of an answer by itself, at a moment: no other lines, nothing marked. */
export function formatAnswer(input: Input, moment: number | null): string {
  const lines = singleLine(input.auction);
  const plain = { compared: null, pinned: null, revealed: false, problem: false };
  return formatLink({ input, lines, moment, bottom: "S", ...plain });
}

/** Everything that can be read of a fragment, and what cannot. */
export function parseLink(fragment: string): Link {
  const fields = new URLSearchParams(isLink(fragment) ? fragment.replace(/^#/, "") : "");
  const beyond = fields.get("problem") === "1" ? withoutAnswers(fields) : [];
  const main = fromFragment(fields.toString());
  const errors = [
    ...beyond, ...fieldErrors(fields), ...auctionErrors(fields, main), ...dealErrors(fields, main),
  ];
  const pose = (text: string) => (text === "1" && isComplete(main) ? true : null);
  const problem = parseField(fields, "problem", pose, errors) ?? false;
  const auctions = [main.auction, ...parseBranches(fields, main, errors)];
  const shown = parseCount(fields, "shown", auctions.length - 1, errors) ?? 0;
  const lines = { auctions, shown };
  const input = shown === 0 ? main : { ...main, auction: shownLine(lines) };
  const moment = parseCount(fields, "at", input.auction.length, errors);
  const bottom = SEATS.find((seat) => seat === fields.get("bottom")) ?? "S";
  const compared = parseComparison(fields, lines, errors);
  const pinned = parseField(fields, "pin", (text) => (PACK.includes(text) ? text : null), errors);
  const reveal = (text: string) => (text === "1" && input.deal !== null ? true : null);
  const revealed = parseField(fields, "reveal", reveal, errors) ?? false;
  return { input, lines, moment, bottom, compared, pinned, revealed, problem, errors };
}

/** Take out of a problem's fields what may tell its answer, and name it without quoting it. */
function withoutAnswers(fields: URLSearchParams): string[] {
  const found = BEYOND_A_PROBLEM.filter((name) => fields.has(name));
  for (const name of found) fields.delete(name);
  return found.map((part) => t("A problem has no “{part}”; it is left out.", { part }));
}

/** The line beside the one on show, and the hand looked at in both: "1.W". */
function parseComparison(
  fields: URLSearchParams, { auctions, shown }: Lines, errors: string[],
): LineComparison | null {
  const read = (text: string): LineComparison | null => {
    const [, place = "", name] = /^(\d{1,2})\.(.)$/.exec(text) ?? [];
    const line = Number(place);
    const seat = SEATS.find((one) => one === name);
    const other = place !== "" && line < auctions.length && line !== shown;
    return other && seat !== undefined ? { line, seat } : null;
  };
  return parseField(fields, "compare", read, errors);
}

/** Format the number of calls a branch shares with the main line, and its own: "2.1S-P". */
function branchText(branch: Line, main: Line): string {
  const at = sharedCalls(branch, main);
  return `${at}.${branch.slice(at).join("-")}`;
}

function parseBranches(fields: URLSearchParams, main: Input, errors: string[]): Line[] {
  const texts = fields.getAll("line");
  if (texts.length > MOST_BRANCHES) {
    errors.push(t("It has more than {count} branches; the rest is left out.", { count: MOST_BRANCHES }));
  }
  return texts.slice(0, MOST_BRANCHES).map((text) => parseBranch(text, main, errors));
}

/** A branch as far as it can be called; nothing where it cannot be read. */
function parseBranch(text: string, { auction, dealer }: Input, errors: string[]): Call[] {
  const [, shared = "", own = ""] = /^(\d{1,3})\.(.*)$/.exec(text) ?? [];
  const at = Number(shared);
  if (shared === "" || at > auction.length) {
    errors.push(unknownPart(`line=${text}`));
    return [];
  }
  const { calls, broken } = parseCalls(dealer, [...auction.slice(0, at), own].join("-"));
  if (broken !== null) {
    const call = abbreviated(broken);
    errors.push(t("A branch breaks off at “{call}”, which cannot be called there.", { call }));
  }
  return calls;
}

function parseCount(
  fields: URLSearchParams, name: string, most: number, errors: string[],
): number | null {
  const read = (text: string) => (/^\d{1,3}$/.test(text) && Number(text) <= most ? Number(text) : null);
  return parseField(fields, name, read, errors);
}

/** Parse a field; null where it is missing or cannot be read. */
function parseField<T>(
  fields: URLSearchParams, name: string, read: (text: string) => T | null, errors: string[],
): T | null {
  const text = fields.get(name);
  if (text === null) return null;
  const found = read(text);
  if (found === null) errors.push(unknownPart(`${name}=${text}`));
  return found;
}

function fieldErrors(fields: URLSearchParams): string[] {
  return [...fields]
    .filter(([name, value]) => {
      const options = CHOICES.find(([choice]) => choice === name)?.[1];
      return options === undefined ? !FREE.includes(name) : !options.includes(value);
    })
    .map(([name, value]) => unknownPart(value === "" ? name : `${name}=${value}`));
}

function auctionErrors(fields: URLSearchParams, { dealer }: { dealer: Seat }): string[] {
  const { broken } = parseCalls(dealer, fields.get("auction") ?? "");
  if (broken === null) return [];
  const call = abbreviated(broken);
  return [t("The auction breaks off at “{call}”, which cannot be called there.", { call })];
}

/** A deal is left out where it is none, and where it gives another hand than the link. */
function dealErrors(fields: URLSearchParams, { deal }: Input): string[] {
  const text = fields.get("deal");
  if (text === null || deal !== null) return [];
  return [
    parseDeal(text) === null
      ? t("Its deal is not the 52 cards; it is left out.")
      : t("Its deal gives another hand than the link; the deal is left out."),
  ];
}

function unknownPart(part: string): string {
  return t("“{part}” means nothing here.", { part: abbreviated(part) });
}

function abbreviated(text: string): string {
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}
