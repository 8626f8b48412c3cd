/** The auction so far, and the bidding box that adds to it. */

import { useMemo } from "preact/hooks";

import { turnOf } from "../../bridge/auction";
import { SEAT_NAMES } from "../../bridge/table";
import type { Input } from "../../entry/input";
import { t } from "../../i18n/translate";
import { failureOf } from "../../state/selectors";
import type { PageProps } from "../../state/state";
import { InspectSwitch } from "../answer/call-card";
import { AuctionHead, AuctionRows, type CallCell, ToCall } from "../common/auction-table";
import { BiddingBox } from "../common/bidding-box";
import { Button, Complaints, FieldErrors } from "../common/fields";
import { CallText } from "../common/pips";
import { BoardField, DealFields } from "./board-fields";
import { isPhone } from "./sheets";

export function AuctionSection({ state, dispatch }: PageProps) {
  const { input } = state;
  const failure = failureOf(state);
  const begun = input.auction.length > 0;
  const box = useMemo(
    () => (
      <BiddingBox
        dealer={input.dealer}
        auction={input.auction}
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
        <Button disabled={!begun} onClick={() => dispatch({ type: "call taken back", ownTurn: isPhone() })}>
          {t("Undo last call")}
        </Button>
        <Button disabled={!begun} onClick={() => dispatch({ type: "auction cleared" })}>
          {t("Clear auction")}
        </Button>
        <InspectSwitch state={state} dispatch={dispatch} />
      </div>
    </section>
  );
}

function turnText({ dealer, auction }: Input): string {
  const turn = turnOf(dealer, auction);
  return turn === null ? t("The auction is over") : t("{seat} to call", { seat: t(SEAT_NAMES[turn]) });
}

function AuctionTable({ state, dispatch }: PageProps) {
  const { input } = state;
  return (
    <table class="auction" data-look-group>
      <caption class="unseen">{t("The auction so far")}</caption>
      <AuctionHead vulnerability={input.vulnerability} own={input.spectator ? null : input.seat} />
      <AuctionRows dealer={input.dealer} auction={input.auction} next={(seat) => <ToCall seat={seat} />}>
        {(cell) => <AuctionCell cell={cell} state={state} dispatch={dispatch} />}
      </AuctionRows>
    </table>
  );
}

function AuctionCell({ cell, state, dispatch }: PageProps & { cell: CallCell }) {
  const reached = cell.index + 1;
  const steppable = state.explanation !== null && reached < state.explanation.moments.length;
  if (!steppable) return <CallText call={cell.call} />;
  return (
    <Button
      class="step"
      data-look={`made:${cell.index}`}
      aria-current={state.moment === reached ? "step" : undefined}
      onClick={() => dispatch({ type: "moment set", moment: reached })}
    >
      <CallText call={cell.call} />
    </Button>
  );
}

/** The auction as text, in any spelling: the service reads it. */
function CallsField({ state, dispatch }: PageProps) {
  const { text, pending, error } = state.textFields.calls;
  const read = () => {
    if (text === null || pending) return;
    if (text.trim() === "") dispatch({ type: "auction cleared" });
    else dispatch({ type: "parse requested", field: "calls", source: { text } });
  };
  return (
    <div class="field calls-text">
      <label for="calls">
        {t("Or type the calls")} <span class="hint">{t("1NT P 2C, 1h-p-2h, Dbl …")}</span>
      </label>
      <input
        id="calls"
        type="text"
        value={text ?? state.input.auction.join(" ")}
        autocomplete="off"
        spellcheck={false}
        maxLength={2000}
        aria-describedby="calls-hint calls-complaint"
        aria-invalid={error !== null}
        onInput={(event) => dispatch({ type: "calls typed", text: event.currentTarget.value })}
        onChange={read}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          read();
        }}
      />
      <span id="calls-hint" class="unseen">
        {t("The calls, starting with the dealer; press Enter to apply them.")}
      </span>
      <Complaints id="calls-complaint" texts={[error]} />
    </div>
  );
}
