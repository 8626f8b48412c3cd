/** Which contracts make, and where the next calls lead: asked for by a button. */

import { callSymbol } from "../../bridge/calls";
import { SEAT_NAMES, type Side, STRAINS } from "../../bridge/table";
import { say } from "../../i18n/translate";
import {
  bestOf, bestWords, bidsOf, cellWords, declarersOf, type SideContract, signed, standingWords,
  warningWords,
} from "../../insight/contracts";
import { percent } from "../../insight/format";
import type { Analysis, Explanation, Position } from "../../service/types";
import { type AnalysisAnswer, analysisKey, positionAt } from "../../state/analyses";
import type { Dispatch, State } from "../../state/state";
import { CallText, Prose, SuitName } from "../common/pips";

/** From this probability on the shade is strong enough for figures in the opposite ink. */
const STRONG_FROM = 0.6;
const SIDE_NAMES: Record<Side, string> = { ns: "North-South", ew: "East-West" };

interface Props {
  explanation: Explanation;
  state: State;
  dispatch: Dispatch;
}

export function Contracts({ explanation, state, dispatch }: Props) {
  const position = positionAt(explanation.position, state.moment);
  const answer = state.analyses[analysisKey(position)];
  return (
    <section class="panel contracts" aria-labelledby="contracts-title">
      <h2 id="contracts-title">{say("Which contracts make?")}</h2>
      <p class="hint">
        {say(
          "Layouts of the hidden cards that fit the calls are dealt, and the tricks of each estimated with all hands seen and everybody playing best.",
        )}
      </p>
      <Ask answer={answer} position={position} dispatch={dispatch} />
      <div role="status">
        {answer?.kind === "asking" && <Share share={answer.share} />}
        {answer?.kind === "told" && <p>{foundWords(answer.analysis)}</p>}
      </div>
      {answer?.kind === "told" && <Found analysis={answer.analysis} />}
    </section>
  );
}

interface AskProps {
  answer: AnalysisAnswer | undefined;
  position: Position;
  dispatch: Dispatch;
}

/** The button; it goes once there is an answer, and comes again where there will be none. */
function Ask({ answer, position, dispatch }: AskProps) {
  if (answer?.kind === "told") return null;
  const asking = answer?.kind === "asking";
  return (
    <>
      {answer?.kind === "failed" && (
        <div class="failure" role="alert">
          <h3>{answer.failure.title}</h3>
          {answer.failure.complaints.map(({ text }) => (
            <p>{text}</p>
          ))}
        </div>
      )}
      <button
        type="button"
        class="primary"
        aria-disabled={asking}
        onClick={() => {
          if (!asking) dispatch({ type: "analysis wanted", position });
        }}
      >
        {answer?.kind === "failed" ? say("Try again") : say("Which contracts make?")}
      </button>
    </>
  );
}

function Share({ share }: { share: number }) {
  return (
    <p class="analysis-progress">
      <progress max={1} value={share} aria-label={say("Layouts dealt")} />{" "}
      {say("Dealing layouts: {share} done", { share: percent(share) })}
    </p>
  );
}

/** How much there is behind the figures. */
function foundWords({ layouts, effective }: Analysis): string {
  return say(
    "{layouts} layouts dealt; weighed by the square root of how well they fit the calls, they tell as much as {effective} that fit alike.",
    { layouts, effective: Math.max(1, Math.round(effective)) },
  );
}

function Found({ analysis }: { analysis: Analysis }) {
  const warning = warningWords(analysis);
  return (
    <>
      {warning !== null && <p class="contracts-warning">{warning}</p>}
      <AtHand analysis={analysis} />
      <p class="hint">
        {say(
          "In each cell the chance, in per cent, that the contract makes, and below it the points it is worth to its side on average, undoubled unless it stands doubled; a frame marks the contract worth most. Where either partner could declare, it is the better of the two. Grey without shade: no longer possible.",
        )}
      </p>
      <div class="pairs">
        <SideTable analysis={analysis} side="ns" />
        <SideTable analysis={analysis} side="ew" />
      </div>
      <NextCalls analysis={analysis} />
    </>
  );
}

function AtHand({ analysis }: { analysis: Analysis }) {
  const text = standingWords(analysis);
  if (text === null) return null;
  return (
    <p class="at-hand">
      <Prose text={text} />
    </p>
  );
}

