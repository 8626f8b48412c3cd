/** A problem: the own hand, the auction and a question; its answer is drawn only once it is asked for. */

import { toRequest } from "../../entry/input";
import { t } from "../../i18n/translate";
import { problemQuestion } from "../../insight/problem-question";
import type { Position } from "../../service/types";
import type { Dispatch, State } from "../../state/state";
import { LinkErrors } from "./export-menu";
import { OwnHand, PrintedAuction, TableConditions } from "./position-parts";

interface Props {
  state: State;
  dispatch: Dispatch;
}

/** The page of a link to a problem. */
export function ProblemPage({ state, dispatch }: Props) {
  return (
    <main>
      <section id="answer" class="answer panel problem" tabIndex={-1} aria-labelledby="problem-title">
        <LinkErrors state={state} dispatch={dispatch} />
        <h2 id="problem-title">{t("A problem")}</h2>
        <div class="problem-table">
          <PosedPosition position={toRequest(state.input)} />
        </div>
        <button type="button" class="primary" onClick={() => dispatch({ type: "problem opened" })}>
          {t("Show the answer")}
        </button>
      </section>
    </main>
  );
}

/** Hand, auction and question. */
export function PosedPosition({ position }: { position: Position }) {
  return (
    <>
      <div>
        <TableConditions position={position} />
        <OwnHand position={position} />
      </div>
      <div>
        <PrintedAuction position={position} />
        <p class="question">{problemQuestion(position)}</p>
      </div>
    </>
  );
}
