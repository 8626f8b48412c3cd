/** Start the page: one state, one dispatch, and requests once the entry is complete. */

import "./styles/index.css";

import { render } from "preact";

import { requestAnalysis, requestMissingOptions, requestRefinement } from "./effects/requests";
import { requestReviews } from "./effects/review-queue";
import { isComplete, toRequest } from "./entry/input";
import type { TextFieldAction, TextFieldName } from "./entry/text-fields";
import { type ExportChoice, runExport, today } from "./export/export";
import { setLanguage } from "./i18n/translate";
import { parseBoards } from "./service/boards";
import { fetchExplanation } from "./service/client";
import { type Failure, missingHand, withAutoRetry } from "./service/failure";
import { formatLink, isLink, parseLink } from "./state/link";
import { loadShortcuts, saveShortcuts } from "./state/preferences";
import { importsBoard, update } from "./state/reducer";
import { isStale, linkFragment, unansweredInput } from "./state/selectors";
import { actionForKey, isHandledByFocus, isUndoShortcut } from "./state/shortcuts";
import { type Action, initialState, type State } from "./state/state";
import { App } from "./views/app";
import { focusAnswer, showBiddingBox, showCallsFault, showOutcome } from "./views/common/focus";
import { listenForInspection } from "./views/common/hover";

/** Long enough not to send a request between two clicks, short enough not to be felt. */
const DEBOUNCE_MS = 250;
/** The delay after which the answer counts as slow. */
const SLOW_MS = 5_000;
/** Automatic retries before the page leaves them to the user. */
const MAX_RETRIES = 5;

/** The fragment of the list of boards. */
const BOARDS = "#boards";

const root = document.getElementById("app")!;
let state: State = initialState();
let explanationRequest = new AbortController();
const parsers: Partial<Record<TextFieldName, AbortController>> = {};
let debounceTimer: ReturnType<typeof setTimeout> | undefined;
let retryTimer: ReturnType<typeof setTimeout> | undefined;
let retries = 0;
let addressTimer: ReturnType<typeof setTimeout> | undefined;
let lineRequest = new AbortController();
/** The compared line that is pending or failed, as its request. */
let requestedLine = "";
/** Whether the user waits for the answer rather than goes on entering. */
let awaited = false;
/** Whether the user has submitted while the field of calls was still being parsed. */
let submitsOnceParsed = false;

function dispatch(action: Action): void {
  const before = state;
  state = update(before, action);
  if (state === before) return;
  if (state.input !== before.input) inputChanged();
  else if (isExplaining(state) && !isExplaining(before)) requestSoon();
  if (state.shortcuts !== before.shortcuts) saveShortcuts(state.shortcuts);
  if (action.type === "parse requested") void parse(action);
  if (action.type === "analysis requested") void requestAnalysis(action.position, dispatch);
  if (state.input !== before.input && isWholeEntry(action)) awaited = true;
  draw();
  requestMissingOptions(state, dispatch);
  requestReviews(state, dispatch);
  if (action.type === "branch started") showBiddingBox();
  if (action.type === "call chosen") focusAnswer();
  if (awaited && !isStale(state)) revealOutcome();
  if (submitsOnceParsed && endsParsing(action)) submit();
  if (action.type === "problem opened") openAnswer();
  if (linkFragment(state) !== linkFragment(before)) writeAddress(state.input !== before.input ? 0 : DEBOUNCE_MS);
  void requestComparedLine();
  requestRefinement(state, dispatch);
}

/** The list of boards, or the way to open one; the address is a link to what is entered again. */
function showBoards(): void {
  dispatch({ type: "view set", view: "boards" });
  writeAddress(0);
}

/** Whether the explanation is on show, and so to be asked for. */
function isExplaining({ review }: State): boolean {
  return review.view === "explain";
}

/** Whether the field of calls has been read, for better or worse. */
function endsParsing(action: Action): boolean {
  return action.type === "parse finished" && action.field === "calls";
}

/** Whether what is entered came in as a whole, so that the user waits for its answer. */
function isWholeEntry(action: Action): boolean {
  return importsBoard(action) || action.type === "link opened";
}

/** Have the service parse a text or a file; a pending request for the same field is aborted. */
async function parse({ field, source }: Extract<TextFieldAction, { type: "parse requested" }>) {
  parsers[field]?.abort();
  const { signal } = (parsers[field] = new AbortController());
  const outcome = await parseBoards(source, state.input, signal).catch(() => null);
  if (outcome !== null && !signal.aborted) dispatch({ type: "parse finished", field, outcome });
}

function draw(): void {
  const onExport = (choice: ExportChoice) => void runExport(choice, state, dispatch);
  render(<App state={state} dispatch={dispatch} onSubmit={submit} onExport={onExport} />, root);
}

/** Keep the address a link to what is on show; browsers limit how often it may change. */
function writeAddress(afterMs: number): void {
  const write = () => history.replaceState(null, "", `#${linkFragment(state)}`);
  clearTimeout(addressTimer);
  if (afterMs === 0) write();
  else addressTimer = setTimeout(write, afterMs);
}

function inputChanged(): void {
  awaited = false;
  retries = 0;
  requestSoon();
}

function requestSoon(): void {
  clearTimeout(debounceTimer);
  clearTimeout(retryTimer);
  explanationRequest.abort();
  const wanted = isExplaining(state) && isStale(state) && !state.problem;
  if (wanted && isComplete(state.input)) debounceTimer = setTimeout(requestExplanation, DEBOUNCE_MS);
}

