/** What both hands of a pair come to, in sentences: whose they are, how strong, which fits. */

import { SEAT_NAMES, SUIT_SYMBOLS } from "../bridge/table";
import { FIT_CARDS } from "../bridge/thresholds";
import { listed, mark, say } from "../i18n/translate";
import type { Explanation } from "../service/types";
import { percent, range } from "./format";
import { likelyFits, type Pair, type Zone, zoneOf } from "./partnership";

/** How the two hands were added, and what to make of it. */
export function sourceWords({ position, interval_level }: Explanation): string {
  const values = { level: percent(interval_level), fit: FIT_CARDS };
  return position.hand === null
    ? say(
        "Each sum takes its two hands as independent, so it is spread a little too wide. Each range holds in at least {level} of such cases; {fit} cards together are a fit.",
        values,
      )
    : say(
        "Your own cards and what partner may hold; the opponents have the rest of the pack. Each range holds in at least {level} of cases; {fit} cards together are a fit.",
        values,
      );
}

export function pairName({ seats: [one, other] }: Pair, { position }: Explanation): string {
  const second = say(SEAT_NAMES[other]);
  return position.hand !== null && one === position.seat
    ? say("You and {partner}", { partner: second })
    : say("{seat} and {partner}", { seat: say(SEAT_NAMES[one]), partner: second });
}

const ZONE_SENTENCES: Record<Zone, string> = {
  slam: mark("{range} HCP, median {median}: a small slam may well be there."),
  game: mark("{range} HCP, median {median}: probably enough for game."),
  "perhaps game": mark("{range} HCP, median {median}: game is possible, not likely."),
  "part score": mark("{range} HCP, median {median}: hardly enough for game."),
};

export function strengthWords(pair: Pair): string {
  return say(ZONE_SENTENCES[zoneOf(pair)], { range: range(pair.hcp), median: pair.hcp.median });
}

export function fitWords(pair: Pair): string {
  const fits = likelyFits(pair).map(({ suit, chance }) =>
    say("{suit} ({chance})", { suit: SUIT_SYMBOLS[suit], chance: percent(chance) }),
  );
  return fits.length === 0
    ? say("No suit is likely to be a fit.")
    : say("Likely fit: {suits}.", { suits: listed(fits) });
}
