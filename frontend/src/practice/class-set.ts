/** Boards that a teacher chose for pupils, as a link. */

import type { CardCode } from "../bridge/card";
import { formatHand, HAND_SIZE, PACK, parseHand } from "../bridge/hand";
import { boardConditions, seatAfter, SEATS, type Vulnerability } from "../bridge/table";
import { joinList, t } from "../i18n/translate";
import { type Hands, PRACTICE_SYSTEMS, practiceCard, type Theme, type WholeBoard } from "../service/practice-boards";
import type { BoardToBid } from "../service/tables";
import type { Explanation } from "../service/types";
import type { BoardSource, OwnBoardSource, QueuedBoard } from "./played-board";

/** At least one board, each once, to be bid in a system. */
export interface ClassSet {
  system: CardCode;
  /** The id of the theme they were dealt for; null for none. */
  theme: string | null;
  /** The codes of the boards: ids, and hands of the teacher's own. */
  boards: readonly string[];
  /** The number from which on the boards are numbered, where it is not 1. */
  from?: number;
}

/** A board with all four hands. */
export type ClassBoard = Pick<OwnBoardSource, "hands" | "dealer" | "vulnerability" | "seat">;

export const MOST_IN_SET = 32;

const NO_THEME = "any";
const EXAMPLE = "set=sayc.stayman.428-1095";

/** The fragment of a set: "set=sayc.stayman.428-1095". */
export function formatSet({ system, theme, boards }: ClassSet): string {
  return `set=${system}.${theme ?? NO_THEME}.${boards.join("-")}`;
}

