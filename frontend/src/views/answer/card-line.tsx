/** The marked card in one line: its chance with each player, wherever on the page one looks. */

import type { Deal } from "../../bridge/deal";
import { type Card, cardSymbol, spokenCard } from "../../bridge/hand";
import { SEAT_NAMES, SEATS } from "../../bridge/table";
import { t } from "../../i18n/translate";
import { cardHolders, holdersText } from "../../insight/card-chances";
import type { Moment } from "../../service/types";
import type { CardHighlight } from "../common/card-highlight";
import { ColouredText } from "../common/pips";

interface Props {
  now: Moment;
  before: Moment | null;
  own: readonly Card[];
  /** The whole deal, where it is revealed. */
  deal: Deal | null;
  highlight: CardHighlight;
}

export function CardLine({ now, before, own, deal, highlight }: Props) {
  const { hovered, pinned, pin } = highlight;
  const card = hovered ?? pinned;
  const words = card === null ? null : lineText(card, { now, before, own, deal });
  return (
    <div class="card-line">
      <p role="status">
        {words === null ? (
          <span class="hint">
            {t("Point at a card or tap it: its chance with each player stands here.")}
          </span>
        ) : (
          <ColouredText text={words} />
        )}
      </p>
      {pinned !== null && (
        <button
          type="button"
          class="quiet"
          aria-label={t("Let the {card} go", { card: spokenCard(pinned) })}
          onClick={() => pin(pinned)}
        >
          <span aria-hidden="true">
            <ColouredText text={cardSymbol(pinned)} /> ×
          </span>
        </button>
      )}
    </div>
  );
}

function lineText(card: Card, { now, before, own, deal }: Omit<Props, "highlight">): string {
  if (own.includes(card)) return t("{card} is your own card.", { card: cardSymbol(card) });
  const words = holdersText(card, cardHolders(now, before, card));
  const holder = SEATS.find((seat) => deal?.[seat].includes(card));
  if (holder === undefined) return words;
  return t("{words}. {seat} really holds it.", { words, seat: t(SEAT_NAMES[holder]) });
}
