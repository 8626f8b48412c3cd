/** What a review says of calls and of the contract, in words. */

import { type Call, callSymbol, isBid } from "../bridge/calls";
import { type Seat, SEAT_NAMES, type Side, sideOf, type Strain } from "../bridge/table";
import { format, joinList, joinSentences, msg, plural, t, translate } from "../i18n/translate";
import type { Grade, PointsLost, Review, ReviewedCall, ReviewedContract, TrickSource } from "../service/types";
import { formatSigned } from "./contracts";
import { formatChance } from "./format";

export const GRADES: readonly Grade[] = ["best", "scores_best", "also_usual", "rare", "mistake"];
export const GRADE_NAMES: Record<Grade, string> = {
  best: msg("usual"),
  scores_best: msg("scores best"),
  also_usual: msg("also usual"),
  rare: msg("rare"),
  mistake: msg("a mistake"),
};
export const GRADE_MARKS: Record<Grade, string> = {
  best: "✓",
  scores_best: "★",
  also_usual: "•",
  rare: "○",
  mistake: "✕",
};
export const SIDE_NAMES: Record<Side, string> = { ns: msg("N-S"), ew: msg("E-W") };

/** A loss of so many standard errors is beyond doubt. */
const SURE = 3;

/** The service's sentence on a call; of the own hand, where that alone is known, to "You". */
export function callText({ seat, sentence, said }: ReviewedCall, own: Seat | null): string {
  if (seat !== own || said == null) return translate(sentence, said);
  return format({ ...said, values: { ...said.values, seat: { key: msg("You") } } });
}

/** What else there is to say of a call that is no mistake: how many make it, what it cost and how sure that is. */
export function remarkText({ grade, frequency, points_lost }: ReviewedCall): string | null {
  if (grade === "also_usual" && frequency !== null) {
    return t("{share} of such hands make this call.", { share: formatChance(frequency) });
  }
  if (points_lost === null) return null;
  if (grade === "mistake") return null;
  const points = inTens(points_lost.mean);
  if (points <= 0) return t("It scores no worse on average.");
  return points_lost.mean > SURE * points_lost.error
    ? t("It costs little: about {points} points on average.", { points })
    : t("No clear loss: about {points} points on average, which may be chance.", { points });
}

/** How much more the call that scores best scores than the usual one; null where none does. */
export function bestText({ best, usual }: ReviewedCall): string | null {
  if (best == null || usual === null) return null;
  return t("{best} scores about {imps} IMPs more than {usual} on average.", {
    best: callSymbol(best.call),
    imps: best.imps.toFixed(1),
    usual: callSymbol(usual.call),
  });
}

/** Points in whole tens. */
export function inTens(points: number): number {
  return 10 * Math.round(points / 10) || 0;
}

/** "about 120", for a table. */
export function lossText({ mean }: Pick<PointsLost, "mean">): string {
  return formatSigned(-inTens(mean));
}

/** The calls that are not the usual ones of their hands, or where another scores best. */
export function notableCalls({ calls }: Review): ReviewedCall[] {
  return calls.filter(({ grade, best }) => grade !== null && (grade !== "best" || best !== null));
}

/** The mistakes of a side, or of both. */
export function mistakesOf({ calls }: Review, side: Side | null): ReviewedCall[] {
  return calls.filter(({ seat, grade }) => grade === "mistake" && (side === null || sideOf(seat) === side));
}

/** The mistake that cost a side most; null without one. */
export function costliestCall(review: Review, side: Side): ReviewedCall | null {
  return mistakesOf(review, side).reduce<ReviewedCall | null>(
    (worst, call) => (worst === null || lossOf(call) > lossOf(worst) ? call : worst),
    null,
  );
}

/** The first rare call of a side whose cost is not known; null without one. */
export function uncostedCall({ calls }: Review, side: Side): ReviewedCall | null {
  const rare = calls.find(
    ({ seat, grade, points_lost }) => sideOf(seat) === side && grade === "rare" && points_lost === null,
  );
  return rare ?? null;
}

export function lossOf({ points_lost }: ReviewedCall): number {
  return points_lost?.mean ?? 0;
}

export function totalLoss(calls: readonly ReviewedCall[]): number {
  return calls.reduce((sum, call) => sum + lossOf(call), 0);
}

/** A seat's calls together: how many were graded, and the mistakes among them. */
interface SeatVerdict {
  graded: number;
  mistakes: number;
  lost: number;
}

