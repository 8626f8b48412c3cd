/** The next call: the usual one with a reason, and its rivals with what each would show. */

import { contractOf, turnOf } from "../../bridge/auction";
import { type Call, callSymbol, DOUBLING_NAMES, spokenCall } from "../../bridge/calls";
import { type Seat, SEAT_NAMES } from "../../bridge/table";
import { plural, t, translate } from "../../i18n/translate";
import { bestText, usualText, whyBestText } from "../../insight/best-call";
import { contractsInBrief } from "../../insight/contracts";
import { formatChance } from "../../insight/format";
import { reasonsOf } from "../../insight/reasons";
import { mainReason } from "../../insight/reasons-text";
import type { BestCall, CallChance, CallMeaning, Explanation, Position, Suggestion } from "../../service/types";
import { type Analyses, analysisKey } from "../../state/analyses";
import { optionsAnswer, optionsOf } from "../../state/inspection";
import type { Dispatch, PageProps } from "../../state/state";
import { Disclosure } from "../common/disclosure";
import { Button } from "../common/fields";
import { CallText, ColouredLine, ColouredText } from "../common/pips";
import { AnalysisButton, AnalysisProgress } from "./analysis-request";
import { MeaningLine } from "./call-words";
import { ReasonsPanel } from "./reasons-panel";

/** Rivals below are folded. */
const WORTH_A_ROW = 0.01;

interface Props extends PageProps {
  explanation: Explanation;
}

/** The calls that may come next; at an earlier moment, beside the one that was made. */
export function NextCall(props: Props) {
  const { explanation, state } = props;
  const { moment } = state;
  const { position } = explanation;
  const made = position.auction[moment] ?? null;
  const turn = turnOf(position.dealer, position.auction.slice(0, moment));
  return (
    <section class="panel next-call" aria-labelledby="next-title">
      <h2 id="next-title">{nextTitle(turn, position.hand === null ? null : position.seat, made)}</h2>
      {made === null && <Suggested {...props} />}
      {turn === null ? <FinalContract explanation={explanation} /> : <Chances {...props} />}
    </section>
  );
}

function nextTitle(turn: Seat | null, viewer: Seat | null, made: Call | null): string {
  if (turn === null) return t("The auction is over");
  const seat = t(SEAT_NAMES[turn]);
  if (turn === viewer) {
    return made === null ? t("What should you call?") : t("What could you have called?");
  }
  return made === null ? t("What will {seat} call?", { seat }) : t("What could {seat} have called?", { seat });
}

/**
 * The suggestion, and a reason for it where the service has not named one; the usual call and the
 * best where they differ.
 */
function Suggested({ explanation, state, dispatch }: Props) {
  const { suggestion, position } = explanation;
  if (suggestion === null) return null;
  if (suggestion.best != null) {
    return (
      <div class="suggested">
        <UsualAndBest
          suggestion={suggestion}
          best={suggestion.best}
          position={position}
          analyses={state.analyses}
          dispatch={dispatch}
        />
        <ContractsLine position={position} analyses={state.analyses} dispatch={dispatch} />
      </div>
    );
  }
  const options = optionsOf(state.inspection, position);
  const reason = mainReason(suggestion, reasonsOf(explanation, options));
  return (
    <div class="suggested">
      <p class="suggestion" data-uncovered>
        <ColouredText text={translate(suggestion.sentence, suggestion.said)} />
      </p>
      {reason !== null && <ColouredLine class="main-reason" text={reason} />}
      <ContractsLine position={position} analyses={state.analyses} dispatch={dispatch} />
    </div>
  );
}

/** Which contracts make, in one line that has its place before it is known. */
function ContractsLine({
  position,
  analyses,
  dispatch,
}: Pick<UsualAndBestProps, "position" | "analyses" | "dispatch">) {
  const answer = analyses[analysisKey(position)];
  if (answer?.kind === "there") {
    const none = t("No contract that is still possible is worth anything on average.");
    return <ColouredLine class="contracts-line" text={contractsInBrief(answer.result) ?? none} />;
  }
  return (
    <p class="contracts-line hint">
      {t("Which contracts make?")}{" "}
      {answer?.kind === "failed" ? (
        <Button onClick={() => dispatch({ type: "analysis requested", position })}>{t("Try again")}</Button>
      ) : (
        "…"
      )}
    </p>
  );
}

function FinalContract({ explanation }: { explanation: Explanation }) {
  const { dealer, auction } = explanation.position;
  const contract = contractOf(dealer, auction);
  if (contract === null) return <p>{t("Passed out: nobody plays.")}</p>;
  const { bid, doubling, declarer } = contract;
  return (
    <p class="contract">
      <CallText call={bid} /> {doubling !== null && <CallText call={doubling} spoken={t(DOUBLING_NAMES[doubling])} />}{" "}
      {t("by {declarer}", { declarer: t(SEAT_NAMES[declarer]) })}
    </p>
  );
}

