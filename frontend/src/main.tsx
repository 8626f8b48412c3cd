/** Start the page: one state, one dispatch, and the requests that the state needs. */

import "./styles/index.css";

import { render } from "preact";

import { cardsOfNewBoards } from "./entry/own-cards";
import { today } from "./export/export";
import { setLanguage } from "./i18n/translate";
import { requester } from "./service/requests";
import { formatLink, isLink, type Link, parseLink } from "./state/link";
import { needsOf } from "./state/page-needs";
import { update } from "./state/reducer";
import { failureOf, linkFragment } from "./state/selectors";
import { actionForKey, isHandledByFocus, isUndoShortcut, loadShortcuts, saveShortcuts } from "./state/shortcuts";
import { type Action, initialState, type State } from "./state/state";
import { App } from "./views/app";
import { focusAnswer, listenForLinks, showBiddingBox, showCallsFault, showOutcome } from "./views/common/focus";
import { listenForInspection } from "./views/common/hover";

/** Browsers limit how often an address may change. */
const ADDRESS_AFTER_MS = 250;
/** The fragment of the list of boards. */
const BOARDS = "#boards";

/** How the focus goes to each place. */
const FOCUS = {
  answer: focusAnswer,
  "bidding box": showBiddingBox,
  calls: showCallsFault,
  outcome: () => showOutcome(failureOf(state)),
};

const root = document.getElementById("app")!;
const requestNeeds = requester(dispatch);
let state: State = initialState();
let addressTimer: ReturnType<typeof setTimeout> | undefined;

function dispatch(action: Action): void {
  const before = state;
  state = update(before, action);
  if (state === before) return;
  if (state.shortcuts !== before.shortcuts) saveShortcuts(state.shortcuts);
  draw();
  if (state.focus !== null && state.focus !== before.focus) FOCUS[state.focus.on]();
  if (linkFragment(state) !== linkFragment(before)) {
    writeAddress(state.input === before.input ? ADDRESS_AFTER_MS : 0);
  }
  requestNeeds(needsOf(state));
}

function draw(): void {
  render(<App state={state} dispatch={dispatch} />, root);
}

/** Keep the address a link to what is on show. */
function writeAddress(afterMs: number): void {
  const write = () => history.replaceState(null, "", `#${linkFragment(state)}`);
  clearTimeout(addressTimer);
  if (afterMs === 0) write();
  else addressTimer = setTimeout(write, afterMs);
}

/** The link of the address; without one, an empty board of the card that the visitor begins with. */
function firstLink(): Link {
  const link = parseLink(location.hash);
  const systems = isLink(location.hash) ? null : cardsOfNewBoards();
  return systems === null ? link : { ...link, input: { ...link.input, systems } };
}

/** The list of boards, or the way to open one; the address is a link to what is entered again. */
function showBoards(): void {
  dispatch({ type: "view set", view: "boards" });
  writeAddress(0);
}

/** The handout is drawn for as long as the browser prints. */
addEventListener("beforeprint", () => dispatch({ type: "printing set", day: today() }));
addEventListener("afterprint", () => dispatch({ type: "printing set", day: null }));
addEventListener("online", () => dispatch({ type: "network returned" }));

// Before the keys of the page: Escape closes a call's card first, and only then lets go a pinned one.
listenForInspection(() => state, dispatch);

document.addEventListener("keydown", (event) => {
  if (!isUndoShortcut(event) && isHandledByFocus(event)) return;
  const action = isUndoShortcut(event) ? ({ type: "undone" } as const) : actionForKey(event.key, state);
  if (action === null) return;
  event.preventDefault();
  dispatch(action);
});

listenForLinks(
  () => linkFragment(state),
  () => {
    focusAnswer();
    document.getElementById("answer")?.scrollIntoView();
  },
);

addEventListener("hashchange", () => {
  if (location.hash === BOARDS) return showBoards();
  if (!isLink(location.hash)) return;
  const link = parseLink(location.hash);
  if (link.errors.length === 0 && formatLink(link) === linkFragment(state)) return;
  dispatch({ type: "link opened", link });
});

// The first picture waits for the words of its language; without them it is drawn in English.
await setLanguage(document.documentElement.lang).catch(() => undefined);
const first = { ...initialState(), shortcuts: loadShortcuts() };
state = { ...update(first, { type: "link opened", link: firstLink() }), awaited: false };
draw();
requestNeeds(needsOf(state));
if (location.hash === BOARDS) showBoards();
