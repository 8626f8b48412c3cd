/** The table: the player's hand, the auction with the meanings of its calls, and the bidding box. */

import { useEffect, useMemo, useRef } from "preact/hooks";

import { contractOf, isOver, turnOf } from "../../bridge/auction";
import { ALL_CALLS, callSymbol } from "../../bridge/calls";
import { type Card, highCardPoints, parseHand, ranksOf } from "../../bridge/hand";
import {
  SEAT_NAMES, seatAfter, type Suit, SUIT_NAMES, SUITS, VULNERABILITY_NAMES,
} from "../../bridge/table";
import { joinList, t } from "../../i18n/translate";
import { isQuietPass, namedWords } from "../../insight/message";
import { boardName } from "../../practice/board-title";
import { openAttempt, playersOf } from "../../practice/needs";
import type { Board, PracticeDispatch, PracticeState } from "../../practice/practice-state";
import type { Explanation } from "../../service/types";
import { BiddingBox } from "../common/bidding-box";
import { focusUnlessTyping } from "../common/focus";
import { ColouredText, Pip } from "../common/pips";
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

/** A hand in a row, suit by suit. */
function CardRow({ cards, label }: { cards: readonly Card[]; label: string }) {
  return (
    <ul class="card-row" aria-label={label}>
      {SUITS.map((suit) => (
        <li class={`suit suit-${suit}`}>
          <Pip suit={suit} />
          <span class="unseen">{t(SUIT_NAMES[suit])} </span>
          <Ranks ranks={ranksOf(cards, suit)} suit={suit} />
        </li>
      ))}
    </ul>
  );
}

function Ranks({ ranks, suit }: { ranks: string; suit: Suit }) {
  if (ranks === "") return <span class="void">{t("void")}</span>;
  return (
    <>
      {[...ranks].map((rank) => (
        <span class={`rank suit-${suit}`}>{rank === "T" ? "10" : rank}</span>
      ))}
    </>
  );
}

/** A call comes into question where at least one in ten such hands makes it. */
const USUAL = 0.1;

/** Hints in two steps: what partner has shown, then which calls come into question. */
function Hints({ state, board, dispatch }: Props) {
  const { hints, auction } = state;
  const answer = state.explanation?.answer ?? null;
  const known = answer !== null && answer.position.auction.length === auction.length ? answer : null;
  return (
    <div class="hints">
      <div role="status">
        {hints > 0 && known === null && <p class="hint">{t("asking …")}</p>}
        {hints > 0 &&
          known !== null &&
          partnerTexts(known, board).map((text) => (
            <p>
              <ColouredText text={text} />
            </p>
          ))}
        {hints > 1 && known !== null && (
          <p>
            <ColouredText text={candidatesText(known)} />
          </p>
        )}
      </div>
      {hints < 2 && (
        <button type="button" class="quiet" onClick={() => dispatch({ type: "hint asked" })}>
          {hints === 0 ? t("Hint: what has partner shown?") : t("Hint: which calls come into question?")}
        </button>
      )}
    </div>
  );
}

/** What each of partner's calls shows; none where partner has not called, or said nothing yet. */
function partnerTexts(explanation: Explanation, { seat }: Board): string[] {
  const partner = seatAfter(seat, 2);
  const texts = explanation.calls
    .filter((call) => call.seat === partner && !isQuietPass(call))
    .map((call) => t("{call}: {words}", { call: callSymbol(call.call), words: namedWords(call, explanation.interval_level) }));
  return texts.length > 0 ? texts : [t("Partner has shown nothing yet.")];
}

/** The calls with their usual frequency, in the order of the bidding box, so that none is told. */
function candidatesText({ moments }: Explanation): string {
  const next = moments.at(-1)?.next_call ?? [];
  const usual = next.filter(({ probability }) => probability >= USUAL).map(({ call }) => call);
  const calls = ALL_CALLS.filter((call) => usual.includes(call)).map(callSymbol);
  return calls.length > 1
    ? t("In question: {calls}.", { calls: joinList(calls) })
    : t("Nearly all such hands make the same call.");
}
