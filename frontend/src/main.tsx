/** Start the page: one state, one way to change it, and the service asked when there is enough. */

import "./styles/index.css";

import { render } from "preact";

import { analyse, askWanted } from "./effects/requests";
import { isComplete, toRequest } from "./entry/input";
import type { Reader, ReadingAction } from "./entry/text-fields";
import { type Take, take, today } from "./export/export";
import { speak } from "./i18n/translate";
import { readBoards } from "./service/boards";
import { askRefined, explain } from "./service/client";
import { askedAgain, type Failure, noHand } from "./service/failure";
import { isLink, readLink, toLink } from "./state/link";
import { keepShortcuts, shortcutsKept } from "./state/preferences";
import { bringsBoard, update } from "./state/reducer";
import { isStale, linkTo, otherUnanswered, unrefined } from "./state/selectors";
import { actionOfKey, isTaken, isUndo } from "./state/shortcuts";
import { type Action, initialState, type State } from "./state/state";
import { App } from "./views/app";
import { showBiddingBox, showCallsFault, showOutcome } from "./views/common/focus";
import { watchLooks } from "./views/common/hover";

/** Long enough not to ask between two clicks, short enough not to be felt. */
const SETTLE_MS = 250;
/** From then on it is said that the answer is late. */
const SLOW_MS = 5_000;
/** So often the page asks again by itself before it leaves that to the user. */
const MOST_AGAIN = 5;

const root = document.getElementById("app")!;
let state: State = initialState();
let asking = new AbortController();
const readers: Partial<Record<Reader, AbortController>> = {};
let settling: ReturnType<typeof setTimeout> | undefined;
let again: ReturnType<typeof setTimeout> | undefined;
let timesAgain = 0;
let addressing: ReturnType<typeof setTimeout> | undefined;
let askingRefined = new AbortController();
/** The refined answer that is asked for or failed, as its request. */
let askedRefined = "";
let askingBeside = new AbortController();
/** The line beside the one on show that is asked about or failed, as its request. */
let askedBeside = "";
/** Whether the user waits for the answer rather than goes on entering. */
let awaited = false;
/** Whether the user has asked while the field of calls was still being read. */
let asksOnceRead = false;

function dispatch(action: Action): void {
  const before = state;
  state = update(before, action);
  if (state === before) return;
  if (state.input !== before.input) inputChanged();
  if (state.shortcuts !== before.shortcuts) keepShortcuts(state.shortcuts);
  if (action.type === "reading asked") void read(action);
  if (action.type === "analysis wanted") void analyse(action.position, dispatch);
  if (state.input !== before.input && isAwaited(action)) awaited = true;
  draw();
  askWanted(state, dispatch);
  if (action.type === "branch started") showBiddingBox();
  if (awaited && !isStale(state)) showAwaited();
  if (asksOnceRead && isReadingOver(action)) askNow();
  if (linkTo(state) !== linkTo(before)) writeAddress(state.input !== before.input ? 0 : SETTLE_MS);
  void askBeside();
  void refine();
}

/** Whether the field of calls has been read, for better or worse. */
function isReadingOver(action: Action): boolean {
  return action.type === "reading done" && action.reader === "calls";
}

/** Whether what is entered came in as a whole, so that the user waits for its answer. */
function isAwaited(action: Action): boolean {
  return bringsBoard(action) || action.type === "link opened";
}

/** Have the service read a text or a file, once more where it is still at an earlier one. */
async function read({ reader, source }: Extract<ReadingAction, { type: "reading asked" }>) {
  readers[reader]?.abort();
  const { signal } = (readers[reader] = new AbortController());
  const outcome = await readBoards(source, state.input, signal).catch(() => null);
  if (outcome !== null && !signal.aborted) dispatch({ type: "reading done", reader, outcome });
}

function draw(): void {
  const onTake = (choice: Take) => void take(choice, state, dispatch);
  render(<App state={state} dispatch={dispatch} onAsk={askNow} onTake={onTake} />, root);
}

/** Keeps the address a link to what is on show; browsers bear no change of it at every step. */
function writeAddress(afterMs: number): void {
  const write = () => history.replaceState(null, "", `#${linkTo(state)}`);
  clearTimeout(addressing);
  if (afterMs === 0) write();
  else addressing = setTimeout(write, afterMs);
}

function inputChanged(): void {
  awaited = false;
  timesAgain = 0;
  askSoon();
}

function askSoon(): void {
  clearTimeout(settling);
  clearTimeout(again);
  asking.abort();
  if (isStale(state) && isComplete(state.input)) settling = setTimeout(ask, SETTLE_MS);
}

/** The button: ask at once, or say what is missing, and go where the outcome stands. Typed calls
 * are read first: an answer without them would be one to another auction. */
