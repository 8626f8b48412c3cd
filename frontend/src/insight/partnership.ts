/** Two hands together: their combined points, and the suits in which they likely have a fit. */

import { FIT_CARDS, GAME_HCP, SLAM_HCP } from "../bridge/calls";
import { type Card, highCardPoints, parseHand, ranksOf } from "../bridge/hand";
import { RANKS, type Seat, SEAT_NAMES, seatAfter, type Suit, SUIT_SYMBOLS, SUITS } from "../bridge/table";
import { joinList, msg, t } from "../i18n/translate";
import type { Distribution, Explanation, HiddenHand, Moment } from "../service/types";
import { chanceAtLeast, complement, shifted, sumOf } from "./distribution";
import { formatPercent, formatRange } from "./format";

const PACK_POINTS = 40;

export interface Fit {
  suit: Suit;
  /** The cards of the suit that both hold together. */
  together: Distribution;
  chance: number;
}

export interface Pair {
  seats: readonly [Seat, Seat];
  hcp: Distribution;
  game: number;
  slam: number;
  fits: Fit[];
}

/** The zone that a pair's combined points reach. */
type Zone = "slam" | "game" | "perhaps game" | "part score";

/** The viewer's pair and the opponents'; for a spectator, North-South and East-West. */
export function pairs({ position, interval_level }: Explanation, moment: Moment): Pair[] {
  const { hand, seat } = position;
  if (hand === null) return spectatorPairs(moment, interval_level);
  const partner = moment.hands[seatAfter(seat, 2)];
  return partner === undefined ? [] : viewerPairs(seat, parseHand(hand).cards, partner);
}

/**
 * One's own cards are known, so both sums follow from partner's hand alone: one's own pair has
 * partner's distribution moved up, and the opponents have what is left of the pack.
 */
function viewerPairs(seat: Seat, own: readonly Card[], partner: HiddenHand): Pair[] {
  const hcp = shifted(partner.hcp, highCardPoints(own), PACK_POINTS);
  const lengths = ofSuits((suit) => shifted(partner.lengths[suit], ranksOf(own, suit).length, RANKS.length));
  return [
    pairOf([seat, seatAfter(seat, 2)], hcp, lengths),
    pairOf(
      [seatAfter(seat, 1), seatAfter(seat, 3)],
      complement(hcp, PACK_POINTS),
      ofSuits((suit) => complement(lengths[suit], RANKS.length)),
    ),
  ];
}

/** Both hands are hidden: their sum as if neither said anything of the other. */
function spectatorPairs({ hands }: Moment, level: number): Pair[] {
  const sides: [Seat, Seat][] = [
    ["N", "S"],
    ["E", "W"],
  ];
  return sides.flatMap(([seat, other]) => {
    const [one, two] = [hands[seat], hands[other]];
    if (one === undefined || two === undefined) return [];
    const lengths = ofSuits((suit) => sumOf(one.lengths[suit], two.lengths[suit], RANKS.length, level));
    return [pairOf([seat, other], sumOf(one.hcp, two.hcp, PACK_POINTS, level), lengths)];
  });
}

function pairOf(seats: readonly [Seat, Seat], hcp: Distribution, lengths: Record<Suit, Distribution>): Pair {
  const fits = SUITS.map((suit) => {
    const together = lengths[suit];
    return { suit, together, chance: chanceAtLeast(together, FIT_CARDS) };
  });
  const [game, slam] = [chanceAtLeast(hcp, GAME_HCP), chanceAtLeast(hcp, SLAM_HCP)];
  return { seats, hcp, game, slam, fits };
}

function ofSuits<T>(make: (suit: Suit) => T): Record<Suit, T> {
  return Object.fromEntries(SUITS.map((suit) => [suit, make(suit)])) as Record<Suit, T>;
}

/** Return the zone that the combined points are likely enough for. */
export function zoneOf({ game, slam }: Pair): Zone {
  if (slam >= 0.5) return "slam";
  if (game >= 0.5) return "game";
  return game >= 0.1 ? "perhaps game" : "part score";
}

/** The suits in which a fit is more likely than not, the likeliest first. */
export function likelyFits({ fits }: Pair): Fit[] {
  return fits.filter(({ chance }) => chance >= 0.5).sort((one, other) => other.chance - one.chance);
}

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
  return fits.length === 0 ? t("No suit is likely to be a fit.") : t("Likely fit: {suits}.", { suits: joinList(fits) });
}
