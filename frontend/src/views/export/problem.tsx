/** A problem: the own hand, the auction and a question; its answer is drawn only once a call is made, or it is asked for. */

import { useEffect, useRef } from "preact/hooks";

import { turnOf } from "../../bridge/auction";
import { reviewKey } from "../../entry/import-board";
import { toRequest } from "../../entry/input";
import { t } from "../../i18n/translate";
import { problemQuestion } from "../../insight/best-call";
import type { Position } from "../../service/types";
import { optionsAnswer } from "../../state/inspection";
import { problemReview } from "../../state/selectors";
import type { PageProps } from "../../state/state";
import { BiddingBox } from "../common/bidding-box";
import { Button, FailureNote } from "../common/fields";
import { focusUnlessTyping } from "../common/focus";
import { GradedCall } from "../review/graded-call";
import { LinkErrors } from "./links";
import { OwnHand, PrintedAuction, TableConditions } from "./position-parts";

/** The page of a link to a problem. */
export function ProblemPage({ state, dispatch }: PageProps) {
  const { input, problemCall } = state;
  const { dealer, auction, seat } = input;
  return (
    <main>
      <section id="answer" class="answer panel problem" tabIndex={-1} aria-labelledby="problem-title">
        <LinkErrors state={state} dispatch={dispatch} />
        <h2 id="problem-title">{t("A problem")}</h2>
        <div class="problem-table">
          <PosedPosition position={toRequest(state.input)} />
        </div>
        {turnOf(dealer, auction) === seat && problemCall === null && (
          <BiddingBox
            dealer={dealer}
            auction={auction}
            tells={false}
            onCall={(call) => dispatch({ type: "problem answered", call })}
          />
        )}
        <AnsweredCall state={state} dispatch={dispatch} />
      </section>
    </main>
  );
}

/** The grade of the call made, and what can be done now: to call again, or to see the explanation. */
function AnsweredCall({ state, dispatch }: PageProps) {
  const line = useRef<HTMLDivElement>(null);
  const request = problemReview(state);
  const key = request === null ? null : reviewKey(request);
  const review = key === null ? undefined : state.review.answers[key];
  const graded = review?.kind === "there" ? review.result.calls.at(-1)! : null;
  const options = optionsAnswer(state.inspection, toRequest(state.input));
  const mistaken = graded?.grade === "mistake";
  useEffect(() => {
    if (graded !== null) focusUnlessTyping(line.current!.querySelector(".row .primary"));
  }, [graded]);
  return (
    <div ref={line} class="verdict-line">
      <div role="status">
        {key !== null && graded === null && review?.kind !== "failed" && <p class="hint">{t("Grading your call …")}</p>}
        {graded !== null && <GradedCall graded={graded} options={options?.kind === "there" ? options.result : null} />}
      </div>
      {review?.kind === "failed" && (
        <FailureNote failure={review.failure}>
          {review.failure.retry && (
            <Button class="primary" onClick={() => dispatch({ type: "review forgotten", key: key! })}>
              {t("Try again")}
            </Button>
          )}
        </FailureNote>
      )}
      <div class="row">
        {mistaken && (
          <Button class="primary" onClick={() => dispatch({ type: "problem answered", call: null })}>
            {t("Try another call")}
          </Button>
        )}
        <Button
          class={graded === null || mistaken ? "quiet" : "primary"}
          onClick={() => dispatch({ type: "problem opened" })}
        >
          {key === null ? t("Show the answer") : t("Show the explanation")}
        </Button>
      </div>
    </div>
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
