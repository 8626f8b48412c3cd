/** Exports of what is on show: the file or text of each choice of the menu. */

import { type Call, isBid, toAscii, toSingleLine } from "../bridge/calls";
import { type Seat, SEAT_NAMES, SUITS, type Vulnerability } from "../bridge/table";
import { annotationOn, EVENT, withEstimate } from "../entry/import-board";
import { toRequest } from "../entry/input";
import { englishMeaning } from "../insight/meanings";
import { noPicture } from "../service/failure";
import { linkFragment, problemFragment } from "../state/selectors";
import type { Dispatch, State } from "../state/state";
import { addressOf, copyText, download, type ExportData, fileName, knownHand } from "./download";
import { toPbn } from "./pbn";
import { drawPicture, type PictureId } from "./pictures";

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

/** Hands and names stand in this order; the dealer is a place in it, from 1. */
const ORDER: readonly Seat[] = ["S", "W", "N", "E"];
const VULNERABLE: Record<Vulnerability, string> = { none: "o", NS: "n", EW: "e", both: "b" };
const OTHER_CALLS: Readonly<Record<Call, string>> = { P: "p", X: "d", XX: "r" };

/** One board on one line. */
export function toLin(data: ExportData): string {
  const { position } = data.explanation;
  const { board } = data.input;
  const commands: [string, string][] = [
    ["vg", `${EVENT},,,,,,,,`],
    ["pn", ORDER.map((seat) => SEAT_NAMES[seat]).join(",")],
    ["st", ""],
    ["md", `${ORDER.indexOf(position.dealer) + 1}${ORDER.map((seat) => handText(data, seat)).join(",")}`],
    ["rh", ""],
    ...(/^[1-9]\d*$/.test(board) ? [["ah", `Board ${board}`] as [string, string]] : []),
    ["sv", VULNERABLE[position.vulnerability]],
    ...position.auction.flatMap((call, index) => callCommands(data, call, index)),
    ["pg", ""],
  ];
  return `${commands.map(([name, value]) => `${name}|${value}|`).join("")}\n`;
}

/** Each holding after its suit's letter: "SAKJT985H6DA76C84"; nothing for a hidden hand. */
function handText(data: ExportData, seat: Seat): string {
  const holdings = knownHand(data, seat)?.split(".") ?? [];
  return holdings.map((ranks, place) => `${SUITS[place]}${ranks}`).join("");
}

function callCommands(data: ExportData, call: Call, index: number): [string, string][] {
  const { calls, interval_level } = data.explanation;
  const made: [string, string] = ["mb", isBid(call) ? call.replace("NT", "N") : OTHER_CALLS[call]!];
  const meaning = calls.find((candidate) => candidate.index === index);
  const estimate = meaning === undefined ? "" : englishMeaning(meaning, interval_level);
  const text = withEstimate(toSingleLine(annotationOn(data.input, index)), toAscii(estimate));
  return text === "" ? [made] : [made, ["an", alertText(text)]];
}

/** A bar would end the command, and a "!" be drawn as the suit whose letter follows it. */
function alertText(text: string): string {
  return text.replaceAll("|", "/").replaceAll("!", ".");
}
