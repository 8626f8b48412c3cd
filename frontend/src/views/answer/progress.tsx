/** The progress of a pending request, and that it is slow. */

import { t } from "../../i18n/translate";
import type { State } from "../../state/state";

export function Progress({ request }: Pick<State, "request">) {
  if (request?.kind !== "asked" && request?.kind !== "slow") return null;
  return (
    <p class="progress">
      {request.kind === "slow" ? t("Still reading: the model is busy …") : t("Reading the auction …")}
    </p>
  );
}
