/** The deeper answer: which contracts make, where next calls lead, and asking for it. */

import { isOver } from "./auction";
import { type Call, callSymbol } from "./calls";
import type { Position } from "./explanation";
import { percent } from "./figures";
import type { Failure } from "./problems";
import { type Seat, SEAT_NAMES, type Side, sideOf, type Strain, STRAINS } from "./table";
import { say } from "./words";

export interface ContractChance {
  bid: Call;
  declarer: Seat;
  /** That it makes. */
  chance: number;
  /** Expected points of the declarer's side. */
  score: number;
}

export interface ComparedCall {
  call: Call;
  probability: number;
  /** Expected, over the likeliest call, and their standard error. */
  imps: number;
  error: number;
  leads_to: { contract: string; share: number }[];
}

export interface Analysis {
  position: Position;
  layouts: number;
  effective: number;
  warning: string | null;
  contracts: ContractChance[];
  contract: {
    bid: Call;
    declarer: Seat;
    doubled: 1 | 2 | 4;
    chance: number;
    scores: Record<"1" | "2" | "4", number>;
  } | null;
  next_calls: { seat: Seat; against: Call; calls: ComparedCall[] } | null;
}

/** What became of one question. */
export type AnalysisAnswer =
  | { kind: "asking"; share: number }
  | { kind: "told"; analysis: Analysis }
  | { kind: "failed"; failure: Failure };

/** By `analysisKey`, the latest last. */
export type Analyses = Readonly<Record<string, AnalysisAnswer>>;

export type AnalysisAction =
  | { type: "analysis wanted"; position: Position }
  | { type: "analysis answered"; position: Position; answer: AnalysisAnswer };

const MOST_KEPT = 12;

export function updateAnalyses(analyses: Analyses, action: AnalysisAction): Analyses {
  const key = analysisKey(action.position);
  const answer: AnalysisAnswer =
    action.type === "analysis wanted" ? { kind: "asking", share: 0 } : action.answer;
  const others = Object.entries(analyses).filter(([known]) => known !== key);
  return Object.fromEntries([...others.slice(1 - MOST_KEPT), [key, answer]]);
}

/** Equal for equal questions. */
export function analysisKey(position: Position): string {
  return JSON.stringify([
    position.hand, position.seat, position.dealer, position.vulnerability,
    position.auction.join("-"), position.systems.ns, position.systems.ew,
  ]);
}

/** The question about the moment after the first calls of a position. */
export function positionAt(position: Position, moment: number): Position {
  return { ...position, auction: position.auction.slice(0, moment) };
}

/** The best of those who could declare each bid for a side, by level (1 to 7) and strain. */
export function bidsOf(analysis: Analysis, side: Side): (ContractChance | null)[][] {
  const own = analysis.contracts.filter(({ declarer }) => sideOf(declarer) === side);
  return [1, 2, 3, 4, 5, 6, 7].map((level) =>
    STRAINS.map((strain) => better(own.filter(({ bid }) => bid === level + strain))),
  );
}

/** The contract that is worth most to a side; null where none is worth anything. */
export function bestOf(analysis: Analysis, side: Side): ContractChance | null {
  const best = better(bidsOf(analysis, side).flat().filter((bid) => bid !== null));
  return best !== null && best.score > 0 ? best : null;
}

function better(contracts: ContractChance[]): ContractChance | null {
  const order = [...contracts].sort((a, b) => b.score - a.score || b.chance - a.chance);
  return order[0] ?? null;
}

/** Who would declare in a strain for a side, in words. */
export function declarersOf(analysis: Analysis, side: Side, strain: Strain): string {
  const found = analysis.contracts
    .filter(({ bid, declarer }) => bid === `1${strain}` && sideOf(declarer) === side)
    .map(({ declarer }) => say(SEAT_NAMES[declarer]));
  return found.length < 2
    ? (found[0] ?? "")
    : say("{one} or {other}", { one: found[0]!, other: found[1]! });
}

/** The contract that stands, and what a double would change while one could come; null if none. */
export function standingWords({ contract, position }: Analysis): string | null {
  if (contract === null) return null;
  const { bid, declarer, doubled, chance, scores } = contract;
  const standing = {
    declarer: say(SEAT_NAMES[declarer]),
    bid: callSymbol(bid),
    stake: { 1: "", 2: ` ${say("doubled")}`, 4: ` ${say("redoubled")}` }[doubled],
    chance: percent(chance),
  };
  if (isOver(position.auction)) {
    return say(
      "{declarer} plays {bid}{stake}. It makes in {chance}; worth to the declarer's side on average: {score} points.",
      { ...standing, score: signed(scores[`${doubled}`]) },
    );
  }
  return say(
    "If all pass now, {declarer} plays {bid}{stake}. It makes in {chance}; worth to the declarer's side on average: {plain} undoubled, {doubled} doubled, {redoubled} redoubled.",
    {
      ...standing,
      plain: signed(scores["1"]),
      doubled: signed(scores["2"]),
      redoubled: signed(scores["4"]),
    },
  );
}

/** The service's warning that few layouts carry the figures, in the reader's language; or null. */
export function warningWords({ warning, effective }: Analysis): string | null {
  if (warning === null) return null;
  const count = Math.max(1, effective);
  return say(
    "Few of the layouts tried fit these calls: the figures rest on about {count}, so chances may be off by {off} in 100.",
    { count: Math.round(count), off: Math.round(50 / Math.sqrt(count)) },
  );
}

/** Points with their sign: +420, −50, 0. */
export function signed(value: number, digits = 0): string {
  const text = Math.abs(value).toFixed(digits);
  if (Number(text) === 0) return text;
  return value > 0 ? `+${text}` : `−${text}`;
}
