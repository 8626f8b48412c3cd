/** Looking at single calls: which call is looked at, and what the service said of those to come. */

import { turnOf } from "../bridge/auction";
import type { Call } from "../bridge/calls";
import type { Failure } from "../service/failure";
import type { CallMeaning, Options, Position } from "../service/types";

/** A call made; one of the bidding box; one of the list of what may come at the moment shown. */
export type Look =
  | { kind: "made"; index: number }
  | { kind: "box"; call: Call }
  | { kind: "next"; call: Call };

/** A part of the page, in CSS pixels from its top left corner. */
export interface Rect {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Where a call stands, and the group of calls around it that is not to be covered. */
export interface Anchor extends Rect {
  around: Rect | null;
}

/** What became of one question to the service. */
export type OptionsAnswer =
  | { kind: "asking" }
  | { kind: "told"; options: Options }
  | { kind: "failed"; failure: Failure };

/** How much is said of a suggestion: one line, a paragraph, tables. */
export const DEPTHS = ["line", "why", "numbers"] as const;
export type Depth = (typeof DEPTHS)[number];

export interface Exploring {
  look: Look | null;
  anchor: Anchor | null;
  /** Whether the bidding box tells of its calls instead of making them. */
  wondering: boolean;
  /** By `optionsKey`, the latest last. */
  answers: Readonly<Record<string, OptionsAnswer>>;
  depth: Depth;
}

export type ExploringAction =
  | { type: "call looked at"; look: Look; anchor: Anchor }
  | { type: "looked away" }
  | { type: "wondering toggled" }
  | { type: "options answered"; key: string; answer: OptionsAnswer }
  | { type: "depth set"; depth: Depth };

export const NOT_EXPLORING: Exploring = {
  look: null,
  anchor: null,
  wondering: false,
  answers: {},
  depth: "line",
};

const KEPT_ANSWERS = 40;

export function updateExploring(exploring: Exploring, action: ExploringAction): Exploring {
  switch (action.type) {
    case "call looked at":
      return { ...retrying(exploring, action.look), look: action.look, anchor: action.anchor };
    case "looked away":
      return lookingAway(exploring);
    case "wondering toggled":
      return { ...lookingAway(exploring), wondering: !exploring.wondering };
    case "options answered":
      return { ...exploring, answers: kept(exploring.answers, action.key, action.answer) };
    case "depth set":
      return { ...exploring, answers: withoutFailures(exploring.answers), depth: action.depth };
  }
}

/** The same, with no call looked at. */
export function lookingAway(exploring: Exploring): Exploring {
  return exploring.look === null ? exploring : { ...exploring, look: null, anchor: null };
}

/** Looking at another call asks again what could not be told. */
function retrying(exploring: Exploring, look: Look): Exploring {
  const same = JSON.stringify(look) === JSON.stringify(exploring.look);
  return same ? exploring : { ...exploring, answers: withoutFailures(exploring.answers) };
}

function withoutFailures(answers: Exploring["answers"]): Exploring["answers"] {
  return Object.fromEntries(Object.entries(answers).filter(([, { kind }]) => kind !== "failed"));
}

function kept(answers: Exploring["answers"], key: string, answer: OptionsAnswer) {
  const others = Object.entries(answers).filter(([known]) => known !== key);
  return Object.fromEntries([...others.slice(1 - KEPT_ANSWERS), [key, answer]]);
}

/**
 * The question what each next call would show to everybody, after the first calls of a position.
 * Nobody's hand is in it, so that whoever looks gets the same answer.
 */
export function positionAhead(position: Position, calls = position.auction.length): Position {
  const auction = position.auction.slice(0, calls);
  return { ...position, hand: null, seat: turnOf(position.dealer, auction) ?? "S", auction };
}

/** Equal for equal questions. */
export function optionsKey({ dealer, vulnerability, auction, systems }: Position): string {
  return [dealer, vulnerability, auction.join("-"), systems.ns, systems.ew].join(" ");
}

/** What the service told of the calls that may come after a position; null as long as it has not. */
export function optionsOf({ answers }: Exploring, position: Position): CallMeaning[] | null {
  const answer = answers[optionsKey(positionAhead(position))];
  return answer?.kind === "told" ? answer.options.options : null;
}
