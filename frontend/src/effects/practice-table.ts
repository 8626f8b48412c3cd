/** The watch over a table for two: what partner and robots do there reaches the state. */

import { t } from "../i18n/translate";
import type { PracticeDispatch, PracticeState } from "../practice/practice-state";
import type { Failure } from "../service/failure";
import { watchTable } from "../service/tables";

let watched: { token: string; request: AbortController } | null = null;

/** Receive what happens at the table of the state, once it is known; stop where it is left. */
export function followTable({ pair }: PracticeState, dispatch: PracticeDispatch): void {
  const token = pair?.table ? pair.token : null;
  if (token === (watched?.token ?? null)) return;
  watched?.request.abort();
  watched = null;
  if (token === null) return;
  const request = new AbortController();
  watched = { token, request };
  void watchTable(token, pair!.table, request.signal, {
    onTable: (table) => dispatch({ type: "table seen", table }),
    onFailure: (failure) => dispatch({ type: "table not seen", failure: asAtTable(failure) }),
  });
}

/** The failure as it is told at a table for two, where the page goes on by itself. */
export function asAtTable(failure: Failure): Failure {
  if (!failure.retry) return failure;
  const text = t("The page goes on by itself as soon as the service answers. No call is lost.");
  return { ...failure, errors: [{ field: "page", text }], retry: false };
}
