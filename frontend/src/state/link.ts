/** The link that brings everything on show back, on another machine too. */

import { illegalReason, legalPrefix } from "../bridge/auction";
import { ALL_CALLS, type Call } from "../bridge/calls";
import { playable, readCode, type Vocabulary } from "../bridge/card";
import { type Card, formatDeal, PACK, parseDeal } from "../bridge/hand";
import { type Seat, SEATS, SYSTEMS, VULNERABILITIES } from "../bridge/table";
import { reviewOfInput } from "../entry/import-board";
import { EMPTY_INPUT, type Input, isComplete, withHandText } from "../entry/input";
import { joinList, t } from "../i18n/translate";
import {
  type Line,
  type LineComparison,
  type Lines,
  MOST_BRANCHES,
  sharedCalls,
  shownLine,
  singleLine,
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
  /** Whether its review is on show, not its explanation. */
  reviewed: boolean;
  /** Whether it is a problem: the own hand and the auction alone, the answer closed. */
  problem: boolean;
  /** The place in a file of boards; null where it has none. */
  boards: BoardsPlace | null;
  /** The parts that could not be read, in words. */
  errors: string[];
}

/** A place in a file of boards that the browser keeps: only this browser knows it. */
export interface BoardsPlace {
  /** The id of the file; "" before one is opened. */
  file: string;
  /** The board that is entered; null where it is none of them. */
  open: number | null;
  /** Whether the list is on show, not a board; the link then says nothing else. */
  shown: boolean;
}

const CHOICES: readonly [string, readonly string[]][] = [
  ["seat", SEATS],
  ["dealer", SEATS],
  ["vul", VULNERABILITIES],
  ["bottom", SEATS],
];
/** What goes beyond the own hand and the auction. */
const BEYOND_A_PROBLEM = ["deal", "line", "shown", "at", "compare", "pin", "reveal", "review"];
/** What a side plays: a system, or the code of a convention card. */
const CARDS = ["ns", "ew"];
const BOARDS = "boards";
const OTHERS = ["hand", "board", "auction", "problem", BOARDS, ...BEYOND_A_PROBLEM];
const MOST_SHOWN = 24;

/** Whether an address's fragment is a link at all, and not the name of a place on the page. */
export function isLink(fragment: string): boolean {
  return fragment.includes("=") || fragment === `#${BOARDS}`;
}

/** The fragment for what is on show. */
export function formatLink(link: Omit<Link, "errors">): string {
  const { input, lines, moment, bottom, compared, pinned, revealed, reviewed, problem, boards } = link;
  if (boards?.shown) return boards.file === "" ? BOARDS : `${BOARDS}=${boards.file}`;
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
  if (reviewed) fields.set("review", "1");
  if (boards !== null) fields.set(BOARDS, boards.open === null ? boards.file : `${boards.file}.${boards.open}`);
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
  const plain = { compared: null, pinned: null, revealed: false, reviewed: false, problem: false, boards: null };
  return formatLink({ input, lines, moment, bottom: "S", ...plain });
}

