/** The table: the player's hand, the auction with the meanings of its calls, and the bidding box. */

import { useEffect, useMemo, useRef } from "preact/hooks";

import { contractOf, isOver, turnOf } from "../../bridge/auction";
import { highCardPoints, parseHand } from "../../bridge/hand";
import { SEAT_NAMES, VULNERABILITY_NAMES } from "../../bridge/table";
import { t } from "../../i18n/translate";
import { boardName } from "../../practice/board-title";
import { openAttempt, playersOf } from "../../practice/needs";
import type { Board, PracticeDispatch, PracticeState } from "../../practice/practice-state";
import { BiddingBox } from "../common/bidding-box";
import { focusUnlessTyping } from "../common/focus";
import { CardRow } from "./card-row";
import { Hints } from "./hints";
import { PracticeAuction } from "./practice-auction";
import { Verdict } from "./verdict";

interface Props {
  state: PracticeState;
  board: Board;
  dispatch: PracticeDispatch;
}

export function TableView({ state, board, dispatch }: Props) {
  const { auction, pair } = state;
  const seated = pair === null || pair.seat === "held";
  const own = seated && turnOf(board.dealer, auction) === board.seat && openAttempt(state) === null;
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (own) focusUnlessTyping(section.current!.querySelector(".bidding-box [tabindex='0']"));
  }, [own, board]);
  const box = useMemo(
    () => (
      <BiddingBox
        dealer={board.dealer}
        auction={auction}
        onCall={(call) => dispatch({ type: "own call made", call })}
      />
    ),
    [board.dealer, auction, dispatch],
  );
  return (
    <section ref={section} class="panel table" aria-labelledby="table-title">
      <header class="panel-head">
        <h2 id="table-title">
          {boardName(state) ?? t("Your board")}
        </h2>
        <p class="hint">
          {t("Dealer {dealer}, vulnerable: {vulnerable}", {
            dealer: t(SEAT_NAMES[board.dealer]),
            vulnerable: t(VULNERABILITY_NAMES[board.vulnerability]),
          })}
        </p>
      </header>
      <OwnHand board={board} />
      <PracticeAuction state={state} board={board} dispatch={dispatch} />
      <p class="whose-turn" role="status">
        {turnText(state, board)}
      </p>
      <Verdict state={state} dispatch={dispatch} />
      {own && box}
      {own && <Hints state={state} board={board} dispatch={dispatch} />}
    </section>
  );
}

function OwnHand({ board: { hand, seat } }: { board: Board }) {
  const { cards } = parseHand(hand);
  return (
    <div class="player-hand">
      <CardRow cards={cards} label={t("Your hand")} />
      <p class="hint">
        {t("You are {seat}: {points} HCP", {
          seat: t(SEAT_NAMES[seat]), points: highCardPoints(cards),
        })}
      </p>
    </div>
  );
}

function turnText(state: PracticeState, { dealer, seat }: Board): string {
  const { auction } = state;
  if (isOver(auction)) {
    return contractOf(dealer, auction) === null ? t("Passed out") : t("The auction is over");
  }
  const turn = turnOf(dealer, auction);
  if (turn === seat) return t("Your call");
  if (playersOf(state, seat).includes(turn!)) return t("Partner is to call");
  return openAttempt(state) === null ? t("Robots are calling …") : "";
}