function SideTable({ analysis, side }: { analysis: Analysis; side: Side }) {
  const best = bestOf(analysis, side)?.bid;
  return (
    <div class="contract-side" data-side={side}>
      <h3>{say(SIDE_NAMES[side])}</h3>
      <p class="summary">
        <Prose text={bestWords(analysis, side)} />
      </p>
      <table class="contract-table">
        <caption class="unseen">
          {say("{side}: the chance that each contract makes, and its expected points", {
            side: say(SIDE_NAMES[side]),
          })}
        </caption>
        <thead>
          <tr>
            <th scope="col">
              <span class="unseen">{say("Level")}</span>
            </th>
            {STRAINS.map((strain) => (
              <th scope="col">
                {strain === "NT" ? say("NT") : <SuitName suit={strain} />}
                <span class="unseen">{declarersOf(analysis, side, strain)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bidsOf(analysis, side).map((bids, level) => (
            <tr>
              <th scope="row">{level + 1}</th>
              {bids.map((bid) => (
                <Cell analysis={analysis} contract={bid} best={bid?.bid === best} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface CellProps {
  analysis: Analysis;
  contract: SideContract | null;
  best: boolean;
}

/** The chance in per cent, shaded by it while it is possible, and the points; the best is framed. */
function Cell({ analysis, contract, best }: CellProps) {
  if (contract === null) return <td />;
  const { bid, chance, score } = contract;
  return (
    <td
      class={shadeOf(contract)}
      style={{ "--p": chance.toFixed(3) }}
      data-bid={bid}
      data-best={best ? "" : undefined}
    >
      <span aria-hidden="true">
        <b>{Math.round(100 * chance)}</b>
        <small>{signed(score)}</small>
      </span>
      <span class="unseen">{cellWords(analysis, contract, best)}</span>
    </td>
  );
}

function shadeOf({ chance, possible }: SideContract): string {
  if (!possible) return "shade-none";
  return chance >= STRONG_FROM ? "shade-high" : "shade-low";
}

/** The viewer's plausible calls, the one that leads furthest first. */
function NextCalls({ analysis: { next_calls: found } }: { analysis: Analysis }) {
  if (found === null) return null;
  return (
    <div class="contract-next">
      <h3>{say("Where your next call leads")}</h3>
      <p class="hint">
        {say(
          "After each call the model bids on to the end, on {layouts} of the layouts dealt. IMPs count what the call wins on average over {against}, the likeliest call: 20 points are 1 IMP, 430 are 10. The figure after ± says how far chance may be at work: twice the standard error.",
          { against: callSymbol(found.against), layouts: found.layouts },
        )}
      </p>
      <p>
        <Prose text={verdictWords(found)} />
      </p>
      <table class="numbers">
        <thead>
          <tr>
            <th scope="col">{say("Call")}</th>
            <th scope="col">{say("Chance")}</th>
            <th scope="col">{say("IMPs")}</th>
            <th scope="col">{say("Leads to")}</th>
          </tr>
        </thead>
        <tbody>
          {found.calls.map(({ call, probability, imps, error, leads_to }) => (
            <tr data-call={call}>
              <th scope="row">
                <CallText call={call} />
              </th>
              <td>{percent(probability)}</td>
              <td>
                {call === found.against
                  ? "0"
                  : say("{imps} ± {error}", {
                      imps: signed(imps, 1),
                      error: (2 * error).toFixed(1),
                    })}
              </td>
              <td>
                <Prose text={leads_to.slice(0, 2).map(leadWords).join(", ")} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Whether a call is better than the likeliest by more than chance. */
function verdictWords({ against, calls }: NonNullable<Analysis["next_calls"]>): string {
  const better = calls.filter(({ imps, error }) => imps > 2 * error).map(({ call }) => callSymbol(call));
  return better.length === 0
    ? say("No call is surely better than {against}.", { against: callSymbol(against) })
    : say("Better than {against}, as far as the model's bidding goes: {calls}.", {
        against: callSymbol(against),
        calls: better.join(", "),
      });
}

function leadWords({ contract, share }: { contract: string; share: number }): string {
  return `${contractWords(contract)} ${percent(share)}`;
}

/** "4HX by S" of the service as it is shown: 4♥X by South. */
function contractWords(contract: string): string {
  const found = /^(\d)(NT|[CDHS])(X{0,2}) by ([NESW])$/.exec(contract);
  if (found === null) return say("passed out");
  const [, level, strain, stake, declarer] = found;
  return say("{contract} by {declarer}", {
    contract: `${callSymbol(`${level}${strain}`)}${stake}`,
    declarer: say(SEAT_NAMES[declarer as keyof typeof SEAT_NAMES]),
  });
}
