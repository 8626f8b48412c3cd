/** One hidden hand as a picture that stands alone: heat map, points and lengths. */

import { type Card, parseHand, rankText } from "../bridge/hand";
import { RANKS, type Seat, SEAT_NAMES, SUIT_SYMBOLS, SUITS } from "../bridge/table";
import { t } from "../i18n/translate";
import { lastValue } from "../insight/distribution";
import { toPercentage } from "../insight/format";
import { summaryText } from "../insight/meanings";
import type { Explanation, HiddenHand } from "../service/types";
import * as draw from "./drawing";

/** With one line of words above the map. */
export const PICTURE_HEIGHT = 338;
export const SUMMARY = { step: 17, size: 13 };
/** From where to where the map and the charts of a hand are drawn. */
export const HAND_TOP = 66;
export const HAND_BOTTOM = 308;

const HEAT = { none: "#f3f6fa", middle: "#317ab9", full: "#0a2f57" };
/** From this probability on the shade is strong enough for figures in white. */
const STRONG_FROM = 0.6;

const GRID = { x: 44, y: 86, width: 39, height: 28 };
const CHARTS_TOP = 234;
const HCP = { x: draw.LEFT, y: CHARTS_TOP, width: 208, least: 25, tick: 5 };
const LENGTH = { x: 240, y: CHARTS_TOP, width: 66, step: 78, least: 7, tick: 2 };

/** A hand at a moment; the seat must be a hidden one. */
export function handPicture(explanation: Explanation, moment: number, seat: Seat): draw.Picture {
  const hand = explanation.moments[moment]!.hands[seat]!;
  const title = draw.titleOf(t(SEAT_NAMES[seat]), explanation, moment);
  const description = summaryText(seat, hand, explanation);
  const lines = draw.linesOf(description, draw.RIGHT - draw.LEFT, SUMMARY.size);
  const lower = SUMMARY.step * (lines.length - 1);
  return draw.sheet(
    { title, description, width: draw.WIDTH, height: PICTURE_HEIGHT + lower, explanation },
    draw.paragraph(lines, SUMMARY.step, { x: draw.LEFT, y: 54, "font-size": SUMMARY.size, fill: draw.SOFT_INK }),
    draw.moved(0, lower, handDrawing(explanation, hand)),
  );
}

/** The map and the charts of a hand, at their place in its picture. */
export function handDrawing({ position }: Explanation, hand: HiddenHand): string {
  const own = position.hand === null ? [] : parseHand(position.hand).cards;
  return heatGrid(hand, own) + charts(hand);
}

function heatGrid(hand: HiddenHand, own: readonly Card[]): string {
  const heads = [...RANKS].map((rank, place) =>
    draw.label(rankText(rank), { ...middle(place, -0.25), "font-size": 12, fill: draw.SOFT_INK }),
  );
  const rows = SUITS.flatMap((suit, row) => [
    draw.label(SUIT_SYMBOLS[suit], { ...middle(-0.8, row + 0.68), "font-size": 18, fill: draw.SUIT_INK[suit] }),
    ...[...RANKS].map((rank, place) =>
      own.includes(suit + rank) ? cell(row, place, draw.SUNK) : heatCell(row, place, hand.cards[suit][place] ?? 0),
    ),
  ]);
  return draw.element("g", {}, ...heads, ...rows);
}

function heatCell(row: number, place: number, probability: number): string {
  const fill = probability >= STRONG_FROM ? "#ffffff" : "#000000";
  const number = draw.label(String(toPercentage(probability)), { ...middle(place, row + 0.66), "font-size": 12, fill });
  return cell(row, place, shade(probability)) + number;
}

/** One hue in two stretches, as on the page. */
function shade(probability: number): string {
  return probability >= STRONG_FROM
    ? draw.mixed(HEAT.middle, HEAT.full, (probability - STRONG_FROM) / (1 - STRONG_FROM))
    : draw.mixed(HEAT.none, HEAT.middle, probability / STRONG_FROM);
}

function cell(row: number, place: number, fill: string): string {
  const { x, y, width, height } = GRID;
  const corner = { x: x + place * width, y: y + row * height };
  return draw.element("rect", { ...corner, width: width - 1, height: height - 1, rx: 3, fill });
}

/** Return the place of a figure of the grid: centred in its column. */
function middle(place: number, row: number): draw.Attributes {
  return {
    x: draw.rounded(GRID.x + (place + 0.5) * GRID.width),
    y: draw.rounded(GRID.y + row * GRID.height),
    "text-anchor": "middle",
  };
}

function charts(hand: HiddenHand): string {
  const lengths = SUITS.map((suit) => hand.lengths[suit]);
  const top = Math.max(...lengths.flatMap(({ probabilities }) => probabilities));
  const last = Math.max(...lengths.map((length) => lastValue(length, LENGTH.least)));
  const points = { ...HCP, last: lastValue(hand.hcp, HCP.least), top: Math.max(...hand.hcp.probabilities) };
  return draw.element(
    "g",
    {},
    draw.chart(t("HCP"), draw.INK, hand.hcp, points),
    ...SUITS.map((suit, place) => {
      const scale = { ...LENGTH, x: LENGTH.x + place * LENGTH.step, last, top };
      return draw.chart(SUIT_SYMBOLS[suit], draw.SUIT_INK[suit], hand.lengths[suit], scale);
    }),
  );
}
