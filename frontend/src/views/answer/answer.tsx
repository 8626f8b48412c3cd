/** The right-hand side: the explanation, or why there is none yet. */

import { useMemo, useRef } from "preact/hooks";

import { parseHand } from "../../bridge/hand";
import { SYSTEM_NAMES } from "../../bridge/systems";
import { EXAMPLES } from "../../entry/examples";
import { t } from "../../i18n/translate";
import { formatPercent } from "../../insight/format";
import { warnings } from "../../insight/warnings";
import type { Failure } from "../../service/failure";
import type { Explanation } from "../../service/types";
import { isStale, knownDeal, revealedDeal } from "../../state/selectors";
import type { Dispatch, State } from "../../state/state";
import { useCardHighlight } from "../common/card-highlight";
import { useContainerWidth } from "../common/container-width";
import { CopyLink, ExportMenu, LinkErrors, type OnExport } from "../export/export-menu";
import { ComparisonPanel } from "../lines/comparison-panel";
import { LinesPanel, WhatIfButton } from "../lines/lines-panel";
import { CallMeanings } from "./call-meanings";
import { CardLine } from "./card-line";
import { ChangesList } from "./changes-list";
import { Compass } from "./compass";
import { ContractsPanel } from "./contracts-panel";
import { HeatLegend } from "./heat-map";
import { NextCall } from "./next-call";
import { Partnerships } from "./partnership-panel";
import { Progress } from "./progress";
import { RevealPanel, RevealSwitch } from "./reveal-panel";
import { Scrubber } from "./scrubber";
import { TurnTable } from "./turn-table";

interface Props {
  state: State;
  dispatch: Dispatch;
  onSubmit: () => void;
  onExport: OnExport;
}

export function Answer({ state, dispatch, onSubmit, onExport }: Props) {
  const { explanation, computing, slow } = state;
  const failure = state.failure ?? state.secondaryFailure;
  return (
    <section class="answer" aria-label={t("Explanation")} aria-busy={computing}>
      <LinkErrors state={state} dispatch={dispatch} />
      {failure !== null && <FailureNote failure={failure} onSubmit={onSubmit} />}
      <div role="status">
        <Progress computing={computing} slow={slow} />
      </div>
      <LinesPanel state={state} dispatch={dispatch} />
      {explanation === null ? (
        <Welcome dispatch={dispatch} />
      ) : (
        <Picture explanation={explanation} state={state} dispatch={dispatch} onExport={onExport} />
      )}
    </section>
  );
}

function FailureNote({ failure, onSubmit }: { failure: Failure; onSubmit: () => void }) {
  return (
    <div class="failure" role="alert">
      <h2>{failure.title}</h2>
      {failure.errors.map(({ text }) => (
        <p>{text}</p>
      ))}
      {failure.retry && (
        <button type="button" class="primary" onClick={onSubmit}>
          {t("Try again")}
        </button>
      )}
    </div>
  );
}

/** Before the first answer: what this is, and positions to try. */
function Welcome({ dispatch }: { dispatch: Dispatch }) {
  return (
    <div class="welcome">
      <h2>{t("Every call is a message. See what it says.")}</h2>
      <p>
        {t(
          "Enter your hand and the auction, or start from one of these. You get a picture of each hidden hand, what every call showed, and the usual next call.",
        )}
      </p>
      <ul class="examples">
        {EXAMPLES.map((example) => (
          <li>
            <button
              type="button"
              class="example"
              onClick={() => dispatch({ type: "input replaced", input: example.input })}
            >
              <b>{t(example.name)}</b>
              <span>{t(example.teaser)}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface PictureProps {
  explanation: Explanation;
  state: State;
  dispatch: Dispatch;
  onExport: OnExport;
}

function Picture({ explanation, state, dispatch, onExport }: PictureProps) {
  const { moment, bottom } = state;
  const box = useRef<HTMLDivElement>(null);
  useContainerWidth(box);
  const { hand } = explanation.position;
  const own = useMemo(() => (hand === null ? [] : parseHand(hand).cards), [hand]);
  const highlight = useCardHighlight(state.pinned, dispatch);
  const [known, deal] = [knownDeal(state), revealedDeal(state)];
  const now = explanation.moments[moment]!;
  const before = explanation.moments[moment - 1] ?? null;
  return (
    <div ref={box} class={isStale(state) ? "picture veiled" : "picture"} inert={isStale(state)}>
      <Warnings said={warnings(explanation)} />
      <Scrubber explanation={explanation} moment={moment} dispatch={dispatch}>
        <CardLine now={now} before={before} own={own} deal={deal} highlight={highlight} />
      </Scrubber>
      <ChangesList explanation={explanation} moment={moment} />
      <div class="answer-tools">
        <WhatIfButton state={state} dispatch={dispatch} />
        <CopyLink state={state} onExport={onExport} />
        <ExportMenu state={state} dispatch={dispatch} onExport={onExport} />
      </div>
      <ComparisonPanel state={state} dispatch={dispatch} />
      <div class="compass">
        <div class="place place-next">
          <NextCall
            explanation={explanation}
            moment={moment}
            inspection={state.inspection}
            dispatch={dispatch}
          />
        </div>
        <Compass
          explanation={explanation}
          moment={moment}
          bottom={bottom}
          own={own}
          deal={deal}
          highlight={highlight}
        />
        <div class="place place-key">
          <HeatLegend revealed={deal !== null} />
          <p class="hint key-note">{keyNote(explanation)}</p>
          <p class="hint refined-note" role="status">
            {explanation.refined && t("Refined: hands weighed by all their calls")}
          </p>
          <TurnTable bottom={bottom} dispatch={dispatch} />
          {known !== null && (
            <RevealSwitch deal={known} revealed={deal !== null} dispatch={dispatch} />
          )}
        </div>
      </div>
      {deal !== null && <RevealPanel moment={now} deal={deal} />}
      <Partnerships explanation={explanation} moment={moment} />
      <ContractsPanel explanation={explanation} state={state} dispatch={dispatch} />
      <CallMeanings explanation={explanation} moment={moment} dispatch={dispatch} />
      <Provenance explanation={explanation} />
    </div>
  );
}

/** The warnings, before the answer. */
function Warnings({ said }: { said: string[] }) {
  if (said.length === 0) return null;
  return (
    <ul class="warnings" aria-label={t("Warnings")}>
      {said.map((sentence) => (
        <li>{sentence}</li>
      ))}
    </ul>
  );
}

function keyNote({ interval_level }: Explanation): string {
  return t(
    "Each range, and its dark bars, holds in at least {share} of cases. Thin marks show the picture one call earlier.",
    { share: formatPercent(interval_level) },
  );
}

/** Whose agreements these are, and who says so. */
function Provenance({ explanation }: { explanation: Explanation }) {
  const { model, position } = explanation;
  return (
    <footer class="provenance">
      <p>
        {t(
          "Meanings are agreements and estimates, not the actual cards. Assumed: N-S play {ns}, E-W play {ew}.",
          { ns: t(SYSTEM_NAMES[position.systems.ns]), ew: t(SYSTEM_NAMES[position.systems.ew]) },
        )}
      </p>
      <p>
        {t("Model {model}", { model: `${model.name} ${model.version}` })} (
        <code>{model.sha256.slice(0, 12)}</code>)
      </p>
    </footer>
  );
}
