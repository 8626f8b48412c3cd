/** The list of what every call showed. */

import { useMemo } from "preact/hooks";

import { callSymbol } from "../../bridge/calls";
import { SEAT_NAMES } from "../../bridge/table";
import { t } from "../../i18n/translate";
import { formatChance, formatPercent, formatRarity } from "../../insight/format";
import { glossaryOf, meaningText, tagsOf } from "../../insight/meanings";
import type { CallMeaning, Explanation } from "../../service/types";
import type { Dispatch } from "../../state/state";
import { useDeferredMoment } from "../common/deferred-moment";
import { CallText, ColouredText } from "../common/pips";

export interface Props {
  explanation: Explanation;
  moment: number;
  dispatch: Dispatch;
}

/** A sentence for every call, to everybody at the table. */
export function CallMeanings({ explanation, dispatch, ...props }: Props) {
  const [moment, box] = useDeferredMoment(explanation, props.moment);
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
      <h2 id="meanings-title">{t("What every call shows")}</h2>
      <p class="hint">
        {t(
          "To everybody at the table, whatever you hold yourself. Each range holds in at least {share} of cases; “expected” is how likely the call was before it was made, to somebody who sees no hand.",
          { share: formatPercent(explanation.interval_level) },
        )}
      </p>
      <ol>{drawn}</ol>
    </section>
  );
}

interface MeaningProps {
  meaning: CallMeaning;
  /** The share of cases in which each range holds. */
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
        <span class="who">{t(SEAT_NAMES[meaning.seat])}</span>
        <CallText call={meaning.call} />
      </button>
      <p class="shows">
        <MeaningText meaning={meaning} level={level} />
        {tagsOf(meaning).map((mark) => (
          <>
            {" "}
            <span class="tag">{mark}</span>
          </>
        ))}
      </p>
      <p class="expected">
        {meaning.unusual && (
          <>
            <span class="tag unusual">{t("unusual")}</span>{" "}
          </>
        )}
        <ColouredText text={expectedText(meaning)} />
      </p>
    </li>
  );
}

/** The meaning of a call; the name of a convention links to its entry in the glossary. */
function MeaningText({ meaning, level }: { meaning: CallMeaning; level: number }) {
  const words = meaningText(meaning, level);
  const told = glossaryOf(meaning);
  if (told === null || !words.startsWith(told.name)) return <ColouredText text={words} />;
  return (
    <>
      <a href={`/glossary/#${told.entry}`} target="_blank">
        <ColouredText text={told.name} />
      </a>
      <ColouredText text={words.slice(told.name.length)} />
    </>
  );
}

/** Return how expected a call was to somebody who sees no hand, and from the viewer's own hand. */
function expectedText({ unusual, surprise, probability, likeliest, own_probability }: CallMeaning) {
  const values = {
    oneIn: formatRarity(surprise), chance: formatChance(probability), rather: callSymbol(likeliest),
  };
  const expected = unusual
    ? t("{oneIn} calls surprise as much; expected {chance}, rather {rather}", values)
    : t("expected {chance}", values);
  if (own_probability === null) return expected;
  return t("{expected}, from your hand {chance}", { expected, chance: formatChance(own_probability) });
}
