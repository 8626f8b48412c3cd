/** The player's calls as first made, with their grades and the points that they lost. */

import type { Call } from "../../bridge/calls";
import { t } from "../../i18n/translate";
import { GRADE_MARKS, GRADE_NAMES } from "../../insight/verdicts";
import { lostInTens, totalLost } from "../../practice/board-result";
import type { OwnCall } from "../../practice/played-board";
import { CallText } from "../common/pips";

interface Props {
  calls: readonly OwnCall[];
  auction: readonly Call[];
}

export function OwnCalls({ calls, auction }: Props) {
  return (
    <section class="own-calls" aria-labelledby="own-calls-title">
      <h3 id="own-calls-title">{t("Your calls")}</h3>
      <table class="numbers">
        <thead>
          <tr>
            <th scope="col">{t("Call")}</th>
            <th scope="col">{t("Usual")}</th>
            <th scope="col">{t("Grade")}</th>
            <th scope="col">{t("Points lost")}</th>
          </tr>
        </thead>
        <tbody>
          {calls.map((call) => (
            <CallRow call={call} final={auction[call.index]} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              {t("All together")}
            </th>
            <td>{totalLost(calls)}</td>
          </tr>
        </tfoot>
      </table>
      <p class="hint">
        {t("Of mistakes alone: the average against the usual call.")}
      </p>
    </section>
  );
}

/** A call; where it was tried again, with the one that took its place. */
function CallRow({ call, final }: { call: OwnCall; final: Call | undefined }) {
  const { grade, usual, best } = call;
  const lost = lostInTens(call);
  return (
    <tr>
      <th scope="row">
        <CallText call={call.call} />
        {final !== undefined && final !== call.call && (
          <span class="hint">
            {" "}
            {t("then")} <CallText call={final} />
          </span>
        )}
      </th>
      <td>
        <CallText call={usual} />
        {best !== null && best !== call.call && (
          <p class="hint">
            <CallText call={best} /> {t("scores best")}
          </p>
        )}
      </td>
      <td class={`grade-${grade}`}>
        <span class="grade-mark" aria-hidden="true">
          {GRADE_MARKS[grade]}
        </span>{" "}
        {t(GRADE_NAMES[grade])}
      </td>
      <td>{lost === null ? "–" : lost}</td>
    </tr>
  );
}
