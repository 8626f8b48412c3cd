/** What is asked of the service for a table for two: to open it, the seat, calls, boards. */

import { t } from "../i18n/translate";
import type { Outcome } from "../service/client";
import type { Failure } from "../service/failure";
import { type BoardsWanted, dealUnseen } from "../service/practice-boards";
import {
  callAtTable, dealNext, type NewTable, openTable, type OwnSeat, type PracticeTable, type SeatOutcome,
  takeSeat,
} from "../service/tables";
import type { Need } from "./needs";
import { holderOf, keepPartner } from "./pair-storage";

/** Those of a table for two. */
export type TableNeed = Extract<Need, { kind: "seat" | "table call" | "next board" }>;

export function isOfTable(need: Need): need is TableNeed {
  return need.kind === "seat" || need.kind === "table call" || need.kind === "next board";
}

/** The table after what was asked for; null where another browser has the seat. */
export async function askTable(
  need: TableNeed, signal: AbortSignal,
): Promise<Outcome<PracticeTable | null>> {
  const seat = { token: need.token, holder: holderOf(need.token) };
  const outcome = await send(need, seat, signal);
  return "taken" in outcome ? { result: null } : outcome;
}

async function send(need: TableNeed, seat: OwnSeat, signal: AbortSignal): Promise<SeatOutcome> {
  switch (need.kind) {
    case "seat":
      return takeSeat(seat, need.takeover, signal);
    case "table call":
      return callAtTable(seat, need, need.call, signal);
    case "next board": {
      const dealt = await dealOne(need.wanted, signal, need.last);
      return "failure" in dealt ? dealt : dealNext(seat, { board: dealt.result }, signal);
    }
  }
}

/** The id of a board of the kind wanted, if it can be another than the last. */
async function dealOne(
  wanted: BoardsWanted, signal: AbortSignal, last: number | null = null,
): Promise<Outcome<number>> {
  const outcome = await dealUnseen(wanted, signal);
  if ("failure" in outcome) return outcome;
  const { boards } = outcome.result;
  const board = boards.find(({ id }) => id !== last) ?? boards[0];
  return board === undefined ? { failure: noBoards() } : { result: board.id };
}

function noBoards(): Failure {
  return { title: t("There are no such boards. Choose another level."), errors: [], retry: false };
}

/**
 * Open a table with a board of the kind wanted, South for the player; return the token of that
 * seat. The token of partner's is kept.
 */
export async function openPairTable(
  wanted: BoardsWanted, { systems, draw }: Pick<NewTable, "systems" | "draw">, signal: AbortSignal,
): Promise<Outcome<string>> {
  const board = await dealOne(wanted, signal);
  if ("failure" in board) return board;
  const opened = await openTable({ board: board.result, systems, seats: ["N", "S"], draw }, signal);
  if ("failure" in opened) return opened;
  const [south, north] = ["S", "N"].map((name) => opened.result.seats.find(({ seat }) => seat === name)!);
  keepPartner(south!.token, north!.token);
  return { result: south!.token };
}
