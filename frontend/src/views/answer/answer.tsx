/** The right-hand side: the explanation, or why there is none yet. */

import { useMemo, useRef } from "preact/hooks";

import { parseHand } from "../../bridge/hand";
import { SYSTEM_NAMES } from "../../bridge/systems";
import { EXAMPLES } from "../../entry/examples";
import { say } from "../../i18n/translate";
import { percent } from "../../insight/format";
import { warnings } from "../../insight/warnings";
import type { Failure } from "../../service/failure";
import type { Explanation } from "../../service/types";
import { isStale, knownDeal, revealedDeal } from "../../state/selectors";
import type { Dispatch, State } from "../../state/state";
import { useMarking } from "../common/card-highlight";
import { useRoom } from "../common/container-width";
import { showHand } from "../common/focus";
import { CopyLink, LinkFaults, type OnTake, TakeAlong } from "../export/export-menu";
import { Comparison } from "../lines/comparison-panel";
import { LinesPanel, WhatIfButton } from "../lines/lines-panel";
import { CallMeanings } from "./call-meanings";
import { CardLine } from "./card-line";
import { Changes } from "./changes-list";
import { Compass } from "./compass";
import { Contracts } from "./contracts-panel";
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
  onAsk: () => void;
  onTake: OnTake;
}

export function Answer({ state, dispatch, onAsk, onTake }: Props) {
  const { explanation, computing, slow } = state;
  const failure = state.failure ?? state.failureBeside;
  return (
    <section class="answer" aria-label={say("Explanation")} aria-busy={computing}>
      <LinkFaults state={state} dispatch={dispatch} />
      {failure !== null && <FailureNote failure={failure} onAsk={onAsk} />}
      <div role="status">
        <Progress computing={computing} slow={slow} />
      </div>
      <LinesPanel state={state} dispatch={dispatch} />
      {explanation === null ? (
        <Welcome dispatch={dispatch} />
      ) : (
        <Picture explanation={explanation} state={state} dispatch={dispatch} onTake={onTake} />
      )}
    </section>
  );
}

function FailureNote({ failure, onAsk }: { failure: Failure; onAsk: () => void }) {
  return (
    <div class="failure" role="alert">
      <h2>{failure.title}</h2>
      {failure.complaints.map(({ text }) => (
        <p>{text}</p>
      ))}
      {failure.retry && (
        <button type="button" class="primary" onClick={onAsk}>
          {say("Try again")}
        </button>
      )}
    </div>
  );
}

/** Before the first answer: what this is, and positions to try. */
function Welcome({ dispatch }: { dispatch: Dispatch }) {
  return (
    <div class="welcome">
      <h2>{say("Every call is a message. See what it says.")}</h2>
      <p>
        {say(
          "Enter your hand and the auction, or start from one of these. You get a picture of each hidden hand, what every call showed, and the usual next call.",
        )}
      </p>
      <button type="button" class="own-way" onClick={showHand}>
        <b>{say("Enter your own hand")}</b>
      </button>
      <ul class="examples">
        {EXAMPLES.map((example) => (
          <li>
            <button
              type="button"
              class="example"
              onClick={() => dispatch({ type: "input replaced", input: example.input })}
            >
              <b>{say(example.name)}</b>
              <span>{say(example.teaser)}</span>
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
  onTake: OnTake;
}

function Picture({ explanation, state, dispatch, onTake }: PictureProps) {
  const { moment, bottom } = state;
  const box = useRef<HTMLDivElement>(null);
  useRoom(box);
  const { hand } = explanation.position;
  const own = useMemo(() => (hand === null ? [] : parseHand(hand).cards), [hand]);
  const marking = useMarking(state.pinned, dispatch);
  const [known, deal] = [knownDeal(state), revealedDeal(state)];
  const now = explanation.moments[moment]!;
  const before = explanation.moments[moment - 1] ?? null;
  return (
    <div ref={box} class={isStale(state) ? "picture veiled" : "picture"} inert={isStale(state)}>
      <Warnings said={warnings(explanation)} />
      <Scrubber explanation={explanation} moment={moment} dispatch={dispatch}>
        <CardLine now={now} before={before} own={own} deal={deal} marking={marking} />
      </Scrubber>
      <Changes explanation={explanation} moment={moment} />
      <div class="answer-tools">
        <WhatIfButton state={state} dispatch={dispatch} />
        <CopyLink state={state} onTake={onTake} />
        <TakeAlong state={state} onTake={onTake} />
      </div>
      <Comparison state={state} dispatch={dispatch} />
      <div class="compass">
        <div class="place place-next">
          <NextCall
            explanation={explanation}
            moment={moment}
            exploring={state.exploring}
            dispatch={dispatch}
          />
        </div>
        <Compass
          explanation={explanation}
          moment={moment}
          bottom={bottom}
          own={own}
          deal={deal}
          marking={marking}
        />
        <div class="place place-key">
          <HeatLegend revealed={deal !== null} />
          <p class="hint key-note">{keyNote(explanation)}</p>
          <p class="hint refined-note" role="status">
            {explanation.refined && say("Refined: hands weighed by all their calls")}
          </p>
          <TurnTable bottom={bottom} dispatch={dispatch} />
          {known !== null && (
            <RevealSwitch deal={known} revealed={deal !== null} dispatch={dispatch} />
          )}
        </div>
      </div>
      {deal !== null && <RevealPanel moment={now} deal={deal} />}
      <Partnerships explanation={explanation} moment={moment} />
      <Contracts explanation={explanation} state={state} dispatch={dispatch} />
      <CallMeanings explanation={explanation} moment={moment} dispatch={dispatch} />
      <Provenance explanation={explanation} />
    </div>
  );
}

/** Where to take the answer with a grain of salt, before it is read. */
function Warnings({ said }: { said: string[] }) {
  if (said.length === 0) return null;
  return (
    <ul class="warnings" aria-label={say("Warnings")}>
      {said.map((sentence) => (
        <li>{sentence}</li>
      ))}
    </ul>
  );
}

function keyNote({ interval_level }: Explanation): string {
  return say(
    "Each range, and its dark bars, holds in at least {share} of cases. Thin marks show the picture one call earlier.",
    { share: percent(interval_level) },
  );
}

/** Whose agreements these are, and who says so. */
function Provenance({ explanation }: { explanation: Explanation }) {
  const { model, position } = explanation;
  return (
    <footer class="provenance">
      <p>
        {say(
          "Meanings are agreements and estimates, not the actual cards. Assumed: N-S play {ns}, E-W play {ew}.",
          { ns: say(SYSTEM_NAMES[position.systems.ns]), ew: say(SYSTEM_NAMES[position.systems.ew]) },
        )}
      </p>
      <p>
        {say("Model {model}", { model: `${model.name} ${model.version}` })} (
        <code>{model.sha256.slice(0, 12)}</code>)
      </p>
    </footer>
  );
}
