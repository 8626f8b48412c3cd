/** Annotations of calls in files: a person's words, and the estimate of this page after them. */

import type { Call } from "../bridge/calls";
import type { Seat } from "../bridge/table";

/** The event in the files of this page. */
export const EVENT = "BridgeViz";

const ESTIMATE = /\s*\(BridgeViz:[^]*$/;
const PIPS: Readonly<Record<string, string>> = { s: "♠", h: "♥", d: "♦", c: "♣" };

/** Return a call's annotation with the estimate after it. */
export function withEstimate(annotation: string, estimate: string): string {
  if (annotation === "" || annotation === estimate) return estimate;
  return estimate === "" ? annotation : `${annotation} (BridgeViz: ${estimate})`;
}

/** The words that a call came with: in a file of this page what stands alone is an estimate. */
export function withoutEstimate(text: string, event: string): string {
  if (event === EVENT && !ESTIMATE.test(text)) return "";
  const words = text.replace(ESTIMATE, "").trim();
  return words.replace(/!([shdc])/gi, (_, suit: string) => PIPS[suit.toLowerCase()]!);
}

/** The annotations of an auction's calls, by their places. */
export interface Annotations {
  dealer: Seat;
  auction: readonly Call[];
  texts: ReadonlyMap<number, string>;
}

/** Return the annotation of a call, as long as no call up to it was changed; else "". */
export function annotationOn(
  { annotations, dealer, auction }: { annotations: Annotations | null; dealer: Seat; auction: readonly Call[] },
  place: number,
): string {
  if (annotations === null || annotations.dealer !== dealer) return "";
  const same = auction.slice(0, place + 1).every((call, index) => call === annotations.auction[index]);
  return same ? (annotations.texts.get(place) ?? "") : "";
}
