/** The panel of lines, and the button that starts a branch at the moment on show. */

import { turnOf } from "../../bridge/auction";
import { callSymbol } from "../../bridge/calls";
import { SEAT_NAMES, SEATS } from "../../bridge/table";
import { t } from "../../i18n/translate";
import {
  branchPoint, canBranch, type Line, lineLetter, MOST_BRANCHES, shownLine,
} from "../../lines/lines";
import { momentOf } from "../../state/selectors";
import type { Dispatch, State } from "../../state/state";
import { CallText, ColouredText } from "../common/pips";

interface Props {
  state: State;
  dispatch: Dispatch;
}

/** The button that opens a branch, with whose call it is about. */
export function WhatIfButton({ state, dispatch }: Props) {
  const { lines, input } = state;
  const possible = canBranch(lines, input.dealer, momentOf(state));
  return (
    <button
      type="button"
      class="quiet"
      aria-disabled={!possible}
      title={whatIfText(state)}
      onClick={() => possible && dispatch({ type: "branch started" })}
    >
      {t("What if…")}
      <span class="unseen"> {whatIfText(state)}</span>
    </button>
  );
}

function whatIfText(state: State): string {
  const { lines, input } = state;
  const at = momentOf(state);
  if (lines.auctions.length > MOST_BRANCHES) {
    return t("There are {count} branches already: delete one first", { count: MOST_BRANCHES });
  }
  const turn = turnOf(input.dealer, shownLine(lines).slice(0, at));
  if (turn === null) return t("The auction is over here: step back to a call first");
  return t("{seat} makes another call here; the line entered is kept", {
    seat: t(SEAT_NAMES[turn]),
  });
}

/** The lines, once there is more than one. */
export function LinesPanel({ state, dispatch }: Props) {
  const { auctions, shown } = state.lines;
  if (auctions.length === 1) return null;
  const called = shown === 0 || branchPoint(auctions, shown, state.input.dealer).call !== null;
  return (
    <section class="panel lines" aria-labelledby="lines-title">
      <h2 id="lines-title">{t("What if")}</h2>
      <p class="hint" role="status">
        {called ? t("Line {line} is on show.", { line: lineLetter(shown) }) : callHint(state)}
      </p>
      <ol>
        {auctions.map((line, place) => (
          <LineRow line={line} place={place} state={state} dispatch={dispatch} />
        ))}
      </ol>
    </section>
  );
}

function callHint({ lines, input }: State): string {
  const { seat } = branchPoint(lines.auctions, lines.shown, input.dealer);
  return t("Line {line}: make a call for {seat} in the bidding box.", {
    line: lineLetter(lines.shown), seat: t(SEAT_NAMES[seat]),
  });
}

interface RowProps extends Props {
  line: Line;
  place: number;
}

function LineRow({ line, place, state, dispatch }: RowProps) {
  const shown = place === state.lines.shown;
  return (
    <li class={shown ? "line shown" : "line"}>
      <button
        type="button"
        class="line-show"
        aria-pressed={shown}
        onClick={() => dispatch({ type: "line shown", line: place })}
      >
        <b class="line-letter">{lineLetter(place)}</b>
        <span class="line-calls">
          <LineCalls line={line} place={place} state={state} />
        </span>
      </button>
      {!shown && <CompareButton place={place} state={state} dispatch={dispatch} />}
      {place > 0 && (
        <button
          type="button"
          class="quiet"
          aria-label={t("Delete line {line}", { line: lineLetter(place) })}
          onClick={() => dispatch({ type: "line deleted", line: place })}
        >
          {t("Delete")}
        </button>
      )}
    </li>
  );
}

/** The main line whole; of a branch where it left, and its own calls. */
function LineCalls({ line, place, state }: Omit<RowProps, "dispatch">) {
  const { at, seat, mainCall } = branchPoint(state.lines.auctions, place, state.input.dealer);
  const own = place === 0 ? line : line.slice(at);
  return (
    <>
      <span class="hint">
        {place === 0
          ? t("Main line")
          : t("From call {number}, {seat}:", { number: at + 1, seat: t(SEAT_NAMES[seat]) })}
      </span>{" "}
      {own.map((call) => (
        <>
          <CallText call={call} />{" "}
        </>
      ))}
      {place > 0 && own.length > 0 && mainCall !== null && (
        <span class="hint">
          <ColouredText text={t("instead of {call}", { call: callSymbol(mainCall) })} />
        </span>
      )}
    </>
  );
}

function CompareButton({ place, state, dispatch }: Omit<RowProps, "line">) {
  const { compared, explanation } = state;
  const on = compared?.line === place;
  const seat = compared?.seat ?? SEATS.find((each) => explanation?.moments[0]?.hands[each]);
  if (seat === undefined) return null;
  return (
    <button
      type="button"
      class="quiet"
      aria-pressed={on}
      aria-label={t("Compare with line {line}", { line: lineLetter(place) })}
      onClick={() => dispatch({ type: "lines compared", compared: on ? null : { line: place, seat } })}
    >
      {t("Compare")}
    </button>
  );
}
