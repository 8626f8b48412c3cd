/** The whole page as a function of its state. */

import { useMemo } from "preact/hooks";

import { EXAMPLES } from "../entry/examples";
import { t } from "../i18n/translate";
import type { Dispatch, State } from "../state/state";
import { Answer } from "./answer/answer";
import { CallCard } from "./answer/call-card";
import { useStateBetweenSteps } from "./common/deferred-moment";
import { AuctionSection } from "./entry/auction-section";
import { SystemSection } from "./entry/board-fields";
import { EntryTools } from "./entry/entry-tools";
import { HandSection } from "./entry/hand-section";
import type { OnExport } from "./export/export-menu";
import { Handout } from "./export/handout";
import { ProblemPage } from "./export/problem";
import { ShortcutHelp } from "./shortcut-list";

interface Props {
  state: State;
  dispatch: Dispatch;
  onSubmit: () => void;
  onExport: OnExport;
}

export function App({ state, dispatch, onSubmit, onExport }: Props) {
  const { explanation, printing } = state;
  const still = useStateBetweenSteps(state);
  const above = useMemo(
    () => (
      <>
        {still.explanation !== null && <ExamplePicker dispatch={dispatch} />}
        <EntryTools state={still} dispatch={dispatch} />
        <HandSection state={still} dispatch={dispatch} />
      </>
    ),
    [still, dispatch],
  );
  const below = useMemo(
    () => <SystemSection state={still} dispatch={dispatch} />,
    [still, dispatch],
  );
  const shortcutHelp = (
    <ShortcutHelp shown={state.shortcutsShown} shortcuts={state.shortcuts} dispatch={dispatch} />
  );
  if (state.problem) {
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
        <form
          class="entry"
          aria-label={t("Your hand and the auction")}
          onSubmit={(event) => {
            event.preventDefault();
            onSubmit();
          }}
        >
          <div class="fields">
            {above}
            <AuctionSection state={state} dispatch={dispatch} />
            {below}
          </div>
          <button type="submit" class="primary ask">
            {t("Explain")}
          </button>
        </form>
        <Answer state={state} dispatch={dispatch} onSubmit={onSubmit} onExport={onExport} />
      </main>
      <CallCard state={state} />
      {shortcutHelp}
      {printing !== null && explanation !== null && (
        <Handout state={state} explanation={explanation} day={printing} />
      )}
    </>
  );
}

function ExamplePicker({ dispatch }: { dispatch: Dispatch }) {
  return (
    <details class="example-picker">
      <summary>{t("Examples")}</summary>
      <ul>
        {EXAMPLES.map(({ name, input }) => (
          <li>
            <button
              type="button"
              class="quiet"
              onClick={() => dispatch({ type: "input replaced", input })}
            >
              {t(name)}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
