/** The parts of the table of an auction, a column for each seat. */

import type { ComponentChildren } from "preact";

import { auctionRows, type Cell } from "../../bridge/auction";
import type { Call } from "../../bridge/calls";
import { AUCTION_COLUMNS, isVulnerable, type Seat, SEAT_NAMES, type Vulnerability } from "../../bridge/table";
import { auctionKey, type TableAuction } from "../../bridge/table-auction";
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
  /** The table, where each call has a card of its meaning. */
  lookedUp?: TableAuction | undefined;
  /** The cell of the seat that is to call. */
  next: (seat: Seat) => ComponentChildren;
  /** What is in the cell of a call. */
  children: (cell: CallCell) => ComponentChildren;
}

export function AuctionRows({ dealer, auction, lookedUp, next, children: made }: RowsProps) {
  return (
    <tbody data-auction={lookedUp && auctionKey(lookedUp)}>
      {auctionRows(dealer, auction).map((row) => (
        <tr>
          {row.map((cell) => {
            if (cell.kind === "blank") return <td />;
            return cell.kind === "next" ? next(cell.seat) : <td data-meaning={lookedUp && cell.index}>{made(cell)}</td>;
          })}
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
