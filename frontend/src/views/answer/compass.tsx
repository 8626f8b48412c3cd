/** The table from above: the hidden hands around it, the viewer's own hand at its place. */

import { useMemo } from "preact/hooks";

import type { Deal } from "../../bridge/deal";
import { type Card, highCardPoints, ranksOf } from "../../bridge/hand";
import {
  isVulnerable, type Seat, SEAT_NAMES, SEATS, SUITS, turnsTo, type Vulnerability,
} from "../../bridge/table";
import { t } from "../../i18n/translate";
import { truthOf } from "../../insight/accuracy";
import type { Explanation, Moment } from "../../service/types";
import type { CardHighlight } from "../common/card-highlight";
import { useDeferredMoment } from "../common/deferred-moment";
import { SuitName } from "../common/pips";
import { VulnerabilityTag } from "../common/vulnerability-tag";
import { HiddenPanel } from "./hidden-hand";

const PLACES = ["bottom", "left", "top", "right"] as const;
const READING_ORDER = ["left", "top", "right", "bottom"];

/** Return the place of a seat, clockwise from the one at the bottom. */
export function placeOf(seat: Seat, bottom: Seat): (typeof PLACES)[number] {
  return PLACES[turnsTo(bottom, seat)]!;
}

interface HandProps {
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

interface OwnHandProps {
  seat: Seat;
  cards: readonly Card[];
  vulnerability: Vulnerability;
}

function OwnHand({ seat, cards, vulnerability }: OwnHandProps) {
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
            <SuitName suit={suit} /> {[...ranksOf(cards, suit)].join(" ") || "—"}
          </li>
        ))}
      </ul>
    </article>
  );
}

interface TableTopProps {
  explanation: Explanation;
  moment: Moment;
  bottom: Seat;
}

/** The felt: who sits where, who deals, who is vulnerable, whose turn it is. */
function TableTop({ explanation, moment, bottom }: TableTopProps) {
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
