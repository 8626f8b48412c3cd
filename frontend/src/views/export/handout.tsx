/** One page for a club's notice board: drawn only while the page is printed. */

import { auctionRows, type Cell, turnOf } from "../../bridge/auction";
import { callSymbol } from "../../bridge/calls";
import { highCardPoints, parseHand, ranksOf } from "../../bridge/hand";
import { SYSTEM_NAMES } from "../../bridge/systems";
import {
  AUCTION_COLUMNS, SEAT_NAMES, SEATS, SUIT_SYMBOLS, SUITS, VULNERABILITY_WORDS,
} from "../../bridge/table";
import { handPicture } from "../../export/hand-picture";
import { retold, say } from "../../i18n/translate";
import { chance, momentWords, percent } from "../../insight/format";
import { meaningWords } from "../../insight/meanings";
import type { CallMeaning, Explanation } from "../../service/types";
import { CallText, Prose } from "../common/pips";

interface Props {
  explanation: Explanation;
  moment: number;
  /** The day, as ISO writes it. */
  day: string;
}

export function Handout({ explanation, moment, day }: Props) {
  const long = explanation.calls.length > 14;
  return (
    <section class={long ? "handout long" : "handout"} aria-label={say("Handout")}>
      <h2>{say("What the auction tells")}</h2>
      <div class="handout-top">
        <Setting explanation={explanation} />
        <AuctionWithNotes explanation={explanation} moment={moment} />
        <NextWords explanation={explanation} moment={moment} />
      </div>
      <h3>{momentWords(explanation, moment)}</h3>
      <Pictures explanation={explanation} moment={moment} />
      <h3>{say("What every call shows")}</h3>
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
        {say("Dealer {dealer}, vulnerable: {vulnerable}", {
          dealer: say(SEAT_NAMES[dealer]), vulnerable: say(VULNERABILITY_WORDS[vulnerability]),
        })}
      </p>
      {hand === null ? (
        <p>{say("Seen without a hand")}</p>
      ) : (
        <>
          <p>
            {say("{seat} holds {points} HCP:", {
              seat: say(SEAT_NAMES[seat]), points: highCardPoints(cards),
            })}
          </p>
          <ul class="handout-hand">
            {SUITS.map((suit) => (
              <li>
                <Prose text={`${SUIT_SYMBOLS[suit]} ${[...ranksOf(cards, suit)].join(" ") || "—"}`} />
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
            <th scope="col">{say(SEAT_NAMES[seat])}</th>
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
function NextWords({ explanation, moment }: Omit<Props, "day">) {
  const { position, moments, suggestion } = explanation;
  const made = position.auction[moment];
  const turn = turnOf(position.dealer, position.auction.slice(0, moment));
  const chances = moments[moment]!.next_call.slice(0, 3);
  if (turn === null) return <p>{say("The auction is over")}</p>;
  return (
    <div>
      {made === undefined && suggestion !== null && (
        <p>
          <Prose text={retold(suggestion.sentence, suggestion.said)} />
        </p>
      )}
      <p>{say("Likeliest next calls of {seat}:", { seat: say(SEAT_NAMES[turn]) })}</p>
      <ul>
        {chances.map(({ call, probability }) => (
          <li>
            <Prose text={`${callSymbol(call)} ${chance(probability)}`} />
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
      <sup>{meaning.index + 1}</sup> {say(SEAT_NAMES[meaning.seat])} <CallText call={meaning.call} />:{" "}
      <Prose text={meaningWords(meaning, level)} />
    </>
  );
}

function Origin({ explanation, day }: { explanation: Explanation; day: string }) {
  const { model, position, interval_level } = explanation;
  return (
    <p class="handout-origin">
      {say(
        "Agreements and estimates, not the actual cards; each range holds in at least {share} of cases. N-S play {ns}, E-W play {ew}. BridgeViz, model {model}, {day}.",
        {
          share: percent(interval_level),
          ns: say(SYSTEM_NAMES[position.systems.ns]),
          ew: say(SYSTEM_NAMES[position.systems.ew]),
          model: `${model.name} ${model.version}`,
          day,
        },
      )}
    </p>
  );
}
