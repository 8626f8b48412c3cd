/** The table: the player's hand, the auction with the meanings of its calls, and the bidding box. */

import { useEffect, useMemo, useRef } from "preact/hooks";

import { contractOf, isOver, turnOf } from "../../bridge/auction";
import { ALL_CALLS, callSymbol, spokenCall } from "../../bridge/calls";
import { type Card, highCardPoints, parseHand, ranksOf, rankText } from "../../bridge/hand";
import { relationOf, type Seat, SEAT_NAMES, seatAfter, type Suit, SUIT_NAMES, SUITS } from "../../bridge/table";
import { joinList, t } from "../../i18n/translate";
import { tableText } from "../../insight/format";
import { unusualText } from "../../insight/meanings";
import { isArtificial, isQuietPass, namedWords, wordsOf } from "../../insight/message";
import { boardName } from "../../practice/class-set";
import { openAttempt, playersOf } from "../../practice/needs";
import type { Board, PracticeProps, PracticeState } from "../../practice/practice-state";
import type { CallMeaning, Explanation } from "../../service/types";
import { Chips, MeaningName } from "../answer/call-words";
import { AuctionHead, AuctionRows, type CallCell } from "../common/auction-table";
import { BiddingBox } from "../common/bidding-box";
import { Button } from "../common/fields";
import { focusUnlessTyping } from "../common/focus";
import { CallText, ColouredLine, Pip } from "../common/pips";
import { CallField } from "./call-field";
import { Verdict } from "./verdict";

interface Props extends PracticeProps {
  board: Board;
}

export function TableView({ state, board, dispatch }: Props) {
  const { auction, pair } = state;
  const called = isOver(auction) || pair?.seat === "taken";
  const seated = pair === null || pair.seat === "held";
  const own = seated && !state.seeking && turnOf(board.dealer, auction) === board.seat && openAttempt(state) === null;
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (own) focusUnlessTyping(section.current!.querySelector(".bidding-box [tabindex='0']"));
  }, [own, board]);
  const box = useMemo(
    () => (
      <BiddingBox
        dealer={board.dealer}
        auction={auction}
        waiting={!own}
        onCall={(call) => dispatch({ type: "own call made", call })}
      />
    ),
    [board.dealer, auction, own, dispatch],
  );
  return (
    <section ref={section} class="panel table" aria-labelledby="table-title">
      <header class="panel-head">
        <h2 id="table-title">{boardName(state) ?? t("Your board")}</h2>
        <p class="hint">{tableText(board)}</p>
      </header>
      <OwnHand board={board} />
      <div class="table-said">
        <PracticeAuction state={state} board={board} dispatch={dispatch} />
        <Verdict state={state} dispatch={dispatch} />
        {own && <Hints state={state} board={board} dispatch={dispatch} />}
      </div>
      <div class="table-turn">
        <p class="whose-turn" role="status">
          {turnText(state, board)}
        </p>
        {!called && box}
        {!called && <CallField state={state} board={board} own={own} dispatch={dispatch} />}
        <p class="unseen" role="status">
          {own && spokenCalls(state, board)}
        </p>
      </div>
    </section>
  );
}

/** The place of the table until its board is there. */
export function AwaitedTable() {
  return (
    <section class="panel table" aria-busy="true">
      <p class="hint" role="status">
        {t("Dealing …")}
      </p>
    </section>
  );
}

function OwnHand({ board: { hand, seat } }: { board: Board }) {
  const { cards } = parseHand(hand);
  return (
    <div class="player-hand">
      <CardRow cards={cards} label={t("Your hand")} />
      <p class="hint">
        {t("You are {seat}: {points} HCP", { seat: t(SEAT_NAMES[seat]), points: highCardPoints(cards) })}
      </p>
    </div>
  );
}

function turnText(state: PracticeState, { dealer, seat }: Board): string {
  const { auction } = state;
  if (isOver(auction)) {
    return contractOf(dealer, auction) === null ? t("Passed out") : t("The auction is over");
  }
  if (state.seeking) return t("The robots are bidding …");
  const turn = turnOf(dealer, auction);
  const last = auction.at(-2);
  if (turn === seat && last !== undefined && playersOf(state, seat).length > 1) {
    return t("Partner has called {call}. Your call", { call: callSymbol(last) });
  }
  if (turn === seat) return isDecision(state, seat) ? t("The decision: your call") : t("Your call");
  if (playersOf(state, seat).includes(turn!)) return t("Partner is to call");
  return openAttempt(state) === null ? t("The robots are bidding …") : "";
}

