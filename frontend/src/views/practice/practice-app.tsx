/** The page of practice: its views, and the one on show. */

import { t } from "../../i18n/translate";
import { callLink, type FinishedBoard } from "../../practice/board-result";
import { finishedBoard, firstMadeCalls } from "../../practice/finished";
import type { PracticeDispatch, PracticeState } from "../../practice/practice-state";
import { randomSeed } from "../../practice/seeds";
import { BoardEnd } from "./board-end";
import { FailureNotes } from "./failure-notes";
import { SetupPanel } from "./setup-panel";
import { TableView } from "./table-view";

export interface PracticeProps {
  state: PracticeState;
  dispatch: PracticeDispatch;
}

export function PracticeApp({ state, dispatch }: PracticeProps) {
  const over = finishedBoard(state);
  return (
    <>
      <header class="practice-head">
        <h1>{t("Practice")}</h1>
      </header>
      {over === null && <FailureNotes state={state} dispatch={dispatch} />}
      <div class={state.board === null ? "practice-first" : "practice-columns"}>
        <div>
          {over !== null && <FinishedView state={state} board={over} dispatch={dispatch} />}
          {over === null && state.board !== null && (
            <TableView state={state} board={state.board} dispatch={dispatch} />
          )}
        </div>
        <SetupPanel state={state} dispatch={dispatch} />
      </div>
    </>
  );
}

function FinishedView({ state, board, dispatch }: PracticeProps & { board: FinishedBoard }) {
  const { review, robots, robotReview } = state.ending;
  return (
    <BoardEnd
      board={board}
      review={review}
      robots={robots === null ? null : { auction: robots.auction, review: robotReview }}
      failures={Object.values(state.failures)}
      calls={firstMadeCalls(state)}
      onRetry={() => dispatch({ type: "retried" })}
      onAgain={() => dispatch({ type: "board replayed", seed: randomSeed() })}
      onNext={() => dispatch({ type: "board wanted", seed: randomSeed() })}
      onOpen={(index) => open(callLink(board, index), "_blank")}
    />
  );
}
