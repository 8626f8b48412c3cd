/** Practice tables: two partners, each at a seat that a token opens, with robots as opponents. */

import type { Call } from "../bridge/calls";
import { type CardCode, type Cards, codeOf, type WrittenCard } from "../bridge/card";
import type { Seat, Side, Vulnerability } from "../bridge/table";
import { fetchVocabulary } from "./vocabulary";
import { exchange, fetchDocument, type Outcome, type Reply, sleep } from "./client";
import { type Failure, retryPauseS } from "./failure";
import type { Hands } from "./practice-boards";
import type { Fields, Plain, Problem, Schemas } from "./types";

/** A board of the service by its id, or another. */
export type BoardToBid =
  | { board: number }
  | { hands: Hands; dealer: Seat; vulnerability: Vulnerability; number?: number | null };

/** A table with its first board. */
type NewTable = BoardToBid & {
  systems: Cards;
  /** Of two partners. */
  seats: readonly [Seat, Seat];
  /** The seed of robots' calls that are drawn by their chances; null for the likeliest. */
  draw: number | null;
};

/** A seat with its token, and the path and fragment of its page. */
type OpenedSeat = Fields<"OpenedSeat", "seat" | "token" | "page">;

/** A table as it is seen from one seat; `hands` and `board` are null until the auction is over. */
export type PracticeTable = Plain<Omit<Schemas["PracticeTable"], "error" | "systems">> & {
  systems: Cards;
  /** Why robots whose turn it is do not call. */
  error: Problem | null;
};

/** The token of a seat, and the id of the browser that has it. */
export interface OwnSeat {
  token: string;
  holder: string;
}

/** The table as it stands, or that another browser has the seat. */
export type SeatOutcome = Outcome<PracticeTable> | { taken: true };

const TABLES = "/api/v1/practice/tables";
const WAIT_S = 20;
/** Between two looks where the service has not waited. */
const LOOK_EVERY_MS = 1_000;
/** Before the next look where something has failed for the first time. */
const RETRY_AFTER_S = 2;
const HOLDER_BYTES = 16;
/** Refusals by which the table is another than the page has shown. */
const MOVED_ON = ["out-of-turn", "call-made", "another-board", "auction-under-way"];

/** A random id for this browser. */
export function newHolder(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(HOLDER_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Open a table. */
export function openTable(wanted: NewTable, signal: AbortSignal): Promise<Outcome<{ seats: OpenedSeat[] }>> {
  return fetchDocument(TABLES, signal, wanted);
}

/** Take the seat for this browser, from another only with `takeover`. */
export function takeSeat({ token, holder }: OwnSeat, takeover: boolean, signal: AbortSignal): Promise<SeatOutcome> {
  return atSeat(token, "holder", { holder, takeover }, signal);
}

/** Make the call at a place of a board's auction. Where others have called meanwhile, the outcome is the table as it stands. */
export function callAtTable(
  { token, holder }: OwnSeat,
  { index, deal }: { index: number; deal: number },
  call: Call,
  signal: AbortSignal,
): Promise<SeatOutcome> {
  return atSeat(token, "calls", { index, call, deal, holder }, signal);
}

/** Put the next board on the table; where partner has done so, the outcome is partner's. */
export function dealNext({ token, holder }: OwnSeat, board: BoardToBid, signal: AbortSignal): Promise<SeatOutcome> {
  return atSeat(token, "boards", { ...board, holder }, signal);
}

/** Have both partners play a card from the next board on. */
export function agreeOn({ token, holder }: OwnSeat, card: CardCode, signal: AbortSignal): Promise<SeatOutcome> {
  return atSeat(token, "card", { card, holder }, signal);
}

/** Receivers of what happens at a table. */
interface TableWatcher {
  onTable: (table: PracticeTable) => void;
  /** The table is looked at again where `failure.retry` says that it may help. */
  onFailure: (failure: Failure) => void;
}

/**
 * Receive the table whenever it is another than the one seen, and after a failure, until the signal
 * fires or a failure is final.
 */
export async function watchTable(
  seat: OwnSeat,
  seen: PracticeTable | null,
  signal: AbortSignal,
  { onTable, onFailure }: TableWatcher,
): Promise<void> {
  let last = seen;
  let failures = 0;
  while (!signal.aborted) {
    const look = await lookAt(seat, last, signal).catch((error: unknown) => {
      if (signal.aborted) return null;
      throw error;
    });
    if (look === null) return;
    let pauseMs = look.waited ? 0 : LOOK_EVERY_MS;
    const isFailed = "failure" in look.outcome || look.outcome.result.error !== null;
    failures = isFailed ? failures + 1 : 0;
    const retryMs = 1_000 * retryPauseS(failures, RETRY_AFTER_S, look.retryAfterS);
    if ("failure" in look.outcome) {
      const { failure } = look.outcome;
      onFailure(failure);
      if (!failure.retry) return;
      last = null;
      pauseMs = retryMs;
    } else {
      const table = look.outcome.result;
      if (last === null || differs(table, last)) onTable(table);
      if (table.error !== null) pauseMs = retryMs;
      else if (last === null || moved(table, last)) pauseMs = 0;
      last = table;
    }
    await sleep(pauseMs, signal).catch(() => undefined);
  }
}

/** Look at once for a table not seen yet, else wait until it is another. */
function lookAt(
  { token, holder }: OwnSeat,
  last: PracticeTable | null,
  signal: AbortSignal,
): Promise<Reply<PracticeTable>> {
  if (last === null) return seen(`${TABLES}/${token}?${new URLSearchParams({ holder })}`, signal, {});
  const query = new URLSearchParams({ after: `${last.auction.length}`, deal: `${last.deal}`, holder });
  return seen(`${TABLES}/${token}?${query}`, signal, { waitS: WAIT_S });
}

function moved(table: PracticeTable, last: PracticeTable): boolean {
  return table.deal !== last.deal || table.auction.length !== last.auction.length;
}

function differs(table: PracticeTable, last: PracticeTable): boolean {
  const cards = ({ systems: { ns, ew } }: PracticeTable) => `${ns} ${ew}`;
  if (cards(table) !== cards(last)) return true;
  if (table.partner !== last.partner) return true;
  return moved(table, last) || table.taken !== last.taken || table.error?.title !== last.error?.title;
}

async function atSeat(
  token: string,
  what: "holder" | "calls" | "boards" | "card",
  body: object,
  signal: AbortSignal,
): Promise<SeatOutcome> {
  const { outcome, problem } = await seen(`${TABLES}/${token}/${what}`, signal, { body });
  if (problem === "seat-taken") return { taken: true };
  if (problem === null || !MOVED_ON.includes(problem)) return outcome;
  return (await seen(`${TABLES}/${token}`, signal, {})).outcome;
}

/** A table with the codes of its cards, in place of what the service writes. */
async function seen(...asked: Parameters<typeof exchange>): Promise<Reply<PracticeTable>> {
  const reply = await exchange<PracticeTable & { systems: Record<Side, WrittenCard> }>(...asked);
  if ("failure" in reply.outcome) return { ...reply, outcome: reply.outcome };
  const table = reply.outcome.result;
  const { ns, ew } = table.systems;
  const plain = [ns, ew].every((card) => typeof card === "string");
  const vocabulary = plain ? null : await fetchVocabulary();
  if (vocabulary !== null && "failure" in vocabulary) return { ...reply, outcome: vocabulary };
  const code = (card: WrittenCard): CardCode => codeOf(card, vocabulary?.result ?? null);
  return { ...reply, outcome: { result: { ...table, systems: { ns: code(ns), ew: code(ew) } } } };
}
