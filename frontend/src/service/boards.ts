/** Boards as the service reads them from text: asking it, and what it answers. */

import type { Call } from "../bridge/calls";
import type { Seat, Vulnerability } from "../bridge/table";
import { retoldFault, type Said, say } from "../i18n/translate";
import { passing } from "./failure";
import type { Problem } from "./types";

/** One board of a text; the names are the service's own. */
export interface RecordedBoard {
  line: number;
  event: string;
  number: number | null;
  dealer: Seat | null;
  vulnerability: Vulnerability | null;
  /** S.H.D.C of each seat; null where it is not known. */
  hands: Record<Seat, string | null>;
  auction: Call[];
  /** What the text says of calls. */
  notes: readonly RecordedNote[];
  /** The bidding systems as the text names them; empty where it does not. */
  systems: { ns: string; ew: string };
}

/** What a text says of the call at a place of the auction; what it does not say is empty. */
export interface RecordedNote {
  call: number;
  explanation: string;
  comment: string;
}

/** A board that could not be read. */
export interface Refusal {
  line: number;
  reason: string;
  said?: Said | null;
  number: number | null;
}

export interface Boards {
  boards: readonly RecordedBoard[];
  refused: readonly Refusal[];
  /** Whether the text has boards after these. */
  more: boolean;
}

/** What came of a text: its boards, or what is wrong with it in words. */
export type Outcome = { kind: "boards"; found: Boards } | { kind: "fault"; text: string };

/** A text, or a file whose bytes the service decodes. */
export type Source = { text: string } | { file: File };

/** Who holds a hand that names no seat, and who deals where the text does not say. */
export interface Defaults {
  seat: Seat;
  dealer: Seat;
}

const ENDPOINT = "/api/v1/boards";
/** In base64 a third more, and the service reads half a megabyte. */
const MAX_FILE_BYTES = 380_000;

/** Ask the service for the boards. Rejects with an AbortError when the signal fires. */
export async function readBoards(
  source: Source,
  { seat, dealer }: Defaults,
  signal: AbortSignal,
): Promise<Outcome> {
  if ("file" in source && source.file.size > MAX_FILE_BYTES) return fault(tooLong());
  try {
    const content = "text" in source ? source : { file: await base64Of(source.file) };
    const response = await fetch(ENDPOINT, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ ...content, seat, dealer }),
      signal,
    });
    const body: unknown = await response.json().catch(() => null);
    if (response.ok && body !== null) return { kind: "boards", found: body as Boards };
    return fault(faultWords((body ?? {}) as Partial<Problem>, response.status));
  } catch (error) {
    if (signal.aborted) throw error;
    return fault(say("The service cannot be reached. Check the connection, then try again."));
  }
}

/** What is wrong with a text, as the service says it, and where. */
export function faultWords(problem: Partial<Problem>, status: number): string {
  if (status === 413) return tooLong();
  const [first] = problem.errors ?? [];
  if (first === undefined) {
    const why = passing({ title: "", ...problem, status });
    if (why === null) return say("This could not be read just now. Try again.");
    return say("{why}. Wait a moment, then read this again.", { why });
  }
  const place = first.position;
  const fault = retoldFault(first.detail, first.said);
  if (typeof place !== "number" || place === 0) return fault;
  return say("{fault} (character {place})", { fault, place: place + 1 });
}

function fault(text: string): Outcome {
  return { kind: "fault", text };
}

function tooLong(): string {
  return say("This is too long: about {size} kB are read at once.", { size: 380 });
}

/** The bytes of a file; its encoding is for the service to find out. */
async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}
