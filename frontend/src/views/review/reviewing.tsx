/** What is about boards bid before: a file of them, and the review of each. */

import type { PageProps } from "../../state/state";
import { BoardListView } from "./board-list-view";
import { ReviewView } from "./review-view";

export function Reviewing({ state, dispatch }: PageProps) {
  const View = state.review.view === "boards" ? BoardListView : ReviewView;
  return <View state={state} dispatch={dispatch} />;
}
