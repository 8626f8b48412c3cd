/** A hidden hand as 4 suits × 13 ranks: the number in each cell, and a shade that follows it. */

import { type Card, cardSymbol, rankText } from "../../bridge/hand";
import { RANK_NAMES, RANKS, type Seat, SEAT_NAMES, SUITS } from "../../bridge/table";
import { joinSentences, t } from "../../i18n/translate";
import { chanceOf, heatCellText, heatMapText, markedChange } from "../../insight/card-chances";
import { toPercentage } from "../../insight/format";
import type { HiddenHand } from "../../service/types";
import { type CardHighlight, highlightHandlers } from "../common/card-highlight";
import { SuitName } from "../common/pips";
import { useRovingGrid } from "../common/focus";

/** From this probability on the shade is strong enough for figures in the opposite ink. */
const STRONG_FROM = 0.6;
const ROW_WIDTHS = SUITS.map(() => RANKS.length);

interface HeatMapProps {
  seat: Seat;
  hand: HiddenHand;
  /** The same hand one call earlier: cells that moved are marked. */
  before: HiddenHand | null;
  /** The viewer's own cards: nobody else can hold them, so their cells stay empty. */
  own: readonly Card[];
  /** The cards that the player really holds, where they are revealed. */
  held: readonly Card[];
  highlight: CardHighlight;
}

/** A grid with one stop for the Tab key: its arrow keys walk the cards, Enter keeps one marked. */
export function HeatMap({ seat, hand, before, own, held, highlight }: HeatMapProps) {
  const grid = useRovingGrid<HTMLTableElement>(ROW_WIDTHS);
  const cell = (card: Card, row: number, column: number) => {
    const place = grid.cell(row, column);
    if (own.includes(card)) return <OwnCell card={card} place={place} highlight={highlight} />;
    const chance = { seat, now: chanceOf(hand, card), before: before === null ? null : chanceOf(before, card) };
    const really = held.includes(card);
    return (
      <HeatCell
        card={card}
        probability={chance.now}
        change={markedChange(chance.before, chance.now)}
        held={really}
        label={heatCellText(card, chance, really)}
        place={place}
        highlight={highlight}
      />
    );
  };
  return (
    <table
      class="heat"
      data-seat={seat}
      ref={grid.container.ref}
      role="grid"
      onMouseDown={grid.container.onMouseDown}
      {...highlightHandlers(highlight, grid.container.onKeyDown)}
    >
      <caption class="unseen">
        {joinSentences([
          t("{seat}: the probability of each card, in per cent.", { seat: t(SEAT_NAMES[seat]) }),
          heatMapText(seat, hand, own),
        ])}
      </caption>
      <RankHeads />
      <tbody>
        {SUITS.map((suit, row) => (
          <tr>
            <th scope="row">
              <SuitName suit={suit} />
            </th>
            {[...RANKS].map((rank, column) => cell(suit + rank, row, column))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function RankHeads() {
  return (
    <thead>
      <tr>
        <td />
        {[...RANKS].map((rank) => (
          <th scope="col">
            <abbr title={t(RANK_NAMES[rank] ?? rank)}>{rankText(rank)}</abbr>
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface CellProps {
  card: Card;
  /** The props of a cell of the roving grid. */
  place: ReturnType<ReturnType<typeof useRovingGrid>["cell"]>;
  highlight: CardHighlight;
}

interface HeatCellProps extends CellProps {
  probability: number;
  /** By how many points the number moved, where it is marked. */
  change: number;
  held: boolean;
  label: string;
}

function HeatCell({ card, probability, change, held, label, place, highlight }: HeatCellProps) {
  return (
    <td
      role="gridcell"
      class={shadeOf(probability)}
      style={{ "--p": shade(probability) }}
      data-card={card}
      data-moved={change === 0 ? undefined : change > 0 ? "up" : "down"}
      data-held={held ? "" : undefined}
      data-marked={highlight.of(card)}
      aria-selected={highlight.pinned === card}
      aria-label={label}
      {...place}
    >
      {toPercentage(probability)}
    </td>
  );
}

function OwnCell({ card, place, highlight }: CellProps) {
  return (
    <td
      role="gridcell"
      class="own-card"
      data-own={card}
      data-marked={highlight.of(card)}
      aria-label={t("{card}: your card", { card: cardSymbol(card) })}
      {...place}
    />
  );
}

function shadeOf(probability: number): string {
  return probability >= STRONG_FROM ? "shade-high" : "shade-low";
}

/** Shades that the eye can hardly tell apart are one: most calls then leave most cells as they are. */
const SHADES = 40;

function shade(probability: number): string {
  return (Math.round(SHADES * probability) / SHADES).toFixed(3);
}

const LEGEND_STEPS = [0, 0.2, 0.4, 0.6, 0.8, 1];

/** The shades and marks in words: what the cells' colours, numbers and signs mean. */
export function HeatLegend({ revealed }: { revealed: boolean }) {
  return (
    <figure class="legend">
      <figcaption>{t("Chance, in per cent, that the player holds the card")}</figcaption>
      <div class="legend-scale" aria-hidden="true">
        {LEGEND_STEPS.map((step) => (
          <span class={shadeOf(step)} style={{ "--p": String(step) }}>
            {toPercentage(step)}
          </span>
        ))}
      </div>
      <ul>
        <LegendMark sign="own-card">{t("a card of your own")}</LegendMark>
        <LegendMark sign="mark-up">{t("up by 5 points or more with this call")}</LegendMark>
        <LegendMark sign="mark-down">{t("down by 5 points or more with this call")}</LegendMark>
        {revealed && <LegendMark sign="mark-held">{t("actually held by the player")}</LegendMark>}
      </ul>
    </figure>
  );
}

function LegendMark({ sign, children }: { sign: string; children: string }) {
  return (
    <li class="legend-mark">
      <span class={`sign ${sign}`} aria-hidden="true" /> {children}
    </li>
  );
}
