/** The call that is inspected, with what is known of it. */

import { type Call, toAscii } from "../bridge/calls";
import type { Seat } from "../bridge/table";
import { auctionKey } from "../bridge/table-auction";
import { annotationOn } from "../entry/import-board";
import { t } from "../i18n/translate";
import { formatChance } from "../insight/format";
import { englishMeaning } from "../insight/meanings";
import type { Failure } from "../service/failure";
import type { CallMeaning, Position } from "../service/types";
import type { InspectionTarget } from "./inspection";
import { positionOfTarget } from "./missing-options";
import { isStale } from "./selectors";
import type { State } from "./state";

/** The data known of the inspected call. */
export type InspectedCall = { seat: Seat; call: Call; made: boolean } & (
  | { kind: "asked" }
  | { kind: "failed"; failure: Failure }
  | {
      kind: "there";
      meaning: CallMeaning;
      /** The legal calls beside it, where they are known. */
      others: readonly CallMeaning[];
      level: number;
      own: string | null;
      /** Its annotation in the file that the auction came from. */
      remark: string;
    }
);

/** Return the inspected call; null where there is none, or nothing is known of it. */
export function inspectedCall(state: State): InspectedCall | null {
  const { target } = state.inspection;
  if (target === null) return null;
  return target.kind === "made" ? madeCall(state, target.index) : possibleCall(state, target);
}

/** Return a call made, with what the answer at hand knows of it. */
export function madeCall(state: State, index: number): InspectedCall | null {
  const { explanation } = state;
  const meaning = explanation?.calls[index];
  if (explanation === null || meaning === undefined || isStale(state)) return null;
  const { seat, call, own_probability } = meaning;
  const own = own_probability === null ? null : ownText(own_probability, true);
  const level = explanation.interval_level;
  const said = annotationOn(state.input, index);
  const remark = said === toAscii(englishMeaning(meaning, level)) ? "" : said;
  return { kind: "there", seat, call, made: true, meaning, others: [], level, own, remark };
}

function possibleCall(state: State, target: InspectionTarget & { kind: "box" }): InspectedCall | null {
  const position = positionOfTarget(state, target);
  if (position === null) return null;
  const named = { seat: position.seat, call: target.call, made: false };
  const answer = state.inspection.answers[auctionKey(position)];
  if (answer?.kind === "failed") return { ...named, ...answer };
  if (answer?.kind !== "there") return { ...named, kind: "asked" };
  const { options: others, interval_level: level } = answer.result;
  const meaning = others.find(({ call }) => call === target.call);
  if (meaning === undefined) return null;
  const own = ownChance(state, position, target.call);
  return { ...named, kind: "there", meaning, others, level, own, remark: "" };
}

/** Return the chance that the viewer's own hand makes the call, where the answer at hand has it. */
function ownChance(state: State, ahead: Position, call: Call): string | null {
  const { explanation } = state;
  if (explanation === null || isStale(state)) return null;
  const { hand, seat } = explanation.position;
  if (hand === null || seat !== ahead.seat) return null;
  const chances = explanation.moments[ahead.auction.length]?.next_call ?? [];
  const found = chances.find((one) => one.call === call);
  return found === undefined ? null : ownText(found.probability, false);
}

function ownText(probability: number, made: boolean): string {
  const values = { chance: formatChance(probability) };
  return made
    ? t("With your hand the call had a chance of {chance}.", values)
    : t("With your hand the call has a chance of {chance}.", values);
}
