/** Taking along what is on show: which file or text each choice of the menu makes. */

import { copy, save } from "./export/save";
import { toJson } from "./export/json";
import { toLin } from "./export/lin";
import { toPbn } from "./export/pbn";
import { handPicture, PICTURE_HEIGHT, PICTURE_WIDTH } from "./export/picture";
import { toPng } from "./export/raster";
import { fileName, type Taken } from "./export/taken";
import { toLink } from "./link";
import { noPicture } from "./problems";
import { type Dispatch, momentOf, type State } from "./state";
import { SEAT_NAMES, type Seat } from "./table";

export type Take =
  | { what: "link" | "json" | "pbn" | "lin" | "handout" }
  | { what: "svg" | "png"; seat: Seat };

/** The day at this place, as ISO writes it. */
export function today(now = new Date()): string {
  const [month, day] = [now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0"));
  return `${now.getFullYear()}-${month}-${day}`;
}

/** Does what was chosen. */
export async function take(choice: Take, state: State, dispatch: Dispatch): Promise<void> {
  if (choice.what === "link") return copyLink(state, dispatch);
  if (choice.what === "handout") return window.print();
  const { explanation, explained } = state;
  if (explanation === null || explained === null) return;
  const taken: Taken = { explanation, input: explained, date: today() };
  if ("seat" in choice) return takePicture(choice, taken, state.moment, dispatch);
  const whole = explanation.position.auction;
  switch (choice.what) {
    case "json":
      return save(fileName(whole, "", "json"), toJson(taken), "application/json");
    case "pbn":
      return save(fileName(whole, "", "pbn"), toPbn(taken), "text/x-pbn");
    case "lin":
      return save(fileName(whole, "", "lin"), toLin(taken), "text/plain");
  }
}

async function takePicture(
  { what, seat }: { what: "svg" | "png"; seat: Seat },
  { explanation }: Taken,
  moment: number,
  dispatch: Dispatch,
): Promise<void> {
  const svg = handPicture(explanation, moment, seat);
  const calls = explanation.position.auction.slice(0, moment);
  const name = fileName(calls, SEAT_NAMES[seat].toLowerCase(), what);
  if (what === "svg") return save(name, svg, "image/svg+xml");
  const png = await toPng(svg, PICTURE_WIDTH, PICTURE_HEIGHT).catch(() => null);
  if (png === null) dispatch({ type: "failed beside", failure: noPicture() });
  else save(name, png, "image/png");
}

async function copyLink(state: State, dispatch: Dispatch): Promise<void> {
  const link = linkTo(state);
  const { origin, pathname } = location;
  const done = await copy(`${origin}${pathname}#${link}`);
  dispatch({ type: "link copied", link, done });
}

/** The fragment for what is on show or will be once it is answered. */
export function linkTo(state: State): string {
  return toLink({ ...state, moment: momentOf(state) });
}
