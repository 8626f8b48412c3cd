/** Progress as a text: what the browser keeps, and the file that is exported. */

import { isOver, legalPrefix } from "../bridge/auction";
import { ALL_CALLS } from "../bridge/calls";
import { HAND_SIZE, PACK, parseHand } from "../bridge/hand";
import { SEATS, VULNERABILITIES } from "../bridge/table";
import { t } from "../i18n/translate";
import { GRADES } from "../insight/verdicts";
import { type Hands, PRACTICE_SYSTEMS, practiceCard } from "../service/practice-boards";
import {
  addBoards,
  type BoardSource,
  type GradedCall,
  NO_PROGRESS,
  type PlayedBoard,
  type Progress,
} from "./played-board";
import {
  checked,
  Fault,
  list,
  nullable,
  object,
  oneOf,
  parseJson,
  readCount,
  type Reader,
  readNumber,
  text,
} from "./strict-reading";

const FORMAT = "bridgeviz-progress";
const VERSION = 1;

/** What a text holds, or why it cannot be read. */
type ReadProgress = { progress: Progress } | { fault: string };

export function writeProgress({ boards }: Progress): string {
  return JSON.stringify({ format: FORMAT, version: VERSION, boards });
}

/** The same with a line for each board, for a file. */
export function progressFile({ boards }: Progress): string {
  const lines = boards.map((board) => JSON.stringify(board)).join(",\n");
  return `{"format": "${FORMAT}", "version": ${VERSION}, "boards": [\n${lines}\n]}\n`;
}

/** The name of a player's file of a day. */
export function progressFileName(player: string, now: Date): string {
  const words = player.match(/[\p{L}\p{N}]+/gu) ?? [];
  return `${["bridgeviz", ...words, now.toISOString().slice(0, 10)].join("-")}.json`;
}

const readHand = text(
  (hand) => /^[2-9TJQKA.]+$/.test(hand) && parseHand(hand).cards.length === HAND_SIZE,
  () => t("13 cards"),
);
const readHands = checked(
  object<Hands>({ N: readHand, E: readHand, S: readHand, W: readHand }),
  (hands) => new Set(SEATS.flatMap((seat) => parseHand(hands[seat]).cards)).size === PACK.length,
  () => t("the 52 cards, each once"),
);
const readTheme = text(
  (theme) => /^[a-z0-9_]{1,40}$/.test(theme),
  () => t("the name of a theme"),
);
/** A time as `Date.toISOString` writes it. */
const readTime = text(
  (time) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(time) && !Number.isNaN(Date.parse(time)),
  () => t("a time such as {time}", { time: "2026-11-25T18:30:00.000Z" }),
);
const readCall = oneOf(ALL_CALLS);
const readAuction = checked(
  list(readCall),
  // The same calls are legal with every dealer.
  (calls) => legalPrefix("N", calls).length === calls.length && isOver(calls),
  () => t("a whole auction"),
);
const readGradedCall = object<GradedCall>({
  index: readCount,
  call: readCall,
  grade: oneOf(GRADES),
  usual: readCall,
  lost: nullable(readNumber),
});
const readOfService = object({ id: readCount });
const ownBoard = { hands: readHands, dealer: oneOf(SEATS), vulnerability: oneOf(VULNERABILITIES), seat: oneOf(SEATS) };
const readOwn = object(ownBoard);
const readFirstCalls = checked(
  list(readCall),
  (calls) => legalPrefix("N", calls).length === calls.length && !isOver(calls),
  () => t("the calls before a turn"),
);
const readBegun = object({ ...ownBoard, auction: readFirstCalls });
const readSource: Reader<BoardSource> = (place, value) => {
  const fields = typeof value === "object" && value !== null ? value : {};
  return ("id" in fields ? readOfService : "auction" in fields ? readBegun : readOwn)(place, value);
};
const readBoard = object<PlayedBoard>({
  board: readSource,
  system: (place, value) => practiceCard(value) ?? oneOf(PRACTICE_SYSTEMS)(place, value),
  theme: nullable(readTheme),
  played: readTime,
  auction: readAuction,
  calls: list(readGradedCall),
  imps: nullable(readNumber),
});
const readDocument = object({ format: oneOf([FORMAT]), version: readCount, boards: list(readNumbered) });

/** The progress in a text; nothing of one that is not read whole. */
export function readProgress(document: string): ReadProgress {
  try {
    return { progress: addBoards(NO_PROGRESS, boardsIn(parseJson(document))) };
  } catch (error) {
    if (error instanceof Fault) return { fault: error.message };
    throw error;
  }
}

function boardsIn(document: unknown): PlayedBoard[] {
  const { format, version } = (document ?? {}) as Record<string, unknown>;
  if (format !== FORMAT) throw new Fault(t("This is not a progress file from this page"));
  if (version !== VERSION) {
    const found = JSON.stringify(version ?? null);
    throw new Fault(t("Its version is {found}; this page reads version {known}", { found, known: VERSION }));
  }
  return readDocument("", document).boards;
}

function readNumbered(place: string, value: unknown): PlayedBoard {
  try {
    return readBoard("", value);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const number = place.replace("boards.", "");
    throw new Fault(t("Board {number}: {fault}", { number, fault: error.message }));
  }
}
