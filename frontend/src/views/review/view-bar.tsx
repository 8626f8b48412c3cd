/** The way between a file's boards, a board's review and the explanation. */

import { t } from "../../i18n/translate";
import { neighbours, shownReview } from "../../state/reviews";
import type { Dispatch, State } from "../../state/state";
import { boardName } from "../common/board-name";

interface Props {
  state: State;
  dispatch: Dispatch;
}

/** Nothing where there is no board: only a hand, or calls, that are explained. */
export function ViewBar({ state, dispatch }: Props) {
  const { view, list } = state.review;
  const reviewable = shownReview(state.input, state.review) !== null;
  const board = list !== null || (reviewable && state.input.deal !== null);
  if (!board && view === "explain") return null;
  const several = list !== null && list.boards.length > 1;
  const explained = list === null || list.open !== null || state.explanation !== null;
  return (
    <nav class="view-bar" aria-label={t("Boards and review")}>
      {several && (
        <button
          type="button"
          class="quiet"
          aria-current={view === "boards" ? "page" : undefined}
          onClick={() => dispatch({ type: "view set", view: "boards" })}
        >
          {t("All boards")}
        </button>
      )}
      {reviewable && (
        <button
          type="button"
          class="quiet"
          aria-current={view === "review" ? "page" : undefined}
          onClick={() => dispatch({ type: "view set", view: "review" })}
        >
          {t("Review")}
        </button>
      )}
      {explained && (
        <button
          type="button"
          class="quiet"
          aria-current={view === "explain" ? "page" : undefined}
          onClick={() => dispatch({ type: "view set", view: "explain" })}
        >
          {t("Explanation")}
        </button>
      )}
      {several && list.open !== null && view !== "boards" && (
        <Neighbours state={state} dispatch={dispatch} />
      )}
    </nav>
  );
}

/** The boards before and after the one on show, in the order of the list. */
function Neighbours({ state, dispatch }: Props) {
  const { before, after } = neighbours(state.review);
  return (
    <span class="neighbours">
      <NeighbourButton text={t("Previous board")} to={before} state={state} dispatch={dispatch} />
      <NeighbourButton text={t("Next board")} to={after} state={state} dispatch={dispatch} />
    </span>
  );
}

function NeighbourButton({ text, to, state, dispatch }: Props & { text: string; to: number | null }) {
  const board = to === null ? undefined : state.review.list?.boards[to]?.board;
  return (
    <button
      type="button"
      class="quiet"
      aria-disabled={to === null}
      title={board === undefined ? undefined : boardName(board)}
      onClick={() => to !== null && dispatch({ type: "board opened", index: to })}
    >
      {text}
    </button>
  );
}

/** The button that opens the review of the own auction. */
export function ReviewButton({ state, dispatch }: Props) {
  if (shownReview(state.input, state.review) === null) return null;
  return (
    <button
      type="button"
      class="quiet"
      onClick={() => dispatch({ type: "view set", view: "review" })}
    >
      {t("Review the auction")}
    </button>
  );
}
