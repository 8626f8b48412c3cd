/** Strict reading of JSON: every fault names its place. */

import { joinList, t } from "../i18n/translate";

/** A value that is not as it must be; the message, in the reader's language, names its place. */
export class Fault extends Error {}

/** Read a value that stands at a place, such as "calls.2.grade"; the whole has an empty place. Throws Fault. */
export type Reader<T> = (place: string, value: unknown) => T;

/** Parse a JSON text. Throws Fault. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Fault(t("This is not JSON"));
  }
}

/** Read an object with exactly these fields. */
export function object<T>(fields: { [Name in keyof T]: Reader<T[Name]> }): Reader<T> {
  const names = Object.keys(fields) as (keyof T & string)[];
  return (place, value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw notWanted(place, t("an object"));
    const missing = names.find((name) => !(name in value));
    if (missing !== undefined) throw new Fault(t("“{part}” is missing", { part: inside(place, missing) }));
    const other = Object.keys(value).find((name) => !names.some((known) => known === name));
    if (other !== undefined) throw new Fault(t("“{part}” is unknown", { part: inside(place, other) }));
    const found = value as Record<string, unknown>;
    return Object.fromEntries(names.map((name) => [name, fields[name](inside(place, name), found[name])])) as T;
  };
}

/** Read a list of items that are read alike. */
export function list<T>(read: Reader<T>): Reader<T[]> {
  return (place, value) => {
    if (!Array.isArray(value)) throw notWanted(place, t("a list"));
    return value.map((item, index) => read(inside(place, String(index + 1)), item));
  };
}

/** Read one of several texts. */
export function oneOf<T extends string>(known: readonly T[]): Reader<T> {
  return (place, value) => {
    const found = known.find((one) => one === value);
    if (found !== undefined) return found;
    const text = typeof value === "string" ? value : JSON.stringify(value);
    throw new Fault(
      t("“{part}” cannot be “{text}”; it must be one of {known}", { part: place, text, known: joinList(known) }),
    );
  };
}

/** Read a text that is as it is described. */
export function text(fits: (text: string) => boolean, described: () => string): Reader<string> {
  return (place, value) => {
    if (typeof value !== "string" || !fits(value)) throw notWanted(place, described());
    return value;
  };
}

/** Read what another reader reads, if it is as it is described. */
export function checked<T>(read: Reader<T>, fits: (value: T) => boolean, described: () => string): Reader<T> {
  return (place, value) => {
    const found = read(place, value);
    if (!fits(found)) throw notWanted(place, described());
    return found;
  };
}

/** Read null, or what another reader reads. */
export function nullable<T>(read: Reader<T>): Reader<T | null> {
  return (place, value) => (value === null ? null : read(place, value));
}

export const readNumber: Reader<number> = (place, value) => {
  if (typeof value !== "number" || !Number.isFinite(value)) throw notWanted(place, t("a number"));
  return value;
};

export const readCount = checked(
  readNumber,
  (count) => Number.isSafeInteger(count) && count >= 0,
  () => t("a whole number from 0 on"),
);

function notWanted(place: string, wanted: string): Fault {
  if (place === "") return new Fault(t("this must be {wanted}", { wanted }));
  return new Fault(t("“{part}” must be {wanted}", { part: place, wanted }));
}

/** The name of a part, with those around it: "calls.2.grade". */
function inside(place: string, name: string): string {
  return place === "" ? name : `${place}.${name}`;
}