/** The set in a fragment or a whole link, or what is wrong with it. */
export function parseSet(link: string): { set: ClassSet } | { fault: string } {
  const fragment = link.trim().replace(/^[^#]*#/, "");
  const [name, theme, numbers, ...rest] = (new URLSearchParams(fragment).get("set") ?? "").split(".");
  if (!name || !theme || !numbers || rest.length > 0) {
    return {
      fault: t("The link's boards must be written as system, theme and numbers: {example}.", { example: EXAMPLE }),
    };
  }
  const system = practiceCard(name);
  if (system === null) {
    const known = joinList(PRACTICE_SYSTEMS);
    return {
      fault: t("The link's {name} is “{text}”; it must be one of {known}.", { name: "system", text: name, known }),
    };
  }
  if (!/^[a-z0-9_]{1,40}$/.test(theme)) {
    return { fault: t("The link's theme is “{text}”, which is not a theme.", { text: theme }) };
  }
  const texts = numbers.split("-");
  const fault = faultOf(texts);
  if (fault !== null) return { fault };
  return {
    set: { system, theme: theme === NO_THEME ? null : theme, boards: texts.map((text) => codeOf(sourceOf(text)!)!) },
  };
}

function faultOf(texts: readonly string[]): string | null {
  const wrong = texts.find((text) => sourceOf(text) === null);
  if (wrong !== undefined) {
    return t("The link's board is “{number}”, which is not a board number.", { number: wrong });
  }
  const twice = texts.find((text, place) => texts.indexOf(text) !== place);
  if (twice !== undefined) return t("The link has board {number} twice.", { number: twice });
  if (texts.length <= MOST_IN_SET) return null;
  return t("The link has {count} boards; {most} are the most.", { count: texts.length, most: MOST_IN_SET });
}

/** The code of an own board is an "x" and, to this base, the holder of each card, the board's number and the seat. */
const BASE = 36;
const SEAT_BITS = 2;
const NUMBER_BITS = 4;
const CYCLE = 16;

/** The code of a board; null for one that begins at a decision. */
export function codeOf(source: BoardSource): string | null {
  if ("id" in source) return String(source.id);
  if (source.auction !== undefined) return null;
  const holders = SEATS.flatMap((seat, place) =>
    parseHand(source.hands[seat]).cards.map((card) => [card, place] as const),
  );
  const holderOf = new Map(holders);
  const cards = PACK.reduce((sum, card) => (sum << BigInt(SEAT_BITS)) | BigInt(holderOf.get(card) ?? 0), 0n);
  const number = BigInt(numberOf(source) - 1);
  const all = (((cards << BigInt(NUMBER_BITS)) | number) << BigInt(SEAT_BITS)) | BigInt(SEATS.indexOf(source.seat));
  return `x${all.toString(BASE)}`;
}

/** The board of a code; null for none. */
export function sourceOf(code: string): { id: number } | ClassBoard | null {
  if (/^\d{1,13}$/.test(code)) return { id: Number(code) };
  if (!/^x[0-9a-z]{1,22}$/.test(code)) return null;
  const digits = Array.from(code.slice(1), (digit) => BigInt(parseInt(digit, BASE)));
  let rest = digits.reduce((sum, digit) => sum * BigInt(BASE) + digit, 0n);
  const take = (bits: number): number => {
    const taken = Number(BigInt.asUintN(bits, rest));
    rest >>= BigInt(bits);
    return taken;
  };
  const seat = SEATS[take(SEAT_BITS)]!;
  const conditions = boardConditions(take(NUMBER_BITS) + 1)!;
  const places = PACK.map(() => take(SEAT_BITS)).reverse();
  const cardsOf = (place: number) => PACK.filter((_, card) => places[card] === place);
  if (rest !== 0n || SEATS.some((_, place) => cardsOf(place).length !== HAND_SIZE)) return null;
  const hands = Object.fromEntries(SEATS.map((one, place) => [one, formatHand(cardsOf(place))])) as Hands;
  return { hands, ...conditions, seat };
}

/** The number from 1 to 16 whose dealer and vulnerability (Law 2) the board has. */
function numberOf(source: { id: number } | ClassBoard): number {
  const { dealer, vulnerability } = "id" in source ? conditionsOf(source.id) : source;
  const numbers = Array.from({ length: CYCLE }, (_, place) => place + 1);
  return numbers.find((number) => {
    const law = boardConditions(number)!;
    return law.dealer === dealer && law.vulnerability === vulnerability;
  })!;
}

/** Dealer and vulnerability of a board of the service: an id is four times the deal, plus the turns of the table. */
function conditionsOf(id: number): Pick<ClassBoard, "dealer" | "vulnerability"> {
  const turns = id % SEATS.length;
  const { dealer, vulnerability } = boardConditions((Math.floor(id / SEATS.length) % CYCLE) + 1)!;
  return { dealer: seatAfter(dealer, turns), vulnerability: turns % 2 === 0 ? vulnerability : TURNED[vulnerability] };
}

const TURNED: Record<Vulnerability, Vulnerability> = { none: "none", NS: "EW", EW: "NS", both: "both" };

/** The numbers of the boards of a set: each the first that is free and has the board's dealer and vulnerability. */
export function numbersOf({ boards, from = 1 }: Pick<ClassSet, "boards" | "from">): number[] {
  const taken: number[] = [];
  for (const code of boards) {
    let number = numberOf(sourceOf(code)!);
    while (number < from || taken.includes(number)) number += CYCLE;
    taken.push(number);
  }
  return taken;
}

/** The place of a board in a set, from 1 on; null where it is none of the set's. */
export function placeInSet({ boards }: ClassSet, source: BoardSource | null): number | null {
  const code = source === null ? null : codeOf(source);
  const place = code === null ? -1 : boards.indexOf(code);
  return place < 0 ? null : place + 1;
}

/** The boards of a file as a set, each once, as many as a set has. */
export function setOf(boards: readonly QueuedBoard[]): ClassSet {
  const codes = boards.map(({ source }) => codeOf(source)).filter((code) => code !== null);
  const from = Math.min(...boards.map(({ number }) => number ?? 1));
  const set = { system: boards[0]!.system!, theme: null, boards: [...new Set(codes)].slice(0, MOST_IN_SET) };
  return from === 1 ? set : { ...set, from };
}

/** A board of a set as it is put on the table for two; null after the last. */
export function tableBoard(set: ClassSet, place: number): BoardToBid | null {
  const code = set.boards[place];
  const source = code === undefined ? null : sourceOf(code);
  if (source === null) return null;
  if ("id" in source) return { board: source.id };
  const { hands, dealer, vulnerability } = source;
  return { hands, dealer, vulnerability, number: numbersOf(set)[place]! };
}

/** The boards of a set, to be bid in turn. */
export function boardsOfSet(set: ClassSet): QueuedBoard[] {
  const { system, theme, boards } = set;
  const numbers = numbersOf(set);
  return boards.map((code, place) => ({ source: sourceOf(code)!, theme, system, number: numbers[place]! }));
}

/** A board of a set with its hands; null while those of the service are not fetched. */
export function classBoard(code: string, fetched: Readonly<Record<number, WholeBoard>>): ClassBoard | null {
  const source = sourceOf(code)!;
  return "id" in source ? (fetched[source.id] ?? null) : source;
}

/** The set with a board a place earlier. */
export function withEarlier(set: ClassSet, code: string): ClassSet {
  const place = set.boards.indexOf(code);
  const rest = set.boards.filter((one) => one !== code);
  return { ...set, boards: rest.toSpliced(Math.max(0, place - 1), 0, code) };
}

/** The set with other boards in place of one, none of them twice. */
export function withInstead(set: ClassSet, code: string, others: readonly string[]): ClassSet {
  return { ...set, boards: set.boards.flatMap((one) => (one === code ? others : [one])) };
}

/** A board as robots bid it at all four seats. */
export interface SheetBoard {
  /** Of the whole auction. */
  explanation: Explanation;
  /** Such as "3NT by S"; null where it was passed out. */
  contract: string | null;
}

/** A board at the table, and the set that it may be of. */
interface Named {
  board: { source: BoardSource | null; number: number | null } | null;
  set: ClassSet | null;
}

/** "Board 7 (1 of 8)", "Board 14"; null for a board without number. */
export function boardName({ board, set }: Named): string | null {
  const number = board?.number ?? null;
  if (number === null) return null;
  const place = set === null ? null : placeInSet(set, board!.source);
  if (place === null) return t("Board {number}", { number });
  return t("Board {number} ({place} of {count})", { number, place, count: set!.boards.length });
}

/** Whether the board at the table is the last of a class's. */
export function isLastOfSet({ board, set, queue }: Named & { queue: readonly QueuedBoard[] }): boolean {
  return set !== null && queue.length === 0 && placeInSet(set, board?.source ?? null) !== null;
}

/** The name of a theme, or its id where the system has no such theme; without a theme, of all of them. */
export function themeName(themes: readonly Theme[], id: string | null): string {
  if (id === null) return t("all kinds of boards");
  const theme = themes.find((one) => one.id === id);
  return theme === undefined ? id.replaceAll("_", " ") : t(theme.name);
}
