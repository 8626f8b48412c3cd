/** The whole page as a function of its state. */

import type { Dispatch, State } from "../state/state";
import { Answer } from "./answer/answer";
import { CallCard } from "./answer/call-card";
import { Entry } from "./entry/entry";
import { Handout } from "./export/handout";
import { ProblemPage } from "./export/problem";
import { BoardListView } from "./review/board-list-view";
import { ReviewView } from "./review/review-view";
import { ViewBar } from "./review/view-bar";
import { ShortcutHelp } from "./shortcut-list";

interface Props {
  state: State;
  dispatch: Dispatch;
}

export function App({ state, dispatch }: Props) {
  const { explanation, printing } = state;
  const { view } = state.review;
  const shortcutHelp = (
    <ShortcutHelp shown={state.shortcutsShown} shortcuts={state.shortcuts} dispatch={dispatch} />
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
        <div class="outcome">
          <ViewBar state={state} dispatch={dispatch} />
          {view === "boards" && <BoardListView state={state} dispatch={dispatch} />}
          {view === "review" && <ReviewView state={state} dispatch={dispatch} />}
          {view === "explain" && <Answer state={state} dispatch={dispatch} />}
        </div>
      </main>
      <CallCard state={state} />
      {shortcutHelp}
      {printing !== null && explanation !== null && (
        <Handout state={state} explanation={explanation} day={printing} />
      )}
    </>
  );
}
