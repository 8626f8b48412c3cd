/** The real cards of a known deal laid over the pictures, and how well the model saw them. */

import type { Deal } from "../../bridge/deal";
import { SEAT_NAMES } from "../../bridge/table";
import { mark, say } from "../../i18n/translate";
import {
  type HandScore, RANGES, type Score, scoreOf, type Verdict, verdictOf,
} from "../../insight/accuracy";
import { percent } from "../../insight/format";
import type { Moment } from "../../service/types";
import type { Dispatch } from "../../state/state";
import { Unfold } from "../common/disclosure";

interface SwitchProps {
  deal: Deal;
  revealed: boolean;
  dispatch: Dispatch;
}

/** Nothing is shown before it is asked for. */
export function RevealSwitch({ deal, revealed, dispatch }: SwitchProps) {
  return (
    <button
      type="button"
      class="quiet"
      aria-pressed={revealed}
      onClick={() => dispatch({ type: "cards revealed", deal: revealed ? null : deal })}
    >
      {say("Show the cards")}
    </button>
  );
}

export function RevealPanel({ moment, deal }: { moment: Moment; deal: Deal }) {
  const score = scoreOf(moment, deal);
  return (
    <section class="panel reveal" aria-labelledby="reveal-title">
      <h2 id="reveal-title">{say("How well the model saw the cards")}</h2>
      <p role="status">{verdictWords(score)}</p>
      <ul>
        {score.hands.map((hand) => (
          <li>{handWords(hand)}</li>
        ))}
      </ul>
      <Unfold summary={say("The scores in numbers")}>
        {() => <ScoreTable score={score} />}
      </Unfold>
    </section>
  );
}

const VERDICTS: Record<Verdict, string> = {
  better: mark(
    "It gave the cards really held a chance of {chance} on average. Knowing nothing would give {blind}: it saw better than that.",
  ),
  same: mark(
    "It gave the cards really held a chance of {chance} on average. Knowing nothing would give {blind}: it saw hardly more than that.",
  ),
  worse: mark(
    "It gave the cards really held a chance of {chance} on average. Knowing nothing would give {blind}: this deal misled it.",
  ),
};

function verdictWords(score: Score): string {
  return say(VERDICTS[verdictOf(score, score.blind)], {
    chance: percent(score.chance),
    blind: percent(score.blind.chance),
  });
}

function handWords({ seat, chance, hcp, rangesRight }: HandScore): string {
  return say(
    "{seat}: {chance} on average; {hcp} HCP really; {right} of {all} ranges hold the true number.",
    {
      seat: say(SEAT_NAMES[seat]), chance: percent(chance), hcp, right: rangesRight, all: RANGES,
    },
  );
}

function ScoreTable({ score }: { score: Score }) {
  const rows: [string, { chance: number; logLoss: number }][] = [
    ...score.hands.map((hand): [string, HandScore] => [say(SEAT_NAMES[hand.seat]), hand]),
    [say("Together"), score],
    [say("Knowing nothing"), score.blind],
  ];
  return (
    <>
      <p class="hint">
        {say(
          "Log loss is the mean of −ln of the chances given to the cards really held: 0 would be certainty, less is better.",
        )}
      </p>
      <table class="numbers">
        <thead>
          <tr>
            <td />
            <th scope="col">{say("Mean chance")}</th>
            <th scope="col">{say("Log loss")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, { chance, logLoss }]) => (
            <tr>
              <th scope="row">{name}</th>
              <td>{percent(chance)}</td>
              <td>{logLoss.toFixed(3)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
