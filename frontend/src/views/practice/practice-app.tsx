/** The page of practice: its views, and the one on show. */

import { msg, t } from "../../i18n/translate";
import type { PracticeDispatch, PracticeProps, PracticeView } from "../../practice/practice-state";
import { dueBy, repeatsOf } from "../../practice/statistics";
import { type Quiz, QUIZ_STRAINS, type QuizSettings, SECONDS, SEEN_HANDS } from "../../practice/trick-quiz";
import { Button, Choice, Switch } from "../common/fields";
import { BidView } from "./bid-view";
import { ClassView } from "./class-view";
import { ProgressView } from "./progress-view";
import { TrickQuestion, TrickResults } from "./trick-question";

const VIEW_NAMES: Record<PracticeView, string> = {
  bid: msg("Bid"),
  tricks: msg("Count the tricks"),
  progress: msg("Progress"),
  class: msg("For a class"),
};

export function PracticeApp({ state, dispatch }: PracticeProps) {
  return (
    <>
      <header class="practice-head">
        <h1>{t("Practice")}</h1>
        <nav class="practice-views" aria-label={t("Practice")}>
          {(Object.keys(VIEW_NAMES) as PracticeView[]).map((view) => (
            <Button
              aria-current={view === state.view ? "page" : undefined}
              onClick={() => dispatch({ type: "view shown", view })}
            >
              {t(VIEW_NAMES[view])}
              {view === "progress" && <DueCount state={state} />}
            </Button>
          ))}
        </nav>
      </header>
      <FailureNotes state={state} dispatch={dispatch} />
      {state.view === "bid" && <BidView state={state} dispatch={dispatch} />}
      {state.view === "tricks" && <TrickView quiz={state.quiz} dispatch={dispatch} />}
      {state.view === "progress" && <ProgressView state={state} dispatch={dispatch} />}
      {state.view === "class" && <ClassView state={state} dispatch={dispatch} />}
    </>
  );
}

/** How many boards are to be bid again. */
function DueCount({ state }: Pick<PracticeProps, "state">) {
  const count = dueBy(repeatsOf(state.kept.progress), new Date()).length;
  return count === 0 ? null : <span class="tag">{t("{count} due", { count })}</span>;
}

/** What could not be read of the link, and what the service could not answer. */
function FailureNotes({ state, dispatch }: PracticeProps) {
  const [failure = state.pair?.failure ?? null] = Object.values(state.failures);
  return (
    <div role="alert">
      {state.linkErrors.length > 0 && (
        <div class="failure">
          {state.linkErrors.map((text) => (
            <p>{text}</p>
          ))}
        </div>
      )}
      {failure !== null && (
        <div class={failure.againInS === undefined ? "failure" : "failure passing"}>
          <h2>{failure.title}</h2>
          {failure.errors.map(({ text }) => (
            <p>{text}</p>
          ))}
          {failure.retry && !failure.byItself && (
            <Button class="primary" onClick={() => dispatch({ type: "retried" })}>
              {t("Try again")}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

interface Props {
  quiz: Quiz;
  dispatch: PracticeDispatch;
}

/** Count the tricks of deals: what is asked, the question, and the result beside others'. */
function TrickView({ quiz, dispatch }: Props) {
  const { question } = quiz;
  const setup = <TrickSetup quiz={quiz} dispatch={dispatch} />;
  return (
    <div class={question === null ? "practice-first" : "practice-columns"}>
      <div class="practice-board">
        {question === null ? setup : <TrickQuestion key={question.place} question={question} dispatch={dispatch} />}
        <TrickResults quiz={quiz} dispatch={dispatch} />
      </div>
      {question !== null && setup}
    </div>
  );
}

function TrickSetup({ quiz: { settings, question }, dispatch }: Props) {
  const change = (changes: Partial<QuizSettings>) => dispatch({ type: "quiz changed", settings: changes });
  return (
    <section class="panel setup" aria-labelledby="trick-setup-title">
      <h2 id="trick-setup-title">{t("Count the tricks")}</h2>
      <p>
        {t(
          "The deals are random, so the contract may make no sense. South declares and West leads. How many tricks do North and South take if all four play best, as if they saw every card? Grandmasters and networks were asked the same.",
        )}
      </p>
      <Choice
        legend={t("Contract")}
        name="quiz-strain"
        options={QUIZ_STRAINS}
        value={settings.strain}
        label={(strain) => (strain === "notrump" ? t("Notrump") : t("Spades"))}
        onChange={(strain) => change({ strain })}
      />
      <Choice
        legend={t("You see")}
        name="quiz-seen"
        options={SEEN_HANDS}
        value={settings.seen}
        label={(seen) => (seen === "four" ? t("All four hands") : t("North and South"))}
        onChange={(seen) => change({ seen })}
      />
      <Switch on={settings.timed} onChange={() => change({ timed: !settings.timed })}>
        {t("{count} seconds a deal", { count: SECONDS })}
      </Switch>
      {question === null ? (
        <Button class="primary" onClick={() => dispatch({ type: "tricks asked" })}>
          {t("Deal")}
        </Button>
      ) : (
        <p class="hint">{t("Changes take effect with the next deal.")}</p>
      )}
    </section>
  );
}