/** Everything that can be read of a fragment, and what cannot; without the vocabulary any code of a card is taken. */
export function parseLink(fragment: string, vocabulary: Vocabulary | null = null): Link {
  const fields = new URLSearchParams(isLink(fragment) ? fragment.replace(/^#/, "") : "");
  const beyond = fields.get("problem") === "1" ? withoutAnswers(fields) : [];
  const read = fromFragment(fields.toString());
  const { cards, faults } = playable(read.systems, vocabulary);
  const main = { ...read, systems: cards };
  const errors = [
    ...beyond,
    ...fieldErrors(fields),
    ...faults,
    ...auctionErrors(fields, main),
    ...dealErrors(fields, main),
  ];
  const pose = (text: string) => (text === "1" && isComplete(main) ? true : null);
  const problem = parseField(fields, "problem", pose, errors, t("1, with a whole hand")) ?? false;
  const auctions = [main.auction, ...parseBranches(fields, main, errors)];
  const shown = parseCount(fields, "shown", auctions.length - 1, errors) ?? 0;
  const lines = { auctions, shown };
  const input = shown === 0 ? main : { ...main, auction: shownLine(lines) };
  const moment = parseCount(fields, "at", input.auction.length, errors);
  const bottom = anyCase(SEATS, fields.get("bottom") ?? "") ?? "S";
  const compared = parseComparison(fields, lines, errors);
  const readPin = (text: string) => anyCase(PACK, text) ?? null;
  const pinned = parseField(fields, "pin", readPin, errors, t("a card such as SA"));
  const reveal = (text: string) => (text === "1" && input.deal !== null ? true : null);
  const revealed = parseField(fields, "reveal", reveal, errors, t("1, with a deal")) ?? false;
  const review = (text: string) => (text === "1" && reviewOfInput(input) !== null ? true : null);
  const wanted = t("1, with a hand and a call");
  const reviewed = parseField(fields, "review", review, errors, wanted) ?? false;
  const boards = parsePlace(fields, errors);
  return { input, lines, moment, bottom, compared, pinned, revealed, reviewed, problem, boards, errors };
}

/** The place in a file of boards: "k3x9.2" for its third one. */
function parsePlace(fields: URLSearchParams, errors: string[]): BoardsPlace | null {
  const shown = [...fields.keys()].join() === BOARDS;
  const read = (text: string): BoardsPlace | null => {
    const [, file = "", open] = /^([a-z0-9]*)(?:\.(\d{1,4}))?$/.exec(text) ?? [];
    if (file === "" && !(shown && text === "")) return null;
    return { file, open: open === undefined ? null : Number(open), shown };
  };
  return parseField(fields, BOARDS, read, errors, t("a file of boards that this browser has opened"));
}

/** Take out of a problem's fields what may tell its answer, and name it without quoting it. */
function withoutAnswers(fields: URLSearchParams): string[] {
  const found = BEYOND_A_PROBLEM.filter((name) => fields.has(name));
  for (const name of found) fields.delete(name);
  return found.map((part) => t("A problem cannot have “{part}”; it was left out.", { part }));
}

/** The line beside the one on show, and the hand looked at in both: "1.W". */
function parseComparison(fields: URLSearchParams, { auctions, shown }: Lines, errors: string[]): LineComparison | null {
  const read = (text: string): LineComparison | null => {
    const [, place = "", name] = /^(\d{1,2})\.(.)$/.exec(text) ?? [];
    const line = Number(place);
    const seat = anyCase(SEATS, name ?? "");
    const other = place !== "" && line < auctions.length && line !== shown;
    return other && seat !== undefined ? { line, seat } : null;
  };
  return parseField(fields, "compare", read, errors, t("another line and a seat, such as 1.W"));
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
    errors.push(wrongPart(`line=${text}`, t("the calls that it shares, and its own, such as 2.1S-P")));
    return [];
  }
  const { calls, broken } = parseCalls(dealer, [...auction.slice(0, at), own].join("-"));
  if (broken !== null) {
    const [call, reason] = [abbreviated(broken), whyBroken(dealer, calls, broken)];
    errors.push(t("A branch breaks off at “{call}”: {reason}.", { call, reason }));
  }
  return calls;
}

function parseCount(fields: URLSearchParams, name: string, most: number, errors: string[]): number | null {
  const read = (text: string) => (/^\d{1,3}$/.test(text) && Number(text) <= most ? Number(text) : null);
  return parseField(fields, name, read, errors, t("a number from 0 to {most}", { most }));
}

/** Parse a field; null where it is missing or cannot be read. */
function parseField<T>(
  fields: URLSearchParams,
  name: string,
  read: (text: string) => T | null,
  errors: string[],
  wanted: string,
): T | null {
  const text = fields.get(name);
  if (text === null) return null;
  const found = read(text);
  if (found === null) errors.push(wrongPart(`${name}=${text}`, wanted));
  return found;
}

function fieldErrors(fields: URLSearchParams): string[] {
  return [...fields].flatMap(([name, value]) => {
    const part = value === "" ? name : `${name}=${value}`;
    const options = CHOICES.find(([choice]) => choice === name)?.[1];
    if (options !== undefined) {
      return anyCase(options, value) === undefined ? [wrongPart(part, joinList(options))] : [];
    }
    if (CARDS.includes(name) && readCode(value) === null) {
      const wanted = t("{systems}, or the code of a card such as {example}", {
        systems: joinList(SYSTEMS),
        example: "sayc-a0",
      });
      return [wrongPart(part, wanted)];
    }
    if ([...CARDS, ...OTHERS].includes(name)) return [];
    const names = joinList([...CHOICES.map(([choice]) => choice), ...CARDS, ...OTHERS]);
    return [t("“{part}” is unknown; a link has {names}.", { part: abbreviated(part), names })];
  });
}

function auctionErrors(fields: URLSearchParams, { dealer }: { dealer: Seat }): string[] {
  const { calls, broken } = parseCalls(dealer, fields.get("auction") ?? "");
  if (broken === null) return [];
  const [call, reason] = [abbreviated(broken), whyBroken(dealer, calls, broken)];
  return [t("The auction breaks off at “{call}”: {reason}.", { call, reason })];
}

/** A deal is left out where it is none, and where it gives another hand than the link. */
function dealErrors(fields: URLSearchParams, { deal }: Input): string[] {
  const text = fields.get("deal");
  if (text === null || deal !== null) return [];
  return [
    parseDeal(text) === null
      ? t("Its deal is not the 52 cards, so it was left out.")
      : t("Its deal does not match the hand in the link, so the deal was left out."),
  ];
}

function wrongPart(part: string, wanted: string): string {
  return t("“{part}” cannot be read; expected: {wanted}.", { part: abbreviated(part), wanted });
}

/** Why a word of an auction is no call there. */
function whyBroken(dealer: Seat, calls: readonly Call[], word: string): string {
  const call = anyCase(ALL_CALLS, word);
  const rule = call === undefined ? null : illegalReason(dealer, calls, call);
  return rule ?? t("calls are P, X, XX and 1C to 7NT");
}

function abbreviated(text: string): string {
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}

/** The fragment of a link that brings the same input back. */
export function toFragment(input: Input): string {
  const fields: [string, string][] = [
    ["hand", input.spectator ? "-" : input.handText],
    ["seat", input.seat],
    ["board", input.board],
    ["dealer", input.dealer],
    ["vul", input.vulnerability],
    ["ns", input.systems.ns],
    ["ew", input.systems.ew],
    ["auction", input.auction.join("-")],
    ["deal", input.deal === null ? "" : formatDeal(input.deal)],
  ];
  return new URLSearchParams(fields.filter(([, value]) => value !== "")).toString();
}

/** The input that a link's fragment describes; what it does not name stays at its default. */
export function fromFragment(fragment: string): Input {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  const field = (name: string) => fields.get(name) ?? "";
  const dealer = oneOf(SEATS, field("dealer"), EMPTY_INPUT.dealer);
  const input: Input = {
    ...EMPTY_INPUT,
    seat: oneOf(SEATS, field("seat"), EMPTY_INPUT.seat),
    board: fields.has("dealer") ? field("board") : EMPTY_INPUT.board,
    dealer,
    dealerStated: anyCase(SEATS, field("dealer")) !== undefined,
    vulnerability: oneOf(VULNERABILITIES, field("vul"), EMPTY_INPUT.vulnerability),
    systems: {
      ns: readCode(field("ns")) ?? EMPTY_INPUT.systems.ns,
      ew: readCode(field("ew")) ?? EMPTY_INPUT.systems.ew,
    },
    auction: parseCalls(dealer, field("auction")).calls,
    deal: parseDeal(field("deal")),
  };
  if (field("hand") === "-") return { ...input, spectator: true };
  return withHandText(input, field("hand"));
}

/** The calls of a link up to the first that cannot be made, and that one if there is one. */
function parseCalls(dealer: Seat, text: string): { calls: Call[]; broken: string | null } {
  const written = text.split("-").filter((call) => call !== "");
  const known = written.map((call) => anyCase(ALL_CALLS, call));
  const unknown = known.indexOf(undefined);
  const readable = (unknown === -1 ? known : known.slice(0, unknown)) as Call[];
  const calls = legalPrefix(dealer, readable);
  return { calls, broken: written[calls.length] ?? null };
}

function oneOf<T extends string>(options: readonly T[], text: string, otherwise: T): T {
  return anyCase(options, text) ?? otherwise;
}

/** The option that a text spells in any case. */
function anyCase<T extends string>(options: readonly T[], text: string): T | undefined {
  const plain = text.toLowerCase();
  return options.find((option) => option.toLowerCase() === plain);
}
