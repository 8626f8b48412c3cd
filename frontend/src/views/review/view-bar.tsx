/** The way between a file's boards, a board's review and the explanation. */

import { t } from "../../i18n/translate";
import { neighbours, shownReview, type View } from "../../state/reviews";
import type { PageProps } from "../../state/state";
import { boardName, Button } from "../common/fields";

/** Nothing where there is no board: only a hand, or calls, that are explained. */
export function ViewBar({ state, dispatch }: PageProps) {
  const { view, list, wanted } = state.review;
  if (list === null && wanted !== null && view !== "explain") return null;
  const reviewable = shownReview(state.input, state.review) !== null;
  const board = list !== null || (reviewable && state.input.deal !== null);
  if (!board && view === "explain") return null;
  const several = list !== null && list.boards.length > 1;
  const explained = list === null || list.open !== null || state.explanation !== null;
  const views: [View, string, boolean][] = [
    ["boards", t("All boards"), several],
    ["review", t("Review"), reviewable],
    ["explain", t("Explanation"), explained],
  ];
  return (
    <nav class="view-bar" aria-label={t("Boards and review")}>
      {views.map(
        ([name, text, there]) =>
          there && (
            <Button
              aria-current={view === name ? "page" : undefined}
              onClick={() => dispatch({ type: "view set", view: name })}
            >
              {text}
            </Button>
          ),
      )}
      {several && list.open !== null && view !== "boards" && <Neighbours state={state} dispatch={dispatch} />}
    </nav>
  );
}

/** The boards before and after the one on show, in the order of the list. */
function Neighbours({ state, dispatch }: PageProps) {
  const { before, after } = neighbours(state.review);
  return (
    <span class="neighbours">
      <NeighbourButton text={t("Previous board")} to={before} state={state} dispatch={dispatch} />
      <NeighbourButton text={t("Next board")} to={after} state={state} dispatch={dispatch} />
    </span>
  );
}

function NeighbourButton({ text, to, state, dispatch }: PageProps & { text: string; to: number | null }) {
  const board = to === null ? undefined : state.review.list?.boards[to]?.board;
  return (
    <Button
      aria-disabled={to === null}
      title={board === undefined ? undefined : boardName(board)}
      onClick={() => to !== null && dispatch({ type: "board opened", index: to })}
    >
      {text}
    </Button>
  );
}

/** The button that opens the review of the own auction. */
export function ReviewButton({ state, dispatch }: PageProps) {
  if (shownReview(state.input, state.review) === null) return null;
  return <Button onClick={() => dispatch({ type: "view set", view: "review" })}>{t("Review the auction")}</Button>;
}
