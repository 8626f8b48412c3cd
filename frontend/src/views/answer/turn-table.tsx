/** Turning the table: any seat can be drawn at the bottom. */

import { type Seat, SEAT_NAMES, seatAfter, SEATS } from "../../bridge/table";
import { t } from "../../i18n/translate";
import type { Dispatch } from "../../state/state";

export function TurnTable({ bottom, dispatch }: { bottom: Seat; dispatch: Dispatch }) {
  const turn = (seat: Seat) => dispatch({ type: "table turned", bottom: seat });
  return (
    <div class="turn-table" role="group" aria-label={t("Turn the table")}>
      <button type="button" class="quiet" onClick={() => turn(seatAfter(bottom, 1))}>
        <span aria-hidden="true">↻</span> {t("Turn the table")}
      </button>
      <span class="hint">{t("At the bottom:")}</span>
      {SEATS.map((seat) => (
        <button
          type="button"
          class="quiet"
          aria-label={t("{seat} at the bottom", { seat: t(SEAT_NAMES[seat]) })}
          aria-pressed={seat === bottom}
          onClick={() => turn(seat)}
        >
          {seat}
        </button>
      ))}
    </div>
  );
}
