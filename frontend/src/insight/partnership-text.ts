/** Sentences about both hands of a pair: names, strength, fits. */

import { SEAT_NAMES, SUIT_SYMBOLS } from "../bridge/table";
import { FIT_CARDS } from "../bridge/thresholds";
import { joinList, msg, t } from "../i18n/translate";
import type { Explanation } from "../service/types";
import { formatPercent, formatRange } from "./format";
import { likelyFits, type Pair, type Zone, zoneOf } from "./partnership";

/** Return how the two hands were added, and what to make of it. */
export function sourceText({ position, interval_level }: Explanation): string {
  const values = { level: formatPercent(interval_level), fit: FIT_CARDS };
  return position.hand === null
    ? t(
        "Each sum takes its two hands as independent, so it is spread a little too wide. Each range holds in at least {level} of such cases; {fit} cards together are a fit.",
        values,
      )
    : t(
        "Your own cards and what partner may hold; the opponents have the rest of the pack. Each range holds in at least {level} of cases; {fit} cards together are a fit.",
        values,
      );
}

export function pairName({ seats: [one, other] }: Pair, { position }: Explanation): string {
  const second = t(SEAT_NAMES[other]);
  return position.hand !== null && one === position.seat
    ? t("You and {partner}", { partner: second })
    : t("{seat} and {partner}", { seat: t(SEAT_NAMES[one]), partner: second });
}

const ZONE_SENTENCES: Record<Zone, string> = {
  slam: msg("{range} HCP, median {median}: a small slam may well be there."),
  game: msg("{range} HCP, median {median}: probably enough for game."),
  "perhaps game": msg("{range} HCP, median {median}: game is possible, not likely."),
  "part score": msg("{range} HCP, median {median}: hardly enough for game."),
};

export function strengthText(pair: Pair): string {
  return t(ZONE_SENTENCES[zoneOf(pair)], { range: formatRange(pair.hcp), median: pair.hcp.median });
}

export function fitText(pair: Pair): string {
  const fits = likelyFits(pair).map(({ suit, chance }) =>
    t("{suit} ({chance})", { suit: SUIT_SYMBOLS[suit], chance: formatPercent(chance) }),
  );
  return fits.length === 0
    ? t("No suit is likely to be a fit.")
    : t("Likely fit: {suits}.", { suits: joinList(fits) });
}
