/** An auction tried by a card: the calls of one side, and what each means. */

import type { Call } from "../../bridge/calls";
import { isOver } from "../../bridge/auction";
import { SEAT_NAMES, seatAfter } from "../../bridge/table";
import { t } from "../../i18n/translate";
import { type EditorProps, isExplained } from "../../state/card-state";
import { MeaningLine } from "../answer/call-words";
import { BiddingBox } from "../common/bidding-box";
import { Button, FailureNote } from "../common/fields";
import { CallText } from "../common/pips";

export function CardTrial({ state, dispatch }: EditorProps) {
  const { auction, explained } = state;
  const outcome = isExplained(state) ? explained!.outcome : null;
  return (
    <section class="panel card-trial" aria-labelledby="trial-title">
      <h2 id="trial-title">{t("Try an auction")}</h2>
      <p class="hint">{t("You and partner bid, the opponents pass. Each call is explained by this card.")}</p>
      <ol class="trial-calls" aria-live="polite" aria-busy={auction.length > 0 && outcome === null}>
        {auction.map((call, index) => index % 2 === 0 && <TrialCall index={index} call={call} outcome={outcome} />)}
      </ol>
      {outcome !== null && "failure" in outcome && (
        <FailureNote failure={outcome.failure}>
          <Button onClick={() => dispatch({ type: "retried" })}>{t("Try again")}</Button>
        </FailureNote>
      )}
      {!isOver(auction) && (
        <BiddingBox dealer="N" auction={auction} onCall={(call) => dispatch({ type: "called", call })} />
      )}
      {auction.length > 0 && (
        <div class="row">
          <Button onClick={() => dispatch({ type: "call taken back" })}>{t("Take back")}</Button>
          <Button onClick={() => dispatch({ type: "calls cleared" })}>{t("New auction")}</Button>
        </div>
      )}
    </section>
  );
}

interface CallProps {
  index: number;
  call: Call;
  outcome: NonNullable<EditorProps["state"]["explained"]>["outcome"] | null;
}

function TrialCall({ index, call, outcome }: CallProps) {
  const result = outcome !== null && "result" in outcome ? outcome.result : null;
  const meaning = result?.calls[index];
  return (
    <li>
      <span class="trial-seat">{t(SEAT_NAMES[seatAfter("N", index)])}</span>
      <CallText call={call} />
      <span>{meaning !== undefined && <MeaningLine meaning={meaning} level={result!.interval_level} />}</span>
    </li>
  );
}
