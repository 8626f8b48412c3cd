/** Seats at tables for two and places in classes, kept in the browser; lost with the page where it denies that. */

import type { Cards } from "../bridge/card";
import { type Seat, seatAfter, sideOf } from "../bridge/table";
import type { Outcome } from "../service/client";
import { type BoardToBid, newHolder, openTable } from "../service/tables";
import { load, save } from "./practice-storage";

/** A seat, by its token. */
interface KeptSeat {
  token: string;
  /** The id by which the service knows this browser. */
  holder: string;
  /** The token of partner's seat, where the table was opened here. */
  partner: string | null;
  /** The last of the table's boards that went into the progress; 0 for none. */
  recorded: number;
  /** The pupil's name in a class. */
  pupil?: string;
}

const SEATS = "practice-seats";
/** So many seats are kept, those last used. */
const MOST_KEPT = 20;

let seats: readonly KeptSeat[] = [];

/** The id of this browser at the seat. */
export function holderOf(token: string): string {
  return seatOf(token).holder;
}

/** The token of partner's seat; null where it is not known here. */
export function partnerOf(token: string): string | null {
  return seatOf(token).partner;
}

/** Open a table for the player at a seat and partner, whose token is kept; the token of the player's seat. */
export async function openSeats(
  wanted: BoardToBid & { systems: Cards; draw: number | null },
  own: Seat,
  signal: AbortSignal,
): Promise<Outcome<string>> {
  const opened = await openTable({ ...wanted, seats: sideOf(own) === "ns" ? ["N", "S"] : ["E", "W"] }, signal);
  if ("failure" in opened) return opened;
  const [token, partner] = [own, seatAfter(own, 2)].map(
    (name) => opened.result.seats.find(({ seat }) => seat === name)!.token,
  );
  keepPartner(token!, partner!);
  return { result: token! };
}

/** Keep the token of partner's seat. */
export function keepPartner(token: string, partner: string): void {
  keep({ ...seatOf(token), partner });
}

/** The name under which the pupil takes part in the class of a token; null where none was chosen. */
export function pupilOf(token: string): string | null {
  const { pupil } = seatOf(token);
  return typeof pupil === "string" ? pupil : null;
}

/** Keep that name; null for none. */
export function keepPupil(token: string, pupil: string | null): void {
  const { pupil: _, ...seat } = seatOf(token);
  keep(pupil === null ? seat : { ...seat, pupil });
}

/** Note that a board of the table is in the progress; return false where it was before. */
export function keepRecorded(token: string, deal: number): boolean {
  const seat = seatOf(token);
  if (seat.recorded >= deal) return false;
  keep({ ...seat, recorded: deal });
  return true;
}

function seatOf(token: string): KeptSeat {
  const found = keptSeats().find((seat) => seat.token === token);
  if (found !== undefined) return found;
  const seat = { token, holder: newHolder(), partner: null, recorded: 0 };
  keep(seat);
  return seat;
}

function keep(seat: KeptSeat): void {
  const others = keptSeats().filter(({ token }) => token !== seat.token);
  seats = [...others, seat].slice(-MOST_KEPT);
  save(() => localStorage, SEATS, seats);
}

/** The seats as other tabs have left them, too; where the browser denies it, those of this page. */
function keptSeats(): readonly KeptSeat[] {
  const found = load<KeptSeat[]>(() => localStorage, SEATS);
  return Array.isArray(found) ? found.filter(isSeat) : seats;
}

function isSeat(seat: Partial<KeptSeat> | null): seat is KeptSeat {
  const { token, holder, partner, recorded } = seat ?? {};
  if (typeof token !== "string" || typeof holder !== "string") return false;
  return (typeof partner === "string" || partner === null) && typeof recorded === "number";
}
