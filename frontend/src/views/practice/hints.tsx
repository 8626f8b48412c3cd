/** Hints in two steps: what partner has shown, then which calls come into question. */

import { ALL_CALLS, callSymbol } from "../../bridge/calls";
import { seatAfter } from "../../bridge/table";
import { joinList, t } from "../../i18n/translate";
import { isQuietPass, namedWords } from "../../insight/message";
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
        {hints > 0 && known === null && <p class="hint">{t("asking …")}</p>}
        {hints > 0 &&
          known !== null &&
          partnerTexts(known, board).map((text) => (
            <p>
              <ColouredText text={text} />
            </p>
          ))}
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

/** What each of partner's calls shows; none where partner has not called, or said nothing yet. */
function partnerTexts(explanation: Explanation, { seat }: Board): string[] {
  const partner = seatAfter(seat, 2);
  const texts = explanation.calls
    .filter((call) => call.seat === partner && !isQuietPass(call))
    .map((call) => t("{call}: {words}", { call: callSymbol(call.call), words: namedWords(call, explanation.interval_level) }));
  return texts.length > 0 ? texts : [t("Partner has shown nothing yet.")];
}

/** The calls with their usual frequency, in the order of the bidding box, so that none is told. */
function candidatesText({ moments }: Explanation): string {
  const next = moments.at(-1)?.next_call ?? [];
  const usual = next.filter(({ probability }) => probability >= USUAL).map(({ call }) => call);
  const calls = ALL_CALLS.filter((call) => usual.includes(call)).map(callSymbol);
  return calls.length > 1
    ? t("In question: {calls}.", { calls: joinList(calls) })
    : t("Nearly all such hands make the same call.");
}
