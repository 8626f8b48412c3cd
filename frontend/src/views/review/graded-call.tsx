/** How good a call was: one word where it was right, else what was missed. */

import type { ComponentChildren } from "preact";

import { callSymbol } from "../../bridge/calls";
import { joinSentences, t } from "../../i18n/translate";
import { formatChance } from "../../insight/format";
import { glossaryOf, wrongSuitText } from "../../insight/meanings";
import { LEAST_TOLD, namedWords, wordsOf } from "../../insight/message";
import { bestText, callText, inTens, remarkText } from "../../insight/verdicts";
import type { CallMeaning, Options, ReviewedCall } from "../../service/types";
import { Disclosure } from "../common/disclosure";
import { ColouredLine, ColouredText } from "../common/pips";
import { GradeMark } from "./graded-auction";

interface Props {
  graded: ReviewedCall;
  /** The meanings of the calls that could have been made; null while they are not known. */
  options: Options | null;
  /** Whether it was not taken back. */
  stands?: boolean;
  /** How to go on. */
  children?: ComponentChildren;
}

/** The grade, how to go on, and why; of a call that was taken back the grade alone. */
export function GradedCall({ graded, options, stands = true, children }: Props) {
  const { grade } = graded;
  return (
    <div class={`verdict grade-${grade}`}>
      <p>
        <GradeMark grade={grade!} />{" "}
        <b>
          <ColouredText text={gradeText(graded)} />
        </b>
      </p>
      {children}
      {stands && (grade === "best" || grade === "scores_best" || grade === "also_usual") && <Best graded={graded} />}
      {stands && grade === "rare" && <Rare graded={graded} />}
      {stands && grade === "mistake" && <Missed graded={graded} options={options} />}
    </div>
  );
}

/** One word where the call was right, else what it is. */
function gradeText(graded: ReviewedCall): string {
  const { call, grade, points_lost } = graded;
  const values = { call: callSymbol(call) };
  if (grade === "best") {
    return bestText(graded) === null ? t("{call}: right", values) : t("{call}: the usual call", values);
  }
  if (grade === "scores_best") return t("{call}: not the usual call, but it scores best", values);
  if (grade === "also_usual") return t("{call}: also usual", values);
  if (grade === "rare" || points_lost === null) return t("{call}: rare", values);
  return t("{call}: a mistake, which loses about {points} points on average", {
    ...values,
    points: inTens(points_lost.mean),
  });
}

/** Something to think about after a good call: the one that scores best. */
function Best({ graded }: { graded: ReviewedCall }) {
  const text = bestText(graded);
  return text === null ? null : <ColouredLine text={text} />;
}

function Rare({ graded }: { graded: ReviewedCall }) {
  return (
    <>
      <p>{joinSentences([othersText(graded), remarkText(graded) ?? ""])}</p>
      <Disclosure summary={t("Show the usual call")}>
        {() => <ColouredLine text={joinSentences([callText(graded, graded.seat), bestText(graded) ?? ""])} />}
      </Disclosure>
    </>
  );
}

function othersText({ frequency }: ReviewedCall): string {
  return t("{share} of such hands make another call.", { share: formatChance(1 - frequency!) });
}

/** What was missed and why, and what the call made shows to the table. */
function Missed({ graded, options }: Props) {
  const meaningOf = (call: string) => options?.options.find((option) => option.call === call) ?? null;
  const level = options?.interval_level ?? 0;
  const missed = meaningOf(graded.usual?.call ?? "");
  const made = meaningOf(graded.call);
  const texts = [
    missed === null ? null : ((made && wrongSuitText(made, missed)) ?? missedText(missed, level)),
    othersText(graded),
    made === null ? null : toldText(made, level),
  ].filter((text) => text !== null);
  return (
    <>
      {texts.map((text) => (
        <ColouredLine text={text} />
      ))}
      <Disclosure summary={t("Show the usual call")}>
        {() => (
          <p>
            <ColouredText
              text={joinSentences([callText(graded, graded.seat), remarkText(graded) ?? "", bestText(graded) ?? ""])}
            />
          </p>
        )}
      </Disclosure>
    </>
  );
}

/** The name of the usual call's meaning; what it shows where it has no name. */
function missedText(meaning: CallMeaning, level: number): string {
  const glossary = glossaryOf(meaning);
  return glossary === null
    ? t("Missed: a call with this meaning. {words}", { words: wordsOf(meaning, level) })
    : t("Missed: {name}.", { name: glossary.name });
}

/** What the call told everybody; null where it says nothing, or nobody expected it. */
function toldText(meaning: CallMeaning, level: number): string | null {
  const words = namedWords(meaning, level);
  if (words === "" || meaning.probability < LEAST_TOLD) return null;
  return t("Your {call} told the table: {words}", { call: callSymbol(meaning.call), words });
}
