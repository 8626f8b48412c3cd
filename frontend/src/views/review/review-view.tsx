/** The review of a board: each call graded, and the contract against what makes. */

import { useEffect, useRef } from "preact/hooks";

import { SEAT_NAMES, SEATS } from "../../bridge/table";
import { reviewKey } from "../../entry/import-board";
import { t } from "../../i18n/translate";
import { luckText, reasonTexts } from "../../insight/call-reasons";
import { scoredLoss, scoringOf } from "../../insight/session";
import { formatPercent, tableText } from "../../insight/format";
import type { RecordedBoard } from "../../service/boards";
import type { Loadable } from "../../service/requests";
import type { Review, ReviewedCall, ReviewRequest } from "../../service/types";
import { optionsAnswer } from "../../state/inspection";
import { positionOfCall } from "../../state/missing-options";
import { type ReviewState, shownReview } from "../../state/reviews";
import type { PageProps } from "../../state/state";
import { boardName, Button, FailureNote } from "../common/fields";
import { ColouredLine } from "../common/pips";
import { TryIt } from "./session-view";
import { GradedAuction } from "./graded-auction";
import { DealDiagram, StatedTricks, TricksTable } from "./tricks-table";
import { UnbidBoard } from "./unbid-boards";
import { ContractVerdict, VerdictList } from "./verdict-list";

export function ReviewView({ state, dispatch }: PageProps) {
  const { input, review } = state;
  const request = shownReview(input, review);
  const open = review.list?.open ?? null;
  const board = open === null ? undefined : review.list?.boards[open]?.board;
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    title.current?.focus({ preventScroll: true });
    title.current?.scrollIntoView({ block: "nearest" });
  }, [open]);
  // What the file says of the board comes with it: nothing moves then.
  if (review.list === null && review.wanted !== null) return <p class="hint">{t("Reading …")}</p>;
  return (
    <section id="answer" class="answer panel review" tabIndex={-1} aria-labelledby="review-title">
      <header>
        <h2 id="review-title" ref={title} tabIndex={-1}>
          {board === undefined ? t("Review of the auction") : t("Review: {board}", { board: boardName(board) })}
        </h2>
        <p class="hint">
          {tableText(input)}{" "}
          <span role="status" class="reviewing">
            {request !== null && <Waiting answer={review.answers[reviewKey(request)]} pause={review.pause} />}
          </span>
        </p>
        {board !== undefined && <Players board={board} />}
      </header>
      {request === null ? (
        <p>{t("Nothing to review yet: enter a hand and at least one call.")}</p>
      ) : (
        <Reviewed request={request} state={state} dispatch={dispatch} />
      )}
    </section>
  );
}

function Players({ board }: { board: RecordedBoard }) {
  const seated = SEATS.filter((seat) => (board.players?.[seat] ?? "") !== "");
  if (seated.length === 0) return null;
  return <p class="hint">{seated.map((seat) => `${t(SEAT_NAMES[seat])}: ${board.players![seat]}`).join(" · ")}</p>;
}

function Reviewed({ request, state, dispatch }: PageProps & { request: ReviewRequest }) {
  const key = reviewKey(request);
  const answer = state.review.answers[key];
  const review = answer?.kind === "there" ? answer.result : null;
  const known = SEATS.filter((seat) => request.hands[seat] !== null);
  const own = known.length === 1 ? known[0]! : null;
  const open = state.review.list?.open ?? null;
  const board = open === null ? undefined : state.review.list?.boards[open]?.board;
  const reason = (call: ReviewedCall) => (
    <Reason call={call} board={board} request={request} review={review!} inspection={state.inspection} />
  );
  const onOpen = (index: number) => dispatch({ type: "reviewed call opened", index });
  return (
    <>
      {answer?.kind === "failed" && (
        <FailureNote failure={answer.failure}>
          <Button class="primary" onClick={() => dispatch({ type: "review forgotten", key })}>
            {t("Try again")}
          </Button>
        </FailureNote>
      )}
      <div class="review-columns">
        <div class="review-column">
          {request.auction.length === 0 ? (
            <UnbidBoard request={request} review={review} robots={state.review.robots[key]} dispatch={dispatch} />
          ) : (
            <GradedAuction table={request} review={review} onOpen={onOpen} />
          )}
          {open !== null && state.review.list?.boards[open]?.told === true && (
            <Button onClick={() => dispatch({ type: "auction entered", auction: [] })}>
              {t("Enter this auction again")}
            </Button>
          )}
          {review !== null && request.auction.length > 0 && (
            <VerdictList review={review} own={own} onOpen={onOpen} reason={reason} />
          )}
        </div>
        <div class="review-column">
          {review !== null && <ContractVerdict review={review} />}
          {known.length > 1 && <DealDiagram hands={request.hands} />}
          {review?.makes && <TricksTable makes={review.makes} />}
          {board?.stated && <StatedTricks stated={board.stated} makes={review?.makes ?? null} />}
        </div>
      </div>
    </>
  );
}

interface ReasonProps {
  call: ReviewedCall;
  /** The board of a file, which says how it is scored. */
  board: RecordedBoard | undefined;
  request: ReviewRequest;
  review: Review;
  inspection: PageProps["state"]["inspection"];
}

/** Why a call was a mistake, and the way to bid on oneself. */
function Reason({ call, board, request, review, inspection }: ReasonProps) {
  const optionsAt = (index: number) => {
    const answer = index < 0 ? undefined : optionsAnswer(inspection, positionOfCall(request, index));
    return answer?.kind === "there" ? answer.result : null;
  };
  const scoring = board === undefined ? null : scoringOf(board);
  const scored = scoring === null || call.points_lost === null ? null : scoredLoss(call.points_lost, scoring);
  const luck = luckText(call, review.contract);
  const texts = [
    ...(scored === null ? [] : [t("As this file scores, that is {loss}.", { loss: scored })]),
    ...reasonTexts(call, request.auction, optionsAt(call.index), optionsAt(call.index - 2)),
    ...(luck === null ? [] : [luck]),
  ];
  return (
    <>
      {texts.map((text) => (
        <ColouredLine text={text} />
      ))}
      <TryIt request={request} call={call} />
    </>
  );
}

function Waiting({ answer, pause }: { answer: Loadable<Review> | undefined } & Pick<ReviewState, "pause">) {
  if (answer?.kind === "asked") {
    return answer.share === 0
      ? t("Reviewing the auction …")
      : t("Reviewing the auction: {share} done", { share: formatPercent(answer.share) });
  }
  if (answer !== undefined || pause === null) return null;
  return t("The service is busy: the page tries again in {count} s.", { count: pause.seconds });
}
