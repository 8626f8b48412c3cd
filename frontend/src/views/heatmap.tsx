/** A hidden hand as 4 suits × 13 ranks: the number in each cell, and a shade that follows it. */

import type { HiddenHand } from "../explanation";
import { cellNumber, percent } from "../figures";
import { type Card, cardSymbol } from "../hand";
import { RANK_NAMES, RANKS, SEAT_NAMES, type Seat, SUITS, type Suit } from "../table";
import { SuitName } from "./pips";

/** From this probability on the shade is strong enough for figures in the opposite ink. */
const STRONG_FROM = 0.6;

interface HeatMapProps {
  seat: Seat;
  hand: HiddenHand;
  /** The viewer's own cards: nobody else can hold them, so their cells stay empty. */
  own: readonly Card[];
}

export function HeatMap({ seat, hand, own }: HeatMapProps) {
  return (
    <table class="heat" data-seat={seat}>
      <caption class="unseen">
        {SEAT_NAMES[seat]}: the probability of each card, in per cent
      </caption>
      <thead>
        <tr>
          <td />
          {[...RANKS].map((rank) => (
            <th scope="col">
              <abbr title={RANK_NAMES[rank] ?? rank}>{rank}</abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {SUITS.map((suit) => (
          <HeatRow suit={suit} probabilities={hand.cards[suit]} own={own} />
        ))}
      </tbody>
    </table>
  );
}

interface HeatRowProps {
  suit: Suit;
  probabilities: readonly number[];
  own: readonly Card[];
}

function HeatRow({ suit, probabilities, own }: HeatRowProps) {
  return (
    <tr>
      <th scope="row">
        <SuitName suit={suit} />
      </th>
      {[...RANKS].map((rank, place) => (
        <HeatCell
          card={suit + rank}
          probability={probabilities[place] ?? 0}
          own={own.includes(suit + rank)}
        />
      ))}
    </tr>
  );
}

interface HeatCellProps {
  card: Card;
  probability: number;
  own: boolean;
}

function HeatCell({ card, probability, own }: HeatCellProps) {
  if (own) return <td class="own-card" data-own={card} title={`${cardSymbol(card)}: your card`} />;
  const shade = probability >= STRONG_FROM ? "shade-high" : "shade-low";
  const name = `${cardSymbol(card)}: ${percent(probability)}`;
  return (
    <td class={shade} data-card={card} style={{ "--p": probability.toFixed(3) }} title={name}>
      {cellNumber(probability)}
    </td>
  );
}

const LEGEND_STEPS = [0, 0.2, 0.4, 0.6, 0.8, 1];

/** The shades in words: what the cells' colours and numbers mean. */
export function HeatLegend() {
  return (
    <figure class="legend">
      <figcaption>Chance, in per cent, that the player holds the card</figcaption>
      <div class="legend-scale" aria-hidden="true">
        {LEGEND_STEPS.map((step) => (
          <span
            class={step >= STRONG_FROM ? "shade-high" : "shade-low"}
            style={{ "--p": String(step) }}
          >
            {cellNumber(step)}
          </span>
        ))}
      </div>
      <p class="legend-own">
        <span class="own-card" aria-hidden="true" /> a card of your own
      </p>
    </figure>
  );
}
