/** Exports of what is on show: the file or text of each choice of the menu. */

import { noPicture } from "../service/failure";
import { linkFragment, problemFragment } from "../state/selectors";
import type { Dispatch, State } from "../state/state";
import { addressOf } from "./address";
import { copyText, download } from "./download";
import { type ExportData, fileName } from "./export-data";
import { toJson } from "./json";
import { toLin } from "./lin";
import { toPbn } from "./pbn";
import { drawPicture, type PictureId } from "./pictures";
import { toPng } from "./png";

export type ExportChoice =
  | { what: "link" | "problem" | "json" | "pbn" | "lin" | "handout" }
  | { what: "svg" | "png"; of: PictureId };

/** The day at this place, as ISO writes it. */
export function today(now = new Date()): string {
  const [month, day] = [now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0"));
  return `${now.getFullYear()}-${month}-${day}`;
}

/** Run the export chosen. */
export async function runExport(choice: ExportChoice, state: State, dispatch: Dispatch): Promise<void> {
  if (choice.what === "link") return copyLink(linkFragment(state), dispatch);
  if (choice.what === "problem") return copyLink(problemFragment(state), dispatch);
  if (choice.what === "handout") return window.print();
  if ("of" in choice) return exportPicture(choice, state, dispatch);
  const { explanation, explained } = state;
  if (explanation === null || explained === null) return;
  const data: ExportData = { explanation, input: explained, date: today() };
  const whole = explanation.position.auction;
  switch (choice.what) {
    case "json":
      return download(fileName(whole, "", "json"), toJson(data), "application/json");
    case "pbn":
      return download(fileName(whole, "", "pbn"), toPbn(data), "text/x-pbn");
    case "lin":
      return download(fileName(whole, "", "lin"), toLin(data), "text/plain");
  }
}

async function exportPicture(
  { what, of }: { what: "svg" | "png"; of: PictureId },
  state: State,
  dispatch: Dispatch,
): Promise<void> {
  const found = drawPicture(of, state);
  if (found === null) return;
  const name = fileName(found.calls, found.what, what);
  const { svg, width, height } = found.picture;
  if (what === "svg") return download(name, svg, "image/svg+xml");
  const png = await toPng(svg, width, height).catch(() => null);
  if (png === null) dispatch({ type: "picture failed", failure: noPicture() });
  else download(name, png, "image/png");
}

async function copyLink(link: string, dispatch: Dispatch): Promise<void> {
  const done = await copyText(addressOf(link));
  dispatch({ type: "link copied", link, done });
}
