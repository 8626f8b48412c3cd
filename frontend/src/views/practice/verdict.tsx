/** How good the player's last call was: one word where it was right, else what was missed. */

import { useEffect, useRef } from "preact/hooks";

import { callSymbol } from "../../bridge/calls";
import { t } from "../../i18n/translate";
import { openAttempt, ungradedAttempt } from "../../practice/needs";
import type { PracticeProps } from "../../practice/practice-state";
import { Button } from "../common/fields";
import { focusUnlessTyping } from "../common/focus";
import { GradedCall } from "../review/graded-call";

export function Verdict({ state, dispatch }: PracticeProps) {
  const again = useRef<HTMLButtonElement>(null);
  const last = state.settings.gradedAtOnce ? state.attempts.at(-1) : undefined;
  const open = openAttempt(state);
  const isMistake = open?.graded != null;
  useEffect(() => {
    if (!isMistake) return;
    focusUnlessTyping(again.current);
    again.current!.scrollIntoView({ block: "nearest" });
  }, [isMistake]);
  return (
    <div class="verdict-line" role="status">
      {ungradedAttempt(state) !== null && <p class="hint">{t("Grading your call …")}</p>}
      {last?.graded != null && (
        <GradedCall
          graded={last.graded}
          options={state.options?.answer ?? null}
          stands={state.auction[last.index] === last.call}
        >
          {isMistake && (
            <div class="row">
              <button ref={again} type="button" class="primary" onClick={() => dispatch({ type: "call tried again" })}>
                {t("Try another call")}
              </button>
              <Button onClick={() => dispatch({ type: "call accepted" })}>
                {t("Continue with {call}", { call: callSymbol(open!.call) })}
              </Button>
            </div>
          )}
        </GradedCall>
      )}
    </div>
  );
}
