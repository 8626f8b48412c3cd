/** The usual call and the one that is predicted to score best, where that is another, and why. */

import { callSymbol } from "../../bridge/calls";
import { t } from "../../i18n/translate";
import { bestText, usualText, whyBestText } from "../../insight/best-call";
import type { BestCall, Position, Suggestion } from "../../service/types";
import { type Analyses, analysisKey } from "../../state/analyses";
import type { Dispatch } from "../../state/state";
import { Disclosure } from "../common/disclosure";
import { ColouredText } from "../common/pips";
import { AnalysisButton, AnalysisProgress } from "./analysis-request";

interface Props {
  suggestion: Suggestion;
  best: BestCall;
  position: Position;
  analyses: Analyses;
  dispatch: Dispatch;
}

export function UsualAndBest({ suggestion, best, position, analyses, dispatch }: Props) {
  const key = analysisKey(position);
  const answer = analyses[key];
  const ask = () => {
    if (answer === undefined) dispatch({ type: "analysis requested", position });
  };
  return (
    <>
      <div data-uncovered>
        <p class="suggestion">
          <ColouredText text={usualText(suggestion)} />
        </p>
        <p class="best-call">
          <ColouredText text={bestText(best)} />
        </p>
      </div>
      <Disclosure key={key} summary={t("Why {call}?", { call: callSymbol(best.call) })} onOpen={ask}>
        {() => <WhyBest best={best} position={position} answer={answer} dispatch={dispatch} />}
      </Disclosure>
    </>
  );
}

interface WhyProps {
  best: BestCall;
  position: Position;
  answer: Analyses[string] | undefined;
  dispatch: Dispatch;
}

/** The reason by layouts, or how far they are. */
function WhyBest({ best, position, answer, dispatch }: WhyProps) {
  return (
    <>
      <div class="why-best" role="status">
        {answer?.kind === "asked" && <AnalysisProgress share={answer.share} />}
        {answer?.kind === "there" && (
          <p>
            <ColouredText text={whyBestText(best, answer.result)} />
          </p>
        )}
      </div>
      {answer?.kind === "failed" && (
        <AnalysisButton answer={answer} position={position} dispatch={dispatch} />
      )}
    </>
  );
}
