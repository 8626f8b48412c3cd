/** The message for those who listen. */

import { useMemo } from "preact/hooks";

import { t } from "../../i18n/translate";
import { momentText } from "../../insight/format";
import { nameOf, wordsOf } from "../../insight/message";
import type { Explanation } from "../../service/types";
import { optionsKey } from "../../state/inspection";
import { callOnCard } from "../../state/selectors";
import type { State } from "../../state/state";

/** Announce the call on the card once: for a step or a new answer, not for a refined one. */
export function Announcement({ state }: { state: State }) {
  const { explanation } = state;
  const shown = callOnCard(state);
  const of = explanation === null ? "" : optionsKey(explanation.position) + explanation.position.hand;
  const text = useMemo(() => (explanation === null ? "" : announced(explanation, shown)), [of, shown]);
  return (
    <p class="unseen announcement" role="status">
      {text}
    </p>
  );
}

function announced(explanation: Explanation, shown: number | null): string {
  const meaning = shown === null ? undefined : explanation.calls[shown];
  if (meaning === undefined) return t("Before the first call");
  const name = nameOf(meaning)?.name;
  const words = wordsOf(meaning, explanation.interval_level);
  return [momentText(explanation, meaning.index + 1), name, words].filter(Boolean).join(". ");
}
