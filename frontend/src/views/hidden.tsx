/** One hidden hand: who it is, what is known in words, its heat map, its charts and numbers. */

import { useMemo } from "preact/hooks";

import type { Explanation, HiddenHand } from "../explanation";
import type { Card } from "../hand";
import { summaryWords } from "../meanings";
import type { Truth } from "../reveal";
import { relationOf, SEAT_NAMES, type Seat } from "../table";
import { HandCharts, HandTables } from "./charts";
import { HeatMap } from "./heatmap";
import type { Marking } from "./marking";
import { Prose } from "./pips";
import { VulnerabilityTag } from "./signs";
import { Unfold } from "./unfold";
import { say } from "../words";

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
