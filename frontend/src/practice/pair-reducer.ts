/** What happens at a table for two: the service has the auction, the state follows it. */

import { seatAfter } from "../bridge/table";
import { t } from "../i18n/translate";
import type { Failure } from "../service/failure";
import type { PracticeTable } from "../service/tables";
import type { ClassSet } from "./class-set";
import type { BoardSource } from "./played-board";
import type { Attempt, Board, Pair, PracticeState, Settings } from "./practice-state";
import { seated } from "./seating";

/** The seat for which the service deals its boards. */
const SEAT_OF_BOARDS = "S";

/** The player on the way to a seat. */
export function sittingDown(
  state: PracticeState,
  token: string,
  { theme = null, level = null }: Partial<Settings>,
  set: ClassSet | null = null,
): PracticeState {
  const pair: Pair = {
    token,
    theme,
    level,
    set,
    seat: "wanted",
    table: null,
    deal: 0,
    unsent: null,
    movedOn: false,
    next: null,
    failure: null,
  };
  return { ...state, ...NO_BOARD, dealing: false, opening: null, queue: [], set: null, pair, forms: {}, failures: {} };
}

const NO_BOARD = { board: null, auction: [], attempts: [] };

/** The player alone again, without the board of the table for two. */
export function withoutPair(state: PracticeState): PracticeState {
  return state.pair === null ? state : { ...state, ...NO_BOARD, pair: null, failures: {} };
}

/** The answer to taking the seat; null where another browser has it. */
export function withSeat(state: PracticeState, table: PracticeTable | null): PracticeState {
  if (state.pair === null) return state;
  const seat = table === null ? "taken" : "held";
  return withAnswered(withPair(state, { seat }), table);
}

/** The answer to the wish for the next board, which is the table's also where partner was faster. */
export function withNextBoard(state: PracticeState, table: PracticeTable | null): PracticeState {
  const known = withAnswered(state, table);
  return known.pair?.table?.deal === known.pair?.deal ? known : atNextBoard(known);
}

/** The answer to a call; null where another browser has the seat. */
export function withAnswered(state: PracticeState, table: PracticeTable | null): PracticeState {
  const { pair } = state;
  if (pair === null) return state;
  if (table !== null) return withTable(withPair(state, { next: null }), table, true);
  const lost = withoutSeat(state);
  return pair.table === null ? lost : withTable(lost, pair.table);
}

/** The table as it was looked at, and whether another browser has the seat by now. */
export function withTableSeen(state: PracticeState, table: PracticeTable): PracticeState {
  const isLost = table.taken && state.pair?.seat === "held";
  return withTable(isLost ? withoutSeat(state) : state, table);
}

/** Another browser has the seat, and makes its calls. */
function withoutSeat(state: PracticeState): PracticeState {
  return withPair(state, { seat: "taken", unsent: null, next: null });
}

export function withPair(state: PracticeState, changes: Partial<Pair>): PracticeState {
  return state.pair === null ? state : { ...state, pair: { ...state.pair, ...changes } };
}

/**
 * The table as the service has it; one older than that seen is passed over. `isAnswer`: to the
 * player's call, so that it is there now or never will be.
 */
export function withTable(state: PracticeState, found: PracticeTable, isAnswer = false): PracticeState {
  const { pair } = state;
  if (pair === null) return state;
  const table = pair.table !== null && isOlder(found, pair.table) ? pair.table : found;
  const seen = withPair(state, { table, failure: null });
  if (table.deal === pair.deal) return withAuction(seen, table, isAnswer);
  // The end of a board stays on show until the player goes on.
  return state.board !== null && state.board.hands !== null ? seen : atNextBoard(seen);
}

function isOlder(table: PracticeTable, other: PracticeTable): boolean {
  if (table.deal !== other.deal) return table.deal < other.deal;
  return table.auction.length < other.auction.length;
}

/** The board that the table has now. */
export function atNextBoard(state: PracticeState): PracticeState {
  const { pair } = state;
  if (pair === null || pair.table === null) return state;
  const { table, theme } = pair;
  const { number, dealer, vulnerability, systems, seat, hand, hands } = table;
  const board = { source: null, theme, number, dealer, vulnerability, systems, seat, hand, hands };
  const changes = { deal: table.deal, unsent: null, movedOn: false, next: null };
  return withAuction(withPair(seated(state, board, null), changes), table, false);
}

/** How many boards of a file wait at the table for two; null where boards are dealt. */
export function boardsLeft({ set, deal, table }: Pair): number | null {
  return set === null ? null : Math.max(0, set.boards.length - Math.max(deal, table?.deal ?? 0));
}

/** The auction as the service has it, with the player's call that is on its way there. */
function withAuction(state: PracticeState, table: PracticeTable, isAnswer: boolean): PracticeState {
  const { unsent } = state.pair!;
  if (unsent !== null && !isAnswer && table.auction.length <= unsent.index) return state;
  const { auction } = table;
  const movedOn = unsent === null ? state.pair!.movedOn : auction[unsent.index] !== unsent.call;
  return {
    ...withPair(state, { unsent: null, movedOn }),
    board: withSource(state.board!, table),
    auction,
    attempts: ownAttempts(state.attempts, table),
    inspected: auction.length === state.auction.length ? state.inspected : null,
  };
}

function withSource(board: Board, table: PracticeTable): Board {
  const { hands, board: id, seat, dealer, vulnerability } = table;
  if (hands === null) return board;
  const source: BoardSource = id !== null && seat === SEAT_OF_BOARDS ? { id } : { hands, dealer, vulnerability, seat };
  return { ...board, hands, source };
}

/** The player's calls, those made in another browser or before the page was loaded too. */
function ownAttempts(attempts: readonly Attempt[], { auction, dealer, seat }: PracticeTable): Attempt[] {
  return auction.flatMap((call, index) => {
    if (seatAfter(dealer, index) !== seat) return [];
    const made = attempts.find((one) => one.index === index && one.call === call);
    return [made ?? { index, call, graded: null, accepted: true }];
  });
}

/** The failure as it is told at a table for two, where the page goes on by itself. */
export function asAtTable(failure: Failure): Failure {
  if (!failure.retry) return failure;
  const text = t("The page continues as soon as the service answers. No call is lost.");
  return { ...failure, errors: [{ field: "page", text }], byItself: true };
}
