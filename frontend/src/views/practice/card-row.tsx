/** A hand in a row, suit by suit. */

import { type Card, ranksOf } from "../../bridge/hand";
import { type Suit, SUIT_NAMES, SUITS } from "../../bridge/table";
import { t } from "../../i18n/translate";
import { Pip } from "../common/pips";

export function CardRow({ cards, label }: { cards: readonly Card[]; label: string }) {
  return (
    <ul class="card-row" aria-label={label}>
      {SUITS.map((suit) => (
        <li class={`suit suit-${suit}`}>
          <Pip suit={suit} />
          <span class="unseen">{t(SUIT_NAMES[suit])} </span>
          <Ranks ranks={ranksOf(cards, suit)} suit={suit} />
        </li>
      ))}
    </ul>
  );
}

function Ranks({ ranks, suit }: { ranks: string; suit: Suit }) {
  if (ranks === "") return <span class="void">{t("void")}</span>;
  return (
    <>
      {[...ranks].map((rank) => (
        <span class={`rank suit-${suit}`}>{rank === "T" ? "10" : rank}</span>
      ))}
    </>
  );
}
