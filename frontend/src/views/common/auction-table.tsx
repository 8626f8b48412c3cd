/** The parts of the table of an auction, a column for each seat. */

import type { ComponentChildren } from "preact";

import { auctionRows, type Cell } from "../../bridge/auction";
import type { Call } from "../../bridge/calls";
import { AUCTION_COLUMNS, isVulnerable, type Seat, SEAT_NAMES, type Vulnerability } from "../../bridge/table";
import { t } from "../../i18n/translate";

interface HeadProps {
  vulnerability: Vulnerability;
  /** The viewer's; null where nobody's is marked. */
  own: Seat | null;
  /** The seat to mark as the dealer's. */
  dealer?: Seat;
  /** Whether names are written out. */
  whole?: boolean;
}

export function AuctionHead(props: HeadProps) {
  return (
    <thead>
      <tr>
        {AUCTION_COLUMNS.map((seat) => (
          <SeatHead seat={seat} {...props} />
        ))}
      </tr>
    </thead>
  );
}

function SeatHead({ seat, vulnerability, own, dealer, whole }: HeadProps & { seat: Seat }) {
  const vulnerable = isVulnerable(seat, vulnerability);
  const name = t(SEAT_NAMES[seat]);
  return (
    <th scope="col" class={`${vulnerable ? "vulnerable" : "safe"}${seat === own ? " own" : ""}`}>
      {whole ? name : <abbr title={name}>{seat}</abbr>}
      {seat === dealer && <span class="deals" aria-hidden="true" />}
      <span class="unseen">
        {vulnerable ? t(", vulnerable") : t(", not vulnerable")}
        {seat === dealer && t(", dealer")}
        {seat === own && t(", you")}
      </span>
    </th>
  );
}

export type CallCell = Extract<Cell, { kind: "call" }>;

interface RowsProps {
  dealer: Seat;
  auction: readonly Call[];
  /** The cell of the seat that is to call. */
  next: (seat: Seat) => ComponentChildren;
  children: (cell: CallCell) => ComponentChildren;
}

export function AuctionRows({ dealer, auction, next, children: made }: RowsProps) {
  return (
    <tbody>
      {auctionRows(dealer, auction).map((row) => (
        <tr>
          {row.map((cell) => (cell.kind === "blank" ? <td /> : cell.kind === "next" ? next(cell.seat) : made(cell)))}
        </tr>
      ))}
    </tbody>
  );
}

/** The mark of the seat that is to call. */
export function ToCall({ seat }: { seat: Seat }) {
  return (
    <td class="next">
      <span aria-label={t("{seat} to call", { seat: t(SEAT_NAMES[seat]) })} role="img">
        ?
      </span>
    </td>
  );
}
