/** A position on paper or as a problem: table, hand, auction, all four hands. */

import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";

import type { Vocabulary } from "../../bridge/card";
import { type Card, type Deal, highCardPoints, parseHand, suitText } from "../../bridge/hand";
import { AUCTION_COLUMNS, SEAT_NAMES, SEATS, SUIT_SYMBOLS, SUITS } from "../../bridge/table";
import type { TableAuction } from "../../bridge/table-auction";
import { addressOf, qrCode } from "../../export/download";
import { t } from "../../i18n/translate";
import { tableText } from "../../insight/format";
import { meaningText } from "../../insight/meanings";
import type { CallMeaning, Position } from "../../service/types";
import { cardText, useVocabulary } from "../common/cards";
import { AuctionRows } from "../common/auction-table";
import { TableHead } from "../common/fields";
import { CallText, ColouredText } from "../common/pips";

/** Dealer, vulnerability and systems. */
export function TableConditions({ position }: { position: Position }) {
  const { ns, ew } = position.systems;
  const vocabulary = useVocabulary(ns, ew);
  return (
    <p>
      {tableText(position)}
      <br />
      {systemsText(position.systems, vocabulary)}
    </p>
  );
}

function systemsText({ ns, ew }: Position["systems"], vocabulary: Vocabulary | null): string {
  return ns === ew
    ? t("Both sides play {system}.", { system: cardText(ns, vocabulary) })
    : t("N-S play {ns}, E-W play {ew}.", { ns: cardText(ns, vocabulary), ew: cardText(ew, vocabulary) });
}

/** The own hand, suit by suit, its points counted or not; or that there is none. */
export function OwnHand({ position, counted = false }: { position: Position; counted?: boolean }) {
  if (position.hand === null) return <p>{t("Seen without a hand")}</p>;
  const { cards } = parseHand(position.hand);
  const values = { seat: t(SEAT_NAMES[position.seat]), points: highCardPoints(cards) };
  return (
    <div>
      <p>{counted ? t("{seat} holds {points} HCP:", values) : t("{seat} holds:", values)}</p>
      <SuitList cards={cards} />
    </div>
  );
}

export function SuitList({ cards }: { cards: readonly Card[] }) {
  return (
    <ul class="suit-list">
      {SUITS.map((suit) => (
        <li>
          <ColouredText text={`${SUIT_SYMBOLS[suit]} ${suitText(cards, suit, " ")}`} />
        </li>
      ))}
    </ul>
  );
}

/** The four hands around the table. */
export function FourHands({ deal }: { deal: Deal }) {
  return (
    <div class="four-hands">
      {SEATS.map((seat) => (
        <div class={`at-${seat}`}>
          <b>{t(SEAT_NAMES[seat])}</b>
          <SuitList cards={deal[seat]} />
        </div>
      ))}
    </div>
  );
}

interface TableProps {
  position: Pick<Position, "dealer" | "auction">;
  /** The table, where each call has a card of its meaning. */
  lookedUp?: TableAuction | undefined;
  /** What stands after a call, by its place. */
  note?: (index: number) => ComponentChildren;
  marked?: readonly number[];
}

/** The auction in columns, with "?" where the next call goes. */
export function PrintedAuction({ position, lookedUp, note, marked = [] }: TableProps) {
  const { dealer, auction } = position;
  return (
    <table class="printed-auction">
      <TableHead names={AUCTION_COLUMNS.map((seat) => t(SEAT_NAMES[seat]))} />
      <AuctionRows dealer={dealer} auction={auction} lookedUp={lookedUp} next={() => <td>?</td>}>
        {({ call, index }) => (
          <span class={marked.includes(index) ? "at-moment" : undefined}>
            <CallText call={call} />
            {note?.(index)}
          </span>
        )}
      </AuctionRows>
    </table>
  );
}

/** What each call shows, by its place in the auction. */
export function CallNotes({ calls, level }: { calls: readonly CallMeaning[]; level: number }) {
  return (
    <ol class="handout-notes">
      {calls.map((meaning) => (
        <li>
          <sup>{meaning.index + 1}</sup> {t(SEAT_NAMES[meaning.seat])} <CallText call={meaning.call} />:{" "}
          <ColouredText text={meaningText(meaning, level)} />
        </li>
      ))}
    </ol>
  );
}

/** A link on paper: a QR code, which in a file can be clicked. */
export function QrLink({ fragment, text, page }: { fragment: string; text: string; page?: string | undefined }) {
  const address = addressOf(fragment, page);
  const svg = useMemo(() => qrCode(address), [address]);
  return (
    <a class="qr-link" href={address}>
      <span aria-hidden="true" dangerouslySetInnerHTML={{ __html: svg }} />
      {text}
    </a>
  );
}
