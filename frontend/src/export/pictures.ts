/** The pictures that can be exported, with their names and file names. */

import type { Call } from "../bridge/calls";
import { type Seat, SEAT_NAMES, SEATS } from "../bridge/table";
import { t } from "../i18n/translate";
import { lineLetter } from "../lines/lines";
import { comparedLines } from "../state/selectors";
import type { State } from "../state/state";
import type { Picture } from "./drawing";
import { handPicture } from "./hand-picture";
import { linesPicture } from "./lines-picture";
import { chancesPicture } from "./next-calls-picture";
import { pairsPicture } from "./partnership-picture";

/** A hidden hand; both hands of each pair; what may be called next; two lines side by side. */
export type PictureId = Seat | "pairs" | "calls" | "lines";

export interface DrawnPicture {
  picture: Picture;
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
      return t("Lines {one} and {other}", {
        one: lineLetter(lines.shown), other: lineLetter(compared?.line ?? 0),
      });
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
