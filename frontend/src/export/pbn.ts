/** The position as Portable Bridge Notation (PBN 2.1, export format), a note to each call. */

import { contractOf, isOver } from "../bridge/auction";
import { type CardCode, codeOfSystem } from "../bridge/card";
import { type Call, isBid, toAscii, toSingleLine, truncate } from "../bridge/calls";
import { SEATS, SYSTEMS, type Vulnerability } from "../bridge/table";
import { annotationOn, EVENT, withEstimate } from "../entry/import-board";
import { formatPercent } from "../insight/format";
import { englishMeaning } from "../insight/meanings";
import { type ExportData, knownHand } from "./download";

/** PBN allows no longer line, and no more notes to an auction. */
const MOST_SIGNS = 255;
const MOST_NOTES = 32;
const CALLS_IN_A_LINE = 4;
const UNKNOWN = "?";

const VULNERABLE: Record<Vulnerability, string> = { none: "None", NS: "NS", EW: "EW", both: "All" };

/** A file with this one board. */
export function toPbn(data: ExportData): string {
  const notes = notesOf(data);
  const lines = [
    "% PBN 2.1",
    "% EXPORT",
    `% ${toAscii(levelText(data))}`,
    ...tags(data).map(([name, value]) => tag(name, value)),
    ...auctionLines(data, notes),
    ...notes.map((note, place) => noteTag(place + 1, note)),
  ];
  return `${lines.join("\r\n")}\r\n`;
}

function levelText({ explanation }: ExportData): string {
  const { model, interval_level } = explanation;
  const share = formatPercent(interval_level);
  return `The notes are estimates of ${model.name} ${model.version}; what is usual holds in at least ${share} of cases.`;
}

/** The fifteen tags that every game has, in their order, and those that go with them. */
function tags(data: ExportData): [string, string][] {
  const { position, model } = data.explanation;
  const { declarer, contract } = contractTags(data);
  return [
    ["Event", EVENT],
    ["Site", UNKNOWN],
    ["Date", data.date.replaceAll("-", ".")],
    ["Board", /^[1-9]\d*$/.test(data.input.board) ? data.input.board : UNKNOWN],
    ["West", UNKNOWN],
    ["North", UNKNOWN],
    ["East", UNKNOWN],
    ["South", UNKNOWN],
    ["Dealer", position.dealer],
    ["Vulnerable", VULNERABLE[position.vulnerability]],
    ["Deal", `N:${SEATS.map((seat) => knownHand(data, seat) ?? "-").join(" ")}`],
    ["Scoring", UNKNOWN],
    ["Declarer", declarer],
    ["Contract", contract],
    ["Result", UNKNOWN],
    ["Annotator", `BridgeViz, model ${model.name} ${model.version}`],
    ["BidSystemEW", systemTag(position.systems.ew)],
    ["BidSystemNS", systemTag(position.systems.ns)],
  ];
}

/** A system by its name, a card by its code, as both are read again. */
export function systemTag(code: CardCode): string {
  return SYSTEMS.find((system) => codeOfSystem(system) === code) ?? code;
}

/** The contract once the auction has ended; a deal that is passed out has no declarer. */
function contractTags({ explanation }: ExportData): { declarer: string; contract: string } {
  const { dealer, auction } = explanation.position;
  if (!isOver(auction)) return { declarer: UNKNOWN, contract: UNKNOWN };
  const contract = contractOf(dealer, auction);
  if (contract === null) return { declarer: "", contract: "Pass" };
  return { declarer: contract.declarer, contract: `${contract.bid}${contract.doubling ?? ""}` };
}

/** Return the notes, each once; those beyond the allowed number become comments. */
function notesOf(data: ExportData): string[] {
  return [...new Set(meanings(data))].filter((text) => text !== "").slice(0, MOST_NOTES);
}

/** Return the text of each call, in order; empty for a call without one. */
export function meanings({ explanation, input }: ExportData): string[] {
  const { calls, interval_level, position } = explanation;
  return position.auction.map((_, index) => {
    const meaning = calls.find((candidate) => candidate.index === index);
    const estimate = meaning === undefined ? "" : englishMeaning(meaning, interval_level);
    return withEstimate(toSingleLine(annotationOn(input, index)), toAscii(estimate));
  });
}

/** Four calls a line, each with the number of its note; "+" where the auction still runs. */
function auctionLines(data: ExportData, notes: readonly string[]): string[] {
  const { dealer, auction } = data.explanation.position;
  const texts = meanings(data);
  const calls = auction.map((call, index) => [callText(call), ...mark(texts[index]!, notes)]);
  const words = isOver(auction) ? calls : [...calls, ["+"]];
  const rows = Array.from({ length: Math.ceil(words.length / CALLS_IN_A_LINE) }, (_, row) =>
    words.slice(row * CALLS_IN_A_LINE, (row + 1) * CALLS_IN_A_LINE),
  );
  return [tag("Auction", dealer), ...rows.flatMap((row) => wrapped(row.flat()))];
}

function callText(call: Call): string {
  if (call === "P") return "Pass";
  return isBid(call) ? call : call.toUpperCase();
}

/** The reference to a note; a comment where there was no room for one. */
function mark(text: string, notes: readonly string[]): string[] {
  if (text === "") return [];
  const place = notes.indexOf(text);
  if (place !== -1) return [`=${place + 1}=`];
  return [`{${truncate(text.replace(/[{}]/g, "|"), MOST_SIGNS - 2)}}`];
}

/** Words on as few lines as hold them. */
function wrapped(words: readonly string[]): string[] {
  return words.reduce<string[]>((lines, word) => {
    const last = lines.at(-1);
    const fits = last !== undefined && last.length + 1 + word.length <= MOST_SIGNS;
    return fits ? [...lines.slice(0, -1), `${last} ${word}`] : [...lines, word];
  }, []);
}

function noteTag(number: number, text: string): string {
  const room = MOST_SIGNS - tag("Note", `${number}:`).length;
  return tag("Note", `${number}:${truncate(text, room - escaped(text).length + text.length)}`);
}

function tag(name: string, value: string): string {
  return `[${name} "${escaped(value)}"]`;
}

/** A tag's value: a backslash stands before a quote and before another backslash. */
function escaped(value: string): string {
  return value.replace(/[\\"]/g, "\\$&");
}
