/** Links to the page of practice: a board with its settings, or one of its views. */

import { type CardCode, playable, type Vocabulary } from "../bridge/card";
import { legalPrefix, turnOf } from "../bridge/auction";
import { ALL_CALLS, type Call } from "../bridge/calls";
import { dealFromHands, formatDeal, formatHand, parseDeal } from "../bridge/hand";
import { SEATS, sideOf, VULNERABILITIES } from "../bridge/table";
import { t } from "../i18n/translate";
import type { ClassTokens } from "../service/classes";
import { type Hands, type Level, PRACTICE_SYSTEMS, practiceCard } from "../service/practice-boards";
import { boardsOfSet, type ClassSet, formatSet, parseSet, placeInSet } from "./class-set";
import { type BoardSource, firstCalls, type OwnBoardSource, type QueuedBoard } from "./played-board";
import type { Board, Pair, PracticeLink, PracticeState, PracticeView, Settings } from "./practice-state";

export const PRACTICE_LEVELS: readonly Level[] = ["clear", "usual", "close"];
export const PRACTICE_VIEWS: readonly PracticeView[] = ["bid", "tricks", "progress", "class"];
const FIELDS =
  "view system opponents theme level drawn decision board deal seat dealer vul auction set class at from table".split(
    " ",
  );
/** Of the service: 24 bytes in base64url. */
const TOKEN = /^[\w-]{32}$/;

/** The fragment for the board at the table, or for what is to be practised; "" for the first view. */
export function formatPracticeLink(state: PracticeState): string {
  const { view, settings, board, set, pair, classroom } = state;
  if (view === "class" && classroom.set !== null) return formatClass(classroom.set, classroom.collection?.tokens);
  if (view !== "bid") return `view=${view}`;
  if (pair !== null) return formatSeat(pair);
  if (set !== null && board !== null) return formatLesson(set, state.lesson?.token) + placeIn(set, board.source);
  const fields = new URLSearchParams();
  const { level, drawn, atDecision } = settings;
  const theme = board === null ? settings.theme : board.theme;
  const { system, opponents } = board === null ? settings : systemsAt(board);
  if (board === null && theme === null && level === null) return "";
  fields.set("system", system);
  if (opponents !== system) fields.set("opponents", opponents);
  if (theme !== null) fields.set("theme", theme);
  if (level !== null) fields.set("level", level);
  if (drawn) fields.set("drawn", "1");
  if (atDecision && theme !== null) fields.set("decision", "1");
  if (board !== null && board.source !== null) setSource(fields, board.source);
  return fields.toString();
}

/** The fragment of the teacher's view of a set, with the tokens of the class whose answers are collected. */
function formatClass(set: ClassSet, tokens?: ClassTokens): string {
  return `view=class&${formatLesson(set, tokens && `${tokens.teacher}.${tokens.pupils}`)}`;
}

/** The fragment of a set for the pupils, with their token where their answers are collected. */
export function formatLesson(set: ClassSet, token?: string): string {
  return formatSet(set) + (token === undefined ? "" : `&class=${token}`);
}

/** What the player's side and the other play at a board. */
function systemsAt({ systems, seat }: Board): { system: CardCode; opponents: CardCode } {
  const { ns, ew } = systems;
  return sideOf(seat) === "ns" ? { system: ns, opponents: ew } : { system: ew, opponents: ns };
}

/** The fragment of a board to bid on a card, from its first calls on. */
export function formatBoard({ source, system, theme }: QueuedBoard): string {
  const fields = new URLSearchParams();
  if (system !== undefined) fields.set("system", system);
  if (theme !== null) fields.set("theme", theme);
  setSource(fields, source);
  return fields.toString();
}

