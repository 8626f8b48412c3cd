/** Count the tricks of deals: what is asked, the question, and the result beside others'. */

import { t } from "../../i18n/translate";
import type { PracticeDispatch } from "../../practice/practice-state";
import {
  type Quiz, QUIZ_STRAINS, type QuizSettings, SECONDS, SEEN_HANDS,
} from "../../practice/trick-quiz";
import { Choice } from "../common/fields";
import { TrickQuestion } from "./trick-question";
import { TrickResults } from "./trick-results";

interface Props {
  quiz: Quiz;
  dispatch: PracticeDispatch;
}

export function TrickView({ quiz, dispatch }: Props) {
  const { question } = quiz;
  const setup = <TrickSetup quiz={quiz} dispatch={dispatch} />;
  return (
    <div class={question === null ? "practice-first" : "practice-columns"}>
      <div class="practice-board">
        {question === null ? (
          setup
        ) : (
          <TrickQuestion key={question.place} question={question} dispatch={dispatch} />
        )}
        <TrickResults quiz={quiz} onRestart={() => dispatch({ type: "quiz restarted" })} />
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
        {t("The deals are random, so the contract may make no sense. South declares and West leads. How many tricks do North and South take if all four play best, as if they saw every card? Grandmasters and networks were asked the same.")}
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
      <label class="switch">
        <input
          type="checkbox"
          checked={settings.timed}
          onChange={() => change({ timed: !settings.timed })}
        />
        <span>{t("{count} seconds a deal", { count: SECONDS })}</span>
      </label>
      {question === null ? (
        <button type="button" class="primary" onClick={() => dispatch({ type: "tricks asked" })}>
          {t("Deal")}
        </button>
      ) : (
        <p class="hint">{t("Changes take effect with the next deal.")}</p>
      )}
    </section>
  );
}
