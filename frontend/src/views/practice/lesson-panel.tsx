/** What a pupil is asked before first answers go to the teacher, and is told afterwards. */

import { useState } from "preact/hooks";

import { t } from "../../i18n/translate";
import { MOST_NAME } from "../../practice/class-answers";
import type { Lesson, PracticeDispatch } from "../../practice/practice-state";
import { Button, FailureNote } from "../common/fields";
import { keptText } from "./first-answers";

interface Props {
  lesson: Lesson;
  dispatch: PracticeDispatch;
}

export function LessonPanel({ lesson, dispatch }: Props) {
  const { pupil, declined, hours, failure } = lesson;
  const [name, setName] = useState("");
  const takePart = (as: string | null) => dispatch({ type: "part taken", pupil: as });
  if (pupil !== null) {
    return (
      <p class="hint">
        {t("Your teacher sees your first answers as {name}.", { name: pupil })}{" "}
        <Button onClick={() => takePart(null)}>{t("Stop")}</Button>
      </p>
    );
  }
  if (hours === null || declined) return null;
  const chosen = name.trim().replace(/\s+/g, " ");
  return (
    <section class="panel lesson" aria-labelledby="lesson-title">
      <h2 id="lesson-title">{t("Your teacher collects first answers")}</h2>
      {failure !== null && <FailureNote failure={failure} />}
      <p>
        {t(
          "If you take part, your teacher sees the nickname that you enter here and each of your calls on these boards as you first made it. The site keeps both until {time} after the class's last answer, or until your teacher deletes them. Nothing else is sent.",
          { time: keptText(hours) },
        )}
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          takePart(chosen);
        }}
      >
        <div class="field">
          <label for="nickname">{t("Your nickname")}</label>
          <input
            id="nickname"
            maxLength={MOST_NAME}
            autoComplete="nickname"
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </div>
        <div class="row">
          <button type="submit" class="primary" disabled={chosen === ""}>
            {t("Take part")}
          </button>
          <Button onClick={() => takePart(null)}>{t("Bid without it")}</Button>
        </div>
      </form>
    </section>
  );
}
