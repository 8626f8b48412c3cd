/** Download of files, and the clipboard. */

import { generate } from "lean-qr";
import { toSvgSource } from "lean-qr/extras/svg";

import type { Call } from "../bridge/calls";
import { formatHand, parseHand } from "../bridge/hand";
import type { Seat } from "../bridge/table";
import type { Input } from "../entry/input";
import type { Explanation } from "../service/types";

/** Long enough for the browser to have taken the file over. */
const KEPT_MS = 10_000;

/** Have the browser save a file. */
export function download(name: string, content: Blob | string, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}

/** Copy a text to the clipboard; return false where the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

/** The old way, which also works where the site is not reached through https. */
function copySelected(text: string): boolean {
  const before = document.activeElement as HTMLElement | null;
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "unseen";
  document.body.append(area);
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  before?.focus();
  return copied;
}

/** The whole address of a fragment, of this page where none is named. */
export function addressOf(fragment: string, pathname = location.pathname): string {
  const { origin } = location;
  return `${origin}${pathname}#${fragment}`;
}

/** A text as a QR code, an SVG. */
export function qrCode(text: string): string {
  return toSvgSource(generate(text));
}

export interface ExportData {
  explanation: Explanation;
  /** The entry that the answer is about; board number and other hands stand only here. */
  input: Input;
  /** The day, as ISO writes it: "2026-11-21". */
  date: string;
}

/** A hand that is known, "AKJT985.6.A76.84"; null for the others. */
export function knownHand({ explanation, input }: ExportData, seat: Seat): string | null {
  if (input.deal !== null) return formatHand(input.deal[seat]);
  const { hand, seat: own } = explanation.position;
  return hand !== null && seat === own ? formatHand(parseHand(hand).cards) : null;
}

const MOST_CALLS_NAMED = 8;

/** A file's name: what it is, after which calls: "bridgeviz-1D-1H-1S-west.svg". */
export function fileName(calls: readonly Call[], what: string, extension: string): string {
  const parts = ["bridgeviz", callsName(calls), what].filter((part) => part !== "");
  return `${parts.join("-")}.${extension}`;
}

function callsName(calls: readonly Call[]): string {
  if (calls.length === 0) return "before-the-first-call";
  if (calls.length <= MOST_CALLS_NAMED) return calls.join("-");
  return `${calls.slice(0, 3).join("-")}-to-${calls.slice(-3).join("-")}-${calls.length}-calls`;
}
