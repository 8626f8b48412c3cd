/** The link that brings everything on show back, on another machine too. */

import type { Call } from "../bridge/calls";
import { readDeal } from "../bridge/deal";
import { type Card, PACK } from "../bridge/hand";
import { SYSTEMS } from "../bridge/systems";
import { type Seat, SEATS, VULNERABILITIES } from "../bridge/table";
import { fromFragment, readCalls, toFragment } from "../entry/fragment";
import type { Input } from "../entry/input";
import { say } from "../i18n/translate";
import {
  type Compared, type Line, type Lines, MOST_BRANCHES, sharedCalls, shownLine,
} from "../lines/lines";

/** What a link says: what is entered, its lines, and how it is looked at. */
export interface Link {
  /** With the auction of the line on show. */
  input: Input;
  lines: Lines;
  /** How many calls the picture has seen; null for all of them. */
  moment: number | null;
  bottom: Seat;
  compared: Compared | null;
  pinned: Card | null;
  /** Whether the cards of its deal are laid over the pictures. */
  revealed: boolean;
  /** What of it could not be read, in words. */
  faults: string[];
}

const CHOICES: readonly [string, readonly string[]][] = [
  ["seat", SEATS],
  ["dealer", SEATS],
  ["vul", VULNERABILITIES],
  ["ns", SYSTEMS],
  ["ew", SYSTEMS],
  ["bottom", SEATS],
];
const FREE = ["hand", "board", "auction", "deal", "line", "shown", "at", "compare", "pin", "reveal"];
const MOST_SHOWN = 24;

/** Whether an address's fragment is a link at all, and not the name of a place on the page. */
export function isLink(fragment: string): boolean {
  return fragment.includes("=");
}

/** The fragment for what is on show. */
export function toLink(link: Omit<Link, "faults">): string {
  const { input, lines, moment, bottom, compared, pinned, revealed } = link;
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

/** Everything that can be read of a fragment, and what cannot. */
export function readLink(fragment: string): Link {
  const fields = new URLSearchParams(isLink(fragment) ? fragment.replace(/^#/, "") : "");
  const main = fromFragment(fields.toString());
  const faults = [...fieldFaults(fields), ...auctionFaults(fields, main), ...dealFaults(fields, main)];
  const auctions = [main.auction, ...readBranches(fields, main, faults)];
  const shown = readCount(fields, "shown", auctions.length - 1, faults) ?? 0;
  const lines = { auctions, shown };
  const input = shown === 0 ? main : { ...main, auction: shownLine(lines) };
  const moment = readCount(fields, "at", input.auction.length, faults);
  const bottom = SEATS.find((seat) => seat === fields.get("bottom")) ?? "S";
  const compared = readCompared(fields, lines, faults);
  const pinned = readOne(fields, "pin", (text) => (PACK.includes(text) ? text : null), faults);
  const reveal = (text: string) => (text === "1" && input.deal !== null ? true : null);
  const revealed = readOne(fields, "reveal", reveal, faults) ?? false;
  return { input, lines, moment, bottom, compared, pinned, revealed, faults };
}

/** The line beside the one on show, and the hand looked at in both: "1.W". */
function readCompared(
  fields: URLSearchParams, { auctions, shown }: Lines, faults: string[],
): Compared | null {
  const read = (text: string): Compared | null => {
    const [, place = "", name] = /^(\d{1,2})\.(.)$/.exec(text) ?? [];
    const line = Number(place);
    const seat = SEATS.find((one) => one === name);
    const other = place !== "" && line < auctions.length && line !== shown;
    return other && seat !== undefined ? { line, seat } : null;
  };
  return readOne(fields, "compare", read, faults);
}

/** How many calls a branch shares with the main line, and its own: "2.1S-P". */
function branchText(branch: Line, main: Line): string {
  const at = sharedCalls(branch, main);
  return `${at}.${branch.slice(at).join("-")}`;
}

function readBranches(fields: URLSearchParams, main: Input, faults: string[]): Line[] {
  const texts = fields.getAll("line");
  if (texts.length > MOST_BRANCHES) {
    faults.push(say("It has more than {count} branches; the rest is left out.", { count: MOST_BRANCHES }));
  }
  return texts.slice(0, MOST_BRANCHES).map((text) => readBranch(text, main, faults));
}

/** A branch as far as it can be called; nothing where it cannot be read. */
function readBranch(text: string, { auction, dealer }: Input, faults: string[]): Call[] {
  const [, shared = "", own = ""] = /^(\d{1,3})\.(.*)$/.exec(text) ?? [];
  const at = Number(shared);
  if (shared === "" || at > auction.length) {
    faults.push(meaningless(`line=${text}`));
    return [];
  }
  const { calls, broken } = readCalls(dealer, [...auction.slice(0, at), own].join("-"));
  if (broken !== null) {
    const call = shortened(broken);
    faults.push(say("A branch breaks off at “{call}”, which cannot be called there.", { call }));
  }
  return calls;
}

function readCount(
  fields: URLSearchParams, name: string, most: number, faults: string[],
): number | null {
  const read = (text: string) => (/^\d{1,3}$/.test(text) && Number(text) <= most ? Number(text) : null);
  return readOne(fields, name, read, faults);
}

/** What a field says; null where it is not there, or says nothing that can be read. */
function readOne<T>(
  fields: URLSearchParams, name: string, read: (text: string) => T | null, faults: string[],
): T | null {
  const text = fields.get(name);
  if (text === null) return null;
  const found = read(text);
  if (found === null) faults.push(meaningless(`${name}=${text}`));
  return found;
}

function fieldFaults(fields: URLSearchParams): string[] {
  return [...fields]
    .filter(([name, value]) => {
      const options = CHOICES.find(([choice]) => choice === name)?.[1];
      return options === undefined ? !FREE.includes(name) : !options.includes(value);
    })
    .map(([name, value]) => meaningless(value === "" ? name : `${name}=${value}`));
}

function auctionFaults(fields: URLSearchParams, { dealer }: { dealer: Seat }): string[] {
  const { broken } = readCalls(dealer, fields.get("auction") ?? "");
  if (broken === null) return [];
  const call = shortened(broken);
  return [say("The auction breaks off at “{call}”, which cannot be called there.", { call })];
}

/** A deal is left out where it is none, and where it gives another hand than the link. */
function dealFaults(fields: URLSearchParams, { deal }: Input): string[] {
  const text = fields.get("deal");
  if (text === null || deal !== null) return [];
  return [
    readDeal(text) === null
      ? say("Its deal is not the 52 cards; it is left out.")
      : say("Its deal gives another hand than the link; the deal is left out."),
  ];
}

function meaningless(part: string): string {
  return say("“{part}” means nothing here.", { part: shortened(part) });
}

function shortened(text: string): string {
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}
