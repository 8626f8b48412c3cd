/** The pictures that can be exported, with their names and file names. */

import { type Call, FIT_CARDS, GAME_HCP, SLAM_HCP } from "../bridge/calls";
import { type Seat, SEAT_NAMES, SEATS, SUIT_SYMBOLS } from "../bridge/table";
import { joinSentences, t } from "../i18n/translate";
import { type ComparedLines, differences, differencesTitle, type LineSide, sideTitle } from "../insight/comparison";
import { lastValue } from "../insight/distribution";
import { formatPercent, formatRange } from "../insight/format";
import { summaryText } from "../insight/meanings";
import { type Fit, fitText, type Pair, pairName, pairs, sourceText, strengthText } from "../insight/partnership";
import { lineLetter } from "../lines/lines";
import type { Explanation } from "../service/types";
import { comparedLines } from "../state/selectors";
import type { State } from "../state/state";
import * as draw from "./drawing";
import { HAND_BOTTOM, HAND_TOP, handDrawing, handPicture, SUMMARY as HAND_SUMMARY } from "./hand-picture";
import { chancesPicture } from "./next-calls-picture";

/** A hidden hand; both hands of each pair; what may be called next; two lines side by side. */
export type PictureId = Seat | "pairs" | "calls" | "lines";

interface DrawnPicture {
  picture: draw.Picture;
  /** The parts of the file's name: the calls before it, and what is drawn. */
  calls: readonly Call[];
  what: string;
}

/** The hidden hands there are to draw. */
export function hiddenSeats({ explanation }: State): Seat[] {
  return SEATS.filter((seat) => explanation?.moments[0]?.hands[seat] !== undefined);
}

/** The other pictures on show just now. */
export function otherPictures(state: State): PictureId[] {
  const now = state.explanation?.moments[state.moment];
  if (now === undefined) return [];
  return [
    "pairs",
    ...(now.next_call.length > 0 ? (["calls"] as const) : []),
    ...(comparedLines(state) === null ? [] : (["lines"] as const)),
  ];
}

export function pictureName(pictured: PictureId, { lines, compared }: State): string {
  switch (pictured) {
    case "pairs":
      return t("Both hands together");
    case "calls":
      return t("Likely calls");
    case "lines":
      return t("Lines {one} and {other}", { one: lineLetter(lines.shown), other: lineLetter(compared?.line ?? 0) });
    default:
      return t(SEAT_NAMES[pictured]);
  }
}

/** A picture at the moment on show; null where it is not, or no longer, to be had. */
export function drawPicture(pictured: PictureId, state: State): DrawnPicture | null {
  const { explanation, moment } = state;
  if (explanation === null) return null;
  if (![...hiddenSeats(state), ...otherPictures(state)].includes(pictured)) return null;
  const calls = explanation.position.auction.slice(0, moment);
  switch (pictured) {
    case "pairs":
      return { picture: pairsPicture(explanation, moment), calls, what: "both-hands" };
    case "calls":
      return { picture: chancesPicture(explanation, moment), calls, what: "likely-calls" };
    case "lines":
      return drawnLines(state);
    default:
      return { picture: handPicture(explanation, moment, pictured), calls, what: seatName(pictured) };
  }
}

function drawnLines(state: State): DrawnPicture | null {
  const both = comparedLines(state);
  if (both === null) return null;
  const [one, other] = both.sides;
  const letters = `${lineLetter(one.place)}-${lineLetter(other.place)}`.toLowerCase();
  const calls = one.explanation.position.auction.slice(0, one.moment);
  return { picture: linesPicture(both), calls, what: `${seatName(both.seat)}-lines-${letters}` };
}

/** English, as all file names are. */
function seatName(seat: Seat): string {
  return SEAT_NAMES[seat].toLowerCase();
}

/** The distance of the second side from the first. */
const ASIDE = draw.RIGHT;
const WORDS = { y: 58, step: 18, size: 13 };
const SUMMARY = { y: 36, ...HAND_SUMMARY };

/** Draw the differences of two lines, then the hand as each shows it. */
export function linesPicture({ seat, sides }: ComparedLines): draw.Picture {
  const [one, other] = sides;
  const words = [differencesTitle(other.place, seat), ...differences(one.hand, other.hand)];
  const lines = words.map((text, place) => (place === 0 ? text : `• ${text}`));
  const top = WORDS.y + WORDS.step * lines.length + 8;
  const summaries = sides.map((side) => summaryLines(side, seat));
  const below = SUMMARY.y + SUMMARY.step * Math.max(...summaries.map(({ length }) => length));
  const title = t("{seat} in lines {one} and {other}", {
    seat: t(SEAT_NAMES[seat]),
    one: lineLetter(one.place),
    other: lineLetter(other.place),
  });
  const height = top + below + HAND_BOTTOM - HAND_TOP + 28;
  return draw.sheet(
    { title, description: joinSentences(words), width: draw.WIDTH + ASIDE, height, explanation: one.explanation },
    draw.paragraph(lines, WORDS.step, { x: draw.LEFT, y: WORDS.y, "font-size": WORDS.size, fill: draw.INK }),
    ...sides.map((side, place) => draw.moved(ASIDE * place, top, sideDrawing(side, summaries[place]!, below))),
  );
}

