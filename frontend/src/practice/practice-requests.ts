/** Requests that the page of practice needs, and waits before it asks again by itself. */

import { t } from "../i18n/translate";
import { fetchExplanation, fetchOptions, fetchReview, type Outcome } from "../service/client";
import type { Failure } from "../service/failure";
import {
  type BoardsWanted,
  dealBoards,
  dealTricks,
  dealUnseen,
  fetchRobotCalls,
  fetchThemes,
  fetchWholeBoard,
} from "../service/practice-boards";
import { after, type Request } from "../service/requests";
import {
  callAtTable,
  dealNext,
  type NewTable,
  openTable,
  type PracticeTable,
  type SeatOutcome,
  takeSeat,
  watchTable,
} from "../service/tables";
import { keyOf, needsOf } from "./needs";
import { asAtTable } from "./pair-reducer";
import { holderOf, keepPartner } from "./pair-storage";
import type { Need, NeedMet, PracticeAction, PracticeState, TableNeed } from "./practice-state";

/** Everything that a state needs. */
export function requestsOf(state: PracticeState): Request<PracticeAction>[] {
  const again = Object.entries(state.failures).flatMap(([key, failure]) =>
    failure.againInS === undefined ? [] : [after(failure, 1000 * failure.againInS, { type: "retried", key } as const)],
  );
  return [...needsOf(state).map(request), ...again, ...watch(state)];
}

function request(need: Need): Request<PracticeAction> {
  return {
    key: keyOf(need),
    send: async (signal) => {
      const outcome = await ask(need, signal);
      return "failure" in outcome ? { type: "need failed", need, ...outcome } : outcome.result;
    },
  };
}

/**
 * What partner and robots do at a table for two, once that is known, until it is left. Where the seat
 * is taken anew the watch begins anew: what was seen before may say that another has it.
 */
function watch({ pair }: PracticeState): Request<PracticeAction>[] {
  if (pair === null || pair.table === null) return [];
  const { token, table } = pair;
  return [
    {
      key: `watch ${token} ${pair.seat}`,
      send: async (signal, tell) => {
        await watchTable({ token, holder: holderOf(token) }, table, signal, {
          onTable: (seen) => tell({ type: "table seen", table: seen }),
          onFailure: (failure) => tell({ type: "table not seen", failure: asAtTable(failure) }),
        });
        return null;
      },
    },
  ];
}

/** Ask the service for what is needed; the result is the action to dispatch. */
async function ask(need: Need, signal: AbortSignal): Promise<Outcome<PracticeAction>> {
  switch (need.kind) {
    case "themes":
      return asAction(fetchThemes(need.system, signal), ({ themes }) => ({
        type: "themes received",
        system: need.system,
        list: themes,
      }));
    case "deal":
      return asAction(dealBoards(need.wanted, signal), ({ boards }) => ({ type: "board dealt", boards }));
    case "board":
      return asAction(fetchWholeBoard(need.id, signal), (board) => ({ type: "board opened", board }));
    case "trick deal":
      return asAction(dealTricks(need.seed, need.first, signal), ({ deals: [deal] }) => ({
        type: "trick deal received",
        place: need.first,
        deal: deal!,
        now: Date.now(),
      }));
    case "hands":
      return asAction(fetchWholeBoard(need.id, signal), (result) => met({ kind: "hands", result }));
    case "calls":
    case "robot auction":
      return asAction(fetchRobotCalls(need.table, signal), (result) => met({ kind: need.kind, result }));
    case "grade":
    case "review":
    case "robot review":
      return asAction(fetchReview(need.request, signal), (result) => met({ kind: need.kind, result }));
    case "explanation":
      return asAction(fetchExplanation(need.position, signal), (result) =>
        met({ kind: need.kind, key: keyOf(need), result }),
      );
    case "options":
      return asAction(fetchOptions(need.position, signal), (result) =>
        met({ kind: need.kind, key: keyOf(need), result }),
      );
    case "seat":
    case "table call":
    case "next board":
      return asAction(askTable(need, signal), (result) => met({ kind: need.kind, result }));
  }
}

async function asAction<Result>(
  asked: Promise<Outcome<Result>>,
  action: (result: Result) => PracticeAction,
): Promise<Outcome<PracticeAction>> {
  const outcome = await asked;
  return "failure" in outcome ? outcome : { result: action(outcome.result) };
}

function met(answer: NeedMet): PracticeAction {
  return { type: "need met", ...answer };
}

/** The table after what was asked for; null where another browser has the seat. */
async function askTable(need: TableNeed, signal: AbortSignal): Promise<Outcome<PracticeTable | null>> {
  const outcome = await askSeat(need, signal);
  return "taken" in outcome ? { result: null } : outcome;
}

async function askSeat(need: TableNeed, signal: AbortSignal): Promise<SeatOutcome> {
  const seat = { token: need.token, holder: holderOf(need.token) };
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
  wanted: BoardsWanted,
  signal: AbortSignal,
  last: number | null = null,
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
  wanted: BoardsWanted,
  { systems, draw }: Pick<NewTable, "systems" | "draw">,
  signal: AbortSignal,
): Promise<Outcome<string>> {
  const board = await dealOne(wanted, signal);
  if ("failure" in board) return board;
  const opened = await openTable({ board: board.result, systems, seats: ["N", "S"], draw }, signal);
  if ("failure" in opened) return opened;
  const [south, north] = ["S", "N"].map((name) => opened.result.seats.find(({ seat }) => seat === name)!);
  keepPartner(south!.token, north!.token);
  return { result: south!.token };
}
