/** The service's answer with what was asked, for programs. */

import { toRequest } from "../entry/input";
import type { ExportData } from "./export-data";

/** An object with the request, the deal where it is known, the day and the answer. */
export function toJson({ explanation, input, date }: ExportData): string {
  const whole = { date, request: toRequest(input), deal: input.deal, explanation };
  return `${JSON.stringify(whole, null, 2)}\n`;
}
