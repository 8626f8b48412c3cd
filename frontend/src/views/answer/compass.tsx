/** The table from above: the hidden hands around it, the viewer's own hand at its place. */

import { useMemo, useState } from "preact/hooks";

import { type Card, type Deal, highCardPoints, suitText } from "../../bridge/hand";
import {
  isVulnerable,
  relationOf,
  type Seat,
  SEAT_NAMES,
  SEATS,
  SUITS,
  turnsTo,
  type Vulnerability,
} from "../../bridge/table";
import { t } from "../../i18n/translate";
import { type Truth, truthOf } from "../../insight/accuracy";
import { summaryText } from "../../insight/meanings";
import type { Explanation, HiddenHand, Moment } from "../../service/types";
import type { CardHighlight } from "../common/card-highlight";
import { useDeferredMoment } from "../common/deferred-moment";
import { Disclosure } from "../common/disclosure";
import { ColouredText, SuitName } from "../common/pips";
import { HandCharts, HandTables } from "./distribution-charts";
import { HeatMap } from "./heat-map";

const PLACES = ["bottom", "left", "top", "right"] as const;
const READING_ORDER = ["left", "top", "right", "bottom"];

/** Return the place of a seat, clockwise from the one at the bottom. */
export function placeOf(seat: Seat, bottom: Seat): (typeof PLACES)[number] {
  return PLACES[turnsTo(bottom, seat)]!;
}

export interface HandProps {
  explanation: Explanation;
  moment: number;
  own: readonly Card[];
  /** The whole deal, where it is revealed. */
  deal: Deal | null;
  highlight: CardHighlight;
}

export function Compass({ bottom, ...shared }: HandProps & { bottom: Seat }) {
  const { explanation, moment, own } = shared;
  const { position, moments } = explanation;
  const now = moments[moment]!;
  return (
    <>
      {inReadingOrder(bottom).map((seat) => (
        <div key={seat} class={`place place-${placeOf(seat, bottom)}`}>
          {now.hands[seat] === undefined ? (
            <OwnHand seat={seat} cards={own} vulnerability={position.vulnerability} />
          ) : (
            <HiddenPlace seat={seat} {...shared} />
          )}
        </div>
      ))}
      <div class="place place-centre">
        <TableTop explanation={explanation} moment={now} bottom={bottom} />
      </div>
    </>
  );
}

interface HiddenPlaceProps extends HandProps {
  seat: Seat;
  /** Whether only its line is drawn until it is opened. */
  foldable?: boolean;
}

/** A hidden hand, drawn again only where something of it is another. */
export function HiddenPlace(props: HiddenPlaceProps) {
  const { seat, explanation, own, deal, highlight, foldable = false } = props;
  const [moment, box] = useDeferredMoment(explanation, props.moment);
  const truth = useMemo(() => (deal === null ? null : truthOf(deal[seat])), [deal, seat]);
  const panel = useMemo(
    () => (
      <HiddenPanel
        seat={seat}
        hand={explanation.moments[moment]!.hands[seat]!}
        before={explanation.moments[moment - 1]?.hands[seat] ?? null}
        own={own}
        truth={truth}
        explanation={explanation}
        highlight={highlight}
        foldable={foldable}
      />
    ),
    [seat, explanation, moment, own, truth, highlight.hovered, highlight.pinned],
  );
  return (
    <div class="hidden-place" ref={box}>
      {panel}
    </div>
  );
}

function inReadingOrder(bottom: Seat): Seat[] {
  const rank = (seat: Seat) => READING_ORDER.indexOf(placeOf(seat, bottom));
  return [...SEATS].sort((one, other) => rank(one) - rank(other));
}

function OwnHand({ seat, cards, vulnerability }: { seat: Seat; cards: readonly Card[]; vulnerability: Vulnerability }) {
  return (
    <article class="own-hand" aria-labelledby={`hand-${seat}`}>
      <header>
        <h3 id={`hand-${seat}`}>{t(SEAT_NAMES[seat])}</h3>
        <span class="hint">{t("you · {points} HCP", { points: highCardPoints(cards) })}</span>
        <VulnerabilityTag seat={seat} vulnerability={vulnerability} />
      </header>
      <ul>
        {SUITS.map((suit) => (
          <li>
            <SuitName suit={suit} /> {suitText(cards, suit, " ")}
          </li>
        ))}
      </ul>
    </article>
  );
}

/** The felt: who sits where, who deals, who is vulnerable, whose turn it is. */
function TableTop({ explanation, moment, bottom }: { explanation: Explanation; moment: Moment; bottom: Seat }) {
  const { position } = explanation;
  return (
    <div class="felt" aria-hidden="true">
      {SEATS.map((seat) => {
        const side = isVulnerable(seat, position.vulnerability) ? "vulnerable" : "safe";
        const turn = moment.to_call === seat ? " turn" : "";
        const place = placeOf(seat, bottom);
        return <span class={`chair chair-${place} ${side}${turn}`}>{seat}</span>;
      })}
      <span class={`dealer dealer-${placeOf(position.dealer, bottom)}`}>D</span>
    </div>
  );
}

interface HiddenPanelProps extends Omit<HiddenPlaceProps, "moment" | "deal"> {
  hand: HiddenHand;
  /** The same hand one call earlier. */
  before: HiddenHand | null;
  /** The actual hand, where it is revealed. */
  truth: Truth | null;
}

/** One hidden hand: who it is, what is known in words, its heat map, its charts and numbers. */
function HiddenPanel({ foldable, ...props }: HiddenPanelProps) {
  const { seat, hand, explanation } = props;
  const { position } = explanation;
  const [open, setOpen] = useState(false);
  const head = (
    <>
      <h3 id={`hand-${seat}`}>{t(SEAT_NAMES[seat])}</h3>
      {position.hand !== null && <span class="hint">{relationOf(seat, position.seat)}</span>}
      <VulnerabilityTag seat={seat} vulnerability={position.vulnerability} />
    </>
  );
  const summary = <ColouredText text={summaryText(seat, hand, explanation)} />;
  return (
    <article class="hidden-hand" aria-labelledby={`hand-${seat}`}>
      {foldable ? (
        <details onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary class="hand-line">
            {head}
            <span class="summary">{summary}</span>
          </summary>
          {open && <HandPictures {...props} />}
        </details>
      ) : (
        <>
          <header>{head}</header>
          <p class="summary">{summary}</p>
          <HandPictures {...props} />
        </>
      )}
    </article>
  );
}

/** Heat map, charts and numbers. */
function HandPictures(props: Omit<HiddenPanelProps, "foldable">) {
  const { seat, hand, before, own, truth, highlight } = props;
  // Looking at a card draws the maps again, but not the charts.
  const charts = useMemo(() => <HandCharts hand={hand} before={before} truth={truth} />, [hand, before, truth]);
  return (
    <>
      <HeatMap seat={seat} hand={hand} before={before} own={own} held={truth?.cards ?? []} highlight={highlight} />
      {charts}
      <Disclosure summary={t("Numbers as a table")} whose={t("for {seat}", { seat: t(SEAT_NAMES[seat]) })}>
        {() => <HandTables hand={hand} />}
      </Disclosure>
    </>
  );
}

/** Small signs beside a seat. */
function VulnerabilityTag({ seat, vulnerability }: { seat: Seat; vulnerability: Vulnerability }) {
  return isVulnerable(seat, vulnerability) ? (
    <span class="tag vulnerable">{t("vulnerable")}</span>
  ) : (
    <span class="tag safe">{t("not vulnerable")}</span>
  );
}
