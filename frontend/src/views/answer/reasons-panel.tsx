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
import { TableHead, TableRow } from "../common/fields";
import { CallText, ColouredLine, SuitName } from "../common/pips";

export function ReasonsPanel({ explanation, inspection }: { explanation: Explanation; inspection: Inspection }) {
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
        <TableHead
          names={[
            t("Call"),
            own === null ? t("Chance") : t("Your hand"),
            t("To all"),
            t("HCP"),
            ...SUITS.map((suit) => <SuitName suit={suit} />),
          ]}
        />
        <tbody>
          {candidates.map((candidate) => (
            <CandidateRow candidate={candidate} />
          ))}
          {own !== null && (
            <TableRow
              class="own"
              name={t("You have")}
              cells={["", "", own.hcp, ...SUITS.map((suit) => own.lengths[suit])]}
            />
          )}
        </tbody>
      </table>
    </div>
  );
}

function CandidateRow({ candidate: { call, probability, meaning } }: { candidate: Candidate }) {
  const { hcp, lengths } = meaning?.shows ?? {};
  const ranges = [hcp, ...SUITS.map((suit) => lengths?.[suit])];
  return (
    <TableRow
      data-call={call}
      name={<CallText call={call} />}
      cells={[
        formatChance(probability),
        meaning === null ? "…" : formatFrequency(meaning.probability),
        ...ranges.map((range) => (range === undefined ? "…" : formatRange(range))),
      ]}
    />
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
        <TableRow name={t("HCP")} cells={[own.hcp, formatRange(hcp), formatRange(sum)]} />
        {points.map(([name, value]) => (
          <tr>
            <th scope="row" colSpan={3}>
              {name}
            </th>
            <td>{value}</td>
          </tr>
        ))}
        {fits.map(({ suit, own: held, partner, chance: likely }) => (
          <TableRow
            name={
              <>
                <SuitName suit={suit} /> {t("8 or more")}
              </>
            }
            cells={[held, formatRange(partner), formatPercent(likely)]}
          />
        ))}
      </tbody>
    </table>
  );
}
