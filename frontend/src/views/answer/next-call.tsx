/** The next call's probabilities, and the contract once the auction is over. */

import { contractOf, turnOf } from "../../bridge/auction";
import { type Call, DOUBLING_NAMES } from "../../bridge/calls";
import { type Seat, SEAT_NAMES } from "../../bridge/table";
import { plural, t, translate } from "../../i18n/translate";
import { formatChance } from "../../insight/format";
import type { CallChance, Explanation } from "../../service/types";
import type { Inspection } from "../../state/inspection";
import { Disclosure } from "../common/disclosure";
import { CallText, ColouredText } from "../common/pips";
import type { Props } from "./call-meanings";
import { ReasonsPanel } from "./reasons-panel";

const FIRST_CHANCES = 5;

interface NextCallProps extends Props {
  inspection: Inspection;
}

/** The next call's probabilities as bars; at an earlier moment, beside the call that was made. */
export function NextCall({ explanation, moment, inspection, dispatch }: NextCallProps) {
  const { position, moments, suggestion } = explanation;
  const now = moments[moment]!;
  const made = position.auction[moment] ?? null;
  const turn = turnOf(position.dealer, position.auction.slice(0, moment));
  return (
    <section class="next-call" aria-labelledby="next-title">
      <h3 id="next-title">{nextTitle(turn, position.hand === null ? null : position.seat, made)}</h3>
      {made === null && suggestion !== null && (
        <>
          <p class="suggestion" data-uncovered>
            <ColouredText text={translate(suggestion.sentence, suggestion.said)} />
          </p>
          <ReasonsPanel explanation={explanation} inspection={inspection} dispatch={dispatch} />
        </>
      )}
      {turn === null ? (
        <FinalContract explanation={explanation} />
      ) : (
        <Chances chances={now.next_call} made={made} />
      )}
    </section>
  );
}

function nextTitle(turn: Seat | null, viewer: Seat | null, made: Call | null): string {
  if (turn === null) return t("The auction is over");
  const seat = t(SEAT_NAMES[turn]);
  if (turn === viewer) {
    return made === null ? t("What should you call?") : t("What could you have called?");
  }
  return made === null
    ? t("What will {seat} call?", { seat })
    : t("What could {seat} have called?", { seat });
}

function FinalContract({ explanation }: { explanation: Explanation }) {
  const { dealer, auction } = explanation.position;
  const contract = contractOf(dealer, auction);
  if (contract === null) return <p>{t("Passed out: nobody plays.")}</p>;
  const { bid, doubling, declarer } = contract;
  return (
    <p class="contract">
      <CallText call={bid} />{" "}
      {doubling !== null && <CallText call={doubling} spoken={t(DOUBLING_NAMES[doubling])} />}{" "}
      {t("by {declarer}", { declarer: t(SEAT_NAMES[declarer]) })}
    </p>
  );
}

function Chances({ chances, made }: { chances: readonly CallChance[]; made: Call | null }) {
  const rest = chances.slice(FIRST_CHANCES);
  return (
    <>
      <ChanceList chances={chances.slice(0, FIRST_CHANCES)} made={made} />
      {rest.length > 0 && (
        <Disclosure summary={plural("{count} more legal call", "{count} more legal calls", rest.length)}>
          {() => <ChanceList chances={rest} made={made} />}
        </Disclosure>
      )}
    </>
  );
}

function ChanceList({ chances, made }: { chances: readonly CallChance[]; made: Call | null }) {
  return (
    <ul class="chances" data-look-group>
      {chances.map(({ call, probability }) => (
        <li class={call === made ? "made" : ""} data-call={call} data-look={`next:${call}`}>
          <button type="button" class="chance-call">
            <CallText call={call} />
          </button>
          <span class="chance-bar" aria-hidden="true">
            <span style={{ "--p": probability.toFixed(2) }} />
          </span>
          <span class="chance">{formatChance(probability)}</span>
          {call === made && <span class="tag made-tag">{t("made")}</span>}
        </li>
      ))}
    </ul>
  );
}
