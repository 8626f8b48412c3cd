/** Start the page of convention cards: one state, one dispatch, and the requests that the state needs. */

import "./styles/cards.css";

import { render } from "preact";

import { loadOwnCards, saveOwnCards, STORED_CARDS } from "./entry/own-cards";
import { loadWords, setLanguage } from "./i18n/translate";
import { requester } from "./service/requests";
import { formatCardLink, parseCardLink } from "./state/card-link";
import { type CardAction, cardRequests, type CardState, firstCardState, updateCard } from "./state/card-state";
import { CardApp } from "./views/cards/card-app";
import { listenForLinks } from "./views/common/focus";

const root = document.getElementById("card")!;
const requestNeeds = requester(dispatch);
let state: CardState = firstCardState(loadOwnCards());

function dispatch(action: CardAction): void {
  const before = state;
  state = updateCard(before, action);
  if (state === before) return;
  const isOwn = state.own !== before.own && action.type !== "own cards read";
  if (isOwn && !saveOwnCards(state.own)) state = updateCard(state, { type: "not kept" });
  render(<CardApp state={state} dispatch={dispatch} />, root);
  if (state.vocabulary !== null) showAddress(action.type === "card taken" || action.type === "file read");
  requestNeeds(cardRequests(state));
}

/** Write the link of the card; a reload keeps what is not saved, and Back the card before another is opened. */
function showAddress(isNew: boolean): void {
  const fragment = formatCardLink({ ...state, code: state.code! });
  if (`#${fragment}` !== location.hash) history[isNew ? "pushState" : "replaceState"](null, "", `#${fragment}`);
}

function readLink(): void {
  dispatch({ type: "link read", link: parseCardLink(location.hash) });
}

addEventListener("hashchange", readLink);
addEventListener("storage", ({ key }) => {
  if (key === null || key === STORED_CARDS) dispatch({ type: "own cards read", own: loadOwnCards() });
});
addEventListener("online", () => dispatch({ type: "retried" }));

listenForLinks(
  () => location.hash,
  () => root.focus(),
);

// The first picture waits for the words of its language; without them it is drawn in English.
await Promise.all([setLanguage(document.documentElement.lang, "cards"), loadWords("service")]);
readLink();
