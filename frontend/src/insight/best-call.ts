/** The call that is predicted to score best, beside the usual one, in words. */

import { turnOf } from "../bridge/auction";
import { callSymbol } from "../bridge/calls";
import { SEAT_NAMES, seatAfter } from "../bridge/table";
import { t, translate } from "../i18n/translate";
import type { Analysis, BestCall, Position, Suggestion } from "../service/types";
import { formatSigned } from "./contracts";
import { formatChance } from "./format";

/** "Usual: 3♥ (62 %)". */
export function usualText({ call, probability }: Suggestion): string {
  return t("Usual: {call} ({chance})", { call: callSymbol(call), chance: formatChance(probability) });
}

/** "Scores best: 4♥ (+0.9 IMPs)". */
export function bestText({ call, imps }: BestCall): string {
  return t("Scores best: {call} ({imps} IMPs)", { call: callSymbol(call), imps: formatSigned(imps, 1) });
}

/** Why the best call scores better, by the layouts; before them, or without a word, the prediction. */
export function whyBestText(best: BestCall, analysis: Analysis): string {
  return comparisonReason(analysis) ?? translate(best.sentence, best.said);
}

/** What the service says of the calls compared; null where it says nothing. */
export function comparisonReason({ next_calls: compared }: Analysis): string | null {
  const reason = compared?.reason ?? null;
  return reason === null ? null : translate(reason, compared?.said);
}

/** The own next call; at another's turn, the meaning of the last call but a pass. */
export function problemQuestion({ hand, seat, dealer, auction }: Position): string {
  if (hand !== null && turnOf(dealer, auction) === seat) return t("What do you call?");
  const place = auction.findLastIndex((call) => call !== "P");
  if (place === -1) return t("What do you know of the hidden hands?");
  return t("What does {seat}'s {call} show?", {
    seat: t(SEAT_NAMES[seatAfter(dealer, place)]),
    call: callSymbol(auction[place]!),
  });
}
