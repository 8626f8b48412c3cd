/** The deeper answer: which contracts make, where next calls lead, and asking for it. */

import { isLegal, isOver } from "../bridge/auction";
import { callSymbol, spokenCall } from "../bridge/calls";
import { SEAT_NAMES, type Side, sideOf, type Strain, STRAINS } from "../bridge/table";
import { t } from "../i18n/translate";
import type { Analysis, ContractChance, Doubled } from "../service/types";
import { formatPercent } from "./format";

/** A contract in the table of its side; where it stands, scored as it is doubled. */
export interface SideContract extends ContractChance {
  doubled: Doubled;
  /** Whether it can still be bid, or stands. */
  possible: boolean;
}

/** The best of those who could declare each bid for a side, by level (1 to 7) and strain. */
export function bidsOf(analysis: Analysis, side: Side): (SideContract | null)[][] {
  const own = analysis.contracts
    .filter(({ declarer }) => sideOf(declarer) === side)
    .map((contract) => asItStands(analysis, contract));
  return [1, 2, 3, 4, 5, 6, 7].map((level) =>
    STRAINS.map((strain) => better(own.filter(({ bid }) => bid === level + strain))),
  );
}

function asItStands({ contract, position }: Analysis, one: ContractChance): SideContract {
  if (contract?.bid === one.bid && contract.declarer === one.declarer) {
    const { doubled, scores } = contract;
    return { ...one, score: scores[`${doubled}`], doubled, possible: true };
  }
  return { ...one, doubled: 1, possible: isLegal(position.dealer, position.auction, one.bid) };
}

/**
 * The contract that is worth most to a side, of those still possible, or of all once the auction
 * is over; null where none is worth anything.
 */
export function bestOf(analysis: Analysis, side: Side): SideContract | null {
  const over = isOver(analysis.position.auction);
  const open = bidsOf(analysis, side)
    .flat()
    .filter((bid) => bid !== null);
  const best = better(open.filter(({ possible }) => possible || over));
  return best !== null && best.score > 0 ? best : null;
}

function better(contracts: SideContract[]): SideContract | null {
  const order = [...contracts].sort((a, b) => b.score - a.score || b.chance - a.chance);
  return order[0] ?? null;
}

/** Return the two strains worth most to the viewer's side, and the others' contract that stands: "3NT 65 %, 4♠ 59 %". */
export function contractsInBrief(analysis: Analysis): string | null {
  const { contract, position, warning } = analysis;
  const side = sideOf(position.seat);
  const open = bidsOf(analysis, side)
    .flat()
    .filter((bid) => bid?.possible)
    .map((bid) => bid!);
  const best = STRAINS.map((strain) => better(open.filter(({ bid }) => bid.slice(1) === strain)))
    .filter((bid) => bid !== null)
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, 2);
  const parts = best.map(briefly);
  if (contract !== null && sideOf(contract.declarer) !== side) {
    parts.push(t("theirs: {contract}", { contract: briefly(contract) }));
  }
  if (parts.length === 0) return null;
  const values = { contracts: parts.join(", ") };
  return warning === null
    ? t("Chance to make: {contracts}", values)
    : t("Chance to make, roughly: {contracts}", values);
}

function briefly({ bid, doubled, chance }: Pick<SideContract, "bid" | "doubled" | "chance">): string {
  return `${callSymbol(bid)}${doublingText(doubled)} ${formatPercent(chance)}`;
}

/** Return the contract that is worth most to a side, or would have been, in words. */
export function bestContractText(analysis: Analysis, side: Side): string {
  const best = bestOf(analysis, side);
  const over = isOver(analysis.position.auction);
  if (best === null) {
    return over
      ? t("No contract would have been worth anything on average.")
      : t("No contract that is still possible is worth anything on average.");
  }
  const values = {
    bid: callSymbol(best.bid),
    stake: doublingText(best.doubled),
    declarer: t(SEAT_NAMES[best.declarer]),
    chance: formatPercent(best.chance),
    score: formatSigned(best.score),
  };
  return over
    ? t(
        "The auction is over. Worth most would have been {bid}{stake} by {declarer}, which makes in {chance} ({score} points on average).",
        values,
      )
    : t("Worth most: {bid}{stake} by {declarer}, which makes in {chance} ({score} points on average).", values);
}

/** A cell of a side's table, for those who listen to the page. */
export function contractCellText({ position }: Analysis, contract: SideContract, best: boolean): string {
  const words = t("{bid}{stake} by {declarer}: {chance}, {score} points", {
    bid: spokenCall(contract.bid),
    stake: doublingText(contract.doubled),
    declarer: t(SEAT_NAMES[contract.declarer]),
    chance: formatPercent(contract.chance),
    score: formatSigned(contract.score),
  });
  const remarks = [];
  if (!contract.possible) remarks.push(t("No longer possible."));
  if (best) {
    remarks.push(isOver(position.auction) ? t("Would have been worth most.") : t("Worth most."));
  }
  return remarks.length === 0 ? words : `${words}. ${remarks.join(" ")}`;
}

function doublingText(doubled: Doubled): string {
  return { 1: "", 2: ` ${t("doubled")}`, 4: ` ${t("redoubled")}` }[doubled];
}

/** Return who would declare in a strain for a side, in words. */
export function declarersOf(analysis: Analysis, side: Side, strain: Strain): string {
  const found = analysis.contracts
    .filter(({ bid, declarer }) => bid === `1${strain}` && sideOf(declarer) === side)
    .map(({ declarer }) => t(SEAT_NAMES[declarer]));
  return found.length < 2 ? (found[0] ?? "") : t("{one} or {other}", { one: found[0]!, other: found[1]! });
}

/** The contract that stands, and what a double would change while one could come; null if none. */
export function standingContractText({ contract, position }: Analysis): string | null {
  if (contract === null) return null;
  const { bid, declarer, doubled, chance, scores } = contract;
  const standing = {
    declarer: t(SEAT_NAMES[declarer]),
    bid: callSymbol(bid),
    stake: doublingText(doubled),
    chance: formatPercent(chance),
  };
  if (isOver(position.auction)) {
    return t(
      "{declarer} plays {bid}{stake}. It makes in {chance}; worth to the declarer's side on average: {score} points.",
      { ...standing, score: formatSigned(scores[`${doubled}`]) },
    );
  }
  return t(
    "If all pass now, {declarer} plays {bid}{stake}. It makes in {chance}; worth to the declarer's side on average: {plain} undoubled, {doubled} doubled, {redoubled} redoubled.",
    {
      ...standing,
      plain: formatSigned(scores["1"]),
      doubled: formatSigned(scores["2"]),
      redoubled: formatSigned(scores["4"]),
    },
  );
}

/** The service's warning that few layouts fit well, in the reader's language; or null.
 * How far off is twice the standard error of an even chance at full weight. */
export function sampleWarning({ warning, effective_full }: Analysis): string | null {
  if (warning === null) return null;
  const count = Math.max(1, effective_full);
  return t(
    "Few of the layouts tried fit these calls well, only about {count}, so chances may be off by {off} in 100.",
    { count: Math.round(count), off: Math.min(Math.round(100 / Math.sqrt(count)), 50) },
  );
}

/** Points with their sign: +420, −50, 0. */
export function formatSigned(value: number, digits = 0): string {
  const text = Math.abs(value).toFixed(digits);
  if (Number(text) === 0) return text;
  return value > 0 ? `+${text}` : `−${text}`;
}
