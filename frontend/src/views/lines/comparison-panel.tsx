/** The same hidden hand in two lines, side by side. */

import { parseHand } from "../../bridge/hand";
import { type Seat, SEAT_NAMES, SEATS } from "../../bridge/table";
import { t } from "../../i18n/translate";
import {
  type ComparedLines,
  comparedSeat,
  differences,
  differencesTitle,
  type LineSide,
  sideTitle,
} from "../../insight/comparison";
import { summaryText } from "../../insight/meanings";
import { lineLetter } from "../../lines/lines";
import { comparedLines, unansweredInput } from "../../state/selectors";
import type { PageProps } from "../../state/state";
import { HandCharts, HandTables } from "../answer/distribution-charts";
import { HeatMap } from "../answer/heat-map";
import { type CardHighlight, useCardHighlight } from "../common/card-highlight";
import { Disclosure } from "../common/disclosure";
import { Button, Choice } from "../common/fields";
import { ColouredLine, ColouredText } from "../common/pips";

/** Two lines compared, once both are answered. */
export function ComparisonPanel({ state, dispatch }: PageProps) {
  const { compared, explanation, lines } = state;
  if (compared === null || explanation === null) return null;
  const seat = comparedSeat(explanation, compared.seat);
  if (seat === undefined) return null;
  const names = { one: lineLetter(lines.shown), other: lineLetter(compared.line) };
  return (
    <section class="panel comparison" aria-labelledby="comparison-title">
      <header class="panel-head">
        <h2 id="comparison-title">{t("Lines {one} and {other} side by side", names)}</h2>
        <Button onClick={() => dispatch({ type: "lines compared", compared: null })}>{t("End the comparison")}</Button>
      </header>
      <Choice
        legend={t("Hidden hand")}
        name="compared-seat"
        options={SEATS.filter((each) => explanation.moments[0]!.hands[each] !== undefined)}
        value={seat}
        label={(each) => t(SEAT_NAMES[each])}
        onChange={(each) => dispatch({ type: "lines compared", compared: { ...compared, seat: each } })}
      />
      <Pair state={state} line={compared.line} dispatch={dispatch} />
    </section>
  );
}

function Pair({ state, line, dispatch }: PageProps & { line: number }) {
  const highlight = useCardHighlight(state.pinned, dispatch);
  if (unansweredInput(state) !== null) {
    return <p role="status">{t("Reading line {line} …", { line: lineLetter(line) })}</p>;
  }
  const both = comparedLines(state);
  if (both === null) return null;
  return (
    <>
      <Differences {...both} />
      <div class="two-lines">
        {both.sides.map((side) => (
          <Side side={side} seat={both.seat} highlight={highlight} />
        ))}
      </div>
    </>
  );
}

function Differences({ seat, sides: [one, other] }: ComparedLines) {
  return (
    <div role="status">
      <p>{differencesTitle(other.place, seat)}</p>
      <ul class="differences">
        {differences(one.hand, other.hand).map((sentence) => (
          <li>
            <ColouredText text={sentence} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Side({ side, seat, highlight }: { side: LineSide; seat: Seat; highlight: CardHighlight }) {
  const { place, hand, explanation } = side;
  const { hand: own } = explanation.position;
  const title = `line-${lineLetter(place)}-title`;
  return (
    <article class="hidden-hand" aria-labelledby={title}>
      <h3 id={title}>
        <ColouredText text={sideTitle(side)} />
      </h3>
      <ColouredLine class="summary" text={summaryText(seat, hand, explanation)} />
      <HeatMap
        seat={seat}
        hand={hand}
        before={null}
        own={own === null ? [] : parseHand(own).cards}
        held={[]}
        highlight={highlight}
      />
      <HandCharts hand={hand} before={null} truth={null} />
      <Disclosure summary={t("Numbers as a table")} whose={t("for {line}", { line: sideTitle(side) })}>
        {() => <HandTables hand={hand} />}
      </Disclosure>
    </article>
  );
}