function askNow(): void {
  const { busy, fault } = state.readings.calls;
  asksOnceRead = busy;
  if (busy) return;
  if (fault !== null) return showCallsFault();
  clearTimeout(settling);
  const { spectator, handText } = state.input;
  awaited = true;
  timesAgain = 0;
  askedBeside = "";
  if (!spectator && handText.trim() === "") dispatch({ type: "failed", failure: noHand() });
  else if (isStale(state)) void ask();
  else void askBeside();
  showAwaited();
}

function showAwaited(): void {
  if (!awaited || state.computing) return;
  awaited = false;
  showOutcome(state.failure);
}

async function ask(): Promise<void> {
  clearTimeout(again);
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  const { input } = state;
  dispatch({ type: "asked" });
  const late = setTimeout(() => !signal.aborted && dispatch({ type: "waited long" }), SLOW_MS);
  const answer = await explain(toRequest(input), signal).catch(() => null);
  clearTimeout(late);
  if (answer === null || signal.aborted) return;
  if (answer.kind === "failure") failed(answer.failure);
  else dispatch({ type: "answered", explanation: answer.explanation, input });
  showAwaited();
}

/** Says what went wrong; where the service says when to come again, the page does so by itself. */
function failed(failure: Failure): void {
  const { againAfterS, network } = failure;
  const timed = againAfterS !== undefined && timesAgain < MOST_AGAIN;
  dispatch({ type: "failed", failure: timed || network ? askedAgain(failure) : failure });
  if (!timed) return;
  timesAgain += 1;
  again = setTimeout(ask, 1000 * againAfterS);
}

/**
 * Asks about the line beside the one on show, once that one is answered, and only once; a failure
 * waits for "Try again". Whatever puts another question, or none, drops the one under way.
 */
async function askBeside(): Promise<void> {
  const input = isStale(state) ? null : otherUnanswered(state);
  const question = input === null ? "" : JSON.stringify(toRequest(input));
  if (question === askedBeside) return;
  askingBeside.abort();
  askedBeside = question;
  if (input === null) return;
  const { signal } = (askingBeside = new AbortController());
  const answer = await explain(toRequest(input), signal).catch(() => null);
  if (answer === null || signal.aborted) return;
  if (answer.kind === "failure") return failedBeside(answer.failure);
  askedBeside = "";
  dispatch({ type: "other line answered", explanation: answer.explanation, input });
}

/**
 * Asks for the refined answer to what is on show, once the first is drawn, and only once. Where it
 * cannot be had, the first stays. Whatever puts another question drops the one under way.
 */
async function refine(): Promise<void> {
  const input = unrefined(state);
  const question = input === null ? "" : JSON.stringify(toRequest(input));
  if (question === askedRefined) return;
  askingRefined.abort();
  askedRefined = question;
  if (input === null) return;
  const { signal } = (askingRefined = new AbortController());
  const outcome = await askRefined(toRequest(input), signal).catch(() => null);
  if (outcome === null || signal.aborted || "failure" in outcome) return;
  dispatch({ type: "refined", explanation: outcome.result, input });
}

/** The page asks about the line beside again when the network is back, but never by the clock. */
function failedBeside(failure: Failure): void {
  dispatch({ type: "failed beside", failure: failure.network ? askedAgain(failure) : failure });
}

/** The handout is drawn for as long as the browser prints. */
function setPrinting(printing: boolean): void {
  dispatch({ type: "printing set", day: printing ? today() : null });
}

addEventListener("beforeprint", () => setPrinting(true));
addEventListener("afterprint", () => setPrinting(false));

addEventListener("online", () => {
  if (!state.failure?.network && !state.failureBeside?.network) return;
  askedBeside = "";
  void (isStale(state) ? ask() : askBeside());
});

// Before the keys of the page: Escape closes a call's card first, and only then lets go a pinned one.
watchLooks(() => state, dispatch);

document.addEventListener("keydown", (event) => {
  if (!isUndo(event) && isTaken(event)) return;
  const action = isUndo(event) ? ({ type: "undone" } as const) : actionOfKey(event.key, state);
  if (action === null) return;
  event.preventDefault();
  dispatch(action);
});

/** A link to the page in another language takes along what is on show. */
document.querySelector(".languages")?.addEventListener("click", (event) => {
  const anchor = (event.target as Element).closest("a");
  if (anchor !== null) anchor.hash = linkTo(state);
});

addEventListener("hashchange", () => {
  if (!isLink(location.hash)) return;
  const link = readLink(location.hash);
  if (link.faults.length === 0 && toLink(link) === linkTo(state)) return;
  dispatch({ type: "link opened", link });
});

// The first picture waits for the words of its language; without them it is drawn in English.
await speak(document.documentElement.lang).catch(() => undefined);
state = update(
  { ...initialState(), shortcuts: shortcutsKept() },
  { type: "link opened", link: readLink(location.hash) },
);
draw();
if (isLink(location.hash)) askSoon();
