/** Start the page: one state, one dispatch, and the requests that the state needs. */

import "./styles/index.css";

import { render } from "preact";

import { hasChangedCard, playable } from "./bridge/card";
import { cardsOfNewBoards } from "./entry/own-cards";
import { setLanguage } from "./i18n/translate";
import { today } from "./insight/format";
import { requester } from "./service/requests";
import { knownVocabulary, vocabularyOfLinks } from "./service/vocabulary";
import { addressFragment, isNewEntry } from "./state/address";
import { isSession, readSession } from "./state/session-link";
import { keepBoards } from "./state/kept-boards";
import { formatLink, isLink, type Link, parseLink } from "./state/link";
import { needsOf } from "./state/page-needs";
import { update } from "./state/reducer";
import { failureOf } from "./state/selectors";
import { actionForKey, isHandledByFocus, isUndoShortcut, loadShortcuts, saveShortcuts } from "./state/shortcuts";
import { type Action, initialState, type State } from "./state/state";
import { App } from "./views/app";
import { loadParts } from "./views/parts";
import { focusAnswer, listenForLinks, showBiddingBox, showCallsFault, showOutcome } from "./views/common/focus";
import { listenForInspection } from "./views/common/hover";
import { waitForChoices } from "./views/common/missing-choices";

/** Browsers limit how often an address may change: what follows sooner, as by a key that is held, changes it once. */
const ADDRESS_AFTER_MS = 100;

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
let addressedAt = -ADDRESS_AFTER_MS;

function dispatch(action: Action): void {
  const before = state;
  state = update(before, action);
  if (state === before) return;
  if (state.shortcuts !== before.shortcuts) saveShortcuts(state.shortcuts);
  draw();
  if (state.focus !== null && state.focus !== before.focus) FOCUS[state.focus.on]();
  const led = action.type === "link opened" && action.link.errors.length === 0;
  if (!led && addressFragment(state) !== addressFragment(before)) writeAddress(isNewEntry(before, action, state));
  const { list } = state.review;
  if (list !== null && list !== before.review.list) void keepBoards(list);
  requestNeeds(needsOf(state));
  if (!wantsParts(before) && wantsParts(state)) void loadParts();
}

/** Whether more may be asked for next: printing after an answer, the list of boards where a file is opened. */
function wantsParts({ explanation, textFields }: State): boolean {
  return explanation !== null || textFields.paste.open;
}

function draw(): void {
  render(<App state={state} dispatch={dispatch} />, root);
}

/** Keep the address a link to what is on show, as a new entry of the browser's history or in place. */
function writeAddress(isNew: boolean): void {
  const rested = performance.now() - addressedAt >= ADDRESS_AFTER_MS;
  addressedAt = performance.now();
  const replace = () => history.replaceState(null, "", `#${addressFragment(state)}`);
  clearTimeout(addressTimer);
  if (!rested) addressTimer = setTimeout(replace, ADDRESS_AFTER_MS);
  else if (isNew) history.pushState(null, "", `#${addressFragment(state)}`);
  else replace();
}

/** An empty board of the card that the visitor begins with. */
function emptyLink(): Link {
  const link = parseLink("");
  const systems = cardsOfNewBoards();
  if (systems === null) return link;
  return { ...link, input: { ...link.input, systems: playable(systems, vocabularyOfLinks()).cards } };
}

/** Open the session that a link holds, as its sender saw it. */
async function openSession(): Promise<void> {
  const session = await readSession(location.hash);
  if (session === null) return dispatch({ type: "view set", view: "boards" });
  dispatch({ type: "boards filtered", filter: { player: session.player } });
  dispatch({ type: "parse requested", field: "paste", source: { text: session.text } });
}

/** The handout is drawn for as long as the browser prints. */
addEventListener("beforeprint", () => dispatch({ type: "printing set", day: today() }));
addEventListener("afterprint", () => dispatch({ type: "printing set", day: null }));
document.addEventListener("visibilitychange", () => dispatch({ type: "page hidden", hidden: document.hidden }));
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
  () => addressFragment(state),
  () => {
    focusAnswer();
    document.getElementById("answer")?.scrollIntoView();
  },
);

/** A file that is dropped on the page is one of boards. */
document.addEventListener("dragover", (event) => {
  if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
});
document.addEventListener("drop", (event) => {
  const file = event.dataTransfer?.files[0];
  if (file === undefined) return;
  event.preventDefault();
  dispatch({ type: "view set", view: "boards" });
  dispatch({ type: "parse requested", field: "paste", source: { file } });
});

/** Back, Forward and links: the first entry of the history may have no fragment. */
addEventListener("hashchange", () => {
  if (isSession(location.hash)) return void openSession();
  if (location.hash !== "" && !isLink(location.hash)) return;
  clearTimeout(addressTimer);
  if (knownVocabulary() !== null || !hasChangedCard(location.hash)) return openLink();
  void waitForChoices(root, [location.hash]).then(openLink);
});

function openLink(): void {
  const link = location.hash === "" ? emptyLink() : parseLink(location.hash, vocabularyOfLinks());
  if (link.errors.length === 0 && formatLink(link) === addressFragment(state)) return;
  dispatch({ type: "link opened", link });
}

// The first picture waits for the words of its language, and for the choices of a card that the link has; without words
// it is drawn in English, and without choices where the player goes on with the system.
const own = cardsOfNewBoards()?.ns ?? "";
await waitForChoices(root, [location.hash, own], setLanguage(document.documentElement.lang, "app"));
const first = { ...initialState(), shortcuts: loadShortcuts(), hidden: document.hidden };
state = update(first, { type: "link opened", link: emptyLink() });
if (isLink(location.hash) && !isSession(location.hash))
  state = update(state, { type: "link opened", link: parseLink(location.hash, vocabularyOfLinks()) });
state = { ...state, awaited: false };
// Nothing moves on the screen when a part comes that the link opens.
if (state.problem || state.review.view !== "explain" || isSession(location.hash)) await loadParts();
draw();
requestNeeds(needsOf(state));
if (isSession(location.hash)) void openSession();
