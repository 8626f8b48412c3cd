/** The next call's probabilities, and the contract once the auction is over. */

import { contractOf, turnOf } from "../../bridge/auction";
import { type Call, STAKE_WORDS } from "../../bridge/calls";
import { type Seat, SEAT_NAMES } from "../../bridge/table";
import { retold, say, sayCount } from "../../i18n/translate";
import { chance } from "../../insight/format";
import type { CallChance, Explanation } from "../../service/types";
import type { Exploring } from "../../state/inspection";
import { Unfold } from "../common/disclosure";
import { CallText, Prose } from "../common/pips";
import type { Props } from "./call-meanings";
import { Reason } from "./reasons-panel";

const FIRST_CHANCES = 5;

interface NextCallProps extends Props {
  exploring: Exploring;
}

/** The next call's probabilities as bars; at an earlier moment, beside the call that was made. */
export function NextCall({ explanation, moment, exploring, dispatch }: NextCallProps) {
  const { position, moments, suggestion } = explanation;
  const now = moments[moment]!;
  const made = position.auction[moment] ?? null;
  const turn = turnOf(position.dealer, position.auction.slice(0, moment));
  return (
    <section class="next-call" aria-labelledby="next-title">
      <h3 id="next-title">{nextTitle(turn, position.hand === null ? null : position.seat, made)}</h3>
      {made === null && suggestion !== null && (
        <>
          <p class="suggestion">
            <Prose text={retold(suggestion.sentence, suggestion.said)} />
          </p>
          <Reason explanation={explanation} exploring={exploring} dispatch={dispatch} />
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
  if (turn === null) return say("The auction is over");
  const seat = say(SEAT_NAMES[turn]);
  if (turn === viewer) {
    return made === null ? say("What should you call?") : say("What could you have called?");
  }
  return made === null
    ? say("What will {seat} call?", { seat })
    : say("What could {seat} have called?", { seat });
}

function FinalContract({ explanation }: { explanation: Explanation }) {
  const { dealer, auction } = explanation.position;
  const contract = contractOf(dealer, auction);
  if (contract === null) return <p>{say("Passed out: nobody plays.")}</p>;
  const { bid, stake, declarer } = contract;
  return (
    <p class="contract">
      <CallText call={bid} />{" "}
      {stake !== null && <CallText call={stake} words={say(STAKE_WORDS[stake])} />}{" "}
      {say("by {declarer}", { declarer: say(SEAT_NAMES[declarer]) })}
    </p>
  );
}

function Chances({ chances, made }: { chances: readonly CallChance[]; made: Call | null }) {
  const rest = chances.slice(FIRST_CHANCES);
  return (
    <>
      <ChanceList chances={chances.slice(0, FIRST_CHANCES)} made={made} />
      {rest.length > 0 && (
        <Unfold summary={sayCount("{count} more legal call", "{count} more legal calls", rest.length)}>
          {() => <ChanceList chances={rest} made={made} />}
        </Unfold>
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
          <span class="chance">{chance(probability)}</span>
          {call === made && <span class="tag made-tag">{say("made")}</span>}
        </li>
      ))}
    </ul>
  );
}
