/** What is said of a call in files: a person's words, and the estimate of this page after them. */

import type { Call } from "../bridge/calls";
import type { Seat } from "../bridge/table";

/** The event in the files of this page. */
export const EVENT = "BridgeViz";

const ESTIMATE = /\s*\(BridgeViz:[^]*$/;
const PIPS: Readonly<Record<string, string>> = { s: "♠", h: "♥", d: "♦", c: "♣" };

/** What stands in a file beside a call: the words it came with, then the estimate. */
export function withEstimate(remark: string, estimate: string): string {
  if (remark === "" || remark === estimate) return estimate;
  return estimate === "" ? remark : `${remark} (BridgeViz: ${estimate})`;
}

/** The words that a call came with: in a file of this page what stands alone is an estimate. */
export function withoutEstimate(text: string, event: string): string {
  if (event === EVENT && !ESTIMATE.test(text)) return "";
  const words = text.replace(ESTIMATE, "").trim();
  return words.replace(/!([shdc])/gi, (_, suit: string) => PIPS[suit.toLowerCase()]!);
}

/** What is said of an auction's calls, by their places. */
export interface Remarks {
  dealer: Seat;
  auction: readonly Call[];
  texts: ReadonlyMap<number, string>;
}

/** What is said of the call at a place, as long as nothing before it was changed; else "". */
export function remarkOn(
  { remarks, dealer, auction }: { remarks: Remarks | null; dealer: Seat; auction: readonly Call[] },
  place: number,
): string {
  if (remarks === null || remarks.dealer !== dealer) return "";
  const same = auction.slice(0, place + 1).every((call, index) => call === remarks.auction[index]);
  return same ? (remarks.texts.get(place) ?? "") : "";
}
