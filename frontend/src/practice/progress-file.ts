/** Progress as a text: what the browser keeps, and the file that is exported. */

import { isOver, legalPrefix } from "../bridge/auction";
import { ALL_CALLS, type Call } from "../bridge/calls";
import { HAND_SIZE, PACK, parseHand } from "../bridge/hand";
import { type Seat, SEATS, VULNERABILITIES } from "../bridge/table";
import { t } from "../i18n/translate";
import { GRADES } from "../insight/verdicts";
import { type Hands, PRACTICE_SYSTEMS } from "../service/practice-boards";
import {
  addBoards,
  type BoardSource,
  type GradedCall,
  NO_PROGRESS,
  type PlayedBoard,
  type Progress,
} from "./played-board";
import {
  Fault,
  inside,
  notWanted,
  parseJson,
  readChoice,
  readCount,
  readList,
  readNumber,
  readObject,
  readOptional,
  readText,
} from "./strict-reading";

const FORMAT = "bridgeviz-progress";
const VERSION = 1;

/** What a text holds, or why it cannot be read. */
export type ReadProgress = { progress: Progress } | { fault: string };

export function writeProgress({ boards }: Progress): string {
  return JSON.stringify({ format: FORMAT, version: VERSION, boards });
}

/** The same with a line for each board, for a file. */
export function progressFile({ boards }: Progress): string {
  const lines = boards.map((board) => JSON.stringify(board)).join(",\n");
  return `{"format": "${FORMAT}", "version": ${VERSION}, "boards": [\n${lines}\n]}\n`;
}

/** The name of a player's file of a day. */
export function progressFileName(player: string, now: Date): string {
  const words = player.match(/[\p{L}\p{N}]+/gu) ?? [];
  return `${["bridgeviz", ...words, now.toISOString().slice(0, 10)].join("-")}.json`;
}

/** The progress in a text; nothing of one that is not read whole. */
export function readProgress(text: string): ReadProgress {
  try {
    const boards = boardsIn(parseJson(text));
    return { progress: addBoards(NO_PROGRESS, boards) };
  } catch (error) {
    if (error instanceof Fault) return { fault: error.message };
    throw error;
  }
}

function boardsIn(document: unknown): PlayedBoard[] {
  const { format, version } = (document ?? {}) as Record<string, unknown>;
  if (format !== FORMAT) throw new Fault(t("This is not a progress file from this page"));
  if (version !== VERSION) {
    const found = JSON.stringify(version ?? null);
    throw new Fault(t("Its version is {found}; this page reads version {known}", { found, known: VERSION }));
  }
  const { boards } = readObject("", document, ["format", "version", "boards"]);
  return readList("boards", boards, (place, board) => readNumbered(place, board));
}

function readNumbered(place: string, value: unknown): PlayedBoard {
  try {
    return readBoard(value);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const number = place.replace("boards.", "");
    throw new Fault(t("Board {number}: {fault}", { number, fault: error.message }));
  }
}

function readBoard(value: unknown): PlayedBoard {
  const names = ["board", "system", "theme", "played", "auction", "calls", "imps"] as const;
  const board = readObject("", value, names);
  return {
    board: readSource(board.board),
    system: readChoice("system", board.system, PRACTICE_SYSTEMS),
    theme: readOptional("theme", board.theme, readThemeId),
    played: readTime("played", board.played),
    auction: readAuction("auction", board.auction),
    calls: readList("calls", board.calls, readGradedCall),
    imps: readOptional("imps", board.imps, readNumber),
  };
}

function readSource(value: unknown): BoardSource {
  if (typeof value === "object" && value !== null && "id" in value) {
    return { id: readCount("board.id", readObject("board", value, ["id"]).id) };
  }
  const { hands, dealer, vulnerability, seat } = readObject("board", value, [
    "hands",
    "dealer",
    "vulnerability",
    "seat",
  ]);
  return {
    hands: readHands("board.hands", hands),
    dealer: readChoice("board.dealer", dealer, SEATS),
    vulnerability: readChoice("board.vulnerability", vulnerability, VULNERABILITIES),
    seat: readChoice("board.seat", seat, SEATS),
  };
}

function readHands(place: string, value: unknown): Hands {
  const given = readObject(place, value, SEATS);
  const readHand = (seat: Seat) => {
    const wanted = t("13 cards");
    const hand = readText(inside(place, seat), given[seat], /^[2-9TJQKA.]+$/, wanted);
    if (parseHand(hand).cards.length !== HAND_SIZE) throw notWanted(inside(place, seat), wanted);
    return hand;
  };
  const hands = { N: readHand("N"), E: readHand("E"), S: readHand("S"), W: readHand("W") };
  const cards = SEATS.flatMap((seat) => parseHand(hands[seat]).cards);
  if (new Set(cards).size !== PACK.length) throw notWanted(place, t("the 52 cards, each once"));
  return hands;
}

function readThemeId(place: string, value: unknown): string {
  return readText(place, value, /^[a-z0-9_]{1,40}$/, t("the name of a theme"));
}

/** A time as `Date.toISOString` writes it. */
function readTime(place: string, value: unknown): string {
  const wanted = t("a time such as {time}", { time: "2026-11-25T18:30:00.000Z" });
  const text = readText(place, value, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, wanted);
  if (Number.isNaN(Date.parse(text))) throw notWanted(place, wanted);
  return text;
}

function readAuction(place: string, value: unknown): Call[] {
  const calls = readList(place, value, (inner, call) => readChoice(inner, call, ALL_CALLS));
  // Whoever deals, the same calls are legal.
  const legal = legalPrefix("N", calls);
  if (legal.length < calls.length || !isOver(calls)) throw notWanted(place, t("a whole auction"));
  return calls;
}

function readGradedCall(place: string, value: unknown): GradedCall {
  const call = readObject(place, value, ["index", "call", "grade", "usual", "lost"]);
  return {
    index: readCount(inside(place, "index"), call.index),
    call: readChoice(inside(place, "call"), call.call, ALL_CALLS),
    grade: readChoice(inside(place, "grade"), call.grade, GRADES),
    usual: readChoice(inside(place, "usual"), call.usual, ALL_CALLS),
    lost: readOptional(inside(place, "lost"), call.lost, readNumber),
  };
}
