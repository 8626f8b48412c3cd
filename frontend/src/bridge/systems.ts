/** Bidding systems and the names under which files know them. */

import { msg } from "../i18n/translate";

export type System = "sayc" | "standard" | "2/1" | "acol" | "polish" | "unknown";
export const SYSTEMS: readonly System[] = ["sayc", "standard", "2/1", "acol", "polish", "unknown"];
export const SYSTEM_NAMES: Record<System, string> = {
  sayc: msg("SAYC (ACBL booklet)"),
  standard: msg("Standard American (clubs)"),
  "2/1": msg("Two over one (2/1)"),
  acol: msg("Acol"),
  polish: msg("Polish Club"),
  unknown: msg("Not known"),
};

/** Other names under which files know a system, in small letters and without blanks. */
const OTHER_SYSTEM_NAMES: Readonly<Record<string, System>> = {
  standardamerican: "standard",
  standardamericanyellowcard: "sayc",
  "2over1": "2/1",
  "2-over-1": "2/1",
  "2/1gf": "2/1",
  "21gf": "2/1",
  "2/1gameforce": "2/1",
  "2/1gameforcing": "2/1",
  wj: "polish",
  wj05: "polish",
  wj2000: "polish",
  wj2005: "polish",
  wj2010: "polish",
};

/** The system that a file names; null where it names none. */
export function systemNamed(text: string): System | null {
  const name = text.toLowerCase().replace(/\s/g, "");
  if (/^[-?]*$/.test(name)) return null;
  const own = SYSTEMS.find(
    (system) => name === system || name === SYSTEM_NAMES[system].toLowerCase().replace(/\s/g, ""),
  );
  return own ?? OTHER_SYSTEM_NAMES[name] ?? "unknown";
}
