/** What is said of a call in files: a person's words, and the estimate of this page after them. */

const ESTIMATE = /\s*\(BridgeViz: [^]*$/;

/** What stands in a file beside a call: the words it came with, then the estimate. */
export function withEstimate(remark: string, estimate: string): string {
  if (remark === "" || remark === estimate) return estimate;
  return estimate === "" ? remark : `${remark} (BridgeViz: ${estimate})`;
}

/** The words that a call came with. */
export function withoutEstimate(text: string): string {
  return text.replace(ESTIMATE, "").trim();
}
