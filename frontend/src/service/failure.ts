/** Failures of requests, as sentences beside the field they are about. */

import { joinSentences, msg, plural, t, translateError } from "../i18n/translate";
import type { Problem } from "./types";

export type Field = "hand" | "seat" | "dealer" | "vulnerability" | "auction" | "systems" | "page";

/** Something the user should read: about one field, or about the whole page. */
export interface FieldError {
  field: Field;
  text: string;
}

/** A request without an answer: a headline, the errors by field, and whether a retry may help. */
export interface Failure {
  title: string;
  errors: FieldError[];
  retry: boolean;
  /** After how many seconds the service may be asked again. */
  retryAfterS?: number;
  /** Why it is so; in words where only the time of the next try is to be told besides. */
  reason?: string;
  /** The text to show instead where the page retries by itself. */
  autoRetryText?: string;
  /** After how many seconds the page asks again by itself. */
  againInS?: number;
  /** Whether the page asks again by itself whatever happens, so that there is nothing to do. */
  byItself?: true;
  /** Whether the network is to blame, so that its return is a reason to ask again. */
  network?: true;
}

/** In the order in which they stand on the page. */
const FIELDS: readonly Exclude<Field, "page">[] = ["hand", "seat", "dealer", "vulnerability", "auction", "systems"];
/** The longest pause between two tries of the page by itself. */
const LONGEST_PAUSE_S = 60;
const RETRY_STATUSES = [408, 410, 429, 500, 502, 503, 504];

/** The wording of a problem: a headline, where the document's own will not do, and the reason. */
interface Wording {
  title?: string;
  why?: string;
  /** What to do, where trying again is not all. */
  advice?: string;
}

const TYPE_PREFIX = "urn:bridgeviz:problem:";
/** The page's own type: a good answer that is none of the service's. */
const NOT_OF_SERVICE = "not-of-service";
/** Those of which the status alone would tell too little. */
const BY_TYPE: Record<string, Wording> = {
  "no-worker": { title: msg("The model is not available"), why: msg("It is not running, or still starting.") },
  overloaded: { title: msg("The model is very busy"), why: msg("Too many questions are waiting.") },
  "broker-unavailable": {
    title: msg("The question could not be sent"),
    why: msg("The queue of questions cannot be reached."),
  },
  "database-unavailable": { title: msg("The service is not available"), why: msg("Its database cannot be reached.") },
  "model-replaced": { title: msg("The model has been replaced"), why: msg("Your question must be asked again.") },
  "explanation-failed": { why: msg("The model could not answer this question.") },
  "unknown-table": {
    title: msg("No such practice table"),
    advice: msg("The link is incomplete, or the table was closed after days without a call. Open a new table."),
  },
  "unknown-class": {
    title: msg("The first answers are not there"),
    advice: msg("The link is incomplete, or they were deleted."),
  },
  "name-taken": { title: msg("Another pupil has this name"), advice: msg("Choose another name.") },
  "class-full": { title: msg("The class is full"), advice: msg("Your teacher gets no more of your answers.") },
  "seat-taken": {
    title: msg("This seat is in use in another browser"),
    advice: msg("Bid there, or take the seat here."),
  },
  "too-many-tables": {
    title: msg("You have too many practice tables open"),
    advice: msg("Deal the next board at one of them."),
  },
  "too-many-batches": {
    title: msg("You have too many files here"),
    advice: msg("Wait until one of them is done, or cancel one. Old ones are deleted after some days."),
  },
  "too-many-items": {
    title: msg("The file has too many boards"),
    advice: msg("Choose one player's point of view, or split the file."),
  },
  "batches-full": { title: msg("No room for more files"), advice: msg("Try again later.") },
  "tables-full": {
    title: msg("No room for more practice tables"),
    advice: msg("Try again later, or deal the next board at a table that is open."),
  },
  [NOT_OF_SERVICE]: { why: msg("Something else answered instead, perhaps the sign-in page of your network.") },
  "internal-error": { why: msg("The error is on the service's side and has been logged.") },
};
const BY_STATUS: Record<number, Wording> = {
  410: { title: msg("The answer was not computed in time") },
  429: { title: msg("Too many questions at once") },
  503: { title: msg("The service is not available") },
  504: { title: msg("The answer took too long"), why: msg("The model is busy.") },
};

/** The statuses that come with a Retry-After. */
const LATER_STATUSES = [429, 503];
const TRY_AGAIN = msg("Try again. Your entry is kept.");
const TRY_LATER = msg("Wait a moment, then try again. Your entry is kept.");

/**
 * The failure that a problem document describes, and how long the service asks to be spared; with
 * the headline of a request that is at fault itself.
 */
export function failureOf(
  problem: Problem,
  retryAfterS: number | null = null,
  atFault: string = msg("This cannot be explained yet"),
): Failure {
  const words = wordingOf(problem);
  const title = t(words?.title ?? (problem.status < 500 ? atFault : problem.title));
  const later = LATER_STATUSES.includes(problem.status) && words?.advice === undefined;
  if (later && retryAfterS !== null) {
    return retryLater(title, words, retryAfterS);
  }
  const errors = (problem.errors ?? []).map(({ pointer, detail, said }) => ({
    field: fieldOf(pointer),
    text: translateError(detail, said),
  }));
  const text = adviceOf(problem, words);
  return {
    title,
    errors: errors.length > 0 ? errors : [{ field: "page", text }],
    retry: RETRY_STATUSES.includes(problem.status),
  };
}

