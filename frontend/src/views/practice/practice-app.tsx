/** The page of practice: its views, and the one on show. */

import { msg, t } from "../../i18n/translate";
import { practisedThemes } from "../../practice/needs";
import type { PracticeProps, PracticeView } from "../../practice/practice-state";
import { deleteProgress, keepBoards } from "../../practice/progress-storage";
import { dueBy, repeatsOf } from "../../practice/repeats";
import { randomSeed } from "../../practice/seeds";
import { BidView } from "./bid-view";
import { ClassView } from "./class-view";
import { FailureNotes } from "./failure-notes";
import { ProgressView } from "./progress-view";
import { TrickView } from "./trick-view";

const VIEW_NAMES: Record<PracticeView, string> = {
  bid: msg("Bid"), tricks: msg("Count the tricks"), progress: msg("Progress"), class: msg("For a class"),
};

export function PracticeApp({ state, dispatch }: PracticeProps) {
  return (
    <>
      <header class="practice-head">
        <h1>{t("Practice")}</h1>
        <nav class="practice-views" aria-label={t("Practice")}>
          {(Object.keys(VIEW_NAMES) as PracticeView[]).map((view) => (
            <button
              type="button"
              class="quiet"
              aria-current={view === state.view ? "page" : undefined}
              onClick={() => dispatch({ type: "view shown", view })}
            >
              {t(VIEW_NAMES[view])}
              {view === "progress" && <DueCount state={state} />}
            </button>
          ))}
        </nav>
      </header>
      <FailureNotes state={state} dispatch={dispatch} />
      {state.view === "bid" && <BidView state={state} dispatch={dispatch} />}
      {state.view === "tricks" && <TrickView quiz={state.quiz} dispatch={dispatch} />}
      {state.view === "progress" && <OwnProgress state={state} dispatch={dispatch} />}
      {state.view === "class" && <ClassView state={state} dispatch={dispatch} />}
    </>
  );
}

/** How many boards are to be bid again. */
function DueCount({ state }: Pick<PracticeProps, "state">) {
  const count = dueBy(repeatsOf(state.kept.progress), new Date()).length;
  return count === 0 ? null : <span class="tag">{t("{count} due", { count })}</span>;
}

function OwnProgress({ state, dispatch }: PracticeProps) {
  const now = new Date();
  return (
    <ProgressView
      kept={state.kept}
      themes={practisedThemes(state)}
      now={now}
      player={state.player}
      ofClass={state.set !== null}
      onName={(player) => dispatch({ type: "player named", player })}
      onPractise={(theme) => dispatch({ type: "theme practised", theme, seed: randomSeed() })}
      onRepeat={(repeats) =>
        dispatch({
          type: "boards queued",
          boards: repeats.map(({ board, theme, system }) => ({ source: board, theme, system })),
        })
      }
      onImport={(boards) =>
        dispatch({ type: "progress kept", kept: keepBoards(state.kept, boards, now) })
      }
      onDelete={() => dispatch({ type: "progress kept", kept: deleteProgress() })}
    />
  );
}
