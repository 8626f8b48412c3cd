/** Requests that the page of practice needs, and waits before it asks again by itself. */

import { t } from "../i18n/translate";
import { type BoardsResult, parseBoards } from "../service/boards";
import { fetchExplanation, fetchOptions, fetchReview, type Outcome } from "../service/client";
import type { Failure } from "../service/failure";
import * as classes from "../service/classes";
import * as practice from "../service/practice-boards";
import { after, type Request } from "../service/requests";
import * as tables from "../service/tables";
import { type ClassBoard, sourceOf } from "./class-set";
import { keyOf, needsOf } from "./needs";
import { asAtTable } from "./pair-reducer";
import { holderOf, openSeats } from "./pair-storage";
import type { Need, NeedOf, PracticeAction, PracticeState, Senders } from "./practice-state";

/** Everything that a state needs. */
export function requestsOf(state: PracticeState): Request<PracticeAction>[] {
  const again = Object.entries(state.failures).flatMap(([key, failure]) =>
    failure.againInS === undefined ? [] : [after(failure, 1000 * failure.againInS, { type: "retried", key } as const)],
  );
  return [...needsOf(state).map(request), ...again, ...watch(state), ...watchAnswers(state)];
}

function request(need: Need): Request<PracticeAction> {
  return {
    // As JSON all files are alike.
    key: need.kind === "own boards" || need.kind === "class boards" ? need : keyOf(need),
    send: async (signal) => {
      const outcome = await SENDERS[need.kind](need as never, signal);
      return { type: "failure" in outcome ? "need failed" : "need met", need, ...outcome } as PracticeAction;
    },
  };
}

/**
 * What partner and robots do at a table for two, once that is known, until it is left. Where the seat
 * is taken again the watch begins again: what was seen before may say that another has it.
 */
function watch({ pair }: PracticeState): Request<PracticeAction>[] {
  if (pair === null || pair.table === null) return [];
  const { token, table } = pair;
  return [
    {
      key: `watch ${token} ${pair.seat}`,
      send: async (signal, tell) => {
        await tables.watchTable(ownSeat(token), table, signal, {
          onTable: (seen) => tell({ type: "table seen", table: seen }),
          onFailure: (failure) => tell({ type: "table not seen", failure: asAtTable(failure) }),
        });
        return null;
      },
    },
  ];
}

/** The first answers of a class, as long as the teacher looks at them. */
function watchAnswers({ view, classroom: { collection } }: PracticeState): Request<PracticeAction>[] {
  if (view !== "class" || collection === null) return [];
  const { tokens, seen } = collection;
  return [
    {
      key: `answers ${tokens.teacher}`,
      send: async (signal, tell) => {
        await classes.watchClass(tokens.teacher, seen, signal, {
          onClass: (found) => tell({ type: "class seen", seen: found }),
          onFailure: (failure) => tell({ type: "class not seen", failure }),
        });
        return null;
      },
    },
  ];
}

