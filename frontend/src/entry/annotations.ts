/** What is said of a call in files: a person's words, and the estimate of this page after them. */

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
