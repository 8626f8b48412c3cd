/** The same hidden hand in two lines, side by side. */

import { answerTo } from "../answers";
import { callSymbol } from "../calls";
import { comparedSeat, differences } from "../comparison";
import type { Explanation, HiddenHand } from "../explanation";
import { parseHand } from "../hand";
import { comparedMoments, letterOf } from "../lines";
import { summaryWords } from "../meanings";
import type { Compared, Dispatch, State } from "../state";
import { SEAT_NAMES, SEATS, type Seat } from "../table";
import { say } from "../words";
import { HandCharts } from "./charts";
import { Choice } from "./fields";
import { HeatMap } from "./heatmap";
import { type Marking, useMarking } from "./marking";
import { Prose } from "./pips";

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
      <Pair state={state} compared={{ ...compared, seat }} explanation={explanation} dispatch={dispatch} />
    </section>
  );
}

interface PairProps {
  state: State;
  compared: Compared;
  explanation: Explanation;
  dispatch: Dispatch;
}

function Pair({ state, compared, explanation, dispatch }: PairProps) {
  const marking = useMarking(state.pinned, dispatch);
  const { lines, input, answers, moment } = state;
  const { line, seat } = compared;
  const auction = lines.auctions[line] ?? [];
  const other = answerTo(answers, { ...input, auction });
  if (other === null) {
    return <p role="status">{say("Reading line {line} …", { line: letterOf(line) })}</p>;
  }
  const moments = comparedMoments(explanation.position.auction, auction, moment);
  const first = explanation.moments[moments[0]]?.hands[seat];
  const second = other.moments[moments[1]]?.hands[seat];
  if (first === undefined || second === undefined) return null;
  return (
    <>
      <Differences first={first} second={second} line={line} seat={seat} />
      <div class="two-lines">
        <Side place={lines.shown} explanation={explanation} moment={moments[0]} seat={seat} hand={first} marking={marking} />
        <Side place={line} explanation={other} moment={moments[1]} seat={seat} hand={second} marking={marking} />
      </div>
    </>
  );
}

interface DifferencesProps {
  first: HiddenHand;
  second: HiddenHand;
  line: number;
  seat: Seat;
}

function Differences({ first, second, line, seat }: DifferencesProps) {
  const names = { line: letterOf(line), seat: say(SEAT_NAMES[seat]) };
  return (
    <div role="status">
      <p>{say("What line {line} says otherwise of {seat}:", names)}</p>
      <ul class="differences">
        {differences(first, second).map((sentence) => (
          <li>
            <Prose text={sentence} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface SideProps {
  place: number;
  explanation: Explanation;
  moment: number;
  seat: Seat;
  hand: HiddenHand;
  marking: Marking;
}

function Side({ place, explanation, moment, seat, hand, marking }: SideProps) {
  const { position, interval_level } = explanation;
  const title = `line-${letterOf(place)}-title`;
  return (
    <article class="hidden-hand" aria-labelledby={title}>
      <h3 id={title}>
        <Prose text={sideTitle(place, position.auction.slice(0, moment))} />
      </h3>
      <p class="summary">
        <Prose text={summaryWords(seat, hand, interval_level)} />
      </p>
      <HeatMap
        seat={seat}
        hand={hand}
        before={null}
        own={position.hand === null ? [] : parseHand(position.hand).cards}
        held={[]}
        marking={marking}
      />
      <HandCharts hand={hand} before={null} truth={null} />
    </article>
  );
}

function sideTitle(place: number, calls: readonly string[]): string {
  const line = letterOf(place);
  const last = calls.at(-1);
  return last === undefined
    ? say("Line {line}, before the first call", { line })
    : say("Line {line}, after call {number}: {call}", { line, number: calls.length, call: callSymbol(last) });
}
