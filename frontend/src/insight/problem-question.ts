/** The question that a problem asks. */

import { turnOf } from "../bridge/auction";
import { callSymbol } from "../bridge/calls";
import { SEAT_NAMES, seatAfter } from "../bridge/table";
import { t } from "../i18n/translate";
import type { Position } from "../service/types";

/** The own next call; at another's turn, the meaning of the last call but a pass. */
export function problemQuestion({ hand, seat, dealer, auction }: Position): string {
  if (hand !== null && turnOf(dealer, auction) === seat) return t("What do you call?");
  const place = auction.findLastIndex((call) => call !== "P");
  if (place === -1) return t("What do you know of the hidden hands?");
  return t("What does {seat}'s {call} show?", {
    seat: t(SEAT_NAMES[seatAfter(dealer, place)]), call: callSymbol(auction[place]!),
  });
}
