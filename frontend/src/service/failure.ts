/** What can go wrong, as sentences beside the field they are about. */

import { inTurn, mark, retoldFault, say, sayCount } from "../i18n/translate";
import type { Problem } from "./types";

export type Field = "hand" | "seat" | "dealer" | "vulnerability" | "auction" | "systems" | "page";

/** Something the user should read: about one field, or about the whole page. */
export interface Complaint {
  field: Field;
  text: string;
}

/** Why there is no answer: a headline, what is wrong where, and whether trying again may help. */
export interface Failure {
  title: string;
  complaints: Complaint[];
  retry: boolean;
  /** After how many seconds the service may be asked again. */
  againAfterS?: number;
  /** What to say instead where the page asks again by itself. */
  byItself?: string;
  /** Whether the network is to blame, so that its return is a reason to ask again. */
  network?: true;
}

/** In the order in which they stand on the page. */
const FIELDS: readonly Exclude<Field, "page">[] = ["hand", "seat", "dealer", "vulnerability", "auction", "systems"];
const RETRY_STATUSES = [408, 410, 429, 500, 502, 503, 504];

/** What is said of a problem: a headline, where the document's own will not do, and the reason. */
interface Words {
  title?: string;
  why?: string;
}

const TYPE_PREFIX = "urn:bridgeviz:problem:";
/** Those of which the status alone would tell too little. */
const BY_TYPE: Record<string, Words> = {
  "no-worker": {
    title: mark("No one is there to answer just now"),
    why: mark("The model is not running or still starting."),
  },
  overloaded: {
    title: mark("Too much is asked of the model just now"),
    why: mark("More questions wait than can be answered in time."),
  },
  "broker-unavailable": {
    title: mark("The question cannot be passed on just now"),
    why: mark("The queue of questions cannot be reached."),
  },
  "database-unavailable": {
    title: mark("The service cannot answer just now"),
    why: mark("Its database cannot be reached."),
  },
  "model-replaced": {
    title: mark("The model was replaced meanwhile"),
    why: mark("The question has to be put to the new one."),
  },
  "explanation-failed": { why: mark("The model could not answer this question.") },
  "internal-error": { why: mark("The fault is on the side of the service and has been logged.") },
};
const BY_STATUS: Record<number, Words> = {
  410: { title: mark("The answer was not computed in time") },
  429: { title: mark("Too many questions at once") },
  503: { title: mark("The service cannot answer just now") },
  504: { title: mark("The answer took too long"), why: mark("The model is busy.") },
};

/** Where the service asks to be spared for a while. */
const LATER_STATUSES = [429, 503];
const TRY_AGAIN = mark("Try again; your hand and auction are still here.");
const TRY_LATER = mark("Wait a moment, then try again; your hand and auction are still here.");

/** The failure that a problem document describes, and how long the service asks to be spared. */
export function failureOf(problem: Problem, retryAfterS: number | null = null): Failure {
  const words = wordsOf(problem);
  const title = say(words?.title ?? headline(problem));
  if (LATER_STATUSES.includes(problem.status) && retryAfterS !== null) {
    return later(title, words, retryAfterS);
  }
  const complaints = (problem.errors ?? []).map(({ pointer, detail, said }) => ({
    field: fieldOf(pointer),
    text: retoldFault(detail, said),
  }));
  const text = adviceOf(problem, words);
  return {
    title,
    complaints: complaints.length > 0 ? complaints : [{ field: "page", text }],
    retry: RETRY_STATUSES.includes(problem.status),
  };
}

/** The headline of what passes by itself; null where nothing is known of why. */
export function passing(problem: Problem): string | null {
  const title = wordsOf(problem)?.title;
  return title === undefined || !RETRY_STATUSES.includes(problem.status) ? null : say(title);
}

/** The failure of a request that never reached the service. */
export function unreachable(): Failure {
  const text = say("Check the connection, then try again; your hand and auction are still here.");
  const complaints: Complaint[] = [{ field: "page", text }];
  return { title: say("The service cannot be reached"), complaints, retry: true, network: true };
}

/** The failure of a request from a machine that knows that it has no network. */
export function noNetwork(): Failure {
  const text = say(
    "There is no network. Try again when it is back; your hand and auction are still here.",
  );
  const byItself = say(
    "There is no network. The page asks again by itself when it is back; your hand and auction are still here.",
  );
  const complaints: Complaint[] = [{ field: "page", text }];
  return { title: say("You are offline"), complaints, retry: true, network: true, byItself };
}

/** The failure of a question that the service takes again only after so many seconds. */
function later(title: string, words: Words | undefined, seconds: number): Failure {
  const text = sayCount(
    "Wait {count} second, then try again; your hand and auction are still here.",
    "Wait {count} seconds, then try again; your hand and auction are still here.",
    seconds,
  );
  const byItself = sayCount(
    "The page asks again by itself in {count} second; your hand and auction are still here.",
    "The page asks again by itself in {count} seconds; your hand and auction are still here.",
    seconds,
  );
  return {
    title,
    complaints: [{ field: "page", text: withReason(words, text) }],
    retry: true,
    againAfterS: seconds,
    byItself: withReason(words, byItself),
  };
}

/** The failure as those say it who ask again by themselves. */
export function askedAgain(failure: Failure): Failure {
  const { byItself } = failure;
  return byItself === undefined
    ? failure
    : { ...failure, complaints: [{ field: "page", text: byItself }] };
}

/** The failure of a browser that cannot draw a picture into a file. */
export function noPicture(): Failure {
  const text = say("This browser cannot make a PNG of it. Take the SVG: it is the same picture.");
  return {
    title: say("There is no picture to take along"), complaints: [{ field: "page", text }], retry: false,
  };
}

/** The failure of asking before there is anything to ask about. */
export function noHand(): Failure {
  const text = say("Enter your 13 cards first, or choose to look on without a hand.");
  return { title: say("There is no hand yet"), complaints: [{ field: "hand", text }], retry: false };
}

/** A problem document for an answer that is none: a proxy's page, say. */
export function problemOfStatus(status: number): Problem {
  return { title: mark("The service gave no proper answer"), status };
}

export function complaintsAbout(failure: Failure | null, field: Field): string[] {
  return (failure?.complaints ?? [])
    .filter((complaint) => complaint.field === field)
    .map((complaint) => complaint.text);
}

/** The first field of the page that a failure is about; null where it is about none. */
export function firstField(failure: Failure): Exclude<Field, "page"> | null {
  return FIELDS.find((field) => complaintsAbout(failure, field).length > 0) ?? null;
}

/** The field a JSON pointer leads to: "/auction/3" is about the auction. */
function fieldOf(pointer: string): Field {
  const name = pointer.replace(/^#/, "").split("/")[1];
  if (name === "system") return "systems";
  return FIELDS.find((field) => field === name) ?? "page";
}

function headline(problem: Problem): string {
  return problem.status < 500 ? mark("This cannot be explained yet") : problem.title;
}

function wordsOf({ type = "", status }: Problem): Words | undefined {
  return BY_TYPE[type.replace(TYPE_PREFIX, "")] ?? BY_STATUS[status];
}

function adviceOf({ status, detail }: Problem, words: Words | undefined): string {
  if (words === undefined && detail !== undefined) return retoldFault(detail, null);
  return withReason(words, say(LATER_STATUSES.includes(status) ? TRY_LATER : TRY_AGAIN));
}

function withReason(words: Words | undefined, advice: string): string {
  return words?.why === undefined ? advice : inTurn([say(words.why), advice]);
}
