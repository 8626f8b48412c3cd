/** One hidden hand as a picture that stands alone: heat map, points and lengths. */

import { callSymbol } from "../calls";
import type { Distribution, Explanation, HiddenHand } from "../explanation";
import { bars, cellNumber, lastValue, range } from "../figures";
import { type Card, parseHand } from "../hand";
import { summaryWords } from "../meanings";
import { RANKS, SEAT_NAMES, type Seat, SUIT_SYMBOLS, SUITS, type Suit } from "../table";
import { say } from "../words";
import { element, escaped, mixed, rounded } from "./svg";

export const PICTURE_WIDTH = 568;
export const PICTURE_HEIGHT = 338;

// The light colours of the page: a file knows no dark scheme, and paper is white.
const INK = "#1c2320";
const SOFT_INK = "#545d57";
const LINE = "#dcd6c7";
const OWN = "#efebe0";
const BAR = "#b9c6cf";
const BAR_INSIDE = "#317ab9";
const HEAT = { none: "#f3f6fa", middle: "#317ab9", full: "#0a2f57" };
const SUIT_INK: Record<Suit, string> = { S: INK, H: "#c01826", D: "#ad5200", C: "#16713a" };
/** From this probability on the shade is strong enough for figures in white. */
const STRONG_FROM = 0.6;

const LEFT = 16;
const GRID = { x: 44, y: 86, width: 39, height: 28 };
const CHARTS = { caption: 226, top: 234, height: 56, ticks: 303 };
const HCP = { x: LEFT, width: 208, least: 25, tick: 5 };
const LENGTH = { x: 240, width: 66, step: 78, least: 7, tick: 2 };
const MOST_CALLS_NAMED = 10;

/** A standalone SVG file of a hand at a moment; the seat must be a hidden one. */
export function handPicture(explanation: Explanation, moment: number, seat: Seat): string {
  const hand = explanation.moments[moment]!.hands[seat]!;
  const title = titleOf(explanation, moment, seat);
  const summary = summaryWords(seat, hand, explanation.interval_level);
  const size = { width: PICTURE_WIDTH, height: PICTURE_HEIGHT };
  return element(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg", ...size, viewBox: `0 0 ${size.width} ${size.height}`,
      role: "img", "aria-label": title, "font-family": "system-ui, 'DejaVu Sans', sans-serif",
    },
    element("title", {}, escaped(title)),
    element("desc", {}, escaped(summary)),
    element("rect", { ...size, fill: "#ffffff" }),
    label(title, { x: LEFT, y: 32, "font-size": 18, "font-weight": 600 }),
    label(summary, { x: LEFT, y: 54, "font-size": 13, fill: SOFT_INK }),
    heatGrid(hand, ownCards(explanation)),
    charts(hand),
    label(origin(explanation), { x: LEFT, y: 328, "font-size": 10, fill: SOFT_INK }),
  );
}

function titleOf({ position }: Explanation, moment: number, seat: Seat): string {
  const who = say(SEAT_NAMES[seat]);
  if (moment === 0) return say("{seat} before the first call", { seat: who });
  const calls = position.auction.slice(0, moment).map(callSymbol);
  const last = calls.slice(-MOST_CALLS_NAMED).join(" ");
  const text = calls.length > MOST_CALLS_NAMED ? `… ${last}` : last;
  return say("{seat} after {calls}", { seat: who, calls: text });
}

function origin({ model, interval_level }: Explanation): string {
  return say("Chances in per cent; each range holds in at least {share} % of cases. BridgeViz, {model}", {
    share: Math.round(100 * interval_level), model: `${model.name} ${model.version}`,
  });
}

function ownCards({ position }: Explanation): readonly Card[] {
  return position.hand === null ? [] : parseHand(position.hand).cards;
}

