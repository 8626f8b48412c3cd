/** The auction with each call's grade, a column for each seat, and how each seat did. */

import { spokenCall } from "../../bridge/calls";
import { AUCTION_COLUMNS } from "../../bridge/table";
import type { TableAuction } from "../../bridge/table-auction";
import { t } from "../../i18n/translate";
import {
  GRADE_MARKS,
  GRADE_NAMES,
  gradedCallLabel,
  GRADES,
  seatVerdict,
  seatVerdictText,
} from "../../insight/verdicts";
import type { Grade, Review } from "../../service/types";
import { AuctionHead, AuctionRows, type CallCell } from "../common/auction-table";
import { Button } from "../common/fields";
import { CallText } from "../common/pips";

interface Props {
  table: TableAuction;
  /** Null while it is awaited. */
  review: Review | null;
  /** Open the call at this place of the auction. */
  onOpen: (index: number) => void;
}

export function GradedAuction({ table, review, onOpen }: Props) {
  return (
    <>
      <table class="auction graded">
        <caption class="unseen">{t("The auction, each call graded")}</caption>
        <AuctionHead vulnerability={table.vulnerability} own={null} whole />
        <AuctionRows dealer={table.dealer} auction={table.auction} lookedUp={table} next={() => <td>?</td>}>
          {(cell) => <GradedCell cell={cell} review={review} onOpen={onOpen} />}
        </AuctionRows>
        <tfoot>
          <tr>
            {AUCTION_COLUMNS.map((seat) => (
              <td>{review === null ? NO_VERDICT : seatVerdictText(seatVerdict(review, seat))}</td>
            ))}
          </tr>
        </tfoot>
      </table>
      <GradeLegend />
    </>
  );
}

/** It keeps the room of a verdict. */
const NO_VERDICT = "\u00A0";

function GradedCell({ cell, review, onOpen }: Omit<Props, "table"> & { cell: CallCell }) {
  const { index, call } = cell;
  const graded = review?.calls[index];
  const grade = graded?.grade ?? null;
  const classes = ["graded-call", `grade-${grade ?? "none"}`, ...(graded?.costly ? ["costly"] : [])];
  return (
    <Button
      class={classes.join(" ")}
      aria-label={graded === undefined ? undefined : gradedCallLabel(graded, spokenCall(call))}
      onClick={() => onOpen(index)}
    >
      <CallText call={call} />
      {grade !== null && <GradeMark grade={grade} />}
    </Button>
  );
}

function GradeLegend() {
  return (
    <p class="grade-legend hint">
      <GradeKeys />
      <span>{t("Tap a call to see it explained from the caller's seat.")}</span>
    </p>
  );
}

export function GradeMark({ grade }: { grade: Grade }) {
  return (
    <span class="grade-mark" aria-hidden="true">
      {GRADE_MARKS[grade]}
    </span>
  );
}

/** The mark of each grade with its name. */
export function GradeKeys() {
  return (
    <>
      {GRADES.map((grade) => (
        <span class={`grade-key grade-${grade}`}>
          <GradeMark grade={grade} /> {t(GRADE_NAMES[grade])}
        </span>
      ))}
    </>
  );
}
