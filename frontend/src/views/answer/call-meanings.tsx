/** What every call so far showed, and what may come next. */

import { useMemo } from "preact/hooks";

import { contractOf, turnOf } from "../../bridge/auction";
import { type Call, callSymbol, callWords, STAKE_WORDS } from "../../bridge/calls";
import { type Seat, SEAT_NAMES, seatAfter } from "../../bridge/table";
import { retold, say, sayCount } from "../../i18n/translate";
import { chance, oneIn, percent } from "../../insight/format";
import { glossaryOf, marksOf, meaningWords } from "../../insight/meanings";
import type { CallChance, CallMeaning, Explanation } from "../../service/types";
import type { Exploring } from "../../state/inspection";
import type { Dispatch } from "../../state/state";
import { useMomentInTurn } from "../common/deferred-moment";
import { Unfold } from "../common/disclosure";
import { CallText, Prose } from "../common/pips";
import { Reason } from "./reasons-panel";

interface Props {
  explanation: Explanation;
  moment: number;
  dispatch: Dispatch;
}

/** A sentence for every call, to everybody at the table. */
export function CallMeanings({ explanation, dispatch, ...props }: Props) {
  const [moment, box] = useMomentInTurn(explanation, props.moment);
  const drawn = useMemo(
    () =>
      explanation.calls.map((meaning) => (
        <Meaning
          meaning={meaning}
          level={explanation.interval_level}
          current={moment === meaning.index + 1}
          dispatch={dispatch}
        />
      )),
    [explanation, moment, dispatch],
  );
  if (explanation.calls.length === 0) return null;
  return (
    <section class="panel meanings" aria-labelledby="meanings-title" ref={box}>
      <h2 id="meanings-title">{say("What every call shows")}</h2>
      <p class="hint">
        {say(
          "To everybody at the table, whatever you hold yourself. Each range holds in at least {share} of cases; “expected” is how likely the call was before it was made, to somebody who sees no hand.",
          { share: percent(explanation.interval_level) },
        )}
      </p>
      <ol>{drawn}</ol>
    </section>
  );
}

interface MeaningProps {
  meaning: CallMeaning;
  /** How often each range holds. */
  level: number;
  current: boolean;
  dispatch: Dispatch;
}

function Meaning({ meaning, level, current, dispatch }: MeaningProps) {
  return (
    <li class={current ? "meaning current" : "meaning"}>
      <button
        type="button"
        class="meaning-call"
        data-look={`made:${meaning.index}`}
        aria-current={current ? "step" : undefined}
        onClick={() => dispatch({ type: "moment set", moment: meaning.index + 1 })}
      >
        <span class="who">{say(SEAT_NAMES[meaning.seat])}</span>
        <CallText call={meaning.call} />
      </button>
      <p class="shows">
        <MeaningText meaning={meaning} level={level} />
        {marksOf(meaning).map((mark) => (
          <>
            {" "}
            <span class="tag">{mark}</span>
          </>
        ))}
      </p>
      <p class="expected">
        {meaning.unusual && (
          <>
            <span class="tag unusual">{say("unusual")}</span>{" "}
          </>
        )}
        <Prose text={expectedWords(meaning)} />
      </p>
    </li>
  );
}

/** What the call shows; the name of a convention leads to its entry in the glossary. */
function MeaningText({ meaning, level }: { meaning: CallMeaning; level: number }) {
  const words = meaningWords(meaning, level);
  const told = glossaryOf(meaning);
  if (told === null || !words.startsWith(told.name)) return <Prose text={words} />;
  return (
    <>
      <a href={`/glossary/#${told.entry}`} target="_blank">
        <Prose text={told.name} />
      </a>
      <Prose text={words.slice(told.name.length)} />
    </>
  );
}

/** How expected a call was to somebody who sees no hand, and from the viewer's own hand. */
function expectedWords({ unusual, surprise, probability, likeliest, own_probability }: CallMeaning) {
  const values = {
    oneIn: oneIn(surprise), chance: chance(probability), rather: callSymbol(likeliest),
  };
  const expected = unusual
    ? say("{oneIn} calls surprise as much; expected {chance}, rather {rather}", values)
    : say("expected {chance}", values);
  if (own_probability === null) return expected;
  return say("{expected}, from your hand {chance}", { expected, chance: chance(own_probability) });
}

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

/** Where the picture stands in the auction: "After 2 calls: East has bid 1 heart." */
export function momentWords({ position }: Explanation, moment: number): string {
  if (moment === 0) return say("Before the first call");
  return say("After call {moment} of {count}: {seat}, {call}", {
    moment,
    count: position.auction.length,
    seat: say(SEAT_NAMES[seatAfter(position.dealer, moment - 1)]),
    call: callWords(position.auction[moment - 1]!),
  });
}
