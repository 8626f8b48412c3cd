/** The auction at the table; a call that is chosen says what it shows. */

import { auctionRows, type Cell } from "../../bridge/auction";
import { AUCTION_COLUMNS, isVulnerable, relationOf, type Seat, SEAT_NAMES } from "../../bridge/table";
import { t } from "../../i18n/translate";
import { isArtificial, wordsOf } from "../../insight/message";
import { unusualText } from "../../insight/meanings";
import type { Board, PracticeDispatch, PracticeState } from "../../practice/practice-state";
import type { CallMeaning } from "../../service/types";
import { Chips, MeaningName } from "../answer/call-words";
import { CallText, ColouredText } from "../common/pips";

interface Props {
  state: PracticeState;
  board: Board;
  dispatch: PracticeDispatch;
}

export function PracticeAuction({ state, board, dispatch }: Props) {
  const meaning = meaningOf(state, state.inspected);
  return (
    <div class="practice-auction">
      <table class="auction">
        <caption class="unseen">{t("The auction so far")}</caption>
        <thead>
          <tr>
            {AUCTION_COLUMNS.map((seat) => (
              <SeatHead seat={seat} board={board} />
            ))}
          </tr>
        </thead>
        <tbody>
          {auctionRows(board.dealer, state.auction).map((row) => (
            <tr>
              {row.map((cell) => (
                <CallCell cell={cell} state={state} dispatch={dispatch} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div class="call-meaning" role="status">
        {meaning !== null && <CallMeaningCard meaning={meaning} state={state} board={board} />}
        {state.inspected !== null && meaning === null && <p class="hint">{t("asking …")}</p>}
      </div>
    </div>
  );
}

function SeatHead({ seat, board }: { seat: Seat; board: Board }) {
  const vulnerable = isVulnerable(seat, board.vulnerability);
  return (
    <th scope="col" class={`${vulnerable ? "vulnerable" : "safe"}${seat === board.seat ? " own" : ""}`}>
      <abbr title={t(SEAT_NAMES[seat])}>{seat}</abbr>
      <span class="unseen">
        {vulnerable ? t(", vulnerable") : t(", not vulnerable")}
        {seat === board.seat ? t(", you") : ""}
      </span>
    </th>
  );
}

function CallCell({ cell, state, dispatch }: Omit<Props, "board"> & { cell: Cell }) {
  if (cell.kind === "blank") return <td />;
  if (cell.kind === "next") {
    return (
      <td class="next">
        <span aria-hidden="true">?</span>
      </td>
    );
  }
  const { call, index } = cell;
  const shown = state.inspected === index;
  const meaning = meaningOf(state, index);
  return (
    <td>
      <button
        type="button"
        class="step"
        aria-expanded={shown}
        onClick={() => dispatch({ type: "call inspected", index: shown ? null : index })}
      >
        <CallText call={call} />
        {meaning !== null && isArtificial(meaning) && (
          <>
            <sup class="alert-mark" aria-hidden="true">
              !
            </sup>
            <span class="unseen">{t(", artificial")}</span>
          </>
        )}
      </button>
    </td>
  );
}

/** What a call of the auction shows; null while that is awaited. */
function meaningOf({ explanation, auction }: PracticeState, index: number | null): CallMeaning | null {
  const found = index === null ? undefined : explanation?.answer.calls[index];
  return found !== undefined && found.call === auction[found.index] ? found : null;
}

function CallMeaningCard({ meaning, state, board }: Omit<Props, "dispatch"> & { meaning: CallMeaning }) {
  const words = wordsOf(meaning, state.explanation!.answer.interval_level);
  const unclear = unusualText(meaning);
  return (
    <>
      <p class="card-title">
        <span class="who">{t(SEAT_NAMES[meaning.seat])}</span>{" "}
        <span class="hint">{relationOf(meaning.seat, board.seat)}</span>{" "}
        <CallText call={meaning.call} /> <MeaningName meaning={meaning} />
      </p>
      <Chips meaning={meaning} />
      {words !== "" && (
        <p>
          <ColouredText text={words} />
        </p>
      )}
      {unclear !== null && <p class="card-unclear">{unclear}</p>}
    </>
  );
}
