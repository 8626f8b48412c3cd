/** The reasons for a suggestion: a paragraph, and tables. */

import { SUITS } from "../../bridge/table";
import { GAME_HCP, SLAM_HCP } from "../../bridge/calls";
import { joinSentences, t } from "../../i18n/translate";
import { formatChance, formatPercent, formatRange } from "../../insight/format";
import { formatFrequency } from "../../insight/meanings";
import { type Candidate, type CombinedHands, type OwnHand, type Reasons, reasonsOf } from "../../insight/reasons";
import { reasonSentences } from "../../insight/reasons-text";
import type { Explanation } from "../../service/types";
import { type Inspection, optionsOf } from "../../state/inspection";
import { Disclosure } from "../common/disclosure";
import { TableHead } from "../common/fields";
import { CallText, ColouredLine, SuitName } from "../common/pips";

interface Props {
  explanation: Explanation;
  inspection: Inspection;
}

export function ReasonsPanel({ explanation, inspection }: Props) {
  const reasons = reasonsOf(explanation, optionsOf(inspection, explanation.position));
  if (reasons === null) return null;
  return (
    <div class="reason">
      <ColouredLine class="why" text={joinSentences(reasonSentences(reasons, explanation.interval_level))} />
      <Disclosure summary={t("The reasons in numbers")}>{() => <Numbers reasons={reasons} />}</Disclosure>
    </div>
  );
}

function Numbers({ reasons: { candidates, combined } }: { reasons: Reasons }) {
  return (
    <>
      <Candidates candidates={candidates} own={combined?.own ?? null} />
      {combined !== null && <PartnerTable combined={combined} />}
    </>
  );
}

function Candidates({ candidates, own }: { candidates: Candidate[]; own: OwnHand | null }) {
  return (
    <div class="table-frame" tabIndex={0} role="group" aria-label={t("The call and its rivals")}>
      <table class="candidates">
        <caption>{t("Usual hands of each")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("Call")}</th>
            <th scope="col">{own === null ? t("Chance") : t("Your hand")}</th>
            <th scope="col">{t("To all")}</th>
            <th scope="col">{t("HCP")}</th>
            {SUITS.map((suit) => (
              <th scope="col">
                <SuitName suit={suit} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {candidates.map((candidate) => (
            <CandidateRow candidate={candidate} />
          ))}
          {own !== null && <OwnRow own={own} />}
        </tbody>
      </table>
    </div>
  );
}

function CandidateRow({ candidate: { call, probability, meaning } }: { candidate: Candidate }) {
  return (
    <tr data-call={call}>
      <th scope="row">
        <CallText call={call} />
      </th>
      <td>{formatChance(probability)}</td>
      <td>{meaning === null ? "…" : formatFrequency(meaning.probability)}</td>
      <td>{meaning === null ? "…" : formatRange(meaning.shows.hcp)}</td>
      {SUITS.map((suit) => (
        <td>{meaning === null ? "…" : formatRange(meaning.shows.lengths[suit])}</td>
      ))}
    </tr>
  );
}

function OwnRow({ own }: { own: OwnHand }) {
  return (
    <tr class="own">
      <th scope="row">{t("You have")}</th>
      <td />
      <td />
      <td>{own.hcp}</td>
      {SUITS.map((suit) => (
        <td>{own.lengths[suit]}</td>
      ))}
    </tr>
  );
}

function PartnerTable({ combined }: { combined: CombinedHands }) {
  const { own, hcp, sum, game, slam, fits } = combined;
  const points: [string, string][] = [
    [t("{count} HCP or more", { count: GAME_HCP }), formatPercent(game)],
    [t("{count} HCP or more", { count: SLAM_HCP }), formatPercent(slam)],
  ];
  return (
    <table class="together">
      <caption>{t("With partner")}</caption>
      <TableHead names={[null, t("You"), t("Partner"), t("Together")]} />
      <tbody>
        <tr>
          <th scope="row">{t("HCP")}</th>
          <td>{own.hcp}</td>
          <td>{formatRange(hcp)}</td>
          <td>{formatRange(sum)}</td>
        </tr>
        {points.map(([name, value]) => (
          <tr>
            <th scope="row" colSpan={3}>
              {name}
            </th>
            <td>{value}</td>
          </tr>
        ))}
        {fits.map(({ suit, own: held, partner, chance: likely }) => (
          <tr>
            <th scope="row">
              <SuitName suit={suit} /> {t("8 or more")}
            </th>
            <td>{held}</td>
            <td>{formatRange(partner)}</td>
            <td>{formatPercent(likely)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
