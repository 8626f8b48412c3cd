/** How many tricks each seat takes in each strain, double dummy. */

import { SEAT_NAMES, SEATS, type Strain, STRAINS } from "../../bridge/table";
import { t } from "../../i18n/translate";
import { sourceText } from "../../insight/verdicts";
import type { Review } from "../../service/types";
import { SuitName } from "../common/pips";

const COLUMNS: readonly Strain[] = [...STRAINS].reverse();

export function TricksTable({ makes }: { makes: NonNullable<Review["makes"]> }) {
  return (
    <section class="tricks" aria-labelledby="tricks-title">
      <h3 id="tricks-title">{t("Tricks double dummy")}</h3>
      <table class="numbers">
        <thead>
          <tr>
            <th scope="col">{t("Declarer")}</th>
            {COLUMNS.map((strain) => (
              <th scope="col">{strain === "NT" ? t("NT") : <SuitName suit={strain} />}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {SEATS.map((seat) => (
            <tr>
              <th scope="row">{t(SEAT_NAMES[seat])}</th>
              {COLUMNS.map((strain) => (
                <td>{makes.tricks[seat][strain]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="hint">{sourceText(makes.source)}</p>
    </section>
  );
}
