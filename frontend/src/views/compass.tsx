/** The table from above: the hidden hands around it, the viewer's own hand at its place. */

import type { Explanation, HiddenHand, Moment } from "../explanation";
import { concise } from "../figures";
import { type Card, highCardPoints, parseHand, ranksOf } from "../hand";
import {
  isVulnerable, relationOf, SEAT_NAMES, SEATS, type Seat, seatAfter, SUITS, turnsTo,
  type Vulnerability,
} from "../table";
import { HandCharts, HandTables } from "./charts";
import { HeatMap } from "./heatmap";
import { Prose, SuitName } from "./pips";

const PLACES = ["top", "right", "bottom", "left"] as const;

/** Where each seat is drawn: North on top, or the viewer at the bottom once the table is turned. */
export function placeOf(seat: Seat, viewer: Seat, rotated: boolean): (typeof PLACES)[number] {
  const top = rotated ? seatAfter(viewer, 2) : "N";
  return PLACES[turnsTo(top, seat)]!;
}

interface CompassProps {
  explanation: Explanation;
  moment: number;
  rotated: boolean;
}

export function Compass({ explanation, moment, rotated }: CompassProps) {
  const { position, moments } = explanation;
  const now = moments[moment]!;
  const before = moments[moment - 1] ?? null;
  const own = position.hand === null ? [] : parseHand(position.hand).cards;
  const inReadingOrder = ["left", "top", "right", "bottom"];
  const seats = [...SEATS].sort(
    (one, other) =>
      inReadingOrder.indexOf(placeOf(one, position.seat, rotated)) -
      inReadingOrder.indexOf(placeOf(other, position.seat, rotated)),
  );
  return (
    <>
      {seats.map((seat) => {
        const hand = now.hands[seat];
        const place = placeOf(seat, position.seat, rotated);
        return (
          <div class={`place place-${place}`}>
            {hand === undefined ? (
              <OwnHand seat={seat} cards={own} vulnerability={position.vulnerability} />
            ) : (
              <HiddenPanel
                seat={seat}
                hand={hand}
                before={before?.hands[seat] ?? null}
                own={own}
                explanation={explanation}
              />
            )}
          </div>
        );
      })}
      <div class="place place-centre">
        <TableTop explanation={explanation} moment={now} rotated={rotated} />
      </div>
    </>
  );
}

interface HiddenPanelProps {
  seat: Seat;
  hand: HiddenHand;
  before: HiddenHand | null;
  own: readonly Card[];
  explanation: Explanation;
}

function HiddenPanel({ seat, hand, before, own, explanation }: HiddenPanelProps) {
  const { position } = explanation;
  return (
    <article class="hidden-hand" aria-labelledby={`hand-${seat}`}>
      <header>
        <h3 id={`hand-${seat}`}>{SEAT_NAMES[seat]}</h3>
        {position.hand !== null && <span class="hint">{relationOf(seat, position.seat)}</span>}
        <VulnerabilityTag seat={seat} vulnerability={position.vulnerability} />
      </header>
      <p class="summary">
        <Prose text={concise(hand.summary, `${SEAT_NAMES[seat]}: `, explanation.interval_level)} />
      </p>
      <HeatMap seat={seat} hand={hand} own={own} />
      <HandCharts hand={hand} before={before} />
      <details>
        <summary>
          Numbers as a table<span class="unseen"> for {SEAT_NAMES[seat]}</span>
        </summary>
        <HandTables hand={hand} />
      </details>
    </article>
  );
}

interface OwnHandProps {
  seat: Seat;
  cards: readonly Card[];
  vulnerability: Vulnerability;
}

function OwnHand({ seat, cards, vulnerability }: OwnHandProps) {
  return (
    <article class="own-hand" aria-labelledby={`hand-${seat}`}>
      <header>
        <h3 id={`hand-${seat}`}>{SEAT_NAMES[seat]}</h3>
        <span class="hint">you · {highCardPoints(cards)} HCP</span>
        <VulnerabilityTag seat={seat} vulnerability={vulnerability} />
      </header>
      <ul>
        {SUITS.map((suit) => (
          <li>
            <SuitName suit={suit} /> {[...ranksOf(cards, suit)].join(" ") || "—"}
          </li>
        ))}
      </ul>
    </article>
  );
}

function VulnerabilityTag({ seat, vulnerability }: { seat: Seat; vulnerability: Vulnerability }) {
  return isVulnerable(seat, vulnerability) ? (
    <span class="tag vulnerable">vulnerable</span>
  ) : (
    <span class="tag safe">not vulnerable</span>
  );
}

interface TableTopProps {
  explanation: Explanation;
  moment: Moment;
  rotated: boolean;
}

/** The felt: who sits where, who deals, who is vulnerable, whose turn it is. */
function TableTop({ explanation, moment, rotated }: TableTopProps) {
  const { position } = explanation;
  return (
    <div class="felt" aria-hidden="true">
      {SEATS.map((seat) => {
        const side = isVulnerable(seat, position.vulnerability) ? "vulnerable" : "safe";
        const turn = moment.to_call === seat ? " turn" : "";
        const place = placeOf(seat, position.seat, rotated);
        return <span class={`chair chair-${place} ${side}${turn}`}>{seat}</span>;
      })}
      <span class={`dealer dealer-${placeOf(position.dealer, position.seat, rotated)}`}>D</span>
    </div>
  );
}
