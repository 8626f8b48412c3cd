/** The two fields whose text the service reads: a pasted board and typed calls. */

import { say } from "../i18n/translate";
import type { Outcome, RecordedBoard, Refusal, Source } from "../service/boards";
import { withRecord } from "./import-board";
import type { Input } from "./input";

/** Which of the fields is meant. */
export type Reader = "paste" | "calls";

interface Reading {
  /** Whether the service is reading. */
  busy: boolean;
  /** What is wrong with the text, in words. */
  fault: string | null;
}

/** The field for a whole board. */
export interface Paste extends Reading {
  open: boolean;
  text: string;
  /** What was read last; kept so that another board of the same text can be chosen. */
  boards: readonly RecordedBoard[];
  refused: readonly Refusal[];
  more: boolean;
  /** Which of the boards is laid in. */
  taken: number | null;
}

/** The field for calls. */
export interface CallsText extends Reading {
  /** The text while it is typed; null where it shows the auction entered. */
  text: string | null;
}

export interface Readings {
  paste: Paste;
  calls: CallsText;
}

export type ReadingAction =
  | { type: "paste opened"; open: boolean }
  | { type: "paste typed"; text: string }
  | { type: "calls typed"; text: string }
  | { type: "reading asked"; reader: Reader; source: Source }
  | { type: "reading done"; reader: Reader; outcome: Outcome }
  | { type: "board taken"; index: number; board: RecordedBoard };

const NOTHING_READ = { boards: [], refused: [], more: false, taken: null } as const;
export const EMPTY_READINGS: Readings = {
  paste: { open: false, text: "", busy: false, fault: null, ...NOTHING_READ },
  calls: { text: null, busy: false, fault: null },
};

const TYPES: readonly string[] = [
  "paste opened", "paste typed", "calls typed", "reading asked", "reading done", "board taken",
] satisfies ReadingAction["type"][];

export function isReadingAction<T extends { type: string }>(
  action: T,
): action is Extract<T, ReadingAction> {
  return TYPES.includes(action.type);
}

export function updateReadings(readings: Readings, action: ReadingAction): Readings {
  const { paste } = readings;
  switch (action.type) {
    case "paste opened":
      return { ...readings, paste: { ...paste, open: action.open } };
    case "paste typed":
      return { ...readings, paste: { ...paste, text: action.text, busy: false, fault: null } };
    case "calls typed":
      return { ...readings, calls: { text: action.text, busy: false, fault: null } };
    case "reading asked":
      return changed(readings, action.reader, { busy: true, fault: null });
    case "reading done":
      return readings[action.reader].busy ? settled(readings, action) : readings;
    case "board taken":
      return { ...readings, paste: { ...paste, taken: action.index } };
  }
}

/** What an action makes of the input; the very same object where it does not concern it. */
export function inputRead(input: Input, readings: Readings, action: ReadingAction): Input {
  if (action.type === "reading done" && !readings[action.reader].busy) return input;
  const board = boardRead(action);
  if (board === null) return input;
  const calls = action.type === "reading done" && action.reader === "calls";
  return calls ? withCalls(input, board) : withRecord(input, board);
}

/** The board that an action lays in, or whose calls it does; null where there is none to lay in. */
export function boardRead(action: ReadingAction): RecordedBoard | null {
  if (action.type === "board taken") return action.board;
  if (action.type !== "reading done" || action.outcome.kind === "fault") return null;
  const [board = null, second] = action.outcome.found.boards;
  return action.reader === "calls" || second === undefined ? board : null;
}

/** No board counts as laid in, once what is entered came from elsewhere. */
export function withoutTaken(readings: Readings): Readings {
  const { paste } = readings;
  return paste.taken === null ? readings : { ...readings, paste: { ...paste, taken: null } };
}

/** The field's text shows the auction again, once that is another. */
export function withoutCallsText(readings: Readings): Readings {
  return { ...readings, calls: EMPTY_READINGS.calls };
}

function withCalls(input: Input, board: RecordedBoard): Input {
  if (board.auction.length === 0) return input;
  const { auction, dealer } = board;
  if (dealer === null || dealer === input.dealer) return { ...input, auction };
  return { ...input, board: "", dealer, auction };
}

function settled(
  readings: Readings,
  { reader, outcome }: Extract<ReadingAction, { type: "reading done" }>,
): Readings {
  if (outcome.kind === "fault") return changed(readings, reader, { busy: false, fault: outcome.text });
  const { boards, refused, more } = outcome.found;
  if (reader === "calls") {
    const empty = boards[0] === undefined || boards[0].auction.length === 0;
    const fault = empty ? say("There are no calls in this text.") : null;
    return changed(readings, reader, { busy: false, fault });
  }
  const taken = boards.length === 1 ? 0 : null;
  const done = taken !== null && refused.length === 0;
  const open = readings.paste.open && !done;
  const paste = { open, text: readings.paste.text, busy: false, fault: null };
  return { ...readings, paste: { ...paste, boards, refused, more, taken } };
}

function changed(readings: Readings, reader: Reader, reading: Reading): Readings {
  return { ...readings, [reader]: { ...readings[reader], ...reading } };
}
