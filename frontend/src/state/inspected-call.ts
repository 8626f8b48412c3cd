/** The card that tells of one call: what stands on it, and where it is put. */

import type { Call } from "../bridge/calls";
import { plain } from "../bridge/plain-text";
import type { Seat } from "../bridge/table";
import { remarkOn } from "../entry/annotations";
import { say } from "../i18n/translate";
import { chance } from "../insight/format";
import { englishMeaning } from "../insight/meanings";
import type { Failure } from "../service/failure";
import type { CallMeaning, Position } from "../service/types";
import { type Look, optionsKey } from "./inspection";
import { positionOfLook } from "./missing-options";
import { isStale } from "./selectors";
import type { State } from "./state";

/** What is known of the call that is looked at. */
export type Card = { seat: Seat; call: Call; made: boolean } & (
  | { kind: "asking" }
  | { kind: "failed"; failure: Failure }
  | {
      kind: "told";
      meaning: CallMeaning;
      /** The legal calls beside it, where they are known. */
      others: readonly CallMeaning[];
      level: number;
      own: string | null;
      /** What the file that the auction came from says of it. */
      remark: string;
    }
);

/** The card of the state; null where no call is looked at, or nothing can be said of it. */
export function cardOf(state: State): Card | null {
  const { look } = state.exploring;
  if (look === null) return null;
  return look.kind === "made" ? madeCard(state, look.index) : aheadCard(state, look);
}

function madeCard(state: State, index: number): Card | null {
  const { explanation } = state;
  const meaning = explanation?.calls[index];
  if (explanation === null || meaning === undefined || isStale(state)) return null;
  const { seat, call, own_probability } = meaning;
  const own = own_probability === null ? null : ownWords(own_probability, true);
  const level = explanation.interval_level;
  const said = remarkOn(state.input, index);
  const remark = said === plain(englishMeaning(meaning, level)) ? "" : said;
  return { kind: "told", seat, call, made: true, meaning, others: [], level, own, remark };
}

function aheadCard(state: State, look: Exclude<Look, { kind: "made" }>): Card | null {
  const position = positionOfLook(state, look);
  if (position === null) return null;
  const named = { seat: position.seat, call: look.call, made: false };
  const answer = state.exploring.answers[optionsKey(position)];
  if (answer === undefined || answer.kind === "asking") return { ...named, kind: "asking" };
  if (answer.kind === "failed") return { ...named, kind: "failed", failure: answer.failure };
  const { options: others, interval_level: level } = answer.options;
  const meaning = others.find(({ call }) => call === look.call);
  if (meaning === undefined) return null;
  const own = ownChance(state, position, look.call);
  return { ...named, kind: "told", meaning, others, level, own, remark: "" };
}

/** How likely the viewer's own hand makes the call, where the answer at hand tells of that. */
function ownChance(state: State, ahead: Position, call: Call): string | null {
  const { explanation } = state;
  if (explanation === null || isStale(state)) return null;
  const { hand, seat } = explanation.position;
  if (hand === null || seat !== ahead.seat) return null;
  const chances = explanation.moments[ahead.auction.length]?.next_call ?? [];
  const found = chances.find((one) => one.call === call);
  return found === undefined ? null : ownWords(found.probability, false);
}

function ownWords(probability: number, made: boolean): string {
  const values = { chance: chance(probability) };
  return made
    ? say("Your own hand was to make it with {chance}.", values)
    : say("Your own hand makes it with {chance}.", values);
}