/** The calls of the others since the player's last, as they are spoken, for those who do not see them. */
function spokenCalls({ auction }: PracticeState, { dealer, seat }: Board): string {
  const last = auction.findLastIndex((_, index) => seatAfter(dealer, index) === seat);
  const calls = auction.slice(last + 1).map((call, place) => {
    const caller = t(SEAT_NAMES[seatAfter(dealer, last + 1 + place)]);
    return `${caller} ${spokenCall(call)}`;
  });
  return joinList(calls);
}

/** Whether it is the player's first turn here, after calls that others have made from the seat. */
function isDecision({ auction, attempts, board }: PracticeState, seat: Seat): boolean {
  return attempts.length === 0 && auction.some((_, index) => seatAfter(board!.dealer, index) === seat);
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
        <span class={`rank suit-${suit}`}>{rankText(rank)}</span>
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
        {hints > 0 && known !== null && partnerTexts(known, board).map((text) => <ColouredLine text={text} />)}
        {hints > 1 && known !== null && <ColouredLine text={candidatesText(known)} />}
      </div>
      {hints < 2 && (
        <Button onClick={() => dispatch({ type: "hint asked" })}>
          {hints === 0 ? t("Hint: what has partner shown?") : t("Hint: which calls should you consider?")}
        </Button>
      )}
    </div>
  );
}

/** What each of partner's calls shows; none where partner has not called, or said nothing yet. */
function partnerTexts(explanation: Explanation, { seat }: Board): string[] {
  const partner = seatAfter(seat, 2);
  const texts = explanation.calls
    .filter((call) => call.seat === partner && !isQuietPass(call))
    .map((call) =>
      t("{call}: {words}", { call: callSymbol(call.call), words: namedWords(call, explanation.interval_level) }),
    );
  return texts.length > 0 ? texts : [t("Partner has shown nothing yet.")];
}

/** The calls with their usual frequency, in the order of the bidding box, so that none is told. */
function candidatesText({ moments }: Explanation): string {
  const next = moments.at(-1)?.next_call ?? [];
  const usual = next.filter(({ probability }) => probability >= USUAL).map(({ call }) => call);
  const calls = ALL_CALLS.filter((call) => usual.includes(call)).map(callSymbol);
  return calls.length > 1
    ? t("Worth considering: {calls}.", { calls: joinList(calls) })
    : t("Nearly all such hands make the same call.");
}

/** The auction at the table; a call that is chosen says what it shows. */
function PracticeAuction({ state, board, dispatch }: Props) {
  const meaning = meaningOf(state, state.inspected);
  return (
    <div class="practice-auction">
      <table class="auction">
        <caption class="unseen">{t("The auction so far")}</caption>
        <AuctionHead vulnerability={board.vulnerability} own={board.seat} />
        <AuctionRows
          dealer={board.dealer}
          auction={state.auction}
          lookedUp={{ ...board, auction: state.auction }}
          next={() => NEXT}
        >
          {(cell) => <MadeCall cell={cell} state={state} dispatch={dispatch} />}
        </AuctionRows>
      </table>
      <div class="call-meaning" role="status">
        {meaning !== null && <CallMeaningCard meaning={meaning} state={state} board={board} />}
        {state.inspected !== null && meaning === null && <p class="hint">{t("asking …")}</p>}
      </div>
    </div>
  );
}

const NEXT = (
  <td class="next">
    <span aria-hidden="true">?</span>
  </td>
);

function MadeCall({ cell, state, dispatch }: Omit<Props, "board"> & { cell: CallCell }) {
  const { call, index } = cell;
  const shown = state.inspected === index;
  const meaning = meaningOf(state, index);
  return (
    <Button
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
    </Button>
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
        <span class="hint">{relationOf(meaning.seat, board.seat)}</span> <CallText call={meaning.call} />{" "}
        <MeaningName meaning={meaning} />
      </p>
      <Chips meaning={meaning} />
      {words !== "" && <ColouredLine text={words} />}
      {unclear !== null && <p class="card-unclear">{unclear}</p>}
    </>
  );
}
