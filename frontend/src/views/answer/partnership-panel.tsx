/** The panel of both hands of a pair: combined points, the zones they reach, and likely fits. */

import { useMemo } from "preact/hooks";

import { FIT_CARDS, GAME_HCP, SLAM_HCP } from "../../bridge/calls";
import { joinSentences, t } from "../../i18n/translate";
import { chanceAtLeast, lastValue } from "../../insight/distribution";
import { formatPercent, formatRange } from "../../insight/format";
import { type Fit, fitText, type Pair, pairName, pairs, sourceText, strengthText } from "../../insight/partnership";
import type { Explanation } from "../../service/types";
import { useDeferredMoment } from "../common/deferred-moment";
import { Disclosure, FoldedPanel } from "../common/disclosure";
import { TableHead, TableRow } from "../common/fields";
import { ColouredLine, SuitName } from "../common/pips";
import { Chart } from "./distribution-charts";

interface Props {
  explanation: Explanation;
  moment: number;
}

export function Partnerships({ explanation, moment }: Props) {
  return (
    <FoldedPanel id="partnerships-title" title={t("Both hands together")} kind="partnerships">
      {() => <PairPanels explanation={explanation} moment={moment} />}
    </FoldedPanel>
  );
}

function PairPanels(props: Props) {
  const { explanation } = props;
  const [moment, box] = useDeferredMoment(explanation, props.moment);
  const drawn = useMemo(() => {
    const [both, earlier] = pairsAt(explanation, moment);
    return both.map((pair, place) => (
      <PairPanel pair={pair} before={earlier[place] ?? null} explanation={explanation} />
    ));
  }, [explanation, moment]);
  return (
    <div ref={box}>
      <p class="hint">{sourceText(explanation)}</p>
      <div class="pairs">{drawn}</div>
    </div>
  );
}

/** The pairs at this moment and one call earlier. */
function pairsAt(explanation: Explanation, moment: number): [Pair[], Pair[]] {
  const { moments } = explanation;
  const before = moments[moment - 1];
  return [pairs(explanation, moments[moment]!), before === undefined ? [] : pairs(explanation, before)];
}

interface PairProps {
  pair: Pair;
  /** The same pair one call earlier, drawn as a ghost. */
  before: Pair | null;
  explanation: Explanation;
}

function PairPanel({ pair, before, explanation }: PairProps) {
  const name = pairName(pair, explanation);
  return (
    <article class="pair" data-pair={pair.seats.join("")}>
      <h3>{name}</h3>
      <ColouredLine class="summary" text={joinSentences([strengthText(pair), fitText(pair)])} />
      <Chart
        name={t("HCP")}
        label={t("{pair}: combined high-card points {range}, median {median}", {
          pair: name,
          range: formatRange(pair.hcp),
          median: pair.hcp.median,
        })}
        distribution={pair.hcp}
        before={before?.hcp ?? null}
        truth={null}
        last={lastValue(pair.hcp, 37)}
        top={Math.max(...pair.hcp.probabilities)}
        tick={5}
      />
      <dl class="zones">
        <ChanceRow name={t("Game zone, {points} HCP or more", { points: GAME_HCP })} p={pair.game} />
        <ChanceRow name={t("Small slam zone, {points} HCP or more", { points: SLAM_HCP })} p={pair.slam} />
      </dl>
      <FitTable fits={pair.fits} name={name} />
      <Disclosure summary={t("Combined points as a table")} whose={name}>
        {() => <PointTable pair={pair} />}
      </Disclosure>
    </article>
  );
}

function ChanceRow({ name, p }: { name: string; p: number }) {
  return (
    <div class="zone">
      <dt>{name}</dt>
      <dd>
        <span class="chance-bar" aria-hidden="true">
          <span style={{ "--p": p.toFixed(2) }} />
        </span>
        <span class="chance">{formatPercent(p)}</span>
      </dd>
    </div>
  );
}

function FitTable({ fits, name }: { fits: readonly Fit[]; name: string }) {
  return (
    <table class="numbers fits">
      <caption class="unseen">{t("{pair}: cards of each suit together", { pair: name })}</caption>
      <TableHead names={[t("Suit"), t("Cards together"), t("{count} or more", { count: FIT_CARDS })]} />
      <tbody>
        {fits.map(({ suit, together, chance }) => (
          <TableRow
            data-suit={suit}
            name={<SuitName suit={suit} />}
            cells={[formatRange(together), formatPercent(chance)]}
          />
        ))}
      </tbody>
    </table>
  );
}

/** Each number of points that is at all likely, and the chance of so many or more. */
function PointTable({ pair: { hcp } }: { pair: Pair }) {
  return (
    <table class="numbers">
      <TableHead names={[t("HCP"), t("Chance"), t("This many or more")]} />
      <tbody>
        {hcp.probabilities.map((probability, value) =>
          probability < 0.005 ? null : (
            <TableRow name={value} cells={[formatPercent(probability), formatPercent(chanceAtLeast(hcp, value))]} />
          ),
        )}
      </tbody>
    </table>
  );
}
