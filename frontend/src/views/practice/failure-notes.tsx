/** What could not be read of the link, and what the service could not answer. */

import { t } from "../../i18n/translate";
import type { PracticeProps } from "../../practice/practice-state";

export function FailureNotes({ state, dispatch }: PracticeProps) {
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
        <div class="failure">
          <h2>{failure.title}</h2>
          {failure.errors.map(({ text }) => (
            <p>{text}</p>
          ))}
          {failure.retry && !failure.byItself && (
            <button type="button" class="primary" onClick={() => dispatch({ type: "retried" })}>
              {t("Try again")}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
