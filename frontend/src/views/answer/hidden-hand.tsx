/** One hidden hand: who it is, what is known in words, its heat map, its charts and numbers. */

import { useMemo } from "preact/hooks";

import type { Card } from "../../bridge/hand";
import { relationOf, type Seat, SEAT_NAMES } from "../../bridge/table";
import { t } from "../../i18n/translate";
import type { Truth } from "../../insight/accuracy";
import { summaryText } from "../../insight/meanings";
import type { Explanation, HiddenHand } from "../../service/types";
import type { CardHighlight } from "../common/card-highlight";
import { Disclosure } from "../common/disclosure";
import { ColouredText } from "../common/pips";
import { VulnerabilityTag } from "../common/vulnerability-tag";
import { HandCharts, HandTables } from "./distribution-charts";
import { HeatMap } from "./heat-map";

interface HiddenPanelProps {
  seat: Seat;
  hand: HiddenHand;
  /** The same hand one call earlier. */
  before: HiddenHand | null;
  own: readonly Card[];
  /** The actual hand, where it is revealed. */
  truth: Truth | null;
  explanation: Explanation;
  highlight: CardHighlight;
}

export function HiddenPanel(props: HiddenPanelProps) {
  const { seat, hand, before, own, truth, explanation, highlight } = props;
  const { position } = explanation;
  // Looking at a card draws the maps again, but not the charts.
  const charts = useMemo(
    () => <HandCharts hand={hand} before={before} truth={truth} />,
    [hand, before, truth],
  );
  return (
    <article class="hidden-hand" aria-labelledby={`hand-${seat}`}>
      <header>
        <h3 id={`hand-${seat}`}>{t(SEAT_NAMES[seat])}</h3>
        {position.hand !== null && <span class="hint">{relationOf(seat, position.seat)}</span>}
        <VulnerabilityTag seat={seat} vulnerability={position.vulnerability} />
      </header>
      <p class="summary">
        <ColouredText text={summaryText(seat, hand, explanation)} />
      </p>
      <HeatMap
        seat={seat}
        hand={hand}
        before={before}
        own={own}
        held={truth?.cards ?? []}
        highlight={highlight}
      />
      {charts}
      <Disclosure
        summary={t("Numbers as a table")}
        whose={t("for {seat}", { seat: t(SEAT_NAMES[seat]) })}
      >
        {() => <HandTables hand={hand} />}
      </Disclosure>
    </article>
  );
}
