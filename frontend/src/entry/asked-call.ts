/** A question such as "2♣ in Acol" or "1nt p 2c": the calls of an auction, and the system they are asked in. */

import { illegalReason, isLegal } from "../bridge/auction";
import { type Call, callSymbol, isBid } from "../bridge/calls";
import type { CardCode } from "../bridge/card";
import type { Strain } from "../bridge/table";
import { t } from "../i18n/translate";

export interface AskedCalls {
  /** From the dealer on. */
  auction: readonly Call[];
  /** The same with the opponents passing, where the question may mean that; else null. */
  uncontested: readonly Call[] | null;
  /** What both sides play; null where the question does not say. */
  system: CardCode | null;
  /** Why the calls end before the last one asked of; null where they do not. */
  fault: string | null;
  /** Whether there are other words, so that it may be a name such as "Jacoby 2NT". */
  named: boolean;
}

const STRAINS: readonly [Strain, string][] = [
  ["NT", "nt|sa|无将|n"],
  ["S", "♠|♤|spades?|黑桃|s"],
  ["H", "♥|♡|❤|hearts?|红心|红桃|h"],
  ["D", "♦|♢|diamonds?|方块|方片|d"],
  ["C", "♣|♧|clubs?|梅花|草花|c"],
];
const OTHERS: readonly [Call, string][] = [
  ["XX", "xx|rdbl|redouble|再加倍"],
  ["X", "x|dbl|double|加倍"],
  ["P", "p|pass|passes|不叫"],
];
const CALL = new RegExp(
  `([(（]?)(?:([1-7])\\s*(${STRAINS.map(([, names]) => names).join("|")})|(?<![a-z])(${OTHERS.map(([, names]) => names).join("|")}))(?![a-z0-9])`,
  "gi",
);
/** The longer names before those that are in them. */
const SYSTEMS: readonly [CardCode, RegExp][] = [
  ["sayc", /sayc|yellow card|黄卡/i],
  ["standard", /standard( american)?|美国标准/i],
  ["21", /\b(2\s*\/\s*1|21|(two|2)[ -]over[ -](one|1))(\s*gf)?(?![a-z0-9♠♥♦♣])|二盖一/i],
  ["acol", /acol/i],
  ["polish", /polish( club)?|\bwj(05|20\d\d)?\b|波兰(梅花)?/i],
  ["precision", /precision( club)?|精确(体系)?/i],
];

/** Read one call and nothing else; null where the text is another. */
export function parseCall(text: string): Call | null {
  const [only, second] = askedIn(text);
  return only === undefined || second !== undefined || narrow(text).replace(CALL, "").trim() !== "" ? null : only.call;
}

/** The words of a question that name nothing. */
const FILLERS = /\b(what|is|does|mean|in|the|a)\b|什么|意思|是|在|里|中/gi;

/** Read a question; null where it names no call, or only doubles and passes among other words. */
export function parseAskedCalls(text: string): AskedCalls | null {
  const [system, name] = SYSTEMS.find(([, one]) => one.test(text)) ?? [null, null];
  const rest = name === null ? text : text.replace(name, " ");
  const asked = askedIn(rest);
  if (asked.length === 0) return null;
  const calls = asked.map(({ call }) => call);
  const named = /\p{L}/u.test(narrow(rest).replace(CALL, " ").replace(FILLERS, " "));
  if (named && !calls.some(isBid)) return null;
  const isBookish = asked.some(({ theirs }) => theirs);
  const { auction, fault } = legalCalls(isBookish ? withPasses(asked) : calls);
  const others = isBookish || calls.length < 2 || calls.includes("P") ? null : legalCalls(withPasses(asked));
  return { auction, fault, uncontested: others?.fault === null ? others.auction : null, system, named };
}

/** The calls that a text names, and whether they are in brackets. */
function askedIn(text: string): { call: Call; theirs: boolean }[] {
  return [...narrow(text).matchAll(CALL)].map(([, bracket, level, strain, other]) => ({
    theirs: bracket !== "",
    call: level === undefined ? named(OTHERS, other!) : level + named(STRAINS, strain!),
  }));
}

/** A text without signs of how to draw a suit, in letters and figures as wide as Latin ones: "２Ｃ" is "2C". */
function narrow(text: string): string {
  return text.normalize("NFKC").replace(/\ufe0e|\ufe0f/g, "");
}

function named<Name extends string>(names: readonly [Name, string][], text: string): Name {
  return names.find(([, spelled]) => new RegExp(`^(${spelled})$`, "i").test(text))![0];
}

/** The calls of both sides in turn: one side's two calls in a row have a pass between them. */
function withPasses(asked: readonly { call: Call; theirs: boolean }[]): Call[] {
  return asked.flatMap(({ call, theirs }, place) => (asked[place - 1]?.theirs === theirs ? ["P", call] : [call]));
}

/** The calls up to the first that is not legal, and why that is not. */
function legalCalls(calls: readonly Call[]): { auction: Call[]; fault: string | null } {
  const bad = calls.findIndex((call, place) => !isLegal("N", calls.slice(0, place), call));
  if (bad === -1) return { auction: [...calls], fault: null };
  const before = calls.slice(0, bad);
  const values = { call: callSymbol(calls[bad]!), reason: illegalReason("N", before, calls[bad]!)! };
  return { auction: before, fault: t("{call} cannot be made there: {reason}.", values) };
}