export function seatVerdict({ calls }: Review, seat: Seat): SeatVerdict {
  const own = calls.filter((call) => call.seat === seat && call.grade !== null);
  const mistakes = own.filter(({ grade }) => grade === "mistake");
  return { graded: own.length, mistakes: mistakes.length, lost: totalLoss(mistakes) };
}

export function seatVerdictText({ graded, mistakes, lost }: SeatVerdict): string {
  if (graded === 0) return t("not graded");
  if (mistakes === 0) return t("no mistake");
  const count = plural("{count} mistake", "{count} mistakes", mistakes);
  return `${count} (${formatSigned(-inTens(lost))})`;
}

/** A contract as it is written: "4♠X". */
export function contractSymbol(contract: string): string {
  const [, bid = "", stake = ""] = /^([1-7](?:NT|[CDHS]))(X{0,2})$/.exec(contract) ?? [];
  return isBid(bid as Call) ? `${callSymbol(bid)}${stake}` : contract;
}

/** "4♠ by North" of "4S by N", and of "passed out" that in the language spoken. */
export function contractName(text: string): string {
  const [, contract, seat] = /^(\S+) by ([NESW])$/.exec(text) ?? [];
  if (contract === undefined) return t(text);
  return t("{contract} by {declarer}", { contract: contractSymbol(contract), declarer: t(SEAT_NAMES[seat as Seat]) });
}

export function overtricks(contract: string, tricks: number): number {
  return tricks - 6 - Number(contract[0]);
}

function resultText(contract: string, tricks: number): string {
  const over = overtricks(contract, tricks);
  if (over < 0) return plural("{count} down", "{count} down", -over);
  return over === 0 ? t("just made") : plural("made with {count} over", "made with {count} over", over);
}

/** What a contract such as "4S by N" comes to with the tricks that make; null where these are not known. */
export function contractResult(text: string, review: Review | null): string | null {
  const [, contract, strain, seat] = /^(\d(NT|[CDHS])X{0,2}) by ([NESW])$/.exec(text) ?? [];
  if (contract === undefined || review === null || review.makes === null) return null;
  return resultText(contract, review.makes.tricks[seat as Seat][strain as Strain]);
}

/** What came of the contract, and what it makes with all cards in sight; nothing where unknown. */
export function contractTexts(contract: ReviewedContract): string[] {
  const { tricks, score, source, actual_tricks: taken, actual_score: scored } = contract;
  const texts: string[] = [];
  if (taken !== null && scored !== null) {
    const result = resultText(contract.contract, taken);
    texts.push(
      t("At the table {tricks} tricks were taken: {result}, {score} for N-S.", {
        tricks: taken,
        result,
        score: formatSigned(scored),
      }),
    );
  }
  if (tricks !== null && score !== null && source !== null) {
    const result = resultText(contract.contract, tricks);
    const values = { tricks, result, score: formatSigned(score) };
    texts.push(
      source === "solver"
        ? t("Double dummy it takes {tricks} tricks: {result}, {score} for N-S.", values)
        : t("Double dummy it is estimated to take {tricks} tricks: {result}, {score} for N-S.", values),
    );
  }
  return texts;
}

export function parText({ par }: Review): string | null {
  if (par === null) return null;
  const contracts = joinList(par.contracts.map(contractName));
  const score = formatSigned(par.score);
  return contracts === ""
    ? t("Par, the score of perfect bidding by both sides, is {score} for N-S.", { score })
    : t("Par, the score of perfect bidding by both sides, is {score} for N-S: {contracts}.", { score, contracts });
}

const SOURCES: Record<TrickSource, string> = {
  solver: msg("Double dummy, exact: worked out from the four hands."),
  estimator: msg("Estimated from the four hands, not exact."),
};

export function sourceText(source: TrickSource): string {
  return t(SOURCES[source]);
}

/** The call, whose it is and how it is graded, for those who listen. */
export function gradedCallLabel(call: ReviewedCall, spoken: string): string {
  const grade = call.grade === null ? t("not graded") : t(GRADE_NAMES[call.grade]);
  const said = t("{seat}, {call}: {grade}", { seat: t(SEAT_NAMES[call.seat]), call: spoken, grade });
  return call.costly ? joinSentences([`${said}.`, costlyText(call.seat)]) : said;
}

export function costlyText(seat: Seat): string {
  return t("First costly call of {side}", { side: t(SIDE_NAMES[sideOf(seat)]) });
}