function summaryLines({ hand, explanation }: LineSide, seat: Seat): string[] {
  const words = summaryText(seat, hand, explanation);
  return draw.linesOf(words, draw.RIGHT - draw.LEFT, SUMMARY.size);
}

function sideDrawing(side: LineSide, summary: readonly string[], below: number): string {
  return [
    draw.colouredText(sideTitle(side), { x: draw.LEFT, y: 16, "font-size": 15, "font-weight": 600 }),
    draw.paragraph(summary, SUMMARY.step, {
      x: draw.LEFT,
      y: SUMMARY.y,
      "font-size": SUMMARY.size,
      fill: draw.SOFT_INK,
    }),
    draw.moved(0, below - HAND_TOP, handDrawing(side.explanation, side.hand)),
  ].join("");
}

const SOURCE = { y: 54, step: 16, size: 12 };
const PAIR_HEIGHT = 226;
const POINTS = { x: draw.LEFT, y: 90, width: 250, least: 37, tick: 5 };
const FITS = { y: 82, step: 20, suit: 300, cards: 370, bar: 430, width: 72 };
const ZONES = { y: 186, step: 20, bar: 300, width: 202 };

/** The viewer's pair and the opponents', or North-South and East-West, at a moment. */
export function pairsPicture(explanation: Explanation, moment: number): draw.Picture {
  const both = pairs(explanation, explanation.moments[moment]!);
  const source = draw.linesOf(sourceText(explanation), draw.RIGHT - draw.LEFT, SOURCE.size);
  const top = SOURCE.y + SOURCE.step * source.length + 14;
  const title = draw.titleOf(t("Both hands together"), explanation, moment);
  const description = joinSentences(both.map((pair) => pairText(pair, explanation)));
  const height = top + PAIR_HEIGHT * both.length + 20;
  return draw.sheet(
    { title, description, width: draw.WIDTH, height, explanation },
    draw.paragraph(source, SOURCE.step, { x: draw.LEFT, y: SOURCE.y, "font-size": SOURCE.size, fill: draw.SOFT_INK }),
    ...both.map((pair, place) => draw.moved(0, top + PAIR_HEIGHT * place, pairDrawing(pair, explanation))),
  );
}

function pairText(pair: Pair, explanation: Explanation): string {
  return t("{pair}: {words}", {
    pair: pairName(pair, explanation),
    words: joinSentences([strengthText(pair), fitText(pair)]),
  });
}

function pairDrawing(pair: Pair, explanation: Explanation): string {
  const points = { ...POINTS, last: lastValue(pair.hcp, POINTS.least), top: Math.max(...pair.hcp.probabilities) };
  const words = { x: draw.LEFT, y: 34, "font-size": 13, fill: draw.SOFT_INK };
  return [
    draw.label(pairName(pair, explanation), { x: draw.LEFT, y: 14, "font-size": 15, "font-weight": 600 }),
    draw.paragraph([strengthText(pair), fitText(pair)], 18, words),
    draw.chart(t("HCP"), draw.INK, pair.hcp, points),
    fitTable(pair.fits),
    zone(t("Game zone, {points} HCP or more", { points: GAME_HCP }), pair.game, 0),
    zone(t("Small slam zone, {points} HCP or more", { points: SLAM_HCP }), pair.slam, 1),
  ].join("");
}

function fitTable(fits: readonly Fit[]): string {
  const head = { y: FITS.y, "font-size": 11, fill: draw.SOFT_INK };
  return [
    draw.label(t("Cards together"), { ...head, x: FITS.cards, "text-anchor": "middle" }),
    draw.label(t("{count} or more", { count: FIT_CARDS }), { ...head, x: FITS.bar }),
    ...fits.map(fitRow),
  ].join("");
}

function fitRow({ suit, together, chance }: Fit, row: number): string {
  const y = FITS.y + FITS.step * (row + 1);
  return [
    draw.colouredText(SUIT_SYMBOLS[suit], { x: FITS.suit, y, "font-size": 15 }),
    draw.label(formatRange(together), { x: FITS.cards, y, "font-size": 13, "text-anchor": "middle" }),
    draw.chanceBar(chance, FITS.bar, y - 11, FITS.width),
    chanceText(chance, y),
  ].join("");
}

function zone(name: string, chance: number, row: number): string {
  const y = ZONES.y + ZONES.step * row;
  return [
    draw.label(name, { x: draw.LEFT, y, "font-size": 12 }),
    draw.chanceBar(chance, ZONES.bar, y - 11, ZONES.width),
    chanceText(chance, y),
  ].join("");
}

function chanceText(chance: number, y: number): string {
  return draw.label(formatPercent(chance), { x: draw.RIGHT, y, "font-size": 12, "text-anchor": "end" });
}
