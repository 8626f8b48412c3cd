/** What is entered, on one line. */

import type { RefObject } from "preact";

import { type Call, spokenCall } from "../../bridge/calls";
import { type Card, suitText } from "../../bridge/hand";
import { SUITS } from "../../bridge/table";
import { auctionKey, type TableAuction } from "../../bridge/table-auction";
import type { Input } from "../../entry/input";
import { t } from "../../i18n/translate";
import type { Dispatch } from "../../state/state";
import { CallText, SuitName } from "../common/pips";

interface Props {
  input: Input;
  dispatch: Dispatch;
  button: RefObject<HTMLButtonElement | null>;
}

export function EntryLine({ input, dispatch, button }: Props) {
  const { auction, cards, spectator } = input;
  return (
    <section class="entry-line" aria-labelledby="line-title">
      <h2 id="line-title" class="unseen">
        {t("Your hand and the auction")}
      </h2>
      <span class="line-hand">{spectator ? t("Looking on") : <HandText cards={cards} />}</span>
      <span aria-hidden="true">·</span>
      <span class="line-calls">{auction.length === 0 ? t("no calls yet") : <CallsText auction={auction} />}</span>
      <button
        ref={button}
        type="button"
        class="quiet"
        aria-expanded={false}
        aria-controls="entry"
        onClick={() => dispatch({ type: "entry folded", folded: false })}
      >
        {t("change")}
      </button>
    </section>
  );
}

/** "♠AQ4 ♥K93 ♦AJ62 ♣Q85" */
export function HandText({ cards }: { cards: readonly Card[] }) {
  return SUITS.map((suit) => <SuitText cards={cards} suit={suit} />);
}

/** "1NT P 2♥ P"; each call has a card of its meaning where the table is known. */
export function CallsText({ auction, lookedUp }: { auction: readonly Call[]; lookedUp?: TableAuction }) {
  return (
    <span data-auction={lookedUp && auctionKey(lookedUp)}>
      {auction.map((call, index) => (
        <>
          <span data-meaning={lookedUp && index}>
            <ShortCall call={call} />
          </span>{" "}
        </>
      ))}
    </span>
  );
}

function ShortCall({ call }: { call: Call }) {
  if (call !== "P") return <CallText call={call} />;
  return (
    <span class="call call-P">
      <span aria-hidden="true">P</span>
      <span class="unseen">{spokenCall(call)}</span>
    </span>
  );
}

function SuitText({ suit, cards }: { suit: (typeof SUITS)[number]; cards: readonly Card[] }) {
  return (
    <>
      <SuitName suit={suit} />
      {suitText(cards, suit)}{" "}
    </>
  );
}