function heatGrid(hand: HiddenHand, own: readonly Card[]): string {
  const heads = [...RANKS].map((rank, place) =>
    label(rank, { ...middle(place, -0.25), "font-size": 12, fill: SOFT_INK }),
  );
  const rows = SUITS.flatMap((suit, row) => [
    label(SUIT_SYMBOLS[suit], { ...middle(-0.8, row + 0.68), "font-size": 18, fill: SUIT_INK[suit] }),
    ...[...RANKS].map((rank, place) =>
      own.includes(suit + rank)
        ? cell(row, place, OWN)
        : heatCell(row, place, hand.cards[suit][place] ?? 0),
    ),
  ]);
  return element("g", {}, ...heads, ...rows);
}

function heatCell(row: number, place: number, probability: number): string {
  const fill = probability >= STRONG_FROM ? "#ffffff" : "#000000";
  const number = label(String(cellNumber(probability)), {
    ...middle(place, row + 0.66), "font-size": 12, fill,
  });
  return cell(row, place, shade(probability)) + number;
}

/** One hue in two stretches, as on the page. */
function shade(probability: number): string {
  return probability >= STRONG_FROM
    ? mixed(HEAT.middle, HEAT.full, (probability - STRONG_FROM) / (1 - STRONG_FROM))
    : mixed(HEAT.none, HEAT.middle, probability / STRONG_FROM);
}

function cell(row: number, place: number, fill: string): string {
  const { x, y, width, height } = GRID;
  const corner = { x: x + place * width, y: y + row * height };
  return element("rect", { ...corner, width: width - 1, height: height - 1, rx: 3, fill });
}

/** Where a figure of the grid stands: centred in its column. */
function middle(place: number, row: number): Record<string, string | number> {
  return {
    x: rounded(GRID.x + (place + 0.5) * GRID.width),
    y: rounded(GRID.y + row * GRID.height),
    "text-anchor": "middle",
  };
}

function charts(hand: HiddenHand): string {
  const lengths = SUITS.map((suit) => hand.lengths[suit]);
  const top = Math.max(...lengths.flatMap(({ probabilities }) => probabilities));
  const last = Math.max(...lengths.map((length) => lastValue(length, LENGTH.least)));
  const points = { ...HCP, last: lastValue(hand.hcp, HCP.least), top: Math.max(...hand.hcp.probabilities) };
  return element(
    "g",
    {},
    chart("HCP", INK, hand.hcp, points),
    ...SUITS.map((suit, place) => {
      const scale = { ...LENGTH, x: LENGTH.x + place * LENGTH.step, last, top };
      return chart(SUIT_SYMBOLS[suit], SUIT_INK[suit], hand.lengths[suit], scale);
    }),
  );
}

interface Scale {
  x: number;
  width: number;
  last: number;
  top: number;
  /** Write every so-manieth value under the axis. */
  tick: number;
}

function chart(name: string, ink: string, distribution: Distribution, scale: Scale): string {
  const { x, width, last, top, tick } = scale;
  const step = width / (last + 1);
  const base = CHARTS.top + CHARTS.height;
  const drawn = bars(distribution, last, top).map(({ value, height, inside }) =>
    element("rect", {
      x: rounded(x + value * step),
      y: rounded(base - height * CHARTS.height),
      width: rounded(step - 1),
      height: rounded(height * CHARTS.height),
      fill: inside ? BAR_INSIDE : BAR,
    }),
  );
  const ticks = Array.from({ length: Math.floor(last / tick) + 1 }, (_, place) =>
    label(String(place * tick), {
      x: rounded(x + (place * tick + 0.5) * step), y: CHARTS.ticks, "font-size": 10, fill: SOFT_INK,
      "text-anchor": "middle",
    }),
  );
  return element(
    "g",
    {},
    label(name, { x, y: CHARTS.caption, "font-size": 13, fill: ink }),
    label(range(distribution), {
      x: x + (name.length > 1 ? 34 : 16), y: CHARTS.caption, "font-size": 13, "font-weight": 600,
    }),
    ...drawn,
    element("line", { x1: x, x2: x + width, y1: base, y2: base, stroke: LINE }),
    ...ticks,
  );
}

function label(text: string, attributes: Record<string, string | number>): string {
  return element("text", { fill: INK, ...attributes }, escaped(text));
}
