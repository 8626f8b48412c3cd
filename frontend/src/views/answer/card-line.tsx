/** The marked card in one line: its chance with each player, wherever on the page one looks. */

import type { Deal } from "../../bridge/deal";
import { type Card, cardSymbol, cardWords } from "../../bridge/hand";
import { SEAT_NAMES, SEATS } from "../../bridge/table";
import { say } from "../../i18n/translate";
import { holders, holderWords } from "../../insight/card-chances";
import type { Moment } from "../../service/types";
import type { Marking } from "../common/card-highlight";
import { Prose } from "../common/pips";

interface Props {
  now: Moment;
  before: Moment | null;
  own: readonly Card[];
  /** The whole deal, where it is revealed. */
  deal: Deal | null;
  marking: Marking;
}

export function CardLine({ now, before, own, deal, marking }: Props) {
  const { looked, pinned, pin } = marking;
  const card = looked ?? pinned;
  const words = card === null ? null : lineWords(card, { now, before, own, deal });
  return (
    <div class="card-line">
      <p role="status">
        {words === null ? (
          <span class="hint">
            {say("Point at a card or tap it: its chance with each player stands here.")}
          </span>
        ) : (
          <Prose text={words} />
        )}
      </p>
      {pinned !== null && (
        <button
          type="button"
          class="quiet"
          aria-label={say("Let the {card} go", { card: cardWords(pinned) })}
          onClick={() => pin(pinned)}
        >
          <span aria-hidden="true">
            <Prose text={cardSymbol(pinned)} /> ×
          </span>
        </button>
      )}
    </div>
  );
}

function lineWords(card: Card, { now, before, own, deal }: Omit<Props, "marking">): string {
  if (own.includes(card)) return say("{card} is your own card.", { card: cardSymbol(card) });
  const words = holderWords(card, holders(now, before, card));
  const holder = SEATS.find((seat) => deal?.[seat].includes(card));
  if (holder === undefined) return words;
  return say("{words}. {seat} really holds it.", { words, seat: say(SEAT_NAMES[holder]) });
}
