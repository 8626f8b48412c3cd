/** How good the player's calls were, of all boards and of the last ones. */

import { useMemo } from "preact/hooks";

import { plural, t } from "../../i18n/translate";
import { formatSigned } from "../../insight/contracts";
import { formatPercent } from "../../insight/format";
import type { Progress } from "../../practice/kept-boards";
import { RECENT, summarize, summarizeRecent, type Summary } from "../../practice/statistics";

const UNKNOWN = "–";

export function ProgressNumbers({ progress }: { progress: Progress }) {
  const all = useMemo(() => summarize(progress.boards), [progress]);
  const recent = useMemo(() => summarizeRecent(progress), [progress]);
  const columns = progress.boards.length > RECENT ? [all, recent] : [all];
  return (
    <section aria-labelledby="numbers-title">
      <h3 id="numbers-title">{t("Your calls")}</h3>
      <table class="progress-table">
        <caption class="unseen">{t("Your calls")}</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">{plural("{count} board", "{count} boards", all.boards)}</th>
            {columns.length > 1 && <th scope="col">{t("The last {count}", { count: RECENT })}</th>}
          </tr>
        </thead>
        <tbody>
          <Row name={t("Best calls")} columns={columns} text={({ best }) => shareText(best)} />
          <Row name={t("Best or also usual")} columns={columns} text={({ usual }) => shareText(usual)} />
          <Row name={t("Mistakes")} columns={columns} text={({ mistakes }) => String(mistakes)} />
          <Row name={t("Points lost a board")} columns={columns} text={({ lost }) => pointsText(lost)} />
          <Row name={t("IMPs a board against the robots")} columns={columns} text={({ imps }) => impsText(imps)} />
        </tbody>
      </table>
    </section>
  );
}

interface RowProps {
  name: string;
  columns: readonly Summary[];
  text: (summary: Summary) => string;
}

function Row({ name, columns, text }: RowProps) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {columns.map((summary) => (
        <td>{text(summary)}</td>
      ))}
    </tr>
  );
}

export function shareText(share: number | null): string {
  return share === null ? UNKNOWN : formatPercent(share);
}

export function pointsText(points: number | null): string {
  return points === null ? UNKNOWN : String(Math.round(points));
}

function impsText(imps: number | null): string {
  return imps === null ? UNKNOWN : formatSigned(imps, 1);
}
