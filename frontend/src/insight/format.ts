/** Numbers and sentences as the page writes and draws them. */

import { spokenCall } from "../bridge/calls";
import { SEAT_NAMES, seatAfter, VULNERABILITY_NAMES } from "../bridge/table";
import { t, unbroken } from "../i18n/translate";
import type { Explanation, Position, PromisedRange } from "../service/types";

/** A probability in whole per cent; never "0 %" nor "100 %" for what is only nearly so. */
export function formatPercent(probability: number): string {
  return probability === 0 || probability === 1 ? unbroken(`${100 * probability} %`) : formatChance(probability);
}

/** The chance of a call in whole per cent: no legal call is ruled out, and none is certain. */
export function formatChance(probability: number): string {
  if (probability < 0.005) return unbroken("<1 %");
  if (probability >= 0.995) return unbroken(">99 %");
  return unbroken(`${Math.round(100 * probability)} %`);
}

/** A probability as the whole number a heat-map cell shows. */
export function toPercentage(probability: number): number {
  return Math.round(100 * probability);
}

/** "12–14", "12" where both ends are the same, "15+" and "0–7" where one is open. */
export function formatRange({ low, high }: PromisedRange): string {
  if (high === null) return `${low ?? 0}+`;
  return low === high ? `${high}` : `${low ?? 0}–${high}`;
}

/**
 * An English sentence of the service less what stands beside it already: its opening words, and the
 * level of its ranges, which the page says once for all of them.
 */
export function conciseEnglish(sentence: string, lead: string, level: number): string {
  const rest = unbroken(sentence.startsWith(lead) ? sentence.slice(lead.length) : sentence);
  const share = unbroken(`in at least ${Math.round(100 * level)} % of cases`);
  const text = rest.replace(` (each ${share})`, "").replace(` (${share})`, "");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A small share as "1 in 300", to two figures; a half and more is no rarity to be counted. */
export function formatRarity(share: number): string {
  if (share >= 0.5) return t("most");
  const count = 1 / Math.max(share, 1e-4);
  const unit = 10 ** Math.max(Math.floor(Math.log10(count)) - 1, 0);
  return t("1 in {count}", { count: Math.round(count / unit) * unit });
}

/** "Dealer East, vulnerable: N-S". */
export function tableText({ dealer, vulnerability }: Pick<Position, "dealer" | "vulnerability">): string {
  const values = { dealer: t(SEAT_NAMES[dealer]), vulnerable: t(VULNERABILITY_NAMES[vulnerability]) };
  return t("Dealer {dealer}, vulnerable: {vulnerable}", values);
}

/** Return the place of a moment in the auction: "After call 2 of 5: East, 1 heart". */
export function momentText({ position }: Explanation, moment: number): string {
  if (moment === 0) return t("Before the first call");
  return t("After call {moment} of {count}: {seat}, {call}", {
    moment,
    count: position.auction.length,
    seat: t(SEAT_NAMES[seatAfter(position.dealer, moment - 1)]),
    call: spokenCall(position.auction[moment - 1]!),
  });
}

/** The day at this place, as ISO writes it. */
export function today(now = new Date()): string {
  const [month, day] = [now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0"));
  return `${now.getFullYear()}-${month}-${day}`;
}
