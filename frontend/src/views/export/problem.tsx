/** A problem: the own hand, the auction and a question; its answer is drawn only once it is asked for. */

import { toRequest } from "../../entry/input";
import { t } from "../../i18n/translate";
import { problemQuestion } from "../../insight/best-call";
import type { Position } from "../../service/types";
import type { PageProps } from "../../state/state";
import { Button } from "../common/fields";
import { LinkErrors } from "./export-menu";
import { OwnHand, PrintedAuction, TableConditions } from "./position-parts";

/** The page of a link to a problem. */
export function ProblemPage({ state, dispatch }: PageProps) {
  return (
    <main>
      <section id="answer" class="answer panel problem" tabIndex={-1} aria-labelledby="problem-title">
        <LinkErrors state={state} dispatch={dispatch} />
        <h2 id="problem-title">{t("A problem")}</h2>
        <div class="problem-table">
          <PosedPosition position={toRequest(state.input)} />
        </div>
        <Button class="primary" onClick={() => dispatch({ type: "problem opened" })}>
          {t("Show the answer")}
        </Button>
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
