/** The calls that were not the usual ones or not those that score best; all of them on request. */

import type { ComponentChildren } from "preact";

import type { Seat } from "../../bridge/table";
import { joinSentences, t } from "../../i18n/translate";
import {
  bestText,
  callText,
  contractName,
  contractTexts,
  costlyText,
  GRADE_NAMES,
  notableCalls,
  parText,
  remarkText,
  uncostedCall,
} from "../../insight/verdicts";
import type { Review, ReviewedCall } from "../../service/types";
import { Disclosure } from "../common/disclosure";
import { Button } from "../common/fields";
import { ColouredLine, ColouredText } from "../common/pips";

interface Props {
  review: Review;
  /** Whose calls are told to "You"; null for nobody's. */
  own: Seat | null;
  /** Open the call at this place of the auction. */
  onOpen: (index: number) => void;
  /** Why a call was a mistake, where that is told. */
  reason?: ((call: ReviewedCall) => ComponentChildren) | undefined;
}

export function VerdictList({ review, own, onOpen, reason }: Props) {
  const notable = notableCalls(review);
  const graded = review.calls.filter(({ grade }) => grade !== null);
  return (
    <section class="verdicts" aria-labelledby="verdicts-title">
      <h3 id="verdicts-title">{t("The calls")}</h3>
      {notable.length === 0 ? (
        <p>{t("Every call was the usual one with its hand.")}</p>
      ) : (
        <Calls calls={notable} own={own} onOpen={onOpen} reason={reason} />
      )}
      {(uncostedCall(review, "ns") ?? uncostedCall(review, "ew")) !== null && (
        <p class="hint">{t("The cost of rare calls is computed for the first few only.")}</p>
      )}
      {graded.length > notable.length && notable.length > 0 && (
        <Disclosure summary={t("The usual calls, too")}>
          {() => <Calls calls={graded} own={own} onOpen={onOpen} reason={reason} />}
        </Disclosure>
      )}
    </section>
  );
}

function Calls({ calls, own, onOpen, reason }: Omit<Props, "review"> & { calls: ReviewedCall[] }) {
  return (
    <ol class="verdict-list">
      {calls.map((call) => (
        <li class={`verdict grade-${call.grade}`}>
          <p>
            <b>
              <ColouredText text={callText(call, own)} />
            </b>{" "}
            <ColouredText text={joinSentences([remarkText(call), bestText(call)].filter((text) => text !== null))} />
          </p>
          {call.grade === "mistake" && reason?.(call)}
          <p class="verdict-foot">
            <span class="tag">{t(GRADE_NAMES[call.grade!])}</span>
            {call.costly && <span class="tag unusual">{costlyText(call.seat)}</span>}
            <Button onClick={() => onOpen(call.index)}>
              {t("Explain")}
              <span class="unseen"> {callText(call, own)}</span>
            </Button>
          </p>
        </li>
      ))}
    </ol>
  );
}

/** The contract, what came of it, what it makes, and par. */
export function ContractVerdict({ review }: { review: Review }) {
  const { contract } = review;
  const par = parText(review);
  if (contract === null && par === null) return null;
  return (
    <section class="contract-verdict" aria-labelledby="contract-title">
      <h3 id="contract-title">
        <ColouredText
          text={contract === null ? t("No contract") : contractName(`${contract.contract} by ${contract.declarer}`)}
        />
      </h3>
      {contract !== null && contractTexts(contract).map((text) => <p>{text}</p>)}
      {par !== null && <ColouredLine text={par} />}
    </section>
  );
}
