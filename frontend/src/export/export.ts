/** Taking along what is on show: which file or text each choice of the menu makes. */

import { noPicture } from "../service/failure";
import { linkTo } from "../state/selectors";
import type { Dispatch, State } from "../state/state";
import { copy, save } from "./download";
import { fileName, type Taken } from "./export-data";
import { toJson } from "./json";
import { toLin } from "./lin";
import { toPbn } from "./pbn";
import { drawn, type Pictured } from "./pictures";
import { toPng } from "./png";

export type Take =
  | { what: "link" | "json" | "pbn" | "lin" | "handout" }
  | { what: "svg" | "png"; of: Pictured };

/** The day at this place, as ISO writes it. */
export function today(now = new Date()): string {
  const [month, day] = [now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0"));
  return `${now.getFullYear()}-${month}-${day}`;
}

/** Does what was chosen. */
export async function take(choice: Take, state: State, dispatch: Dispatch): Promise<void> {
  if (choice.what === "link") return copyLink(state, dispatch);
  if (choice.what === "handout") return window.print();
  if ("of" in choice) return takePicture(choice, state, dispatch);
  const { explanation, explained } = state;
  if (explanation === null || explained === null) return;
  const taken: Taken = { explanation, input: explained, date: today() };
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
  { what, of }: { what: "svg" | "png"; of: Pictured },
  state: State,
  dispatch: Dispatch,
): Promise<void> {
  const found = drawn(of, state);
  if (found === null) return;
  const name = fileName(found.calls, found.what, what);
  const { svg, width, height } = found.picture;
  if (what === "svg") return save(name, svg, "image/svg+xml");
  const png = await toPng(svg, width, height).catch(() => null);
  if (png === null) dispatch({ type: "failed beside", failure: noPicture() });
  else save(name, png, "image/png");
}

async function copyLink(state: State, dispatch: Dispatch): Promise<void> {
  const link = linkTo(state);
  const { origin, pathname } = location;
  const done = await copy(`${origin}${pathname}#${link}`);
  dispatch({ type: "link copied", link, done });
}
