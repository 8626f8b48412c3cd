/** What every call so far showed, and what may come next. */

import { useMemo } from "preact/hooks";

import { callSymbol } from "../../bridge/calls";
import { SEAT_NAMES } from "../../bridge/table";
import { say } from "../../i18n/translate";
import { chance, oneIn, percent } from "../../insight/format";
import { glossaryOf, marksOf, meaningWords } from "../../insight/meanings";
import type { CallMeaning, Explanation } from "../../service/types";
import type { Dispatch } from "../../state/state";
import { useMomentInTurn } from "../common/deferred-moment";
import { CallText, Prose } from "../common/pips";

export interface Props {
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
