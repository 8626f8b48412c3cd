/** One hidden hand: who it is, what is known in words, its heat map, its charts and numbers. */

import { useMemo, useState } from "preact/hooks";

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
  /** Whether only its line is drawn until it is opened. */
  foldable: boolean;
}

export function HiddenPanel({ foldable, ...props }: HiddenPanelProps) {
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
  const charts = useMemo(
    () => <HandCharts hand={hand} before={before} truth={truth} />,
    [hand, before, truth],
  );
  return (
    <>
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
    </>
  );
}
