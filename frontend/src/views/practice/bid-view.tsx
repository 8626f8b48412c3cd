/** The table or the end of its board, the drill, and what to practise. */

import { isOver } from "../../bridge/auction";
import { plural, t } from "../../i18n/translate";
import { boardName, isLastOfSet } from "../../practice/board-title";
import { callLink, type FinishedBoard } from "../../practice/board-result";
import { finishedBoard, firstMadeCalls } from "../../practice/finished";
import { openAttempt, playersOf, practisedThemes } from "../../practice/needs";
import type { Board, PracticeProps } from "../../practice/practice-state";
import { randomSeed } from "../../practice/seeds";
import { Disclosure } from "../common/disclosure";
import { BoardEnd } from "./board-end";
import { GuessPanel } from "./guess-panel";
import { PairNotes } from "./pair-notes";
import { isFirstSight, PairPanel, PartnerLink } from "./pair-panel";
import { SetupPanel } from "./setup-panel";
import { TableView } from "./table-view";

export function BidView({ state, dispatch }: PracticeProps) {
  const { board, settings, revealed, pair } = state;
  const over = settings.guessing && !revealed ? null : finishedBoard(state);
  return (
    <div class={board === null ? "practice-first" : "practice-columns"}>
      {pair !== null && board === null && <PairNotes pair={pair} dispatch={dispatch} />}
      {board !== null && (
        <div class="practice-board">
          <Remarks state={state} />
          {pair !== null && <PairNotes pair={pair} dispatch={dispatch} />}
          {pair !== null && isFirstSight(pair) && <PartnerLink pair={pair} />}
          {over === null ? (
            <TableView state={state} board={board} dispatch={dispatch} />
          ) : (
            <FinishedView state={state} board={over} dispatch={dispatch} />
          )}
          {settings.guessing && !revealed && finishedBoard(state) !== null && (
            <button
              type="button"
              class="primary"
              onClick={() => dispatch({ type: "hands shown" })}
            >
              {t("Show the four hands")}
            </button>
          )}
          <Drill state={state} board={board} open={settings.guessing && isOver(state.auction)} />
        </div>
      )}
      {pair === null ? (
        <SetupPanel key="setup" state={state} dispatch={dispatch} />
      ) : (
        <PairPanel
          pair={pair}
          settings={settings}
          themes={practisedThemes(state)}
          dispatch={dispatch}
        />
      )}
    </div>
  );
}

/** How many boards wait, and why the progress is not kept. */
function Remarks({ state: { queue, kept } }: Pick<PracticeProps, "state">) {
  const faults = [kept.unread, kept.unsaved].filter((fault) => fault !== null);
  return (
    <>
      {faults.map((fault) => (
        <p class="complaint">{fault}</p>
      ))}
      {queue.length > 0 && (
        <p class="hint">{plural("{count} more board waits.", "{count} more boards wait.", queue.length)}</p>
      )}
    </>
  );
}

function FinishedView({ state, board, dispatch }: PracticeProps & { board: FinishedBoard }) {
  const { review, robots, robotReview } = state.ending;
  return (
    <BoardEnd
      board={board}
      name={boardName(state)}
      review={review}
      robots={robots === null ? null : { auction: robots.auction, review: robotReview }}
      failed={Object.keys(state.failures).length > 0}
      calls={firstMadeCalls(state)}
      onAgain={
        state.pair === null ? () => dispatch({ type: "board replayed", seed: randomSeed() }) : null
      }
      onNext={
        isLastOfSet(state) ? null : () => dispatch({ type: "board wanted", seed: randomSeed() })
      }
      onProgress={() => dispatch({ type: "view shown", view: "progress" })}
      onOpen={(index) => window.open(callLink(board, index), "_blank")}
    />
  );
}

interface DrillProps {
  state: PracticeProps["state"];
  board: Board;
  /** Whether it stands open. */
  open: boolean;
}

/** The drill at the player's turn and at the end; folded where it is not asked for. */
function Drill({ state, board, open }: DrillProps) {
  const answer = state.explanation?.answer ?? null;
  if (answer === null || openAttempt(state) !== null) return null;
  const calls = answer.position.auction.length;
  if (calls === 0 || calls !== state.auction.length) return null;
  const shown = finishedBoard(state) !== null && (state.revealed || !state.settings.guessing);
  const panel = () => (
    <GuessPanel
      key={JSON.stringify(state.pair?.deal ?? board.source)}
      explanation={answer}
      momentIndex={calls}
      players={playersOf(state, board.seat)}
      hands={shown ? board.hands : null}
    />
  );
  if (open) return panel();
  return shown ? null : <Disclosure summary={t("Guess a hidden hand")}>{panel}</Disclosure>;
}