/** Submit the entry at once, or report what is missing, and move to the outcome. Typed calls are
 * parsed first: an answer without them would be one to another auction. */
function submit(): void {
  const { pending, error } = state.textFields.calls;
  submitsOnceParsed = pending;
  if (pending) return;
  if (error !== null) return showCallsFault();
  dispatch({ type: "view set", view: "explain" });
  clearTimeout(debounceTimer);
  const { spectator, handText } = state.input;
  awaited = true;
  retries = 0;
  requestedLine = "";
  dispatch({ type: "entry folded", folded: true });
  if (!spectator && handText.trim() === "") dispatch({ type: "request failed", failure: missingHand() });
  else if (isStale(state)) void requestExplanation();
  else void requestComparedLine();
  revealOutcome();
}

/** Ask for the answer of a problem; the focus goes from the button, which is gone, to its place. */
function openAnswer(): void {
  focusAnswer();
  submit();
}

function revealOutcome(): void {
  if (!awaited || state.computing) return;
  awaited = false;
  showOutcome(state.failure);
}

async function requestExplanation(): Promise<void> {
  clearTimeout(retryTimer);
  explanationRequest.abort();
  explanationRequest = new AbortController();
  const { signal } = explanationRequest;
  const { input } = state;
  dispatch({ type: "explanation requested" });
  const slowTimer = setTimeout(() => !signal.aborted && dispatch({ type: "answer delayed" }), SLOW_MS);
  const answer = await fetchExplanation(toRequest(input), signal).catch(() => null);
  clearTimeout(slowTimer);
  if (answer === null || signal.aborted) return;
  if (answer.kind === "failure") failed(answer.failure);
  else dispatch({ type: "explanation received", explanation: answer.explanation, input });
  revealOutcome();
}

/** Report a failure; where the service gives a Retry-After, retry by itself. */
function failed(failure: Failure): void {
  const { retryAfterS, network } = failure;
  const timed = retryAfterS !== undefined && retries < MAX_RETRIES;
  dispatch({ type: "request failed", failure: timed || network ? withAutoRetry(failure) : failure });
  if (!timed) return;
  retries += 1;
  retryTimer = setTimeout(requestExplanation, 1000 * retryAfterS);
}

/**
 * Request the explanation of the compared line, once that on show is answered, and only once; a
 * failure waits for "Try again". Another question, or none, aborts the pending one.
 */
async function requestComparedLine(): Promise<void> {
  const input = isStale(state) ? null : unansweredInput(state);
  const question = input === null ? "" : JSON.stringify(toRequest(input));
  if (question === requestedLine) return;
  lineRequest.abort();
  requestedLine = question;
  if (input === null) return;
  const { signal } = (lineRequest = new AbortController());
  const answer = await fetchExplanation(toRequest(input), signal).catch(() => null);
  if (answer === null || signal.aborted) return;
  if (answer.kind === "failure") return secondaryFailed(answer.failure);
  requestedLine = "";
  dispatch({ type: "compared line answered", explanation: answer.explanation, input });
}

/** Report a secondary failure: it is retried when the network is back, but never by the clock. */
function secondaryFailed(failure: Failure): void {
  dispatch({ type: "secondary request failed", failure: failure.network ? withAutoRetry(failure) : failure });
}

/** The handout is drawn for as long as the browser prints. */
function setPrinting(printing: boolean): void {
  dispatch({ type: "printing set", day: printing ? today() : null });
}

addEventListener("beforeprint", () => setPrinting(true));
addEventListener("afterprint", () => setPrinting(false));

addEventListener("online", () => {
  if (!state.failure?.network && !state.secondaryFailure?.network) return;
  requestedLine = "";
  void (isStale(state) ? requestExplanation() : requestComparedLine());
});

// Before the keys of the page: Escape closes a call's card first, and only then lets go a pinned one.
listenForInspection(() => state, dispatch);

document.addEventListener("keydown", (event) => {
  if (!isUndoShortcut(event) && isHandledByFocus(event)) return;
  const action = isUndoShortcut(event) ? ({ type: "undone" } as const) : actionForKey(event.key, state);
  if (action === null) return;
  event.preventDefault();
  dispatch(action);
});

/** A link to the page in another language takes along what is on show. */
document.querySelector(".languages")?.addEventListener("click", (event) => {
  const anchor = (event.target as Element).closest("a");
  if (anchor !== null) anchor.hash = linkFragment(state);
});

/** The address keeps the link to what is on show. */
document.querySelector(".skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  focusAnswer();
  document.getElementById("answer")?.scrollIntoView();
});

addEventListener("hashchange", () => {
  if (location.hash === BOARDS) return showBoards();
  if (!isLink(location.hash)) return;
  const link = parseLink(location.hash);
  if (link.errors.length === 0 && formatLink(link) === linkFragment(state)) return;
  dispatch({ type: "link opened", link });
});

// The first picture waits for the words of its language; without them it is drawn in English.
await setLanguage(document.documentElement.lang).catch(() => undefined);
state = update(
  { ...initialState(), shortcuts: loadShortcuts() },
  { type: "link opened", link: parseLink(location.hash) },
);
draw();
if (isLink(location.hash)) requestSoon();
if (location.hash === BOARDS) showBoards();
