/** The whole page as a function of its state. */

import { useLayoutEffect, useRef } from "preact/hooks";

import { msg, t } from "../i18n/translate";
import { isPrintable } from "../state/shortcuts";
import { isFolded } from "../state/selectors";
import type { Dispatch, PageProps, State } from "../state/state";
import { Answer } from "./answer/answer";
import { CallCard } from "./answer/call-card";
import { Switch } from "./common/fields";
import { KeyList } from "./common/key-list";
import { Entry } from "./entry/entry";
import { Handout, ProblemPage, Reviewing } from "./parts";
import { ViewBar } from "./review/view-bar";

export function App({ state, dispatch }: PageProps) {
  const { explanation, printing } = state;
  const { view } = state.review;
  const outcome = useOutcomeKey(state);
  const shortcutHelp = (
    <ShortcutHelp key={view} shown={state.shortcutsShown} shortcuts={state.shortcuts} dispatch={dispatch} />
  );
  if (state.problem && view === "explain") {
    return (
      <>
        <ProblemPage state={state} dispatch={dispatch} />
        {shortcutHelp}
      </>
    );
  }
  return (
    <>
      <main class="layout">
        <Entry state={state} dispatch={dispatch} />
        <div key={outcome} class="outcome">
          <ViewBar state={state} dispatch={dispatch} />
          {view === "explain" ? (
            <Answer state={state} dispatch={dispatch} />
          ) : (
            <Reviewing state={state} dispatch={dispatch} />
          )}
        </div>
      </main>
      <CallCard state={state} />
      {shortcutHelp}
      {printing !== null && explanation !== null && <Handout state={state} explanation={explanation} day={printing} />}
    </>
  );
}

/** Another key each time that the entry folds before an answer is there: what comes then is mounted again, at full width. */
function useOutcomeKey(state: State): number {
  const folded = isFolded(state);
  const last = useRef({ folded, key: 0 });
  const answered = state.explanation !== null && state.review.view === "explain";
  const key = last.current.key + (folded && !last.current.folded && !answered ? 1 : 0);
  last.current = { folded, key };
  return key;
}

const KEYS: readonly [string, string][] = [
  ["← →", msg("one call back or on")],
  ["Home End", msg("the start, the last call")],
  ["f", msg("turn the table: the next seat comes to the bottom")],
  ["Esc", msg("close the card about a call, or this list")],
  ["↑ ↓ ← →", msg("in a heat map: from card to card")],
  ["Enter Esc", msg("in a heat map: mark or unmark a card")],
  ["Ctrl+Z", msg("undo the last change of the entry")],
  ["?", msg("show or hide these keys")],
];

interface ShortcutHelpProps {
  shown: boolean;
  shortcuts: boolean;
  dispatch: Dispatch;
}

/** The list of the keys, and the switch that turns those of one character off. */
function ShortcutHelp({ shown, shortcuts, dispatch }: ShortcutHelpProps) {
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!shown && list.current?.contains(document.activeElement)) button.current?.focus();
  }, [shown]);
  return (
    <footer class="keys">
      <button
        ref={button}
        type="button"
        class="quiet"
        aria-expanded={shown}
        aria-controls="key-list"
        onClick={() => dispatch({ type: "shortcuts toggled" })}
      >
        {t("Keyboard")}
      </button>
      <div ref={list} id="key-list" class="key-list" hidden={!shown}>
        <KeyList keys={KEYS.filter(([keys]) => shortcuts || !isPrintable(keys))} />
        <Switch on={shortcuts} onChange={() => dispatch({ type: "shortcuts set", on: !shortcuts })}>
          {t("Shortcuts of one character (f and ?)")}
        </Switch>
      </div>
    </footer>
  );
}
