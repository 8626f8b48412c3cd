/** Hints in two steps: what partner has shown, then which calls come into question. */

import { callSymbol } from "../../bridge/calls";
import { ALL_CALLS } from "../../bridge/calls";
import { seatAfter } from "../../bridge/table";
import { joinList, t } from "../../i18n/translate";
import { summaryText } from "../../insight/meanings";
import type { Board, PracticeDispatch, PracticeState } from "../../practice/practice-state";
import type { Explanation } from "../../service/types";
import { ColouredText } from "../common/pips";

/** A call comes into question where at least one in ten such hands makes it. */
const USUAL = 0.1;

interface Props {
  state: PracticeState;
  board: Board;
  dispatch: PracticeDispatch;
}

export function Hints({ state, board, dispatch }: Props) {
  const { hints, auction } = state;
  const answer = state.explanation?.answer ?? null;
  const known = answer !== null && answer.position.auction.length === auction.length ? answer : null;
  return (
    <div class="hints">
      <div role="status">
        {hints > 0 && (
          <p>
            <ColouredText text={known === null ? t("asking …") : partnerText(known, board)} />
          </p>
        )}
        {hints > 1 && known !== null && (
          <p>
            <ColouredText text={candidatesText(known)} />
          </p>
        )}
      </div>
      {hints < 2 && (
        <button type="button" class="quiet" onClick={() => dispatch({ type: "hint asked" })}>
          {hints === 0 ? t("Hint: what has partner shown?") : t("Hint: which calls come into question?")}
        </button>
      )}
    </div>
  );
}

function partnerText(explanation: Explanation, { seat }: Board): string {
  const partner = seatAfter(seat, 2);
  const called = explanation.calls.some((call) => call.seat === partner);
  const hand = explanation.moments.at(-1)?.hands[partner];
  if (!called || hand === undefined) return t("Partner has not called yet.");
  return t("Partner: {words}", { words: summaryText(partner, hand, explanation) });
}

/** The calls with their usual frequency, in the order of the bidding box, so that none is told. */
function candidatesText({ moments }: Explanation): string {
  const next = moments.at(-1)?.next_call ?? [];
  const usual = next.filter(({ probability }) => probability >= USUAL).map(({ call }) => call);
  const calls = ALL_CALLS.filter((call) => usual.includes(call)).map(callSymbol);
  return calls.length === 1
    ? t("Only one call comes into question. Look at your points and your longest suit.")
    : t("In question: {calls}.", { calls: joinList(calls) });
}
