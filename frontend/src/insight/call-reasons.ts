/** Why a call was a mistake: what it told, what the usual one would have told, and how the auction would have gone on. */

import { type Call, callSymbol } from "../bridge/calls";
import { sideOf } from "../bridge/table";
import { t } from "../i18n/translate";
import type { BetterAuction, Options, ReachedContract, ReviewedCall } from "../service/types";
import { formatSigned } from "./contracts";
import { forceOf, isEmptyPass, LEAST_TOLD, namedWords } from "./message";
import { contractName } from "./verdicts";

/** The sentences, as far as meanings are known; `before` has those of the calls in place of partner's last. */
export function reasonTexts(
  { call, usual, instead, index }: ReviewedCall,
  auction: readonly Call[],
  options: Options | null,
  before: Options | null,
): string[] {
  const better = usual?.call ?? null;
  const forced = call === "P" && auction[index - 1] === "P" ? forcedText(auction[index - 2], before) : null;
  return [
    forced ?? told(call, options, false),
    better === null ? null : told(better, options, true),
    instead == null ? null : goingOn(instead, index),
  ].filter((text) => text !== null);
}

/** "Partner's 2♣ is forcing to game: it must not be passed"; null where it is not forcing. */
function forcedText(partners: Call | undefined, before: Options | null): string | null {
  const meaning = before?.options.find((option) => option.call === partners);
  const force = meaning === undefined ? null : forceOf(meaning);
  if (meaning === undefined || force === null) return null;
  return t("Partner's {call} is {force}: it must not be passed.", { call: callSymbol(meaning.call), force });
}

/** What a call told everybody, or would have told; null where it says nothing, or is not known. */
function told(call: string, options: Options | null, would: boolean): string | null {
  const meaning = options?.options.find((option) => option.call === call);
  if (options === null || meaning === undefined || isEmptyPass(meaning)) return null;
  const values = { call: callSymbol(meaning.call), words: namedWords(meaning, options.interval_level) };
  if (values.words === "") return null;
  if (would) return t("{call} would have told: {words}", values);
  if (meaning.probability < LEAST_TOLD && call === "P") return t("Nearly nobody passes here.");
  return meaning.probability < LEAST_TOLD
    ? t("Partner could hardly read {call}: nearly nobody makes it here.", values)
    : t("{call} told the table: {words}", values);
}

function goingOn({ auction, contract }: BetterAuction, index: number): string {
  const calls = auction.slice(index).map(callSymbol).join(" – ");
  const ending = endText(contract);
  return t("The auction would have gone on {calls}: {ending}.", { calls, ending });
}

/** That a mistake cost nothing as the cards lay; null where it did, or that is not known. */
export function luckText({ seat, instead }: ReviewedCall, reached: ReachedContract | null): string | null {
  if (instead == null) return null;
  const [actual, better] = [reached, instead.contract].map((contract) => (contract === null ? 0 : contract.score));
  if (actual == null || better == null) return null;
  const gained = (sideOf(seat) === "ns" ? 1 : -1) * (actual - better);
  if (gained < 0) return null;
  return gained === 0
    ? t("As the cards lay it cost nothing: the points are the average over all deals that fit the calls.")
    : t("As the cards lay it gained {points} points: its cost is the average over all deals that fit the calls.", {
        points: gained,
      });
}

/** "4♠ by South, +420 for N-S". */
export function endText(contract: ReachedContract | null): string {
  if (contract === null) return t("passed out");
  const name = contractName(`${contract.contract} by ${contract.declarer}`);
  if (contract.score === null) return name;
  return t("{contract}, {score} for N-S", { contract: name, score: formatSigned(contract.score) });
}
