/** The auction so far, and the bidding box that adds to it. */

import { useLayoutEffect, useMemo, useRef } from "preact/hooks";

import { auctionRows, type Cell, illegalReason, turnOf } from "../../bridge/auction";
import { type Call, callSymbol, LEVELS, spokenCall, suitOf } from "../../bridge/calls";
import { AUCTION_COLUMNS, isVulnerable, type Seat, SEAT_NAMES, STRAINS } from "../../bridge/table";
import type { Input } from "../../entry/input";
import { t } from "../../i18n/translate";
import type { Dispatch, State } from "../../state/state";
import { InspectSwitch } from "../answer/call-card";
import { FieldErrors } from "../common/fields";
import { CallText } from "../common/pips";
import { useRovingGrid } from "../common/roving-grid";
import { BoardField, DealFields } from "./board-fields";
import { CallsField } from "./calls-field";
import { isPhone } from "./sheets";

interface Props {
  state: State;
  dispatch: Dispatch;
}

export function AuctionSection({ state, dispatch }: Props) {
  const { input, failure } = state;
  const begun = input.auction.length > 0;
  const box = useMemo(
    () => (
      <BiddingBox
        input={input}
        onCall={(call) => dispatch({ type: "call made", call, ownTurn: isPhone() })}
      />
    ),
    [input, dispatch],
  );
  return (
    <section class="panel auction-panel" aria-labelledby="auction-title">
      <header class="panel-head">
        <h2 id="auction-title">{t("The auction")}</h2>
        <BoardField state={state} dispatch={dispatch} />
      </header>
      <DealFields state={state} dispatch={dispatch} />
      <AuctionTable state={state} dispatch={dispatch} />
      <p class="hint whose-turn" role="status">
        {turnText(input)}
      </p>
      <FieldErrors failure={failure} field="auction" />
      {box}
      <CallsField state={state} dispatch={dispatch} />
      <div class="row">
        <button
          type="button"
          class="quiet"
          disabled={!begun}
          onClick={() => dispatch({ type: "call taken back", ownTurn: isPhone() })}
        >
          {t("Undo last call")}
        </button>
        <button
          type="button"
          class="quiet"
          disabled={!begun}
          onClick={() => dispatch({ type: "auction cleared" })}
        >
          {t("Clear auction")}
        </button>
        <InspectSwitch state={state} dispatch={dispatch} />
      </div>
    </section>
  );
}

function turnText({ dealer, auction }: Input): string {
  const turn = turnOf(dealer, auction);
  return turn === null ? t("The auction is over") : toCall(turn);
}

function toCall(seat: Seat): string {
  return t("{seat} to call", { seat: t(SEAT_NAMES[seat]) });
}

function AuctionTable({ state, dispatch }: Props) {
  const { input } = state;
  return (
    <table class="auction" data-look-group>
      <caption class="unseen">{t("The auction so far")}</caption>
      <thead>
        <tr>
          {AUCTION_COLUMNS.map((seat) => (
            <ColumnHead seat={seat} input={input} />
          ))}
        </tr>
      </thead>
      <tbody>
        {auctionRows(input.dealer, input.auction).map((row) => (
          <tr>
            {row.map((cell) => (
              <AuctionCell cell={cell} state={state} dispatch={dispatch} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ColumnHead({ seat, input }: { seat: Seat; input: Input }) {
  const vulnerable = isVulnerable(seat, input.vulnerability);
  const own = !input.spectator && seat === input.seat;
  return (
    <th scope="col" class={`${vulnerable ? "vulnerable" : "safe"}${own ? " own" : ""}`}>
      <abbr title={t(SEAT_NAMES[seat])}>{seat}</abbr>
      <span class="unseen">
        {vulnerable ? t(", vulnerable") : t(", not vulnerable")}
        {own ? t(", you") : ""}
      </span>
    </th>
  );
}

function AuctionCell({ cell, state, dispatch }: Props & { cell: Cell }) {
  if (cell.kind === "blank") return <td />;
  if (cell.kind === "next") {
    return (
      <td class="next">
        <span aria-label={toCall(cell.seat)} role="img">
          ?
        </span>
      </td>
    );
  }
  const reached = cell.index + 1;
  const steppable = state.explanation !== null && reached < state.explanation.moments.length;
  return (
    <td>
      {steppable ? (
        <button
          type="button"
          class="step"
          data-look={`made:${cell.index}`}
          aria-current={state.moment === reached ? "step" : undefined}
          onClick={() => dispatch({ type: "moment set", moment: reached })}
        >
          <CallText call={cell.call} />
        </button>
      ) : (
        <CallText call={cell.call} />
      )}
    </td>
  );
}

const OTHER_CALLS: readonly Call[] = ["P", "X", "XX"];
const BIDS_BY_LEVEL = LEVELS.map((level) => STRAINS.map((strain): Call => `${level}${strain}`));
const BOX_WIDTHS = [...BIDS_BY_LEVEL, OTHER_CALLS].map((row) => row.length);

function BiddingBox({ input, onCall }: { input: Input; onCall: (call: Call) => void }) {
  const grid = useRovingGrid(BOX_WIDTHS);
  const levels = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => showLowestLevel(levels.current!), [input.auction]);
  const boxRow = (calls: readonly Call[], row: number) =>
    calls.map((call, column) => (
      <BoxCall call={call} input={input} onCall={onCall} cell={grid.cell(row, column)} />
    ));
  return (
    <div class="bidding-box" data-look-group aria-label={t("Bidding box")} {...grid.container}>
      <div class="box-levels" ref={levels}>
        {BIDS_BY_LEVEL.map((bids, row) => (
          <div class="box-row">{boxRow(bids, row)}</div>
        ))}
      </div>
      <div class="box-row others">{boxRow(OTHER_CALLS, BIDS_BY_LEVEL.length)}</div>
    </div>
  );
}

/** Scroll the bids, where not all have room, to the lowest level that is legal. */
function showLowestLevel(levels: HTMLElement): void {
  const lowest = levels.querySelector<HTMLElement>(".box-call[aria-disabled='false']");
  if (lowest !== null) levels.scrollTop = lowest.parentElement!.offsetTop - levels.offsetTop;
}

interface BoxCallProps {
  call: Call;
  input: Input;
  onCall: (call: Call) => void;
  cell: object;
}

/** One card of the box: greyed when the call is illegal, with the reason, but never gone. */
function BoxCall({ call, input, onCall, cell }: BoxCallProps) {
  const reason = illegalReason(input.dealer, input.auction, call);
  const suit = suitOf(call);
  return (
    <button
      type="button"
      class={`box-call ${suit === null ? `box-${call}` : `suit-${suit}`}`}
      data-call={call}
      data-look={reason === null ? `box:${call}` : undefined}
      aria-disabled={reason !== null}
      aria-label={spokenCall(call)}
      title={reason === null ? undefined : t("Not now: {reason}", { reason })}
      onClick={() => reason === null && onCall(call)}
      {...cell}
    >
      {callSymbol(call)}
    </button>
  );
}
