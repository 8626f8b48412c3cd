/** What is said of a table for two: the seat, robots, calls that could not be made, the next board. */

import { t } from "../../i18n/translate";
import type { Pair, PracticeDispatch } from "../../practice/practice-state";
import { failureOf } from "../../service/failure";

interface Props {
  pair: Pair;
  dispatch: PracticeDispatch;
}

export function PairNotes({ pair, dispatch }: Props) {
  const { table, seat, deal, movedOn, next } = pair;
  const error = table?.error ?? null;
  return (
    <div class="pair-notes">
      <div role="alert">
        {seat === "taken" && (
          <div class="failure">
            <h2>{t("This seat is taken in another browser")}</h2>
            <p>{t("Bid there, or take the seat here.")}</p>
            <button
              type="button"
              class="primary"
              onClick={() => dispatch({ type: "seat taken over" })}
            >
              {t("Take the seat here")}
            </button>
          </div>
        )}
        {movedOn && (
          <p class="complaint">
            {t("Your call was not made: the auction had gone on. This is how it stands.")}
          </p>
        )}
        {error !== null && seat !== "taken" && (
          <p class="complaint">
            {t("{reason}. Robots call as soon as they can.", { reason: failureOf(error).title })}
          </p>
        )}
      </div>
      <p class="hint" role="status">
        {table === null && (seat === "wanted" || seat === "takeover") && t("Sitting down …")}
        {next !== null && t("The next board is dealt …")}
        {next === null && table !== null && table.deal !== deal && t("Partner had the next board dealt.")}
      </p>
    </div>
  );
}