/** The fragment of a seat at a table for two, with its boards, or what they are about. */
export function formatSeat({ token, theme, level, set }: Pick<Pair, "token" | "theme" | "level" | "set">): string {
  const fields = new URLSearchParams({ table: token });
  if (set?.from !== undefined) fields.set("from", String(set.from));
  if (set !== null) return `${fields}&${formatSet(set)}`;
  if (theme !== null) fields.set("theme", theme);
  if (level !== null) fields.set("level", level);
  return fields.toString();
}

/** The place of a board in its set, from 1 on; nothing of the first, where the set begins. */
function placeIn(set: ClassSet, source: BoardSource | null): string {
  const place = placeInSet(set, source) ?? 1;
  return place > 1 ? `&at=${place}` : "";
}

function setSource(fields: URLSearchParams, source: BoardSource): void {
  if ("id" in source) return fields.set("board", String(source.id));
  fields.set("deal", formatDeal(dealFromHands(source.hands)!));
  fields.set("seat", source.seat);
  fields.set("dealer", source.dealer);
  fields.set("vul", source.vulnerability);
  const auction = firstCalls(source);
  if (auction.length > 0) fields.set("auction", auction.join("-"));
}

/** Everything that can be read of a fragment, and what cannot; without the vocabulary any code of a card is taken. */
export function parsePracticeLink(fragment: string, vocabulary: Vocabulary | null = null): PracticeLink {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  const errors: string[] = [];
  const unknown = [...new Set(fields.keys())].filter((name) => !FIELDS.includes(name));
  errors.push(...unknown.map((name) => t("The link has an unknown entry, “{name}”.", { name })));
  const view = oneOf(fields, "view", PRACTICE_VIEWS, errors) ?? "bid";
  const written = setOf(fields, errors);
  const set = written && { ...written, system: playableIn(written.system, vocabulary, errors) };
  const boards = set === null ? boardOf(fields, errors) : boardsOfSet(set).slice(placeOf(fields, set.boards.length));
  const table = tokenOf(fields, errors);
  const [lesson = null, ...more] = set === null ? [] : classTokens(fields, view, errors);
  const tokens = lesson === null || more[0] === undefined ? null : { teacher: lesson, pupils: more[0] };
  const classes = { lesson: tokens === null ? lesson : null, tokens };
  return { view, settings: settingsOf(fields, vocabulary, errors), boards, set, ...classes, table, errors };
}

/** The token of the pupils' link; on the teacher's view that of the teacher, then that of the pupils. */
function classTokens(fields: URLSearchParams, view: PracticeView, errors: string[]): string[] {
  const text = fields.get("class");
  if (text === null) return [];
  const tokens = text.split(".");
  if (tokens.length === (view === "class" ? 2 : 1) && tokens.every((token) => TOKEN.test(token))) return tokens;
  errors.push(t("The link's class, “{text}”, is incomplete: copy the whole link.", { text }));
  return [];
}

function tokenOf(fields: URLSearchParams, errors: string[]): string | null {
  const token = fields.get("table");
  if (token === null || TOKEN.test(token)) return token;
  errors.push(t("The link's table, “{token}”, opens no seat: copy the whole link.", { token }));
  return null;
}

function setOf(fields: URLSearchParams, errors: string[]): ClassSet | null {
  if (!fields.has("set")) return null;
  const read = parseSet(`#${fields}`);
  const from = fields.get("from") ?? "";
  if ("set" in read) return /^[1-9]\d{0,2}$/.test(from) ? { ...read.set, from: Number(from) } : read.set;
  errors.push(read.fault);
  return null;
}

/** The place, from 0 on, at which to go on in a set. */
function placeOf(fields: URLSearchParams, boards: number): number {
  const at = fields.get("at") ?? "";
  const place = /^\d{1,2}$/.test(at) ? Number(at) - 1 : 0;
  return Math.min(Math.max(0, place), boards - 1);
}

