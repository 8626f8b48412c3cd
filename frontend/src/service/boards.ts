/** Boards as the service reads them from text: asking it, and what it answers. */

import type { Seat } from "../bridge/table";
import { msg, t, translateError } from "../i18n/translate";
import { send } from "./client";
import { transientTitle } from "./failure";
import type { Fields, Problem, Said, Schemas } from "./types";

/** One board of a text; parts that the text lacks are null or empty. */
export type RecordedBoard = Fields<
  "Board",
  "line" | "event" | "number" | "dealer" | "vulnerability" | "auction" | "cards",
  "room" | "players" | "contract" | "others" | "stated"
> & {
  /** S.H.D.C of each seat; null where it is not known. */
  hands: Record<keyof Schemas["BoardHands"], string | null>;
  notes: readonly RecordedNote[];
  /** The tricks that declarer took. */
  tricks?: number | null;
};

/**
 * A note on the call at a place of the auction; parts that the text lacks are empty. With `same_as` it
 * has the explanation of the note on that earlier call.
 */
type RecordedNote = Fields<"Note", "call" | "explanation" | "comment" | "same_as">;

/** A board that could not be read, or a fault in spite of which one was. */
export type RejectedBoard = Said & Fields<"RefusedBoard", "line" | "reason" | "number">;

/** The boards of a text; `more` where it has others after them. */
export type Boards = Fields<"Boards", "more", "encoding"> & {
  boards: readonly RecordedBoard[];
  refused: readonly RejectedBoard[];
  warnings?: readonly RejectedBoard[];
};

/** The result of parsing a text: its boards, or an error in words. */
export type BoardsResult =
  | { kind: "boards"; found: Boards }
  /** With whether the text was read in vain, and whether the dealer of a hand viewer link is missing. */
  | { kind: "error"; text: string; isRead?: boolean; lacksDealer?: boolean };

/** A text, or a file whose bytes the service decodes, in an encoding where its guess was wrong. */
export type BoardSource = { text: string } | { file: File; encoding?: Encoding };

/** The encodings that the service guesses, but for Unicode, and others that files of clubs are in. */
export const ENCODINGS = {
  "windows-1252": msg("Western European (Windows-1252)"),
  "windows-1250": msg("Central European (Windows-1250)"),
  "iso8859-2": msg("Central European (ISO 8859-2)"),
  cp852: msg("Central European (DOS, 852)"),
  "windows-1251": msg("Cyrillic (Windows-1251)"),
  "windows-1253": msg("Greek (Windows-1253)"),
  "windows-1254": msg("Turkish (Windows-1254)"),
  gb18030: msg("Simplified Chinese (GB 18030)"),
  big5hkscs: msg("Traditional Chinese (Big5)"),
  cp932: msg("Japanese (Shift-JIS)"),
};
export type Encoding = keyof typeof ENCODINGS;

/** The seat of a hand that names none, and the dealer where the text names none. */
interface BoardDefaults {
  seat: Seat;
  dealer: Seat;
}

