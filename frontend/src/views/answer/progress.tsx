/** The progress of a pending request, and that it is slow. */

import { t } from "../../i18n/translate";
import type { State } from "../../state/state";

export function Progress({ computing, slow }: Pick<State, "computing" | "slow">) {
  if (!computing) return null;
  return (
    <p class="progress">
      {slow ? t("Still reading: the model is busy …") : t("Reading the auction …")}
    </p>
  );
}
