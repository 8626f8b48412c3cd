/** The auction with each call's grade, a column for each seat, and how each seat did. */

import { auctionRows, type Cell } from "../../bridge/auction";
import { spokenCall } from "../../bridge/calls";
import {
  AUCTION_COLUMNS, isVulnerable, type Seat, SEAT_NAMES, type Vulnerability,
} from "../../bridge/table";
import { t } from "../../i18n/translate";
import {
  GRADE_MARKS, GRADE_NAMES, GRADES, gradedCallLabel, seatVerdict, seatVerdictText,
} from "../../insight/verdicts";
import type { Review, ReviewRequest } from "../../service/types";
import { Button } from "../common/fields";
import { CallText } from "../common/pips";

interface Props {
  table: Pick<ReviewRequest, "dealer" | "vulnerability" | "auction">;
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
        <thead>
          <tr>
            {AUCTION_COLUMNS.map((seat) => (
              <SeatHead seat={seat} vulnerability={table.vulnerability} />
            ))}
          </tr>
        </thead>
        <tbody>
          {auctionRows(table.dealer, table.auction).map((row) => (
            <tr>
              {row.map((cell) => (
                <GradedCell cell={cell} review={review} onOpen={onOpen} />
              ))}
            </tr>
          ))}
        </tbody>
        {review !== null && (
          <tfoot>
            <tr>
              {AUCTION_COLUMNS.map((seat) => (
                <td>{seatVerdictText(seatVerdict(review, seat))}</td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
      {review !== null && <GradeLegend />}
    </>
  );
}

function SeatHead({ seat, vulnerability }: { seat: Seat; vulnerability: Vulnerability }) {
  const vulnerable = isVulnerable(seat, vulnerability);
  return (
    <th scope="col" class={vulnerable ? "vulnerable" : "safe"}>
      {t(SEAT_NAMES[seat])}
      <span class="unseen">{vulnerable ? t(", vulnerable") : t(", not vulnerable")}</span>
    </th>
  );
}

function GradedCell({ cell, review, onOpen }: Omit<Props, "table"> & { cell: Cell }) {
  if (cell.kind === "blank") return <td />;
  if (cell.kind === "next") return <td>?</td>;
  const { index, call } = cell;
  const graded = review?.calls[index];
  const grade = graded?.grade ?? null;
  const classes = ["graded-call", `grade-${grade ?? "none"}`, ...(graded?.costly ? ["costly"] : [])];
  return (
    <td>
      <Button
        class={classes.join(" ")}
        aria-label={graded === undefined ? undefined : gradedCallLabel(graded, spokenCall(call))}
        onClick={() => onOpen(index)}
      >
        <CallText call={call} />
        {grade !== null && (
          <span class="grade-mark" aria-hidden="true">
            {GRADE_MARKS[grade]}
          </span>
        )}
      </Button>
    </td>
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

/** The mark of each grade with its name. */
export function GradeKeys() {
  return (
    <>
      {GRADES.map((grade) => (
        <span class={`grade-key grade-${grade}`}>
          <span class="grade-mark" aria-hidden="true">
            {GRADE_MARKS[grade]}
          </span>{" "}
          {t(GRADE_NAMES[grade])}
        </span>
      ))}
    </>
  );
}
