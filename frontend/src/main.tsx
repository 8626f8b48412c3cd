/** Start the page: one state, one way to change it, and the service asked when there is enough. */

import "./styles/index.css";

import { render } from "preact";

import { askWanted } from "./asking";
import { showOutcome } from "./attention";
import { readBoards } from "./boards";
import { fromFragment, isComplete, toFragment, toRequest } from "./input";
import { actionOfKey, isTaken, isUndo } from "./keys";
import { watchLooks } from "./looking";
import { NO_HAND } from "./problems";
import type { Reader, ReadingAction } from "./readings";
import { explain } from "./service";
import { type Action, initialState, isStale, type State, update } from "./state";
import { App } from "./views/app";

/** Long enough not to ask between two clicks, short enough not to be felt. */
const SETTLE_MS = 250;

const root = document.getElementById("app")!;
let state: State = initialState(fromFragment(location.hash));
let asking = new AbortController();
const readers: Partial<Record<Reader, AbortController>> = {};
let settling: ReturnType<typeof setTimeout> | undefined;
/** Whether the user waits for the answer rather than goes on entering. */
let awaited = false;

function dispatch(action: Action): void {
  const before = state;
  state = update(before, action);
  if (state === before) return;
  if (state.input !== before.input) inputChanged();
  if (action.type === "reading asked") void read(action);
  if (bringsBoard(action) && state.input !== before.input) awaited = true;
  draw();
  askWanted(state, dispatch);
}

/** Whether another board comes in as a whole, so that the user waits for its answer. */
function bringsBoard(action: Action): boolean {
  if (action.type === "reading done") return action.reader === "paste";
  return action.type === "input replaced" || action.type === "board taken";
}

/** Have the service read a text or a file, once more where it is still at an earlier one. */
async function read({ reader, source }: Extract<ReadingAction, { type: "reading asked" }>) {
  readers[reader]?.abort();
  const { signal } = (readers[reader] = new AbortController());
  const outcome = await readBoards(source, state.input, signal).catch(() => null);
  if (outcome !== null && !signal.aborted) dispatch({ type: "reading done", reader, outcome });
}

function draw(): void {
  render(<App state={state} dispatch={dispatch} onAsk={askNow} />, root);
}

function inputChanged(): void {
  awaited = false;
  history.replaceState(null, "", `#${toFragment(state.input)}`);
  askSoon();
}

function askSoon(): void {
  clearTimeout(settling);
  asking.abort();
  if (isComplete(state.input)) settling = setTimeout(ask, SETTLE_MS);
}

/** The button: ask at once, or say what is missing, and go where the outcome stands. */
function askNow(): void {
  clearTimeout(settling);
  const { spectator, handText } = state.input;
  awaited = true;
  if (!spectator && handText.trim() === "") dispatch({ type: "failed", failure: NO_HAND });
  else if (isStale(state)) void ask();
  showAwaited();
}

function showAwaited(): void {
  if (!awaited || state.computing) return;
  awaited = false;
  showOutcome(state.failure);
}

async function ask(): Promise<void> {
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  const { input } = state;
  dispatch({ type: "asked" });
  const answer = await explain(toRequest(input), signal).catch(() => null);
  if (answer === null || signal.aborted) return;
  if (answer.kind === "failure") dispatch({ type: "failed", failure: answer.failure });
  else dispatch({ type: "answered", explanation: answer.explanation, input });
  showAwaited();
}

document.addEventListener("keydown", (event) => {
  if (!isUndo(event) && isTaken(event)) return;
  const action = isUndo(event) ? ({ type: "undone" } as const) : actionOfKey(event.key, state);
  if (action === null) return;
  event.preventDefault();
  dispatch(action);
});

watchLooks(() => state, dispatch);

addEventListener("hashchange", () => {
  const input = fromFragment(location.hash);
  if (toFragment(input) !== toFragment(state.input)) dispatch({ type: "input replaced", input });
});

draw();
if (location.hash.length > 1) askSoon();
