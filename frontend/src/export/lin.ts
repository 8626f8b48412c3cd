/** The position as LIN, the format of Bridge Base Online, an alert to each call. */

import { type Call, isBid } from "../bridge/calls";
import { toAscii, toSingleLine } from "../bridge/plain-text";
import { type Seat, SEAT_NAMES, SUITS, type Vulnerability } from "../bridge/table";
import { annotationOn, EVENT, withEstimate } from "../entry/annotations";
import { englishMeaning } from "../insight/meanings";
import { type ExportData, knownHand } from "./export-data";

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
