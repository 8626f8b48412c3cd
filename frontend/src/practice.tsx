/** Start the page of practice: one state, one dispatch, and the requests that the state needs. */

import "./styles/practice.css";

import { render } from "preact";

import { loadWords, setLanguage } from "./i18n/translate";
import { playedBoard } from "./practice/finished";
import { keepPupil, keepRecorded, pupilOf } from "./practice/pair-storage";
import { formatPracticeLink, parsePracticeLink, PRACTICE_VIEWS, withPlayable } from "./practice/practice-link";
import { updatePractice } from "./practice/practice-reducer";
import { requestsOf } from "./practice/practice-requests";
import {
  firstPracticeState,
  type PracticeAction,
  type PracticeLink,
  type PracticeState,
} from "./practice/practice-state";
import {
  loadBidding,
  loadQuiz,
  loadSettings,
  loadTab,
  saveBidding,
  saveQuiz,
  saveSettings,
  saveTab,
  STORED_QUIZ,
} from "./practice/practice-storage";
import { followTab, keepBoards, loadProgress } from "./practice/progress-storage";
import { firstQuiz, randomSeed } from "./practice/trick-quiz";
import { requester } from "./service/requests";
import { vocabularyOfLinks } from "./service/vocabulary";
import { isHandledByFocus } from "./state/shortcuts";
import { listenForLinks } from "./views/common/focus";
import { waitForChoices } from "./views/common/missing-choices";
import { beginsCall } from "./views/practice/call-field";
import { PracticeApp } from "./views/practice/practice-app";

const root = document.getElementById("practice")!;
const requestNeeds = requester(dispatch);
const left = loadTab();
let state: PracticeState = firstPracticeState(
  loadSettings(),
  loadProgress(new Date()),
  left.player,
  loadQuiz() ?? firstQuiz(randomSeed()),
);

function dispatch(action: PracticeAction): void {
  const before = state;
  state = updatePractice(before, action);
  if (state === before) return;
  const alone = state.pair === null;
  if (alone && state.board !== before.board && isOpening(action)) restoreBidding();
  if (state.settings !== before.settings) saveSettings(state.settings);
  if (state.quiz !== before.quiz) saveQuiz(state.quiz);
  if (alone && state.board !== null) saveBidding(state);
  if (action.type === "part taken" && state.lesson !== null) keepPupil(state.lesson.token, action.pupil);
  saveTab(state);
  draw();
  if (state.pair?.seat === "held" && before.pair?.seat !== "held") keepFocus();
  recordBoard();
  showAddress(before, action.type === "link read");
  requestNeeds(requestsOf(state));
}

/** Write the link of the state; a view, or a table for two, is an entry of the history, unless a link led there. */
function showAddress(before: PracticeState, isLink: boolean): void {
  const fragment = formatPracticeLink(state);
  if (fragment === formatPracticeLink(before) || fragment === addressed()) return;
  const isNew = (state.view !== before.view || (state.pair !== null && before.pair === null)) && !isLink;
  history[isNew ? "pushState" : "replaceState"](null, "", `#${fragment}`);
}

/** The fragment of the page's address. */
function addressed(): string {
  return location.hash.replace(/^#/, "");
}

/** Put the focus on the page where the button that had it is gone. */
function keepFocus(): void {
  if (document.activeElement === document.body) root.focus({ preventScroll: true });
}

/** Keep the board in the progress once all is known of it. */
function recordBoard(): void {
  const now = new Date();
  const played = state.recorded ? null : playedBoard(state, now);
  if (played === null) return;
  const { pair } = state;
  dispatch({ type: "board recorded" });
  if (pair !== null && !keepRecorded(pair.token, pair.deal)) return;
  dispatch({ type: "progress kept", kept: keepBoards(state.kept, [played], now) });
}

/** Whether a board comes by its link; of boards that wait the same may come twice. */
function isOpening(action: PracticeAction): boolean {
  return action.type === "link read" || (action.type === "need met" && action.need.kind === "board");
}

/** Go on where the board that is opened was left in this tab. */
function restoreBidding(): void {
  const bidding = loadBidding(state);
  if (bidding !== null) state = updatePractice(state, { type: "bidding restored", bidding });
}

function draw(): void {
  render(<PracticeApp state={state} dispatch={dispatch} />, root);
}

function readLink(link = parsePracticeLink(location.hash, vocabularyOfLinks())): void {
  dispatch({ type: "link read", link });
  const pupil = link.lesson === null ? null : pupilOf(link.lesson);
  if (pupil !== null && state.lesson?.pupil === null) dispatch({ type: "part taken", pupil });
}

/** The link of the address; where that is of a view of its own, with what was left at the table. */
function firstLink(): PracticeLink {
  const link = parsePracticeLink(location.hash, vocabularyOfLinks());
  if (link.view !== "progress" && link.view !== "tricks") return link;
  return { ...parsePracticeLink(left.link, vocabularyOfLinks()), view: link.view, errors: link.errors };
}

/** Put the systems in place of kept cards that cannot be played here; return in words what that was. */
function withoutLostCards(): string[] {
  const { settings, faults } = withPlayable(state.settings, vocabularyOfLinks());
  state = { ...state, settings };
  if (faults.length > 0) saveSettings(settings);
  return faults;
}

/** Back and Forward show the view of the address, with all that is there; other links are read. */
addEventListener("hashchange", () => {
  const view = PRACTICE_VIEWS.find((one) => formatPracticeLink({ ...state, view: one }) === addressed());
  if (view === undefined) return void waitForChoices(root, [location.hash]).then(() => readLink());
  if (view !== state.view) dispatch({ type: "view shown", view });
});
addEventListener("storage", (event) => {
  dispatch({ type: "progress kept", kept: followTab(state.kept, event) });
  const quiz = event.key === STORED_QUIZ ? loadQuiz() : null;
  if (quiz !== null) dispatch({ type: "quiz read", quiz });
});
addEventListener("keydown", (event) => {
  if (!isHandledByFocus(event) && beginsCall(event.key)) document.getElementById("own-call")?.focus();
});
addEventListener("online", () => dispatch({ type: "retried" }));

listenForLinks(
  () => location.hash,
  () => root.focus(),
);

// The first picture waits for the words of its language, and for the choices of a card that the link has; without words
// it is drawn in English, and without choices where the player goes on with the system.
const { system, opponents } = state.settings;
await waitForChoices(
  root,
  [location.hash, left.link, system, opponents],
  Promise.all([setLanguage(document.documentElement.lang, "practice"), loadWords("service")]),
);
const lost = withoutLostCards();
draw();
const first = firstLink();
readLink({ ...first, errors: [...lost, ...first.errors] });
