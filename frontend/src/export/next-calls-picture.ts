/** The likeliest next calls as a picture: the suggestion with its rivals, or beside what was called. */

import { turnOf } from "../bridge/auction";
import { type Call, callSymbol } from "../bridge/calls";
import { highCardPoints, parseHand, suitText } from "../bridge/hand";
import { type Seat, SEAT_NAMES, SUIT_SYMBOLS, SUITS } from "../bridge/table";
import { joinList, joinSentences, plural, t, translate } from "../i18n/translate";
import { formatChance } from "../insight/format";
import type { CallChance, Explanation } from "../service/types";
import * as draw from "./drawing";

/** So many calls are drawn; of the others, only the one that was made. */
const MOST_DRAWN = 5;
const WORDS = { y: 56, step: 19, size: 13 };
const ROW = { height: 26, bar: 84, width: 330, chance: 470, made: 484 };

/** The next calls at a moment, the likeliest first; somebody must be to call there. */
export function chancesPicture(explanation: Explanation, moment: number): draw.Picture {
  const { position, moments } = explanation;
  const chances = moments[moment]!.next_call;
  const made = position.auction[moment] ?? null;
  const turn = turnOf(position.dealer, position.auction.slice(0, moment))!;
  const drawn = chances.filter(({ call }, place) => place < MOST_DRAWN || call === made);
  const words = [...suggestionText(explanation, made), ...handText(explanation, turn)];
  const lead = t("Likeliest next calls of {seat}:", { seat: t(SEAT_NAMES[turn]) });
  const lines = [...words, lead].flatMap((text) => draw.linesOf(text, draw.RIGHT - draw.LEFT, WORDS.size));
  const top = WORDS.y + WORDS.step * lines.length;
  const below = top + ROW.height * drawn.length + 14;
  const title = draw.titleOf(t("Likely calls"), explanation, moment);
  const description = joinSentences([...words, lead, joinList(drawn.map(chanceText))]);
  return draw.sheet(
    { title, description, width: draw.WIDTH, height: below + 30, explanation },
    draw.paragraph(lines, WORDS.step, { x: draw.LEFT, y: WORDS.y, "font-size": WORDS.size, fill: draw.SOFT_INK }),
    ...drawn.map((one, place) => row(one, one.call === made, top + ROW.height * place)),
    rest(chances.length - drawn.length, below),
  );
}

/** The suggestion, where the call is still to be made. */
function suggestionText({ suggestion }: Explanation, made: Call | null): string[] {
  return made !== null || suggestion === null ? [] : [translate(suggestion.sentence, suggestion.said)];
}

/** The hand from which the chances are told, where the viewer is to call. */
function handText({ position: { hand, seat } }: Explanation, turn: Seat): string[] {
  if (hand === null || seat !== turn) return [];
  const { cards } = parseHand(hand);
  const holds = t("{seat} holds {points} HCP:", { seat: t(SEAT_NAMES[seat]), points: highCardPoints(cards) });
  const suits = SUITS.map((suit) => `${SUIT_SYMBOLS[suit]} ${suitText(cards, suit)}`);
  return [[holds, ...suits].join(" ")];
}

function chanceText({ call, probability }: CallChance): string {
  return `${callSymbol(call)} ${formatChance(probability)}`;
}

function row({ call, probability }: CallChance, made: boolean, top: number): string {
  const y = top + 17;
  const back = { x: draw.LEFT - 6, y: top, width: draw.WIDTH - 2 * draw.LEFT + 12, height: ROW.height - 2, rx: 6 };
  return [
    made ? draw.element("rect", { ...back, fill: draw.MADE }) : "",
    draw.colouredText(callSymbol(call), { x: draw.LEFT, y, "font-size": 15, "font-weight": 600 }),
    draw.chanceBar(probability, ROW.bar, top + 5, ROW.width),
    draw.label(formatChance(probability), { x: ROW.chance, y, "font-size": 13, "text-anchor": "end" }),
    made ? draw.label(t("made"), { x: ROW.made, y, "font-size": 12 }) : "",
  ].join("");
}

/** Draw the number of calls that are left out. */
function rest(count: number, y: number): string {
  if (count <= 0) return "";
  const text = plural("{count} more legal call", "{count} more legal calls", count);
  return draw.label(text, { x: draw.LEFT, y, "font-size": 12, fill: draw.SOFT_INK });
}
