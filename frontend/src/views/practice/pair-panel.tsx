/** Beside a table for two: the link for partner, grades, and the way back to bidding alone. */

import { useMemo } from "preact/hooks";

import { SYSTEM_NAMES } from "../../bridge/systems";
import { seatAfter, SEAT_NAMES, sideOf } from "../../bridge/table";
import { t } from "../../i18n/translate";
import { partnerOf } from "../../practice/pair-storage";
import { formatSeat } from "../../practice/practice-link";
import type { Pair, PracticeDispatch, Settings } from "../../practice/practice-state";
import { themeName } from "../../practice/theme-name";
import type { Theme } from "../../service/practice-boards";
import { Disclosure } from "../common/disclosure";
import { GradeSwitches } from "./grade-switches";
import { ShareLink } from "./share-link";

interface Props {
  pair: Pair;
  settings: Settings;
  themes: readonly Theme[];
  dispatch: PracticeDispatch;
}

export function PairPanel({ pair, settings, themes, dispatch }: Props) {
  const { table } = pair;
  return (
    <section class="panel pair-panel" aria-labelledby="pair-title">
      <h2 id="pair-title">{t("You and partner")}</h2>
      {table !== null && (
        <p class="hint">
          {t("Boards: {theme}. You and partner play {system}.", {
            theme: themeName(themes, pair.theme),
            system: t(SYSTEM_NAMES[table.systems[sideOf(table.seat)]]),
          })}
        </p>
      )}
      {!isFirstSight(pair) && partnerOf(pair.token) !== null && (
        <Disclosure summary={t("The link for partner")}>{() => <PartnerLink pair={pair} />}</Disclosure>
      )}
      <Disclosure summary={t("Grades")}>
        {() => (
          <GradeSwitches
            settings={settings}
            change={(changes) => dispatch({ type: "settings changed", settings: changes })}
          />
        )}
      </Disclosure>
      <button type="button" class="quiet" onClick={() => dispatch({ type: "table left" })}>
        {t("Practise alone")}
      </button>
    </section>
  );
}

/** Whether partner has not called yet, so that the link may still have to be passed on. */
export function isFirstSight({ table }: Pair): boolean {
  if (table === null || table.deal > 1) return false;
  const partner = seatAfter(table.seat, 2);
  return table.auction.every((_, index) => seatAfter(table.dealer, index) !== partner);
}

/** The link for partner, where the table was opened in this browser. */
export function PartnerLink({ pair: { token, theme, level, table } }: { pair: Pair }) {
  const partner = useMemo(() => partnerOf(token), [token]);
  if (partner === null || table === null) return null;
  const seat = t(SEAT_NAMES[seatAfter(table.seat, 2)]);
  return (
    <div class="partner-link">
      <ShareLink
        id="partner-address"
        label={t("The link for partner, {seat}", { seat })}
        fragment={formatSeat({ token: partner, theme, level })}
        opens={null}
      />
      <p class="hint">
        {t("It is for partner alone: whoever opens it sees partner's hand. Do not open it yourself.")}
      </p>
    </div>
  );
}
