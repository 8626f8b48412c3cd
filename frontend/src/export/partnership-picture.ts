/** Both hands of each pair together as a picture: combined points, the zones they reach, fits. */

import { SUIT_SYMBOLS } from "../bridge/table";
import { FIT_CARDS, GAME_HCP, SLAM_HCP } from "../bridge/thresholds";
import { joinSentences, t } from "../i18n/translate";
import { lastValue } from "../insight/bars";
import { formatPercent, formatRange } from "../insight/format";
import { type Fit, type Pair, pairs } from "../insight/partnership";
import { fitText, pairName, sourceText, strengthText } from "../insight/partnership-text";
import type { Explanation } from "../service/types";
import { chart } from "./chart";
import {
  chanceBar, colouredText, INK, label, LEFT, linesOf, moved, paragraph, type Picture, RIGHT,
  sheet, SOFT_INK, titleOf, WIDTH,
} from "./drawing";

const SOURCE = { y: 54, step: 16, size: 12 };
const PAIR_HEIGHT = 226;
const POINTS = { x: LEFT, y: 90, width: 250, least: 37, tick: 5 };
const FITS = { y: 82, step: 20, suit: 300, cards: 370, bar: 430, width: 72 };
const ZONES = { y: 186, step: 20, bar: 300, width: 202 };

/** The viewer's pair and the opponents', or North-South and East-West, at a moment. */
export function pairsPicture(explanation: Explanation, moment: number): Picture {
  const both = pairs(explanation, explanation.moments[moment]!);
  const source = linesOf(sourceText(explanation), RIGHT - LEFT, SOURCE.size);
  const top = SOURCE.y + SOURCE.step * source.length + 14;
  const title = titleOf(t("Both hands together"), explanation, moment);
  const description = joinSentences(both.map((pair) => pairText(pair, explanation)));
  const height = top + PAIR_HEIGHT * both.length + 20;
  return sheet(
    { title, description, width: WIDTH, height, explanation },
    paragraph(source, SOURCE.step, { x: LEFT, y: SOURCE.y, "font-size": SOURCE.size, fill: SOFT_INK }),
    ...both.map((pair, place) => moved(0, top + PAIR_HEIGHT * place, pairDrawing(pair, explanation))),
  );
}

function pairText(pair: Pair, explanation: Explanation): string {
  return t("{pair}: {words}", {
    pair: pairName(pair, explanation), words: joinSentences([strengthText(pair), fitText(pair)]),
  });
}

function pairDrawing(pair: Pair, explanation: Explanation): string {
  const points = {
    ...POINTS, last: lastValue(pair.hcp, POINTS.least), top: Math.max(...pair.hcp.probabilities),
  };
  const words = { x: LEFT, y: 34, "font-size": 13, fill: SOFT_INK };
  return [
    label(pairName(pair, explanation), { x: LEFT, y: 14, "font-size": 15, "font-weight": 600 }),
    paragraph([strengthText(pair), fitText(pair)], 18, words),
    chart(t("HCP"), INK, pair.hcp, points),
    fitTable(pair.fits),
    zone(t("Game zone, {points} HCP or more", { points: GAME_HCP }), pair.game, 0),
    zone(t("Small slam zone, {points} HCP or more", { points: SLAM_HCP }), pair.slam, 1),
  ].join("");
}

function fitTable(fits: readonly Fit[]): string {
  const head = { y: FITS.y, "font-size": 11, fill: SOFT_INK };
  return [
    label(t("Cards together"), { ...head, x: FITS.cards, "text-anchor": "middle" }),
    label(t("{count} or more", { count: FIT_CARDS }), { ...head, x: FITS.bar }),
    ...fits.map(fitRow),
  ].join("");
}

function fitRow({ suit, together, chance }: Fit, row: number): string {
  const y = FITS.y + FITS.step * (row + 1);
  return [
    colouredText(SUIT_SYMBOLS[suit], { x: FITS.suit, y, "font-size": 15 }),
    label(formatRange(together), { x: FITS.cards, y, "font-size": 13, "text-anchor": "middle" }),
    chanceBar(chance, FITS.bar, y - 11, FITS.width),
    chanceText(chance, y),
  ].join("");
}

function zone(name: string, chance: number, row: number): string {
  const y = ZONES.y + ZONES.step * row;
  return [
    label(name, { x: LEFT, y, "font-size": 12 }),
    chanceBar(chance, ZONES.bar, y - 11, ZONES.width),
    chanceText(chance, y),
  ].join("");
}

function chanceText(chance: number, y: number): string {
  return label(formatPercent(chance), { x: RIGHT, y, "font-size": 12, "text-anchor": "end" });
}
