/** The page of practice: its views, and the one on show. */

import { t } from "../../i18n/translate";
import type { PracticeDispatch, PracticeState } from "../../practice/practice-state";
import { FailureNotes } from "./failure-notes";
import { SetupPanel } from "./setup-panel";
import { TableView } from "./table-view";

export interface PracticeProps {
  state: PracticeState;
  dispatch: PracticeDispatch;
}

export function PracticeApp({ state, dispatch }: PracticeProps) {
  return (
    <>
      <header class="practice-head">
        <h1>{t("Practice")}</h1>
      </header>
      <FailureNotes state={state} dispatch={dispatch} />
      <div class={state.board === null ? "practice-first" : "practice-columns"}>
        {state.board !== null && <TableView state={state} board={state.board} dispatch={dispatch} />}
        <SetupPanel state={state} dispatch={dispatch} />
      </div>
    </>
  );
}
