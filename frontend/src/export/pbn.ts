/** The position as Portable Bridge Notation (PBN 2.1, export format), a note to each call. */

import { contractOf, isOver } from "../bridge/auction";
import { type Call, isBid } from "../bridge/calls";
import { clipped, onOneLine, plain } from "../bridge/plain-text";
import { SEATS, type Vulnerability } from "../bridge/table";
import { EVENT, remarkOn, withEstimate } from "../entry/annotations";
import { percent } from "../insight/format";
import { englishMeaning } from "../insight/meanings";
import { knownHand, type Taken } from "./export-data";

/** PBN allows no longer line, and no more notes to an auction. */
const MOST_SIGNS = 255;
const MOST_NOTES = 32;
const CALLS_IN_A_LINE = 4;
const UNKNOWN = "?";

const VULNERABLE: Record<Vulnerability, string> = { none: "None", NS: "NS", EW: "EW", both: "All" };

/** A file with this one board. */
export function toPbn(taken: Taken): string {
  const notes = notesOf(taken);
  const lines = [
    "% PBN 2.1",
    "% EXPORT",
    `% ${plain(levelWords(taken))}`,
    ...tags(taken).map(([name, value]) => tag(name, value)),
    ...auctionLines(taken, notes),
    ...notes.map((note, place) => noteTag(place + 1, note)),
  ];
  return `${lines.join("\r\n")}\r\n`;
}

function levelWords({ explanation }: Taken): string {
  const { model, interval_level } = explanation;
  const share = percent(interval_level);
  return `The notes are estimates of ${model.name} ${model.version}; each range holds in at least ${share} of cases.`;
}

/** The fifteen tags that every game has, in their order, and those that go with them. */
function tags(taken: Taken): [string, string][] {
  const { position, model } = taken.explanation;
  const { declarer, contract } = contractTags(taken);
  return [
    ["Event", EVENT],
    ["Site", UNKNOWN],
    ["Date", taken.date.replaceAll("-", ".")],
    ["Board", /^[1-9]\d*$/.test(taken.input.board) ? taken.input.board : UNKNOWN],
    ["West", UNKNOWN],
    ["North", UNKNOWN],
    ["East", UNKNOWN],
    ["South", UNKNOWN],
    ["Dealer", position.dealer],
    ["Vulnerable", VULNERABLE[position.vulnerability]],
    ["Deal", `N:${SEATS.map((seat) => knownHand(taken, seat) ?? "-").join(" ")}`],
    ["Scoring", UNKNOWN],
    ["Declarer", declarer],
    ["Contract", contract],
    ["Result", UNKNOWN],
    ["Annotator", `BridgeViz, model ${model.name} ${model.version}`],
    ["BidSystemEW", position.systems.ew],
    ["BidSystemNS", position.systems.ns],
  ];
}

/** The contract once the auction has ended; a deal that is passed out has no declarer. */
function contractTags({ explanation }: Taken): { declarer: string; contract: string } {
  const { dealer, auction } = explanation.position;
  if (!isOver(auction)) return { declarer: UNKNOWN, contract: UNKNOWN };
  const contract = contractOf(dealer, auction);
  if (contract === null) return { declarer: "", contract: "Pass" };
  return {
    declarer: contract.declarer,
    contract: `${contract.bid}${contract.stake ?? ""}`,
  };
}

/** What the calls showed, each thing once; what is beyond the allowed number is left to comments. */
function notesOf(taken: Taken): string[] {
  return [...new Set(meanings(taken))].filter((text) => text !== "").slice(0, MOST_NOTES);
}

/** What is said of each call, in its order; nothing for one that nobody explains. */
function meanings({ explanation, input }: Taken): string[] {
  const { calls, interval_level, position } = explanation;
  return position.auction.map((_, index) => {
    const meaning = calls.find((candidate) => candidate.index === index);
    const estimate = meaning === undefined ? "" : englishMeaning(meaning, interval_level);
    return withEstimate(onOneLine(remarkOn(input, index)), plain(estimate));
  });
}

/** Four calls a line, each with the number of its note; "+" where the auction still runs. */
function auctionLines(taken: Taken, notes: readonly string[]): string[] {
  const { dealer, auction } = taken.explanation.position;
  const texts = meanings(taken);
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
  return [`{${clipped(text.replace(/[{}]/g, "|"), MOST_SIGNS - 2)}}`];
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
  return tag("Note", `${number}:${clipped(text, room - escaped(text).length + text.length)}`);
}

function tag(name: string, value: string): string {
  return `[${name} "${escaped(value)}"]`;
}

/** A tag's value: a backslash stands before a quote and before another backslash. */
function escaped(value: string): string {
  return value.replace(/[\\"]/g, "\\$&");
}
