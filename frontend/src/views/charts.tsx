/** Distributions of points and suit lengths as small bar charts, each with its words. */

import type { Distribution, HiddenHand } from "../explanation";
import { bars, lastValue, percent, range } from "../figures";
import type { Truth } from "../reveal";
import { SUIT_NAMES, SUITS } from "../table";
import { say } from "../words";
import { Pip } from "./pips";

const HCP_LEAST = 25;
const LENGTH_LEAST = 7;

interface ChartsProps {
  hand: HiddenHand;
  /** The same hand one call earlier, drawn as a ghost. */
  before: HiddenHand | null;
  /** What the hand really is, where it is revealed. */
  truth: Truth | null;
}

/** HCP beside the four suits, each on a scale of its own kind. */
export function HandCharts({ hand, before, truth }: ChartsProps) {
  const lengths = SUITS.map((suit) => hand.lengths[suit]);
  const lengthTop = Math.max(...lengths.flatMap((length) => length.probabilities));
  const lengthLast = Math.max(...lengths.map((length) => lastValue(length, LENGTH_LEAST)));
  return (
    <div class="charts">
      <Chart
        name={say("HCP")}
        words={chartWords(say("High-card points"), hand.hcp)}
        distribution={hand.hcp}
        before={before?.hcp ?? null}
        truth={truth?.hcp ?? null}
        last={lastValue(hand.hcp, HCP_LEAST)}
        top={Math.max(...hand.hcp.probabilities)}
        tick={10}
      />
      {SUITS.map((suit) => (
        <Chart
          name={<Pip suit={suit} />}
          words={chartWords(say(SUIT_NAMES[suit]), hand.lengths[suit])}
          distribution={hand.lengths[suit]}
          before={before?.lengths[suit] ?? null}
          truth={truth?.lengths[suit] ?? null}
          last={lengthLast}
          top={lengthTop}
          tick={2}
        />
      ))}
    </div>
  );
}

function chartWords(what: string, distribution: Distribution): string {
  const { median } = distribution;
  return say("{what} {range}, median {median}", { what, range: range(distribution), median });
}

interface ChartProps {
  name: preact.ComponentChildren;
  /** One sentence that says what the picture shows. */
  words: string;
  distribution: Distribution;
  before: Distribution | null;
  /** The true value, marked where it is known. */
  truth: number | null;
  last: number;
  top: number;
  /** Write every so-manieth value under the axis. */
  tick: number;
}

export function Chart(props: ChartProps) {
  const { name, words, distribution, before, truth, top, tick } = props;
  const last = Math.max(props.last, truth ?? 0);
  const ghost = before === null ? null : bars(before, last, top);
  return (
    <figure class="chart" role="img" aria-label={withTruth(words, truth)}>
      <figcaption>
        {name} <b>{range(distribution)}</b>
      </figcaption>
      <div class="bars">
        {bars(distribution, last, top).map(({ value, height, inside }) => (
          <span
            class={inside ? "bar inside" : "bar"}
            data-truth={value === truth ? "" : undefined}
            style={{ "--h": height.toFixed(3), "--g": (ghost?.[value]?.height ?? 0).toFixed(3) }}
            title={`${value}: ${percent(distribution.probabilities[value] ?? 0)}`}
          >
            {value === truth && <span class="wedge" />}
          </span>
        ))}
      </div>
      <div class="ticks" aria-hidden="true">
        {bars(distribution, last, top).map(({ value }) => (
          <span>{value % tick === 0 ? value : ""}</span>
        ))}
      </div>
    </figure>
  );
}

function withTruth(words: string, truth: number | null): string {
  return truth === null ? words : say("{words}; really {truth}", { words, truth });
}

/** The same numbers as tables, for those who read rather than look. */
export function HandTables({ hand }: { hand: HiddenHand }) {
  const columns: [string, Distribution][] = [
    [say("HCP"), hand.hcp],
    ...SUITS.map((suit): [string, Distribution] => [say(SUIT_NAMES[suit]), hand.lengths[suit]]),
  ];
  const last = Math.max(...columns.map(([, distribution]) => lastValue(distribution, 0)));
  return (
    <table class="numbers">
      <caption class="unseen">
        {say("Probability of each number of points and of cards in a suit")}
      </caption>
      <thead>
        <tr>
          <td />
          {columns.map(([name]) => (
            <th scope="col">{name}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{say("range")}</th>
          {columns.map(([, distribution]) => (
            <td>{range(distribution)}</td>
          ))}
        </tr>
        {Array.from({ length: last + 1 }, (_, value) => (
          <tr>
            <th scope="row">{value}</th>
            {columns.map(([, { probabilities }]) => (
              <td>{(probabilities[value] ?? 0) < 0.005 ? "" : percent(probabilities[value]!)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