/** What a link says of the boards: all of it, or nothing. */
function settingsOf(fields: URLSearchParams, vocabulary: Vocabulary | null, errors: string[]): Partial<Settings> {
  const system = cardIn(fields, "system", errors);
  const opponents = cardIn(fields, "opponents", errors) ?? system;
  const level = oneOf(fields, "level", PRACTICE_LEVELS, errors);
  const theme = fields.get("theme");
  if (system === null && theme === null && level === null) return {};
  const sides = system === null || opponents === null ? {} : { system, opponents };
  const { settings, faults } = withPlayable(sides, vocabulary);
  errors.push(...faults);
  return { ...settings, theme, level, drawn: fields.get("drawn") === "1", atDecision: fields.get("decision") === "1" };
}

function boardOf(fields: URLSearchParams, errors: string[]): QueuedBoard[] {
  const theme = fields.get("theme");
  const number = fields.get("board");
  if (number !== null) {
    if (/^\d{1,15}$/.test(number)) return [{ source: { id: Number(number) }, theme }];
    errors.push(t("The link's board is “{number}”, which is not a board number.", { number }));
  }
  const text = fields.get("deal");
  if (text === null) return [];
  const deal = parseDeal(text);
  if (deal === null) {
    errors.push(t("The link's deal is not four hands of 13 cards each."));
    return [];
  }
  const hands = Object.fromEntries(SEATS.map((seat) => [seat, formatHand(deal[seat])])) as Hands;
  const seat = oneOf(fields, "seat", SEATS, errors) ?? "S";
  const dealer = oneOf(fields, "dealer", SEATS, errors) ?? "N";
  const vulnerability = oneOf(fields, "vul", VULNERABILITIES, errors) ?? "none";
  const source = { hands, dealer, vulnerability, seat };
  const auction = callsBefore(fields, source, errors);
  return [{ source: auction.length === 0 ? source : { ...source, auction }, theme }];
}

/** The calls before the player's first turn; none where they cannot be made, or it is not that turn. */
function callsBefore(fields: URLSearchParams, { dealer, seat }: OwnBoardSource, errors: string[]): Call[] {
  const text = fields.get("auction") ?? "";
  const calls = text.split("-").filter((word) => word !== "");
  const known = calls.map((word) => ALL_CALLS.find((call) => call === word));
  const legal = known.includes(undefined) ? [] : legalPrefix(dealer, known as Call[]);
  if (legal.length === calls.length && (calls.length === 0 || turnOf(dealer, legal) === seat)) return legal;
  errors.push(t("The link's calls, “{text}”, do not lead to the player's turn.", { text }));
  return [];
}

/** The settings with what can be played here, and in words what cannot. */
export function withPlayable<Of extends Partial<Settings>>(
  settings: Of,
  vocabulary: Vocabulary | null,
): { settings: Of; faults: string[] } {
  const { system, opponents } = settings;
  if (system === undefined || opponents === undefined) return { settings, faults: [] };
  const { cards, faults } = playable({ ns: system, ew: opponents }, vocabulary);
  return { settings: { ...settings, system: cards.ns, opponents: cards.ew }, faults };
}

function playableIn(code: CardCode, vocabulary: Vocabulary | null, errors: string[]): CardCode {
  const { cards, faults } = playable({ ns: code, ew: code }, vocabulary);
  errors.push(...faults);
  return cards.ns;
}

/** The card that a field names by a system or a code. */
function cardIn(fields: URLSearchParams, name: string, errors: string[]): CardCode | null {
  const text = fields.get(name);
  return practiceCard(text) ?? oneOf(fields, name, PRACTICE_SYSTEMS, errors);
}

function oneOf<T extends string>(
  fields: URLSearchParams,
  name: string,
  values: readonly T[],
  errors: string[],
): T | null {
  const text = fields.get(name);
  if (text === null) return null;
  const found = values.find((value) => value === text);
  if (found !== undefined) return found;
  const known = values.join(", ");
  errors.push(t("The link's {name} is “{text}”; it must be one of {known}.", { name, text, known }));
  return null;
}
