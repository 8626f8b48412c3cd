/** The message: the last call that says something, or the one that was chosen. */

import { callSymbol } from "../../bridge/calls";
import { relationOf, SEAT_NAMES } from "../../bridge/table";
import { joinSentences, t } from "../../i18n/translate";
import { changesTitle, changeText, largestChanges } from "../../insight/changes";
import { formatPercent } from "../../insight/format";
import { formatFrequency, unusualText } from "../../insight/meanings";
import { wordsOf } from "../../insight/message";
import type { CallMeaning, Explanation } from "../../service/types";
import { type InspectedCall, madeCall } from "../../state/inspected-call";
import { callOnCard } from "../../state/selectors";
import type { PageProps } from "../../state/state";
import { Disclosure } from "../common/disclosure";
import { CallText, ColouredLine, ColouredText } from "../common/pips";
import { WhatIfButton } from "../lines/lines-panel";
import { Chips, MeaningName, UsualRanges } from "./call-words";

export function MessageCard({ explanation, state, dispatch }: PageProps & { explanation: Explanation }) {
  const shown = callOnCard(state);
  // Of what is explained: the last card stays, veiled, while the next is computed.
  const card = shown === null ? null : madeCall({ ...state, input: state.explained ?? state.input }, shown);
  return (
    <section class="panel message" aria-labelledby="message-title">
      {card?.kind === "there" ? (
        <CardOfCall card={card} explanation={explanation} />
      ) : (
        <>
          <h2 id="message-title">{t("Nobody has called yet")}</h2>
          <p class="hint">{t("Step forward to see what each call shows.")}</p>
        </>
      )}
      <div class="answer-tools">
        <WhatIfButton state={state} dispatch={dispatch} />
      </div>
    </section>
  );
}

type ReadyCall = InspectedCall & { kind: "there" };

function CardOfCall({ card, explanation }: { card: ReadyCall; explanation: Explanation }) {
  const { meaning, level, remark } = card;
  const { position } = explanation;
  const words = wordsOf(meaning, level);
  const unclear = unusualText(meaning);
  return (
    <>
      <h2 id="message-title">
        <span class="who">{t(SEAT_NAMES[meaning.seat])}</span>{" "}
        {position.hand !== null && <span class="hint">{relationOf(meaning.seat, position.seat)}</span>}{" "}
        <CallText call={meaning.call} /> <MeaningName meaning={meaning} />
      </h2>
      <Chips meaning={meaning} />
      {words !== "" && <ColouredLine class="shows" text={words} />}
      {unclear !== null && <p class="card-unclear">{unclear}</p>}
      {remark !== "" && <p class="card-remark">{t("The file says: {remark}", { remark })}</p>}
      <Disclosure summary={t("More about this call")}>
        {() => <CallNumbers card={card} explanation={explanation} />}
      </Disclosure>
    </>
  );
}

/** Ranges, how expected the call was, and what it changed. */
function CallNumbers({ card, explanation }: { card: ReadyCall; explanation: Explanation }) {
  const { meaning, own } = card;
  return (
    <>
      <UsualRanges meaning={meaning} />
      <ColouredLine class="hint" text={joinSentences([expectedText(meaning), ...(own === null ? [] : [own])])} />
      <ChangesList explanation={explanation} moment={meaning.index + 1} />
      <p class="hint">
        {t(
          "What a call promises, it promises to everybody at the table; each of these usual ranges holds in at least {share} of cases.",
          { share: formatPercent(explanation.interval_level) },
        )}
      </p>
    </>
  );
}

/** How expected the call was to somebody who sees no hand, and what was likelier. */
function expectedText({ call, probability, likeliest }: CallMeaning): string {
  const often = formatFrequency(probability);
  return call === likeliest
    ? t("Expected: {often}, to somebody who sees no hand.", { often })
    : t("Expected: {often}, to somebody who sees no hand; rather {call}.", { often, call: callSymbol(likeliest) });
}

/** The largest changes of the last call, in up to three sentences. */
function ChangesList({ explanation, moment }: { explanation: Explanation; moment: number }) {
  const { moments } = explanation;
  const changes = moment === 0 ? [] : largestChanges(moments[moment - 1]!, moments[moment]!);
  return (
    <section class="changes">
      <p class={changes.length === 0 ? "hint" : "changes-title"}>
        <ColouredText text={changesTitle(explanation, moment, changes.length)} />
      </p>
      {changes.length > 0 && (
        <ul>
          {changes.map((change) => (
            <li>
              <ColouredText text={changeText(change)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
