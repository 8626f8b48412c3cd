/** The watch over a table for two: what partner and robots do there reaches the state. */

import { t } from "../i18n/translate";
import { holderOf } from "../practice/pair-storage";
import type { PracticeDispatch, PracticeState } from "../practice/practice-state";
import type { Failure } from "../service/failure";
import { watchTable } from "../service/tables";

let watched: { key: string; request: AbortController } | null = null;

/**
 * Receive what happens at the table of the state, once it is known; stop where it is left. Where the
 * seat is taken anew the watch begins anew: what was seen before may say that another has it.
 */
export function followTable({ pair }: PracticeState, dispatch: PracticeDispatch): void {
  const key = pair?.table ? `${pair.token} ${pair.seat}` : null;
  if (key === (watched?.key ?? null)) return;
  watched?.request.abort();
  watched = null;
  if (pair === null || key === null) return;
  const request = new AbortController();
  watched = { key, request };
  const seat = { token: pair.token, holder: holderOf(pair.token) };
  void watchTable(seat, pair.table, request.signal, {
    onTable: (table) => dispatch({ type: "table seen", table }),
    onFailure: (failure) => dispatch({ type: "table not seen", failure: asAtTable(failure) }),
  });
}

/** The failure as it is told at a table for two, where the page goes on by itself. */
export function asAtTable(failure: Failure): Failure {
  if (!failure.retry) return failure;
  const text = t("The page goes on by itself as soon as the service answers. No call is lost.");
  return { ...failure, errors: [{ field: "page", text }], byItself: true };
}
