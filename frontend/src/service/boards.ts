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
/** In base64 a third more, and the service reads half a megabyte. */
const MAX_FILE_BYTES = 380_000;

/** Ask the service for the boards. Rejects with an AbortError when the signal fires. */
export async function parseBoards(
  source: BoardSource,
  { seat, dealer }: BoardDefaults,
  signal: AbortSignal,
): Promise<BoardsResult> {
  if ("file" in source && source.file.size > MAX_FILE_BYTES) return errorResult(tooLong());
  try {
    const content = "text" in source ? source : { ...source, file: await base64Of(source.file) };
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

/** The bytes of a file; its encoding is for the service to find out. */
async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}
