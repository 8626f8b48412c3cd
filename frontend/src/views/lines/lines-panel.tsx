/** The panel of lines, and the button that starts a branch. */

import { callSymbol } from "../../bridge/calls";
import { SEAT_NAMES, seatAfter, SEATS } from "../../bridge/table";
import { t } from "../../i18n/translate";
import { replacedCall } from "../../insight/message";
import { branchPoint, canBranch, type Line, lineLetter, MOST_BRANCHES } from "../../lines/lines";
import { callOnCard } from "../../state/selectors";
import type { PageProps, State } from "../../state/state";
import { Button } from "../common/fields";
import { CallText, ColouredText } from "../common/pips";

/** The button that opens a branch in place of the call on the card. */
export function WhatIfButton({ state, dispatch }: PageProps) {
  const { lines, input, explanation } = state;
  const replaced = explanation === null ? null : replacedCall(explanation, callOnCard(state));
  if (replaced === null) return null;
  const { at, call } = replaced;
  const possible = canBranch(lines, input.dealer, at);
  const hint = whatIfText(state, at);
  return (
    <Button
      class="quiet what-if"
      aria-disabled={!possible}
      title={hint}
      onClick={() => possible && dispatch({ type: "branch started", at })}
    >
      <ColouredText text={t("Instead of {call} …", { call: callSymbol(call) })} />
      <span class="unseen"> {hint}</span>
    </Button>
  );
}

function whatIfText({ lines, input }: State, at: number): string {
  if (lines.auctions.length > MOST_BRANCHES) {
    return t("There are {count} branches already: delete one first", { count: MOST_BRANCHES });
  }
  return t("{seat} makes another call here; the line entered is kept", {
    seat: t(SEAT_NAMES[seatAfter(input.dealer, at)]),
  });
}

/** The lines, once there is more than one. */
export function LinesPanel({ state, dispatch }: PageProps) {
  const { auctions, shown } = state.lines;
  if (auctions.length === 1) return null;
  const called = shown === 0 || branchPoint(auctions, shown, state.input.dealer).call !== null;
  return (
    <section class="panel lines" aria-labelledby="lines-title">
      <h2 id="lines-title">{t("What if")}</h2>
      <p class="hint" role="status">
        {called ? t("Line {line} is shown.", { line: lineLetter(shown) }) : callHint(state)}
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
    line: lineLetter(lines.shown),
    seat: t(SEAT_NAMES[seat]),
  });
}

interface RowProps extends PageProps {
  line: Line;
  place: number;
}

function LineRow({ line, place, state, dispatch }: RowProps) {
  const shown = place === state.lines.shown;
  return (
    <li class={shown ? "line shown" : "line"}>
      <Button class="line-show" aria-pressed={shown} onClick={() => dispatch({ type: "line shown", line: place })}>
        <b class="line-letter">{lineLetter(place)}</b>
        <span class="line-calls">
          <LineCalls line={line} place={place} state={state} />
        </span>
      </Button>
      {!shown && <CompareButton place={place} state={state} dispatch={dispatch} />}
      {place > 0 && (
        <Button
          aria-label={t("Delete line {line}", { line: lineLetter(place) })}
          onClick={() => dispatch({ type: "line deleted", line: place })}
        >
          {t("Delete")}
        </Button>
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
        {place === 0 ? t("Main line") : t("From call {number}, {seat}:", { number: at + 1, seat: t(SEAT_NAMES[seat]) })}
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
    <Button
      aria-pressed={on}
      aria-label={t("Compare with line {line}", { line: lineLetter(place) })}
      onClick={() => dispatch({ type: "lines compared", compared: on ? null : { line: place, seat } })}
    >
      {t("Compare")}
    </Button>
  );
}
