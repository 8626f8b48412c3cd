/** Distributions of points and suit lengths as small bar charts, each with its words. */

import { useLayoutEffect, useMemo, useRef } from "preact/hooks";

import { SUIT_NAMES, SUITS } from "../../bridge/table";
import { t } from "../../i18n/translate";
import type { Truth } from "../../insight/accuracy";
import { type Bar, bars, lastValue } from "../../insight/distribution";
import { formatPercent, formatRange } from "../../insight/format";
import type { Distribution, HiddenHand } from "../../service/types";
import { TableHead, TableRow } from "../common/fields";
import { Pip } from "../common/pips";

const HCP_LEAST = 25;
const LENGTH_LEAST = 7;

interface ChartsProps {
  hand: HiddenHand;
  /** The same hand one call earlier, drawn as a ghost. */
  before: HiddenHand | null;
  /** The actual hand, where it is revealed. */
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
        name={t("HCP")}
        label={chartText(t("High-card points"), hand.hcp)}
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
          label={chartText(t(SUIT_NAMES[suit]), hand.lengths[suit])}
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

function chartText(what: string, distribution: Distribution): string {
  const { median } = distribution;
  return t("{what} {range}, median {median}", { what, range: formatRange(distribution), median });
}

interface ChartProps {
  name: preact.ComponentChildren;
  /** One sentence that says what the picture shows. */
  label: string;
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
  const { name, label, distribution, before, truth, top, tick } = props;
  const last = Math.max(props.last, truth ?? 0);
  const drawn = bars(distribution, last, top);
  const places = useMemo(() => <Places count={drawn.length} truth={truth} />, [drawn.length, truth]);
  const ticks = useMemo(() => <Ticks count={drawn.length} every={tick} />, [drawn.length, tick]);
  const title = useTitle((value) => `${value}: ${formatPercent(distribution.probabilities[value] ?? 0)}`);
  return (
    <figure class="chart" role="img" aria-label={withTruth(label, truth)}>
      <figcaption>
        {name} <b>{formatRange(distribution)}</b>
      </figcaption>
      <div class={truth === null ? "bars" : "bars with-truth"} onPointerOver={title}>
        <Drawing drawn={drawn} ghost={before === null ? [] : bars(before, last, top)} />
        {places}
      </div>
      {ticks}
    </figure>
  );
}

/** The places of the bars: targets of the pointer, and a frame around the true one. */
function Places({ count, truth }: { count: number; truth: number | null }) {
  return (
    <>
      {Array.from({ length: count }, (_, value) => (
        <span class="bar" data-value={value} data-truth={value === truth ? "" : undefined}>
          {value === truth && <span class="wedge" />}
        </span>
      ))}
    </>
  );
}

function Ticks({ count, every }: { count: number; every: number }) {
  return (
    <div class="ticks" aria-hidden="true">
      {Array.from({ length: count }, (_, value) => (
        <span>{value % every === 0 ? value : ""}</span>
      ))}
    </div>
  );
}

/** The number of the one bar that is pointed at: it goes along when the chart changes under it. */
function useTitle(words: (value: number) => string): (event: PointerEvent) => void {
  const pointed = useRef<HTMLElement | null>(null);
  const write = () => {
    if (pointed.current !== null) pointed.current.title = words(Number(pointed.current.dataset.value));
  };
  useLayoutEffect(write);
  return ({ target }) => {
    pointed.current = (target as Element).closest<HTMLElement>(".bar");
    write();
  };
}

/**
 * All bars of a chart as three shapes, a unit of width each and a hundred high: a step through the
 * auction changes every bar, and a shape is quicker to change than a box for each.
 */
function Drawing({ drawn, ghost }: { drawn: readonly Bar[]; ghost: readonly Bar[] }) {
  return (
    <svg viewBox={`0 0 ${drawn.length} 100`} preserveAspectRatio="none" aria-hidden="true">
      <path d={columns(drawn.filter(({ inside }) => !inside))} />
      <path class="inside" d={columns(drawn.filter(({ inside }) => inside))} />
      <path class="ghost" d={lids(ghost)} />
    </svg>
  );
}

/** Half of the gap between two bars, as a share of a bar. */
const GAP = 0.08;
/** A ghost lower than this, in hundredths of the chart, would only thicken the axis. */
const LEAST_GHOST = 2;

function columns(drawn: readonly Bar[]): string {
  return drawn
    .map(({ value, height }) => `M${value + GAP} 100V${100 - percentOf(height)}h${1 - 2 * GAP}V100z`)
    .join("");
}

function lids(drawn: readonly Bar[]): string {
  return drawn
    .filter(({ height }) => percentOf(height) >= LEAST_GHOST)
    .map(({ value, height }) => `M${value + GAP} ${100 - percentOf(height)}h${1 - 2 * GAP}`)
    .join("");
}

function percentOf(height: number): number {
  return Math.round(100 * height);
}

function withTruth(words: string, truth: number | null): string {
  return truth === null ? words : t("{words}; actually {truth}", { words, truth });
}

/** The same numbers as tables, for those who read rather than look. */
export function HandTables({ hand }: { hand: HiddenHand }) {
  const columns: [string, Distribution][] = [
    [t("HCP"), hand.hcp],
    ...SUITS.map((suit): [string, Distribution] => [t(SUIT_NAMES[suit]), hand.lengths[suit]]),
  ];
  const last = Math.max(...columns.map(([, distribution]) => lastValue(distribution, 0)));
  return (
    <table class="numbers">
      <caption class="unseen">{t("Probability of each number of points and of cards in a suit")}</caption>
      <TableHead names={[null, ...columns.map(([name]) => name)]} />
      <tbody>
        <TableRow name={t("range")} cells={columns.map(([, distribution]) => formatRange(distribution))} />
        {Array.from({ length: last + 1 }, (_, value) => (
          <TableRow
            name={value}
            cells={columns.map(([, { probabilities }]) =>
              (probabilities[value] ?? 0) < 0.005 ? "" : formatPercent(probabilities[value]!),
            )}
          />
        ))}
      </tbody>
    </table>
  );
}
