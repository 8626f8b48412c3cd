/** The two fields whose text the service parses: a pasted board and typed calls. */

import type { Seat } from "../bridge/table";
import { t } from "../i18n/translate";
import {
  type Boards,
  type BoardSource,
  type BoardsResult,
  type Encoding,
  ENCODINGS,
  type RecordedBoard,
  type RejectedBoard,
} from "../service/boards";
import { withRecordedBoard } from "./import-board";
import type { Input } from "./input";

/** The name of a field. */
export type TextFieldName = "paste" | "calls";

interface ParseState {
  /** The text that the service is reading; null for none. */
  pending: BoardSource | null;
  /** The error of the text, in words. */
  error: string | null;
  /** Whether the text is a hand viewer link that lacks only the dealer. */
  lacksDealer: boolean;
}

/** The field for a whole board. */
export interface PasteState extends ParseState {
  open: boolean;
  text: string;
  /** The boards of the last text that could not be read. */
  refused: readonly RejectedBoard[];
  reading: Reading | null;
  /** The one board of the last text, while it is what is entered. */
  taken: RecordedBoard | null;
}

/** How a text was read. */
export interface Reading {
  warnings: readonly RejectedBoard[];
  /** Of a file whose encoding was guessed or chosen. */
  encoding: Encoding | null;
  /** To be read in another; null where it is no longer at hand. */
  file: File | null;
}

/** The field for calls. */
interface CallsState extends ParseState {
  /** The text while it is typed; null where it shows the auction entered. */
  text: string | null;
}

export interface TextFields {
  paste: PasteState;
  calls: CallsState;
}

export type TextFieldAction =
  | { type: "paste opened"; open: boolean }
  | { type: "paste typed"; text: string }
  | { type: "calls typed"; text: string }
  | { type: "parse requested"; field: TextFieldName; source: BoardSource }
  | ParseFinished;

export interface ParseFinished {
  type: "parse finished";
  field: TextFieldName;
  outcome: BoardsResult;
  /** The same file as the browser has kept it, with the auctions that its player has entered since. */
  kept?: readonly RecordedBoard[];
}

const NOTHING_PENDING: ParseState = { pending: null, error: null, lacksDealer: false };
export const EMPTY_TEXT_FIELDS: TextFields = {
  paste: { open: false, text: "", ...NOTHING_PENDING, refused: [], reading: null, taken: null },
  calls: { text: null, ...NOTHING_PENDING },
};

export function updateTextFields(fields: TextFields, action: TextFieldAction): TextFields {
  const { paste } = fields;
  switch (action.type) {
    case "paste opened":
      return { ...fields, paste: { ...paste, open: action.open } };
    case "paste typed":
      return { ...fields, paste: { ...paste, text: action.text, ...NOTHING_PENDING } };
    case "calls typed":
      return { ...fields, calls: { text: action.text, ...NOTHING_PENDING } };
    case "parse requested":
      return changed(fields, action.field, { ...NOTHING_PENDING, pending: action.source });
    case "parse finished":
      return fields[action.field].pending === null ? fields : withResult(fields, action);
  }
}

/** Return the input with what was read for a field; the very same object where there is nothing. */
export function parsedInput(input: Input, fields: TextFields, { field, outcome }: ParseFinished): Input {
  const board = fields[field].pending === null ? null : parsedBoard({ field, outcome });
  if (board === null) return input;
  return field === "calls" ? withCalls(input, board) : withRecordedBoard(input, board);
}

/** The board to lay in, or whose calls are; null where there is none. */
export function parsedBoard({ field, outcome }: Pick<ParseFinished, "field" | "outcome">): RecordedBoard | null {
  if (outcome.kind === "error") return null;
  const [board = null, second] = outcome.found.boards;
  return field === "calls" || second === undefined ? board : null;
}

/** No board counts as laid in, once what is entered came from elsewhere. */
export function withoutTakenBoard(fields: TextFields): TextFields {
  const { paste } = fields;
  return paste.taken === null ? fields : { ...fields, paste: { ...paste, taken: null } };
}

/** The field's text shows the auction again, once that is another. */
export function withoutCallsText(fields: TextFields): TextFields {
  return { ...fields, calls: EMPTY_TEXT_FIELDS.calls };
}

function withCalls(input: Input, board: RecordedBoard): Input {
  if (board.auction.length === 0) return input;
  const { auction, dealer } = board;
  if (dealer === null || dealer === input.dealer) return { ...input, auction };
  return { ...input, board: "", dealer, dealerStated: true, auction };
}

function withResult(fields: TextFields, { field, outcome }: ParseFinished): TextFields {
  if (outcome.kind === "error") {
    const { text: error, lacksDealer = false } = outcome;
    return changed(fields, field, { pending: null, error, lacksDealer });
  }
  const { boards, refused } = outcome.found;
  if (field === "calls") {
    const empty = boards[0] === undefined || boards[0].auction.length === 0;
    const fault = empty ? t("There are no calls in this text.") : null;
    return changed(fields, field, { ...NOTHING_PENDING, error: fault });
  }
  const taken = boards.length === 1 ? boards[0]! : null;
  const done = boards.length > 0 && refused.length === 0;
  const open = fields.paste.open && !done;
  const reading = readingOf(outcome.found, fields.paste.pending!);
  return { ...fields, paste: { open, text: fields.paste.text, ...NOTHING_PENDING, refused, reading, taken } };
}

export function readingOf({ warnings = [], encoding }: Boards, source: BoardSource): Reading {
  if ("text" in source) return { warnings, encoding: null, file: null };
  const known = source.encoding ?? encoding ?? "";
  return { warnings, encoding: known in ENCODINGS ? (known as Encoding) : null, file: source.file };
}

function changed(fields: TextFields, field: TextFieldName, state: ParseState): TextFields {
  return { ...fields, [field]: { ...fields[field], ...state } };
}

/** The text with the dealer stated in its hand viewer link. */
export function withLinkDealer(text: string, dealer: Seat): string {
  const stated = text.replace(/([?&])d=(?=&|\s|$)/i, "$1");
  return stated.replace(/((?:handviewer\.html?|:\/\/[^\s?]*)\?)/i, `$1d=${dealer.toLowerCase()}&`);
}
