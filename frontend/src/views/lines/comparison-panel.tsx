/** The same hidden hand in two lines, side by side. */

import { parseHand } from "../../bridge/hand";
import { type Seat, SEAT_NAMES, SEATS } from "../../bridge/table";
import { say } from "../../i18n/translate";
import {
  comparedSeat, differences, type LineSide, otherwiseWords, sideTitle, type TwoLines,
} from "../../insight/comparison";
import { summaryWords } from "../../insight/meanings";
import { letterOf } from "../../lines/lines";
import { otherUnanswered, twoLines } from "../../state/selectors";
import type { Dispatch, State } from "../../state/state";
import { HandCharts, HandTables } from "../answer/distribution-charts";
import { HeatMap } from "../answer/heat-map";
import { type Marking, useMarking } from "../common/card-highlight";
import { Unfold } from "../common/disclosure";
import { Choice } from "../common/fields";
import { Prose } from "../common/pips";

interface Props {
  state: State;
  dispatch: Dispatch;
}

/** Two lines compared, once both are answered. */
export function Comparison({ state, dispatch }: Props) {
  const { compared, explanation, lines } = state;
  if (compared === null || explanation === null) return null;
  const seat = comparedSeat(explanation, compared.seat);
  if (seat === undefined) return null;
  const names = { one: letterOf(lines.shown), other: letterOf(compared.line) };
  return (
    <section class="panel comparison" aria-labelledby="comparison-title">
      <header class="panel-head">
        <h2 id="comparison-title">{say("Lines {one} and {other} side by side", names)}</h2>
        <button
          type="button"
          class="quiet"
          onClick={() => dispatch({ type: "lines compared", compared: null })}
        >
          {say("End the comparison")}
        </button>
      </header>
      <Choice
        legend={say("Hidden hand")}
        name="compared-seat"
        options={SEATS.filter((each) => explanation.moments[0]!.hands[each] !== undefined)}
        value={seat}
        label={(each) => say(SEAT_NAMES[each])}
        onChange={(each) => dispatch({ type: "lines compared", compared: { ...compared, seat: each } })}
      />
      <Pair state={state} line={compared.line} dispatch={dispatch} />
    </section>
  );
}

function Pair({ state, line, dispatch }: Props & { line: number }) {
  const marking = useMarking(state.pinned, dispatch);
  if (otherUnanswered(state) !== null) {
    return <p role="status">{say("Reading line {line} …", { line: letterOf(line) })}</p>;
  }
  const both = twoLines(state);
  if (both === null) return null;
  return (
    <>
      <Differences {...both} />
      <div class="two-lines">
        {both.sides.map((side) => (
          <Side side={side} seat={both.seat} marking={marking} />
        ))}
      </div>
    </>
  );
}

function Differences({ seat, sides: [one, other] }: TwoLines) {
  return (
    <div role="status">
      <p>{otherwiseWords(other.place, seat)}</p>
      <ul class="differences">
        {differences(one.hand, other.hand).map((sentence) => (
          <li>
            <Prose text={sentence} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface SideProps {
  side: LineSide;
  seat: Seat;
  marking: Marking;
}

function Side({ side, seat, marking }: SideProps) {
  const { place, hand, explanation } = side;
  const { hand: own } = explanation.position;
  const title = `line-${letterOf(place)}-title`;
  return (
    <article class="hidden-hand" aria-labelledby={title}>
      <h3 id={title}>
        <Prose text={sideTitle(side)} />
      </h3>
      <p class="summary">
        <Prose text={summaryWords(seat, hand, explanation)} />
      </p>
      <HeatMap
        seat={seat}
        hand={hand}
        before={null}
        own={own === null ? [] : parseHand(own).cards}
        held={[]}
        marking={marking}
      />
      <HandCharts hand={hand} before={null} truth={null} />
      <Unfold
        summary={say("Numbers as a table")}
        whose={say("for {line}", { line: sideTitle(side) })}
      >
        {() => <HandTables hand={hand} />}
      </Unfold>
    </article>
  );
}
