/** How many tricks each seat takes in each strain, double dummy. */

import { highCardPoints, parseHand, ranksOf } from "../../bridge/hand";
import { type Seat, SEAT_NAMES, SEATS, type Strain, STRAINS, SUITS } from "../../bridge/table";
import { t } from "../../i18n/translate";
import { sourceText } from "../../insight/verdicts";
import type { Review, ReviewRequest } from "../../service/types";
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

/** The known hands around the table, as newspapers print them. */
export function DealDiagram({ hands }: { hands: ReviewRequest["hands"] }) {
  return (
    <section class="deal" aria-label={t("The deal")}>
      {SEATS.map((seat) => {
        const hand = hands[seat];
        return hand === null ? null : <DealtHand seat={seat} hand={hand} />;
      })}
    </section>
  );
}

function DealtHand({ seat, hand }: { seat: Seat; hand: string }) {
  const { cards } = parseHand(hand);
  return (
    <div class={`dealt dealt-${seat}`}>
      <h3>
        {t(SEAT_NAMES[seat])} <span class="hint">{t("{points} HCP", { points: highCardPoints(cards) })}</span>
      </h3>
      <ul>
        {SUITS.map((suit) => (
          <li>
            <SuitName suit={suit} /> {ranksOf(cards, suit).replace("T", "10") || "—"}
          </li>
        ))}
      </ul>
    </div>
  );
}
