/** One hidden hand: who it is, what is known in words, its heat map, its charts and numbers. */

import { useMemo } from "preact/hooks";

import type { Card } from "../../bridge/hand";
import { relationOf, type Seat, SEAT_NAMES } from "../../bridge/table";
import { say } from "../../i18n/translate";
import type { Truth } from "../../insight/accuracy";
import { summaryWords } from "../../insight/meanings";
import type { Explanation, HiddenHand } from "../../service/types";
import type { Marking } from "../common/card-highlight";
import { Unfold } from "../common/disclosure";
import { Prose } from "../common/pips";
import { VulnerabilityTag } from "../common/vulnerability-tag";
import { HandCharts, HandTables } from "./distribution-charts";
import { HeatMap } from "./heat-map";

interface HiddenPanelProps {
  seat: Seat;
  hand: HiddenHand;
  /** The same hand one call earlier. */
  before: HiddenHand | null;
  own: readonly Card[];
  /** What the hand really is, where it is revealed. */
  truth: Truth | null;
  explanation: Explanation;
  marking: Marking;
}

export function HiddenPanel(props: HiddenPanelProps) {
  const { seat, hand, before, own, truth, explanation, marking } = props;
  const { position } = explanation;
  // Looking at a card draws the maps again, but not the charts.
  const charts = useMemo(
    () => <HandCharts hand={hand} before={before} truth={truth} />,
    [hand, before, truth],
  );
  return (
    <article class="hidden-hand" aria-labelledby={`hand-${seat}`}>
      <header>
        <h3 id={`hand-${seat}`}>{say(SEAT_NAMES[seat])}</h3>
        {position.hand !== null && <span class="hint">{relationOf(seat, position.seat)}</span>}
        <VulnerabilityTag seat={seat} vulnerability={position.vulnerability} />
      </header>
      <p class="summary">
        <Prose text={summaryWords(seat, hand, explanation)} />
      </p>
      <HeatMap
        seat={seat}
        hand={hand}
        before={before}
        own={own}
        held={truth?.cards ?? []}
        marking={marking}
      />
      {charts}
      <Unfold
        summary={say("Numbers as a table")}
        whose={say("for {seat}", { seat: say(SEAT_NAMES[seat]) })}
      >
        {() => <HandTables hand={hand} />}
      </Unfold>
    </article>
  );
}