/** The headline of what passes by itself; null where nothing is known of why. */
export function transientTitle(problem: Problem): string | null {
  const title = wordingOf(problem)?.title;
  return title === undefined || !RETRY_STATUSES.includes(problem.status) ? null : t(title);
}

/** The failure of a request that never reached the service. */
export function unreachable(): Failure {
  const text = t("Check your connection, then try again. Your entry is kept.");
  return { title: t("The service cannot be reached"), errors: [{ field: "page", text }], retry: true, network: true };
}

/** The failure of a request from a machine that knows that it has no network. */
export function noNetwork(): Failure {
  const text = t("There is no network. Try again when it is back. Your entry is kept.");
  const autoRetryText = t("There is no network. The page tries again when it is back. Your entry is kept.");
  return { title: t("You are offline"), errors: [{ field: "page", text }], retry: true, network: true, autoRetryText };
}

/** The failure of a question that the service takes again only after so many seconds. */
function retryLater(title: string, words: Wording | undefined, seconds: number): Failure {
  const text = plural(
    "Wait {count} second, then try again. Your entry is kept.",
    "Wait {count} seconds, then try again. Your entry is kept.",
    seconds,
  );
  return {
    title,
    errors: [{ field: "page", text: withReason(words, text) }],
    retry: true,
    retryAfterS: seconds,
    ...(words?.why === undefined ? {} : { reason: t(words.why) }),
  };
}

/** The failure as those say it who ask again by themselves, after so many seconds. */
export function withAutoRetry(failure: Failure, seconds = failure.retryAfterS): Failure {
  const text = failure.retryAfterS === undefined ? failure.autoRetryText : autoRetryText(failure, seconds!);
  return text === undefined ? failure : { ...failure, errors: [{ field: "page", text }] };
}

function autoRetryText({ reason }: Failure, seconds: number): string {
  const text = plural(
    "The page tries again in {count} second. Your entry is kept.",
    "The page tries again in {count} seconds. Your entry is kept.",
    seconds,
  );
  return reason === undefined ? text : joinSentences([reason, text]);
}

/**
 * The seconds until the next try by itself, after so many failures in a row: ever more, and no fewer
 * than the service wishes.
 */
export function retryPauseS(failures: number, firstS: number, retryAfterS = 0): number {
  return Math.max(retryAfterS, Math.min(LONGEST_PAUSE_S, firstS * 2 ** (failures - 1)));
}

/** The failure of a browser that cannot draw a picture into a file. */
export function noPicture(): Failure {
  const text = t("This browser cannot save it as PNG. Save the SVG instead: it is the same picture.");
  return { title: t("The picture could not be saved"), errors: [{ field: "page", text }], retry: false };
}

/** The failure of asking before there is anything to ask about. */
export function missingHand(): Failure {
  const text = t("Enter your 13 cards first, or choose to watch without a hand.");
  return { title: t("No hand yet"), errors: [{ field: "hand", text }], retry: false };
}

/** A problem document for an answer that is none: a proxy's page, say. */
export function problemOfStatus(status: number): Problem {
  return { title: msg("The service sent an unexpected answer"), status };
}

/** A problem document for a good answer that is no JSON: the sign-in page of a network, say. */
export function notOfService(): Problem {
  return { ...problemOfStatus(502), type: NOT_OF_SERVICE };
}

export function errorsOf(failure: Failure | null, field: Field): string[] {
  return (failure?.errors ?? []).filter((complaint) => complaint.field === field).map((complaint) => complaint.text);
}

/** The first field of the page that a failure is about; null where it is about none. */
export function firstField(failure: Failure): Exclude<Field, "page"> | null {
  return FIELDS.find((field) => errorsOf(failure, field).length > 0) ?? null;
}

/** The field a JSON pointer leads to: "/auction/3" is about the auction. */
function fieldOf(pointer: string): Field {
  const name = pointer.replace(/^#/, "").split("/")[1];
  if (name === "system") return "systems";
  return FIELDS.find((field) => field === name) ?? "page";
}

function wordingOf(problem: Problem): Wording | undefined {
  return BY_TYPE[typeName(problem) ?? ""] ?? BY_STATUS[problem.status];
}

/** The type of a problem without its prefix; null where it has none. */
export function typeName({ type }: Problem): string | null {
  return type === undefined ? null : type.replace(TYPE_PREFIX, "");
}

function adviceOf({ status, detail }: Problem, words: Wording | undefined): string {
  if (words?.advice !== undefined) return t(words.advice);
  if (words === undefined && detail !== undefined) return translateError(detail, null);
  return withReason(words, t(LATER_STATUSES.includes(status) ? TRY_LATER : TRY_AGAIN));
}

function withReason(words: Wording | undefined, advice: string): string {
  return words?.why === undefined ? advice : joinSentences([t(words.why), advice]);
}
