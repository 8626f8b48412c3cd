/** What a guess at a hidden hand is worth, and what was off about it. */

import { useEffect, useRef } from "preact/hooks";

import { t } from "../../i18n/translate";
import type { Truth } from "../../insight/accuracy";
import { formatPercent, formatRange } from "../../insight/format";
import {
  type GuessScore, type HandScores, holds, type QuantityScore, truthOn,
} from "../../practice/guess";
import { handScoresText, remarkText, shareText, verdictText } from "../../practice/guess-text";
import { QuantityName } from "./guess-form";

interface Props {
  score: GuessScore;
  /** Whose hand it is, in words. */
  whose: string;
  /** The share of cases that the model's ranges hold at least. */
  level: number;
  /** The actual hand, once it is known. */
  actual: { truth: Truth; scores: HandScores } | null;
}

export function GuessResult({ score, whose, level, actual }: Props) {
  const verdict = useRef<HTMLHeadingElement>(null);
  useEffect(() => verdict.current?.focus({ preventScroll: true }), []);
  const share = shareText(score);
  return (
    <div class="guess-result">
      <h3 ref={verdict} tabIndex={-1}>
        {verdictText(score)}
      </h3>
      {share !== null && <p>{share}</p>}
      <table class="numbers">
        <caption class="unseen">{whose}</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">{t("Your range")}</th>
            <th scope="col">{t("Model, {level}", { level: formatPercent(level) })}</th>
            {actual !== null && <th scope="col">{t("Actual")}</th>}
            <th scope="col">{t("Remark")}</th>
          </tr>
        </thead>
        <tbody>
          {score.quantities.map((one) => (
            <QuantityRow score={one} truth={actual?.truth ?? null} />
          ))}
        </tbody>
      </table>
      {actual !== null && <p class="hint">{handScoresText(actual.scores)}</p>}
    </div>
  );
}

function QuantityRow({ score, truth }: { score: QuantityScore; truth: Truth | null }) {
  const { quantity, range, model } = score;
  return (
    <tr>
      <th scope="row">
        <QuantityName quantity={quantity} />
      </th>
      <td>{range === null ? "–" : formatRange({ low: range.from, high: range.to })}</td>
      <td>{formatRange(model)}</td>
      {truth !== null && (
        <td class="actual">
          {truthOn(truth, quantity)}
          {range !== null && <InRange inside={holds(range, truthOn(truth, quantity))} />}
        </td>
      )}
      <td>{remarkText(score)}</td>
    </tr>
  );
}

function InRange({ inside }: { inside: boolean }) {
  return (
    <>
      {" "}
      <span class={inside ? "inside" : "outside"} aria-hidden="true">
        {inside ? "✓" : "✕"}
      </span>
      <span class="unseen">{inside ? t("in your range") : t("not in your range")}</span>
    </>
  );
}
