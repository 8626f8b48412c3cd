/** What can go wrong, as sentences beside the field they are about. */

import type { Problem } from "./explanation";
import { mark, retoldFault, say, sayCount } from "./words";

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

const HEADLINES: Record<number, string> = {
  410: mark("The answer was not computed in time"),
  429: mark("Too many questions at once"),
  503: mark("No one is there to answer just now"),
  504: mark("The answer took too long"),
};

const TRY_AGAIN = mark("Try again; your hand and auction are still here.");
const ADVICE: Record<number, string> = {
  410: TRY_AGAIN,
  429: mark("Wait a moment, then try again; your hand and auction are still here."),
  503: mark("The model is not running or still starting. Try again in a moment; your hand and auction are still here."),
  504: mark("The model is busy. Try again; your hand and auction are still here."),
};

/** The failure that a problem document describes, and how long the service asks to be spared. */
export function failureOf(problem: Problem, retryAfterS: number | null = null): Failure {
  if (problem.status === 429 && retryAfterS !== null) return tooMany(retryAfterS);
  const complaints = (problem.errors ?? []).map(({ pointer, detail, said }) => ({
    field: fieldOf(pointer),
    text: retoldFault(detail, said),
  }));
  return {
    title: say(HEADLINES[problem.status] ?? headline(problem)),
    complaints: complaints.length > 0 ? complaints : [{ field: "page", text: adviceOf(problem) }],
    retry: RETRY_STATUSES.includes(problem.status),
  };
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

/** The failure of asking too often, where the service says when to come again. */
function tooMany(seconds: number): Failure {
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
    title: say("Too many questions at once"),
    complaints: [{ field: "page", text }],
    retry: true,
    againAfterS: seconds,
    byItself,
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

function adviceOf(problem: Problem): string {
  const advice = ADVICE[problem.status];
  if (advice !== undefined) return say(advice);
  const { detail } = problem;
  return detail === undefined ? say(TRY_AGAIN) : retoldFault(detail, null);
}
