/** The panel of contracts: which make, and where the next calls lead, requested by a button. */

import { callSymbol } from "../../bridge/calls";
import { type Side, STRAINS } from "../../bridge/table";
import { formatCount, t } from "../../i18n/translate";
import { comparisonReason } from "../../insight/best-call";
import {
  bestContractText,
  bestOf,
  bidsOf,
  contractCellText,
  declarersOf,
  formatSigned,
  sampleWarning,
  type SideContract,
  standingContractText,
} from "../../insight/contracts";
import { formatPercent } from "../../insight/format";
import { contractName } from "../../insight/verdicts";
import type { Analysis, Explanation } from "../../service/types";
import { analysisKey, positionAt } from "../../state/analyses";
import type { PageProps } from "../../state/state";
import { FoldedPanel } from "../common/disclosure";
import { TableHead } from "../common/fields";
import { CallText, ColouredLine, ColouredText, StrainName } from "../common/pips";
import { AnalysisButton, AnalysisProgress } from "./analysis-request";

/** From this probability on the shade is strong enough for figures in the opposite ink. */
const STRONG_FROM = 0.6;
const SIDE_NAMES: Record<Side, string> = { ns: "North-South", ew: "East-West" };

interface Props extends PageProps {
  explanation: Explanation;
}

export function ContractsPanel(props: Props) {
  return (
    <FoldedPanel id="contracts-title" title={t("Which contracts make?")} kind="contracts">
      {() => <Contracts {...props} />}
    </FoldedPanel>
  );
}

function Contracts({ explanation, state, dispatch }: Props) {
  const position = positionAt(explanation.position, state.moment);
  const answer = state.analyses[analysisKey(position)];
  return (
    <>
      <p class="hint">
        {t(
          "Layouts of the hidden cards that fit the calls are dealt, and the tricks of each estimated with all hands seen and everybody playing best.",
        )}
      </p>
      <AnalysisButton answer={answer} position={position} dispatch={dispatch} />
      <div role="status">
        {answer?.kind === "asked" && <AnalysisProgress share={answer.share} />}
        {answer?.kind === "there" && <p>{sampleText(answer.result)}</p>}
      </div>
      {answer?.kind === "there" && <AnalysisResult analysis={answer.result} />}
    </>
  );
}

/** Return the size of the sample behind the figures. */
function sampleText({ layouts, effective }: Analysis): string {
  return t(
    "{layouts} layouts dealt. Those that fit the calls better count for more; together they tell as much as {effective} that fit equally well.",
    { layouts: formatCount(layouts), effective: formatCount(Math.max(1, Math.round(effective))) },
  );
}

function AnalysisResult({ analysis }: { analysis: Analysis }) {
  const warning = sampleWarning(analysis);
  const standing = standingContractText(analysis);
  return (
    <>
      {warning !== null && <p class="contracts-warning">{warning}</p>}
      {standing !== null && <ColouredLine class="at-hand" text={standing} />}
      <p class="hint">
        {t(
          "In each cell the chance, in per cent, that the contract makes, and below it the points it is worth to its side on average, undoubled unless it stands doubled; a frame marks the contract worth most. Where either partner could declare, it is the better of the two. Grey without shade: no longer possible.",
        )}
      </p>
      <div class="pairs">
        <ContractTable analysis={analysis} side="ns" />
        <ContractTable analysis={analysis} side="ew" />
      </div>
      <NextCalls analysis={analysis} />
    </>
  );
}

function ContractTable({ analysis, side }: { analysis: Analysis; side: Side }) {
  const best = bestOf(analysis, side)?.bid;
  return (
    <div class="contract-side" data-side={side}>
      <h3>{t(SIDE_NAMES[side])}</h3>
      <ColouredLine class="summary" text={bestContractText(analysis, side)} />
      <table class="contract-table">
        <caption class="unseen">
          {t("{side}: the chance that each contract makes, and its expected points", { side: t(SIDE_NAMES[side]) })}
        </caption>
        <TableHead
          names={[
            <span class="unseen">{t("Level")}</span>,
            ...STRAINS.map((strain) => (
              <>
                <StrainName strain={strain} />
                <span class="unseen">{declarersOf(analysis, side, strain)}</span>
              </>
            )),
          ]}
        />
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

/** The chance in per cent, shaded by it while it is possible, and the points; the best is framed. */
function Cell({ analysis, contract, best }: { analysis: Analysis; contract: SideContract | null; best: boolean }) {
  if (contract === null) return <td />;
  const { bid, chance, score } = contract;
  return (
    <td class={shadeOf(contract)} style={{ "--p": chance.toFixed(3) }} data-bid={bid} data-best={best ? "" : undefined}>
      <span aria-hidden="true">
        <b>{Math.round(100 * chance)}</b>
        <small>{formatSigned(score)}</small>
      </span>
      <span class="unseen">{contractCellText(analysis, contract, best)}</span>
    </td>
  );
}

function shadeOf({ chance, possible }: SideContract): string {
  if (!possible) return "shade-none";
  return chance >= STRONG_FROM ? "shade-high" : "shade-low";
}

/** The viewer's plausible calls, the one that leads furthest first. */
function NextCalls({ analysis }: { analysis: Analysis }) {
  const found = analysis.next_calls;
  if (found === null) return null;
  return (
    <div class="contract-next">
      <h3>{t("Where your next call leads")}</h3>
      <p class="hint">
        {t(
          "After each call the model bids on to the end, on {layouts} of the layouts dealt. IMPs count what the call wins on average over {against}, the likeliest call: 20 points are 1 IMP, 430 are 10. The figure after ± says how far chance may be at work: twice the standard error.",
          { against: callSymbol(found.against), layouts: formatCount(found.layouts) },
        )}
      </p>
      <ColouredLine text={comparisonReason(analysis) ?? verdictText(found)} />
      <table class="numbers">
        <TableHead names={[t("Call"), t("Chance"), t("IMPs"), t("Leads to")]} />
        <tbody>
          {found.calls.map(({ call, probability, imps, error, leads_to }) => (
            <tr data-call={call}>
              <th scope="row">
                <CallText call={call} />
              </th>
              <td>{formatPercent(probability)}</td>
              <td>
                {call === found.against
                  ? "0"
                  : t("{imps} ± {error}", { imps: formatSigned(imps, 1), error: (2 * error).toFixed(1) })}
              </td>
              <td>
                <ColouredText text={leads_to.slice(0, 2).map(leadText).join(", ")} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Whether a call is better than the likeliest by more than chance. */
function verdictText({ against, calls }: NonNullable<Analysis["next_calls"]>): string {
  const better = calls.filter(({ imps, error }) => imps > 2 * error).map(({ call }) => callSymbol(call));
  return better.length === 0
    ? t("No call is clearly better than {against}.", { against: callSymbol(against) })
    : t("Better than {against}, as far as the model's bidding goes: {calls}.", {
        against: callSymbol(against),
        calls: better.join(", "),
      });
}

function leadText({ contract, share }: { contract: string; share: number }): string {
  return `${contractName(contract)} ${formatPercent(share)}`;
}
