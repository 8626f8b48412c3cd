/** The whole page as a function of its state. */

import type { Dispatch, State } from "../state/state";
import { Answer } from "./answer/answer";
import { CallCard } from "./answer/call-card";
import { Entry } from "./entry/entry";
import type { OnExport } from "./export/export-menu";
import { Handout } from "./export/handout";
import { ShortcutHelp } from "./shortcut-list";

interface Props {
  state: State;
  dispatch: Dispatch;
  onSubmit: () => void;
  onExport: OnExport;
}

export function App({ state, dispatch, onSubmit, onExport }: Props) {
  const { explanation, moment, printing } = state;
  return (
    <>
      <main class="layout">
        <Entry state={state} dispatch={dispatch} onSubmit={onSubmit} />
        <Answer state={state} dispatch={dispatch} onSubmit={onSubmit} onExport={onExport} />
      </main>
      <CallCard state={state} />
      <ShortcutHelp shown={state.shortcutsShown} shortcuts={state.shortcuts} dispatch={dispatch} />
      {printing !== null && explanation !== null && (
        <Handout explanation={explanation} moment={moment} day={printing} />
      )}
    </>
  );
}