function Chances(props: Props) {
  const { explanation, state, dispatch } = props;
  const { moment, inspection } = state;
  const chances = explanation.moments[moment]!.next_call;
  const made = explanation.position.auction[moment] ?? null;
  const suggested = made === null ? (explanation.suggestion?.call ?? null) : null;
  const options = optionsOf(inspection, explanation.position, moment);
  const awaited = areOptionsAwaited(props);
  const list = (of: readonly CallChance[]) => (
    <ul key={made === null ? "next" : "made"} class="chances">
      {of.map((chance) => (
        <ChanceRow
          chance={chance}
          meaning={options?.find(({ call }) => call === chance.call) ?? null}
          awaited={awaited}
          level={explanation.interval_level}
          made={chance.call === made}
          suggested={chance.call === suggested && chance !== chances[0]}
          onChoose={() => dispatch({ type: "call chosen", moment, call: chance.call })}
        />
      ))}
    </ul>
  );
  const worth = ({ call, probability }: CallChance) => probability >= WORTH_A_ROW || call === made;
  const first = chances.filter(({ call }) => call === suggested);
  const others = chances.filter(({ call }) => call !== suggested);
  const rest = others.filter((chance) => !worth(chance));
  return (
    <>
      {list([...first, ...others.filter(worth)])}
      <OptionsStatus {...props} />
      {rest.length > 0 && (
        <Disclosure summary={plural("{count} call under 1 %", "{count} calls under 1 %", rest.length)}>
          {() => list(rest)}
        </Disclosure>
      )}
      {made === null && (
        <Disclosure summary={t("Why?")}>
          {() => <ReasonsPanel explanation={explanation} inspection={inspection} />}
        </Disclosure>
      )}
    </>
  );
}

interface RowProps {
  chance: CallChance;
  meaning: CallMeaning | null;
  /** Whether its meaning is being asked for: room is kept for it. */
  awaited: boolean;
  level: number;
  made: boolean;
  /** Whether it is suggested though another call is likelier. */
  suggested: boolean;
  onChoose: () => void;
}

/** A call, its chance, and what it would show; the whole row makes the call. */
function ChanceRow({ chance: { call, probability }, meaning, awaited, level, made, suggested, onChoose }: RowProps) {
  const spoken = spokenCall(call);
  return (
    <li class={made ? "made" : ""} data-call={call}>
      <Button
        class="chance-call"
        aria-label={made ? spoken : t("Make the call: {call}", { call: spoken })}
        onClick={onChoose}
      >
        <CallText call={call} />
      </Button>
      <span class="chance-bar" aria-hidden="true">
        <span style={{ "--p": probability.toFixed(2) }} />
      </span>
      <span class="chance">{formatChance(probability)}</span>
      {made && <span class="tag row-tag">{t("made")}</span>}
      {suggested && <span class="tag row-tag">{t("suggested")}</span>}
      {meaning !== null && (
        <p class="row-meaning">
          <MeaningLine meaning={meaning} level={level} />
        </p>
      )}
      {awaited && <p class="row-meaning awaited" aria-hidden="true" />}
    </li>
  );
}

/** Whether it is being found out what the calls would show: at the player's turn unasked, earlier on a click. */
function areOptionsAwaited({ explanation, state: { moment, inspection } }: Pick<Props, "explanation" | "state">) {
  const answer = optionsAnswer(inspection, explanation.position, moment);
  if (answer === undefined) return moment === explanation.position.auction.length;
  return answer.kind === "asked";
}

/** The status of the request for what the calls would show; at an earlier moment, how to ask. */
function OptionsStatus({ explanation, state, dispatch }: Props) {
  const { moment, inspection } = state;
  const answer = optionsAnswer(inspection, explanation.position, moment);
  if (answer?.kind === "there") return null;
  if (areOptionsAwaited({ explanation, state })) {
    return <p class="unseen">{t("finding out what the calls would show …")}</p>;
  }
  if (answer?.kind !== "failed") {
    return <Button onClick={() => dispatch({ type: "next calls asked", moment })}>{t("What would each show?")}</Button>;
  }
  return (
    <p class="complaint">
      {t("What the calls would show could not be computed: {title}", { title: answer.failure.title })}{" "}
      <Button onClick={() => dispatch({ type: "next calls asked", moment })}>{t("Try again")}</Button>
    </p>
  );
}

interface UsualAndBestProps {
  suggestion: Suggestion;
  best: BestCall;
  position: Position;
  analyses: Analyses;
  dispatch: Dispatch;
}

/** The usual call and the one that is predicted to score best, where that is another, and why. */
function UsualAndBest({ suggestion, best, position, analyses, dispatch }: UsualAndBestProps) {
  const key = analysisKey(position);
  const answer = analyses[key];
  const ask = () => {
    if (answer === undefined) dispatch({ type: "analysis requested", position });
  };
  return (
    <>
      <div data-uncovered>
        <ColouredLine class="suggestion" text={usualText(suggestion)} />
        <ColouredLine class="best-call" text={bestText(best)} />
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
        {answer?.kind === "there" && <ColouredLine text={whyBestText(best, answer.result)} />}
      </div>
      {answer?.kind === "failed" && <AnalysisButton answer={answer} position={position} dispatch={dispatch} />}
    </>
  );
}
