/** The hidden hands: partner's in full, opponents' in a line each, or all around the table. */

import { useLayoutEffect, useState } from "preact/hooks";

import { type Card, cardSymbol, spokenCard } from "../../bridge/hand";
import { type Seat, SEAT_NAMES, seatAfter, SEATS } from "../../bridge/table";
import { t } from "../../i18n/translate";
import { cardHolders, holdersText } from "../../insight/card-chances";
import { formatPercent } from "../../insight/format";
import type { Explanation, Moment } from "../../service/types";
import { knownDeal, revealedDeal } from "../../state/selectors";
import type { Dispatch, PageProps, State } from "../../state/state";
import { Button } from "../common/fields";
import { ColouredText } from "../common/pips";
import { Compass, type HandProps, HiddenPlace } from "./compass";
import { HeatLegend } from "./heat-map";
import { RevealSwitch } from "./reveal-panel";

interface HandsProps extends PageProps, Omit<HandProps, "moment"> {}

/**
 * Whether all hands are drawn around the table: by choice, and from when no hand is seen, the cards
 * are laid open, or the table is turned.
 */
export function useAroundTable(state: State): [boolean, (around: boolean) => void] {
  const { explanation, bottom } = state;
  const [open, spectator] = [revealedDeal(state) !== null, explanation?.position.hand === null];
  const asked = open || bottom !== "S";
  const [around, setAround] = useState(spectator || asked);
  useLayoutEffect(() => setAround(spectator || asked), [spectator]);
  useLayoutEffect(() => {
    if (asked) setAround(true);
  }, [open, bottom]);
  return [around, setAround];
}

/** Partner's hand, and what its marks mean. */
export function PartnerPanel(props: Omit<HandsProps, "dispatch">) {
  const { explanation, state, own, deal, highlight } = props;
  const { position } = explanation;
  return (
    <div class="tier-partner">
      <HiddenPlace
        seat={seatAfter(position.seat, 2)}
        explanation={explanation}
        moment={state.moment}
        own={own}
        deal={deal}
        highlight={highlight}
      />
      <MarkedCard {...props} />
    </div>
  );
}

/** The opponents, one line each that opens; or all hands around the table. */
export function OtherHands(props: HandsProps & { around: boolean; onAround: (around: boolean) => void }) {
  const { explanation, state, own, deal, highlight, dispatch, around, onAround } = props;
  const { moment, bottom } = state;
  const { seat, hand } = explanation.position;
  const known = knownDeal(state);
  const shared = { explanation, moment, own, deal, highlight };
  const opponents: Seat[] = [seatAfter(seat, 1), seatAfter(seat, 3)];
  return (
    <>
      <div class="hands-tools">
        {hand !== null && (
          <Button aria-pressed={around} onClick={() => onAround(!around)}>
            {t("All hands around the table")}
          </Button>
        )}
        {around && <TurnTable bottom={bottom} dispatch={dispatch} />}
        {known !== null && <RevealSwitch deal={known} revealed={deal !== null} dispatch={dispatch} />}
      </div>
      {around ? (
        <>
          <MarkedCard {...props} />
          <div class="compass">
            <Compass {...shared} bottom={bottom} />
          </div>
        </>
      ) : (
        <div class="opponents">
          {opponents.map((one) => (
            <HiddenPlace key={one} seat={one} foldable {...shared} />
          ))}
        </div>
      )}
    </>
  );
}

/** The chances of the marked card, and the legend. */
function MarkedCard({ explanation, state, own, deal, highlight }: Omit<HandsProps, "dispatch">) {
  const { moments } = explanation;
  const [now, before] = [moments[state.moment]!, moments[state.moment - 1] ?? null];
  return (
    <div class="map-foot">
      <CardLine now={now} before={before} own={own} deal={deal} highlight={highlight} />
      <Legend explanation={explanation} revealed={deal !== null} />
    </div>
  );
}

/** What shades and marks of the pictures mean, behind a question mark. */
function Legend({ explanation, revealed }: { explanation: Explanation; revealed: boolean }) {
  return (
    <details class="legend-fold">
      <summary aria-label={t("What the picture means")}>?</summary>
      <div class="legend-text">
        <HeatLegend revealed={revealed} />
        <p class="hint key-note">{keyNote(explanation)}</p>
      </div>
    </details>
  );
}

function keyNote({ interval_level }: Explanation): string {
  return t(
    "The pictures show what is usual: the dark bars hold in at least {share} of cases. Thin marks show the picture one call earlier.",
    { share: formatPercent(interval_level) },
  );
}

/** Turning the table: any seat can be drawn at the bottom. */
function TurnTable({ bottom, dispatch }: { bottom: Seat; dispatch: Dispatch }) {
  const turn = (seat: Seat) => dispatch({ type: "table turned", bottom: seat });
  return (
    <div class="turn-table" role="group" aria-label={t("Turn the table")}>
      <Button onClick={() => turn(seatAfter(bottom, 1))}>
        <span aria-hidden="true">↻</span> {t("Turn the table")}
      </Button>
      <span class="hint">{t("At the bottom:")}</span>
      {SEATS.map((seat) => (
        <Button
          aria-label={t("{seat} at the bottom", { seat: t(SEAT_NAMES[seat]) })}
          aria-pressed={seat === bottom}
          onClick={() => turn(seat)}
        >
          {seat}
        </Button>
      ))}
    </div>
  );
}

interface CardLineProps extends Pick<HandsProps, "own" | "deal" | "highlight"> {
  now: Moment;
  before: Moment | null;
}

/** The marked card in one line: its chance with each player, wherever on the page one looks. */
function CardLine({ now, before, own, deal, highlight }: CardLineProps) {
  const { hovered, pinned, pin } = highlight;
  const card = hovered ?? pinned;
  const words = card === null ? null : lineText(card, { now, before, own, deal });
  return (
    <div class="card-line">
      <p role="status">
        {words === null ? (
          <span class="hint">{t("Point at a card or tap it to see its chance with each player.")}</span>
        ) : (
          <ColouredText text={words} />
        )}
      </p>
      {pinned !== null && (
        <Button aria-label={t("Unmark the {card}", { card: spokenCard(pinned) })} onClick={() => pin(pinned)}>
          <span aria-hidden="true">
            <ColouredText text={cardSymbol(pinned)} /> ×
          </span>
        </Button>
      )}
    </div>
  );
}

function lineText(card: Card, { now, before, own, deal }: Omit<CardLineProps, "highlight">): string {
  if (own.includes(card)) return t("{card} is your own card.", { card: cardSymbol(card) });
  const words = holdersText(card, cardHolders(now, before, card));
  const holder = SEATS.find((seat) => deal?.[seat].includes(card));
  if (holder === undefined) return words;
  return t("{words}. {seat} actually holds it.", { words, seat: t(SEAT_NAMES[holder]) });
}