const UNKNOWN_DEALER = "unknown-dealer";
const ENDPOINT = "/api/v1/boards";
/** In base64 a third more, and the service reads half a megabyte at once. */
const MAX_PIECE_BYTES = 380_000;
/** The boards after which no further piece of a file is read; the service reads as many of one. */
const MOST_BOARDS = 500;
/** Where a board begins: in PBN after an empty line, in LIN with its number. */
const BEGINNINGS = /\n[ \t\r]*\n(?=\[)|\n(?=qx\|)/g;
/** The results that a LIN file has before its boards, in their order: a piece of it would give them to others. */
const RESULTS_AHEAD = /(?:^|\|)rs\|/;

/** Ask the service for the boards, of a longer file piece by piece. Rejects with an AbortError when the signal fires. */
export async function parseBoards(
  source: BoardSource,
  defaults: BoardDefaults,
  signal: AbortSignal,
): Promise<BoardsResult> {
  if ("text" in source) return readBoards(source, defaults, signal);
  let { encoding } = source;
  let found: Boards | null = null;
  for (let start = 0, line = 0; ;) {
    const piece = await pieceOf(source.file, start);
    if (piece === null) return errorResult(tooLong());
    const content = { file: btoa(piece), ...(encoding && { encoding }) };
    const result = await readBoards(content, defaults, signal);
    if (result.kind === "error") return result;
    found = found === null ? result.found : joined(found, result.found, line);
    encoding ??= (found.encoding as Encoding | null) ?? undefined;
    start += piece.length;
    line += piece.split("\n").length - 1;
    const isWhole = start >= source.file.size;
    if (isWhole || found.boards.length + found.refused.length >= MOST_BOARDS)
      return { kind: "boards", found: { ...found, more: found.more || !isWhole } };
  }
}

/**
 * Return the bytes of a file from a place on, each as a character, since its encoding is for the service to find out.
 * What is too long ends before a board; null where none begins.
 */
async function pieceOf(file: File, start: number): Promise<string | null> {
  const bytes = new Uint8Array(await file.slice(start, start + MAX_PIECE_BYTES).arrayBuffer());
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  if (start + bytes.length >= file.size) return text;
  const last = [...text.matchAll(BEGINNINGS)].at(-1);
  return last === undefined || RESULTS_AHEAD.test(text) ? null : text.slice(0, last.index + last[0].length);
}

/** The boards of one piece and of the next, which begins so many lines later. */
function joined(one: Boards, next: Boards, line: number): Boards {
  const moved = <Read extends { line: number }>(boards: readonly Read[] = []) =>
    boards.map((board) => ({ ...board, line: board.line + line }));
  return {
    boards: [...one.boards, ...moved(next.boards)],
    refused: [...one.refused, ...moved(next.refused)],
    warnings: [...(one.warnings ?? []), ...moved(next.warnings)],
    more: next.more,
    encoding: one.encoding ?? next.encoding ?? null,
  };
}

async function readBoards(content: object, defaults: BoardDefaults, signal: AbortSignal): Promise<BoardsResult> {
  try {
    const { seat, dealer } = defaults;
    const { ok, status, body } = await send(ENDPOINT, { body: { ...content, seat, dealer }, signal });
    if (ok && body !== null) return { kind: "boards", found: body as Boards };
    const problem = (body ?? {}) as Partial<Problem>;
    const [first] = problem.errors ?? [];
    const known = { isRead: first !== undefined, lacksDealer: first?.code === UNKNOWN_DEALER };
    return { ...errorResult(errorText(problem, status)), ...known };
  } catch (error) {
    if (signal.aborted) throw error;
    return errorResult(t("The service cannot be reached. Check the connection, then try again."));
  }
}

/** Return the error of a text, as the service says it, and its place. */
export function errorText(problem: Partial<Problem>, status: number): string {
  if (status === 413) return tooLong();
  const [first] = problem.errors ?? [];
  if (first === undefined) {
    const why = transientTitle({ title: "", ...problem, status });
    if (why === null) return t("This could not be read. Try again.");
    return t("{why}. Wait a moment, then read this again.", { why });
  }
  const place = first.position;
  const fault = translateError(first.detail, first.said);
  if (typeof place !== "number" || place === 0) return fault;
  return t("{fault} (character {place})", { fault, place: place + 1 });
}

/** Why a board of a text was rejected, or what is wrong with it. */
export function rejectedText({ number, line, reason: fault, said }: RejectedBoard): string {
  const reason = translateError(fault, said);
  if (number === null) return t("Line {line}: {reason}", { line, reason });
  return t("Board {number}, line {line}: {reason}", { number, line, reason });
}

function errorResult(text: string): Extract<BoardsResult, { kind: "error" }> {
  return { kind: "error", text };
}

function tooLong(): string {
  return t("This is too long: the limit is about {size} kB.", { size: 380 });
}
