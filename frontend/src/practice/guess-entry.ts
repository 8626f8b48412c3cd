/** A guess at a hidden hand as it is typed. */

import { HAND_SIZE } from "../bridge/hand";
import { SUITS } from "../bridge/table";
import { t } from "../i18n/translate";
import { type Guess, mostOf, QUANTITIES, type Quantity } from "./guess";

/** The ends of a range as typed; where one is empty, the range has no end there. */
export interface RangeText {
  from: string;
  to: string;
}

export type GuessText = Record<Quantity, RangeText>;

/** What is wrong, by the quantity it stands beside, or with the hand as a whole. */
export type GuessErrors = Partial<Record<Quantity | "hand", string>>;

const NOTHING: RangeText = { from: "", to: "" };
export const EMPTY_GUESS: GuessText = {
  hcp: NOTHING, S: NOTHING, H: NOTHING, D: NOTHING, C: NOTHING,
};

/** Read a guess; quantities that cannot be read are null, with an error. */
export function readGuess(text: GuessText): { guess: Guess; errors: GuessErrors } {
  const guess: Guess = { hcp: null, S: null, H: null, D: null, C: null };
  const errors: GuessErrors = {};
  for (const quantity of QUANTITIES) {
    const { from, to } = text[quantity];
    if (from.trim() === "" && to.trim() === "") continue;
    const most = mostOf(quantity);
    const [low, high] = [readNumber(from, 0, most), readNumber(to, most, most)];
    if (low === null || high === null) errors[quantity] = t("Whole numbers from 0 to {most}.", { most });
    else if (low > high) errors[quantity] = t("“From” is larger than “to”.");
    else guess[quantity] = { from: low, to: high };
  }
  const whole = Object.keys(errors).length === 0 ? handError(guess) : null;
  return { guess, errors: whole === null ? errors : { hand: whole } };
}

function readNumber(text: string, missing: number, most: number): number | null {
  if (text.trim() === "") return missing;
  const number = /^\s*\d{1,2}\s*$/.test(text) ? Number(text) : NaN;
  return number <= most ? number : null;
}

/** What is wrong with ranges that can be read one by one. */
function handError(guess: Guess): string | null {
  if (QUANTITIES.every((quantity) => guess[quantity] === null)) {
    return t("State the points or the length of a suit first.");
  }
  const least = SUITS.reduce((sum, suit) => sum + (guess[suit]?.from ?? 0), 0);
  const most = SUITS.reduce((sum, suit) => sum + (guess[suit]?.to ?? HAND_SIZE), 0);
  if (least > HAND_SIZE) {
    return t("These suits have {count} cards or more; a hand has 13.", { count: least });
  }
  if (most < HAND_SIZE) {
    return t("These suits have {count} cards at most; a hand has 13.", { count: most });
  }
  return null;
}
