/** Strict reading of JSON: every fault names its place. */

import { joinList, t } from "../i18n/translate";

/** A value that is not as it must be; the message, in the reader's language, names its place. */
export class Fault extends Error {}

/** Parse a JSON text. Throws Fault. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Fault(t("This is not JSON"));
  }
}

/** Read an object with exactly these fields. Throws Fault. */
export function readObject<Name extends string>(
  place: string,
  value: unknown,
  names: readonly Name[],
): Record<Name, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw notWanted(place, t("an object"));
  }
  const missing = names.find((name) => !(name in value));
  if (missing !== undefined) throw new Fault(t("“{part}” is missing", { part: inside(place, missing) }));
  const other = Object.keys(value).find((name) => !names.includes(name as Name));
  if (other !== undefined) throw new Fault(t("“{part}” is unknown", { part: inside(place, other) }));
  return value as Record<Name, unknown>;
}

/** Read a list, each item by a function of its place and value. Throws Fault. */
export function readList<T>(place: string, value: unknown, read: (place: string, item: unknown) => T): T[] {
  if (!Array.isArray(value)) throw notWanted(place, t("a list"));
  return value.map((item, index) => read(inside(place, String(index + 1)), item));
}

/** Read one of several texts. Throws Fault. */
export function readChoice<T extends string>(place: string, value: unknown, known: readonly T[]): T {
  const found = known.find((one) => one === value);
  if (found !== undefined) return found;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  throw new Fault(
    t("“{part}” cannot be “{text}”; it must be one of {known}", { part: place, text, known: joinList(known) }),
  );
}

/** Read a text of a form, or say what is wanted. Throws Fault. */
export function readText(place: string, value: unknown, form: RegExp, wanted: string): string {
  if (typeof value !== "string" || !form.test(value)) throw notWanted(place, wanted);
  return value;
}

/** Read a number. Throws Fault. */
export function readNumber(place: string, value: unknown): number {
  if (typeof value !== "number" || !Number.isFinite(value)) throw notWanted(place, t("a number"));
  return value;
}

/** Read a whole number from 0 on. Throws Fault. */
export function readCount(place: string, value: unknown): number {
  const count = readNumber(place, value);
  if (!Number.isSafeInteger(count) || count < 0) throw notWanted(place, t("a whole number from 0 on"));
  return count;
}

/** Null, or what a function reads. */
export function readOptional<T>(place: string, value: unknown, read: (place: string, value: unknown) => T): T | null {
  return value === null ? null : read(place, value);
}

/** The fault of a part that is not what is wanted; the whole has an empty place. */
export function notWanted(place: string, wanted: string): Fault {
  if (place === "") return new Fault(t("this must be {wanted}", { wanted }));
  return new Fault(t("“{part}” must be {wanted}", { part: place, wanted }));
}

/** The name of a part, with those around it: "calls.2.grade". */
export function inside(place: string, name: string): string {
  return place === "" ? name : `${place}.${name}`;
}
