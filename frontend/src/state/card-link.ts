/** The link that holds a convention card whole, with its name, and the card it is compared with. */

import { type CardCode, readCode } from "../bridge/card";
import { t } from "../i18n/translate";

export const MAX_NAME = 60;

export interface CardLink {
  /** Null where the link has none. */
  code: CardCode | null;
  name: string;
  compared: CardCode | null;
  errors: string[];
}

export function formatCardLink({ code, name, compared }: { code: CardCode; name: string; compared?: CardCode | null }) {
  const fields = new URLSearchParams({ card: code });
  if (name !== "") fields.set("name", name);
  if (compared) fields.set("compare", compared);
  return fields.toString();
}

/** Everything that can be read of a fragment, also of a code alone, and what cannot. */
export function parseCardLink(fragment: string): CardLink {
  const text = fragment.replace(/^#/, "");
  const fields = new URLSearchParams(text.includes("=") || text === "" ? text : { card: text });
  const errors: string[] = [];
  const cardIn = (field: string) => {
    const found = fields.get(field);
    const code = found === null ? null : readCode(found);
    if (found !== null && code === null) {
      errors.push(t("“{text}” is not the code of a convention card.", { text: found.slice(0, MAX_NAME) }));
    }
    return code;
  };
  return {
    code: cardIn("card"),
    name: (fields.get("name") ?? "").trim().slice(0, MAX_NAME),
    compared: cardIn("compare"),
    errors,
  };
}

/** The code in what a partner sent: a whole link, its fragment, a code or a system's name; null where there is none. */
export function codeInText(text: string): CardCode | null {
  const trimmed = text.trim();
  const mark = trimmed.indexOf("#");
  return parseCardLink(mark === -1 ? trimmed : trimmed.slice(mark)).code;
}
