/** One page for a club's notice board: drawn only while the page is printed. */

import { auctionRows, type Cell, turnOf } from "../../bridge/auction";
import { callSymbol } from "../../bridge/calls";
import { highCardPoints, parseHand, ranksOf } from "../../bridge/hand";
import { SYSTEM_NAMES } from "../../bridge/systems";
import {
  AUCTION_COLUMNS, SEAT_NAMES, SEATS, SUIT_SYMBOLS, SUITS, VULNERABILITY_NAMES,
} from "../../bridge/table";
import { handPicture } from "../../export/hand-picture";
import { t, translate } from "../../i18n/translate";
import { formatChance, formatPercent, momentText } from "../../insight/format";
import { meaningText } from "../../insight/meanings";
import type { CallMeaning, Explanation } from "../../service/types";
import { CallText, ColouredText } from "../common/pips";

interface Props {
  explanation: Explanation;
  moment: number;
  /** The day, as ISO writes it. */
  day: string;
}

export function Handout({ explanation, moment, day }: Props) {
  const long = explanation.calls.length > 14;
  return (
    <section class={long ? "handout long" : "handout"} aria-label={t("Handout")}>
      <h2>{t("What the auction tells")}</h2>
      <div class="handout-top">
        <Setting explanation={explanation} />
        <AuctionWithNotes explanation={explanation} moment={moment} />
        <NextText explanation={explanation} moment={moment} />
      </div>
      <h3>{momentText(explanation, moment)}</h3>
      <Pictures explanation={explanation} moment={moment} />
      <h3>{t("What every call shows")}</h3>
      <Notes explanation={explanation} />
      <Origin explanation={explanation} day={day} />
    </section>
  );
}

function Setting({ explanation }: { explanation: Explanation }) {
  const { hand, seat, dealer, vulnerability } = explanation.position;
  const cards = hand === null ? [] : parseHand(hand).cards;
  return (
    <div>
      <p>
        {t("Dealer {dealer}, vulnerable: {vulnerable}", {
          dealer: t(SEAT_NAMES[dealer]), vulnerable: t(VULNERABILITY_NAMES[vulnerability]),
        })}
      </p>
      {hand === null ? (
        <p>{t("Seen without a hand")}</p>
      ) : (
        <>
          <p>
            {t("{seat} holds {points} HCP:", {
              seat: t(SEAT_NAMES[seat]), points: highCardPoints(cards),
            })}
          </p>
          <ul class="handout-hand">
            {SUITS.map((suit) => (
              <li>
                <ColouredText text={`${SUIT_SYMBOLS[suit]} ${[...ranksOf(cards, suit)].join(" ") || "—"}`} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** The auction, each call with the number of its footnote. */
function AuctionWithNotes({ explanation, moment }: Omit<Props, "day">) {
  const { dealer, auction } = explanation.position;
  return (
    <table class="auction">
      <thead>
        <tr>
          {AUCTION_COLUMNS.map((seat) => (
            <th scope="col">{t(SEAT_NAMES[seat])}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {auctionRows(dealer, auction).map((row) => (
          <tr>
            {row.map((cell) => (
              <NotedCell cell={cell} moment={moment} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function NotedCell({ cell, moment }: { cell: Cell; moment: number }) {
  if (cell.kind === "blank") return <td />;
  if (cell.kind === "next") return <td>?</td>;
  return (
    <td class={cell.index + 1 === moment ? "at-moment" : undefined}>
      <CallText call={cell.call} />
      <sup>{cell.index + 1}</sup>
    </td>
  );
}

/** The suggestion at the end of the auction; before it, what was likeliest and what was called. */
function NextText({ explanation, moment }: Omit<Props, "day">) {
  const { position, moments, suggestion } = explanation;
  const made = position.auction[moment];
  const turn = turnOf(position.dealer, position.auction.slice(0, moment));
  const chances = moments[moment]!.next_call.slice(0, 3);
  if (turn === null) return <p>{t("The auction is over")}</p>;
  return (
    <div>
      {made === undefined && suggestion !== null && (
        <p>
          <ColouredText text={translate(suggestion.sentence, suggestion.said)} />
        </p>
      )}
      <p>{t("Likeliest next calls of {seat}:", { seat: t(SEAT_NAMES[turn]) })}</p>
      <ul>
        {chances.map(({ call, probability }) => (
          <li>
            <ColouredText text={`${callSymbol(call)} ${formatChance(probability)}`} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The same pictures as in the files: they keep their colours on paper, in dark and light. */
function Pictures({ explanation, moment }: Omit<Props, "day">) {
  const hidden = SEATS.filter((seat) => explanation.moments[moment]!.hands[seat] !== undefined);
  return (
    <div class={`handout-pictures of-${hidden.length}`}>
      {hidden.map((seat) => (
        <div dangerouslySetInnerHTML={{ __html: handPicture(explanation, moment, seat).svg }} />
      ))}
    </div>
  );
}

function Notes({ explanation }: { explanation: Explanation }) {
  const { calls, interval_level } = explanation;
  return (
    <ol class="handout-notes">
      {calls.map((meaning) => (
        <li>
          <Note meaning={meaning} level={interval_level} />
        </li>
      ))}
    </ol>
  );
}

function Note({ meaning, level }: { meaning: CallMeaning; level: number }) {
  return (
    <>
      <sup>{meaning.index + 1}</sup> {t(SEAT_NAMES[meaning.seat])} <CallText call={meaning.call} />:{" "}
      <ColouredText text={meaningText(meaning, level)} />
    </>
  );
}

function Origin({ explanation, day }: { explanation: Explanation; day: string }) {
  const { model, position, interval_level } = explanation;
  return (
    <p class="handout-origin">
      {t(
        "Agreements and estimates, not the actual cards; each range holds in at least {share} of cases. N-S play {ns}, E-W play {ew}. BridgeViz, model {model}, {day}.",
        {
          share: formatPercent(interval_level),
          ns: t(SYSTEM_NAMES[position.systems.ns]),
          ew: t(SYSTEM_NAMES[position.systems.ew]),
          model: `${model.name} ${model.version}`,
          day,
        },
      )}
    </p>
  );
}
