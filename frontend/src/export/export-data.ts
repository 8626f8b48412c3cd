/** The data of an export: one answer with the entry it is about. */

import type { Call } from "../bridge/calls";
import { formatHand, parseHand } from "../bridge/hand";
import type { Seat } from "../bridge/table";
import type { Input } from "../entry/input";
import type { Explanation } from "../service/types";

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
