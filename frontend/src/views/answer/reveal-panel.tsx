/** The real cards of a known deal laid over the pictures, and how well the model saw them. */

import type { Deal } from "../../bridge/hand";
import { SEAT_NAMES } from "../../bridge/table";
import { msg, t } from "../../i18n/translate";
import { type HandScore, RANGES, type Score, scoreOf, type Verdict, verdictOf } from "../../insight/accuracy";
import { formatPercent } from "../../insight/format";
import type { Moment } from "../../service/types";
import type { Dispatch } from "../../state/state";
import { Disclosure } from "../common/disclosure";
import { Button, TableHead, TableRow } from "../common/fields";

/** Nothing is shown before it is asked for. */
export function RevealSwitch({ deal, revealed, dispatch }: { deal: Deal; revealed: boolean; dispatch: Dispatch }) {
  return (
    <Button aria-pressed={revealed} onClick={() => dispatch({ type: "cards revealed", deal: revealed ? null : deal })}>
      {t("Show the cards")}
    </Button>
  );
}

export function RevealPanel({ moment, deal }: { moment: Moment; deal: Deal }) {
  const score = scoreOf(moment, deal);
  return (
    <section class="panel reveal" aria-labelledby="reveal-title">
      <h2 id="reveal-title">{t("How well the model placed the cards")}</h2>
      <p role="status">{verdictText(score)}</p>
      <ul>
        {score.hands.map((hand) => (
          <li>{handText(hand)}</li>
        ))}
      </ul>
      <Disclosure summary={t("The scores in numbers")}>{() => <ScoreTable score={score} />}</Disclosure>
    </section>
  );
}

const VERDICTS: Record<Verdict, string> = {
  better: msg(
    "It gave the actual cards a chance of {chance} on average. Pure guessing gives {blind}: the model did better.",
  ),
  same: msg(
    "It gave the actual cards a chance of {chance} on average. Pure guessing gives {blind}: the model hardly did better.",
  ),
  worse: msg(
    "It gave the actual cards a chance of {chance} on average. Pure guessing gives {blind}: this deal misled the model.",
  ),
};

function verdictText(score: Score): string {
  return t(VERDICTS[verdictOf(score, score.baseline)], {
    chance: formatPercent(score.chance),
    blind: formatPercent(score.baseline.chance),
  });
}

function handText({ seat, chance, hcp, rangesRight }: HandScore): string {
  return t("{seat}: {chance} on average; {hcp} HCP in fact; {right} of {all} ranges include the true number.", {
    seat: t(SEAT_NAMES[seat]),
    chance: formatPercent(chance),
    hcp,
    right: rangesRight,
    all: RANGES,
  });
}

function ScoreTable({ score }: { score: Score }) {
  const rows: [string, { chance: number; logLoss: number }][] = [
    ...score.hands.map((hand): [string, HandScore] => [t(SEAT_NAMES[hand.seat]), hand]),
    [t("Together"), score],
    [t("Knowing nothing"), score.baseline],
  ];
  return (
    <>
      <p class="hint">
        {t("Log loss is the mean of −ln of the chances given to the actual cards: 0 is certainty, lower is better.")}
      </p>
      <table class="numbers">
        <TableHead names={[null, t("Mean chance"), t("Log loss")]} />
        <tbody>
          {rows.map(([name, { chance, logLoss }]) => (
            <TableRow name={name} cells={[formatPercent(chance), logLoss.toFixed(3)]} />
          ))}
        </tbody>
      </table>
    </>
  );
}
