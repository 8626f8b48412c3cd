/** Exports of what is on show: the file or text of each choice of the menu. */

import { SEATS } from "../bridge/table";
import { EVENT } from "../entry/import-board";
import { toRequest } from "../entry/input";
import { today } from "../insight/format";
import { fetchDocument } from "../service/client";
import { noPicture } from "../service/failure";
import type { Schemas } from "../service/types";
import { linkFragment, problemFragment } from "../state/selectors";
import type { Dispatch, State } from "../state/state";
import { addressOf, copyText, download, type ExportData, fileName, knownHand } from "./download";
import { meanings, systemTag, toPbn } from "./pbn";
import { drawPicture, type PictureId } from "./pictures";

export type ExportChoice =
  | { what: "link" | "problem" | "json" | "pbn" | "lin" | "handout" }
  | { what: "svg" | "png"; of: PictureId };

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
      return exportLin(fileName(whole, "", "lin"), data, dispatch);
  }
}

async function exportLin(name: string, data: ExportData, dispatch: Dispatch): Promise<void> {
  const outcome = await fetchDocument<string>("/api/v1/files", new AbortController().signal, toFile(data));
  if ("failure" in outcome) dispatch({ type: "export failed", failure: outcome.failure });
  else download(name, outcome.result, "text/plain");
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
  if (png === null) dispatch({ type: "export failed", failure: noPicture() });
  else download(name, png, "image/png");
}

async function copyLink(link: string, dispatch: Dispatch): Promise<void> {
  const done = await copyText(addressOf(link));
  dispatch({ type: "link copied", link, done });
}

/** An object with the request, the deal where it is known, the day and the answer. */
export function toJson({ explanation, input, date }: ExportData): string {
  const whole = { date, request: toRequest(input), deal: input.deal, explanation };
  return `${JSON.stringify(whole, null, 2)}\n`;
}

const SCALE = 2;

/** The picture as PNG; rejects where the browser cannot draw it. */
async function toPng(svg: string, width: number, height: number): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = SCALE * width;
  canvas.height = SCALE * height;
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no PNG"))), "image/png");
  });
}

/** What the service is to write: the board with a note to each call. */
export function toFile(data: ExportData): Schemas["NewFile"] {
  const { position } = data.explanation;
  const { board } = data.input;
  const hands = Object.fromEntries(SEATS.map((seat) => [seat, knownHand(data, seat)]));
  const notes = meanings(data).flatMap((explanation, call) => (explanation === "" ? [] : [{ call, explanation }]));
  const written = {
    event: EVENT,
    number: /^[1-9]\d*$/.test(board) ? Number(board) : null,
    dealer: position.dealer,
    vulnerability: position.vulnerability,
    hands: hands as Schemas["BoardHands"],
    auction: [...position.auction] as Schemas["Call"][],
    notes,
    systems: { ns: systemTag(position.systems.ns), ew: systemTag(position.systems.ew) },
  };
  return { format: "lin", boards: [written] };
}
