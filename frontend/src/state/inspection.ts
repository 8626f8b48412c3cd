/** Inspection of single calls: the call inspected, and the service's answers about calls to come. */

import { turnOf } from "../bridge/auction";
import type { Call } from "../bridge/calls";
import { auctionKey } from "../bridge/table-auction";
import type { Loadable } from "../service/requests";
import type { CallMeaning, Options, Position } from "../service/types";
import type { Slice } from "./slice";

/** A call made, or one of the bidding box. */
export type InspectionTarget = { kind: "made"; index: number } | { kind: "box"; call: Call };

/** A part of the page, in CSS pixels from its top left corner. */
export interface Rect {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The place of a call, the group of calls around it, and what else is not to be covered. */
export interface Anchor extends Rect {
  around: Rect | null;
  suggestion: Rect | null;
}

export interface Inspection {
  target: InspectionTarget | null;
  anchor: Anchor | null;
  /** Whether the bidding box shows its calls' meanings instead of making them. */
  inspectMode: boolean;
  /** By `auctionKey`, the latest last. */
  answers: Readonly<Record<string, Loadable<Options>>>;
  /** The earlier moment at which the meanings of the possible calls were asked for. */
  asked: number | null;
}

export type InspectionAction =
  | { type: "call inspected"; target: InspectionTarget; anchor: Anchor }
  | { type: "inspection ended" }
  | { type: "inspect mode toggled" }
  | { type: "options updated"; key: string; answer: Loadable<Options> }
  | { type: "next calls asked"; moment: number };

export const NO_INSPECTION: Inspection = { target: null, anchor: null, inspectMode: false, answers: {}, asked: null };

const KEPT_ANSWERS = 40;

export const INSPECTION_SLICE: Slice<Inspection, InspectionAction> = {
  "call inspected": (inspection, { target, anchor }) => ({ ...retrying(inspection, target), target, anchor }),
  "inspection ended": withoutTarget,
  "inspect mode toggled": (inspection) => ({ ...withoutTarget(inspection), inspectMode: !inspection.inspectMode }),
  "options updated": (inspection, { key, answer }) => ({
    ...inspection,
    answers: withLatest(inspection.answers, key, answer),
  }),
  "next calls asked": (inspection, { moment }) => ({
    ...inspection,
    answers: withoutFailures(inspection.answers),
    asked: moment,
  }),
};

/** Return the inspection without a target. */
export function withoutTarget(inspection: Inspection): Inspection {
  return inspection.target === null ? inspection : { ...inspection, target: null, anchor: null };
}

/** Drop failed answers once another call is inspected, so that they are requested again. */
function retrying(inspection: Inspection, target: InspectionTarget): Inspection {
  const same = JSON.stringify(target) === JSON.stringify(inspection.target);
  return same ? inspection : { ...inspection, answers: withoutFailures(inspection.answers) };
}

function withoutFailures(answers: Inspection["answers"]): Inspection["answers"] {
  return Object.fromEntries(Object.entries(answers).filter(([, { kind }]) => kind !== "failed"));
}

function withLatest(answers: Inspection["answers"], key: string, answer: Loadable<Options>) {
  const others = Object.entries(answers).filter(([known]) => known !== key);
  return Object.fromEntries([...others.slice(1 - KEPT_ANSWERS), [key, answer]]);
}

/**
 * The question what each next call would show to everybody, after the first calls of a position.
 * It contains no hand, so that every viewer gets the same answer.
 */
export function nextCallPosition(position: Position, calls = position.auction.length): Position {
  const auction = position.auction.slice(0, calls);
  return { ...position, hand: null, seat: turnOf(position.dealer, auction) ?? "S", auction };
}

/** The request for the meanings of the calls that may come after the first calls of a position. */
export function optionsAnswer(
  { answers }: Inspection,
  position: Position,
  calls?: number,
): Loadable<Options> | undefined {
  return answers[auctionKey(nextCallPosition(position, calls))];
}

/** Return those meanings; null while they are not known. */
export function optionsOf(inspection: Inspection, position: Position, calls?: number): CallMeaning[] | null {
  const answer = optionsAnswer(inspection, position, calls);
  return answer?.kind === "there" ? answer.result.options : null;
}