const SENDERS: Senders = {
  themes: ({ system }, signal) => practice.fetchThemes(system, signal),
  deal: ({ wanted }, signal) => practice.dealBoards(wanted, signal),
  board: ({ id }, signal) => practice.fetchWholeBoard(id, signal),
  hands: ({ id }, signal) => practice.fetchWholeBoard(id, signal),
  calls: ({ table }, signal) => practice.fetchRobotCalls(table, signal),
  "robot auction": ({ table }, signal) => practice.fetchRobotCalls(table, signal),
  grade: ({ request }, signal) => fetchReview(request, signal),
  review: ({ request }, signal) => fetchReview(request, signal),
  "robot review": ({ request }, signal) => fetchReview(request, signal),
  explanation: ({ position }, signal) => fetchExplanation(position, signal),
  options: ({ position }, signal) => fetchOptions(position, signal),
  "trick deal": async ({ seed, first }, signal) => {
    const outcome = await practice.dealTricks(seed, first, signal);
    return "failure" in outcome ? outcome : { result: { deal: outcome.result.deals[0]!, now: Date.now() } };
  },
  seat: ({ token, takeover }, signal) => tableOf(tables.takeSeat(ownSeat(token), takeover, signal)),
  "table call": (need, signal) => tableOf(tables.callAtTable(ownSeat(need.token), need, need.call, signal)),
  "next board": async ({ token, wanted, last }, signal) => {
    const board = "seed" in wanted ? await dealOne(wanted, signal, last) : { result: wanted };
    return "failure" in board ? board : tableOf(tables.dealNext(ownSeat(token), board.result, signal));
  },
  "pair table": openPairTable,
  "own boards": readBoards,
  "class boards": readBoards,
  "class board": ({ id }, signal) => practice.fetchWholeBoard(id, signal),
  "class set": async ({ wanted }, signal) => {
    const outcome = await practice.dealBoards(wanted, signal);
    if ("failure" in outcome) return outcome;
    const boards = [...new Set(outcome.result.boards.map(({ id }) => String(id)))];
    const { system, theme } = wanted;
    return boards.length === 0 ? { failure: noBoards() } : { result: { system, theme, boards } };
  },
  "other board": async ({ wanted, set }, signal) => {
    const outcome = await practice.dealUnseen(wanted, signal);
    if ("failure" in outcome) return outcome;
    const found = outcome.result.boards.find(({ id }) => !set.boards.includes(String(id)));
    return found === undefined
      ? { failure: noBoards(t("There is no other such board.")) }
      : { result: String(found.id) };
  },
  "class opened": ({ boards }, signal) => classes.openClass(boards, signal),
  "class grade": ({ request }, signal) => fetchReview(request, signal),
  lesson: ({ token }, signal) => classes.fetchClass(token, signal),
  "first answer": async ({ token, pupil, answer }, signal) => {
    const outcome = await classes.sendAnswer(token, { pupil, holder: holderOf(token) }, answer, signal);
    if (!("failure" in outcome)) return { result: null };
    return outcome.failure.retry ? outcome : { result: outcome.failure };
  },
  "sheet board": async ({ code, system }, signal) => {
    const source = sourceOf(code)!;
    const systems = { ns: system, ew: system };
    const [board, calls] = await Promise.all([
      "id" in source ? practice.fetchWholeBoard(source.id, signal) : { result: source },
      practice.fetchRobotCalls({ ...dealt(source), auction: [], systems, players: [], draw: null }, signal),
    ]);
    if ("failure" in board) return board;
    if ("failure" in calls) return calls;
    const { auction, contract } = calls.result;
    const { dealer, vulnerability, seat } = board.result;
    const position = { hand: null, seat, dealer, vulnerability, auction, systems };
    const told = await fetchExplanation(position, signal);
    return "failure" in told ? told : { result: { explanation: told.result, contract } };
  },
};

/** A board as robots are asked for its calls. */
function dealt(source: { id: number } | ClassBoard) {
  if ("id" in source) return { board: source.id };
  const { hands, dealer, vulnerability } = source;
  return { hands, dealer, vulnerability };
}

async function readBoards(
  { source, seat }: NeedOf<"own boards" | "class boards">,
  signal: AbortSignal,
): Promise<Outcome<BoardsResult>> {
  return { result: await parseBoards(source, { seat, dealer: "N" }, signal) };
}

function ownSeat(token: string): tables.OwnSeat {
  return { token, holder: holderOf(token) };
}

/** The table after what was asked for; null where another browser has the seat. */
async function tableOf(asked: Promise<tables.SeatOutcome>): Promise<Outcome<tables.PracticeTable | null>> {
  const outcome = await asked;
  return "taken" in outcome ? { result: null } : outcome;
}

/** A board of the kind wanted, if it can be another than the last. */
async function dealOne(
  wanted: practice.BoardsWanted,
  signal: AbortSignal,
  last: number | null = null,
): Promise<Outcome<tables.BoardToBid>> {
  const outcome = await practice.dealUnseen(wanted, signal);
  if ("failure" in outcome) return outcome;
  const { boards } = outcome.result;
  const board = boards.find(({ id }) => id !== last) ?? boards[0];
  return board === undefined ? { failure: noBoards() } : { result: { board: board.id } };
}

function noBoards(title = t("There are no such boards. Choose another level.")): Failure {
  return { title, errors: [], retry: false };
}

/** Open a table, South for the player; the token of partner's seat is kept. */
async function openPairTable(
  { wanted, systems, draw }: NeedOf<"pair table">,
  signal: AbortSignal,
): Promise<Outcome<string>> {
  const board = await dealOne(wanted, signal);
  return "failure" in board ? board : openSeats({ ...board.result, systems, draw }, "S", signal);
}
