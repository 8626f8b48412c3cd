/** The known hands around the table, as newspapers print them. */

import { highCardPoints, parseHand, ranksOf } from "../../bridge/hand";
import { type Seat, SEAT_NAMES, SEATS, SUITS } from "../../bridge/table";
import { t } from "../../i18n/translate";
import type { ReviewRequest } from "../../service/types";
import { SuitName } from "../common/pips";

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
        {t(SEAT_NAMES[seat])}{" "}
        <span class="hint">{t("{points} HCP", { points: highCardPoints(cards) })}</span>
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
