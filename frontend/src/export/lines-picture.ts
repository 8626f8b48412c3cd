/** The same hidden hand in two lines as one picture, side by side. */

import { type Seat, SEAT_NAMES } from "../bridge/table";
import { joinSentences, t } from "../i18n/translate";
import {
  type ComparedLines, differences, differencesTitle, type LineSide, sideTitle,
} from "../insight/comparison";
import { summaryText } from "../insight/meanings";
import { lineLetter } from "../lines/lines";
import {
  colouredText, INK, LEFT, linesOf, moved, paragraph, type Picture, RIGHT, sheet, SOFT_INK, WIDTH,
} from "./drawing";
import { HAND_BOTTOM, HAND_TOP, handDrawing } from "./hand-picture";

/** The distance of the second side from the first. */
const ASIDE = RIGHT;
const WORDS = { y: 58, step: 18, size: 13 };
const SUMMARY = { y: 36, step: 17, size: 13 };

/** Draw the differences of two lines, then the hand as each shows it. */
export function linesPicture({ seat, sides }: ComparedLines): Picture {
  const [one, other] = sides;
  const words = [differencesTitle(other.place, seat), ...differences(one.hand, other.hand)];
  const lines = words.map((text, place) => (place === 0 ? text : `• ${text}`));
  const top = WORDS.y + WORDS.step * lines.length + 8;
  const summaries = sides.map((side) => summaryLines(side, seat));
  const below = SUMMARY.y + SUMMARY.step * Math.max(...summaries.map(({ length }) => length));
  const title = t("{seat} in lines {one} and {other}", {
    seat: t(SEAT_NAMES[seat]), one: lineLetter(one.place), other: lineLetter(other.place),
  });
  const height = top + below + HAND_BOTTOM - HAND_TOP + 28;
  return sheet(
    { title, description: joinSentences(words), width: WIDTH + ASIDE, height, explanation: one.explanation },
    paragraph(lines, WORDS.step, { x: LEFT, y: WORDS.y, "font-size": WORDS.size, fill: INK }),
    ...sides.map((side, place) =>
      moved(ASIDE * place, top, sideDrawing(side, summaries[place]!, below)),
    ),
  );
}

function summaryLines({ hand, explanation }: LineSide, seat: Seat): string[] {
  const words = summaryText(seat, hand, explanation);
  return linesOf(words, RIGHT - LEFT, SUMMARY.size);
}

function sideDrawing(side: LineSide, summary: readonly string[], below: number): string {
  return [
    colouredText(sideTitle(side), { x: LEFT, y: 16, "font-size": 15, "font-weight": 600 }),
    paragraph(summary, SUMMARY.step, {
      x: LEFT, y: SUMMARY.y, "font-size": SUMMARY.size, fill: SOFT_INK,
    }),
    moved(0, below - HAND_TOP, handDrawing(side.explanation, side.hand)),
  ].join("");
}
