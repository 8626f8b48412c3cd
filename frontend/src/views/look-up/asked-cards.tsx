/** The cards that open in place: what a call of any auction means, and an entry of the glossary. */

import { turnOf } from "../../bridge/auction";
import type { Call } from "../../bridge/calls";
import { sideOf } from "../../bridge/table";
import type { TableAuction } from "../../bridge/table-auction";
import { EMPTY_INPUT } from "../../entry/input";
import { t } from "../../i18n/translate";
import { glossaryOf } from "../../insight/meanings";
import type { Outcome } from "../../service/client";
import type { Explanation } from "../../service/types";
import { formatAnswer } from "../../state/link";
import { CardText } from "../answer/call-card";
import { Chips } from "../answer/call-words";
import { cardText } from "../common/cards";
import { Button } from "../common/fields";
import { ColouredLine } from "../common/pips";
import { CallsText } from "../entry/entry-line";

interface CallProps {
  table: TableAuction;
  /** The place of the call in the auction. */
  index: number;
  /** Null while it is awaited. */
  outcome: Outcome<Explanation> | null;
  /** The link to practise such calls; null where there is none, or it is not known yet. */
  practice: string | null;
}

/** What a call of an auction shows, and where there is more of it. */
export function MadeCallCard({ table, index, outcome, practice }: CallProps) {
  const { dealer, auction, systems } = table;
  const call = auction[index]!;
  const seat = turnOf(dealer, auction.slice(0, index))!;
  const named = { seat, call, made: true };
  const result = outcome !== null && "result" in outcome ? outcome.result : null;
  const failure = outcome !== null && "failure" in outcome ? outcome.failure : null;
  const meaning = result?.calls[index];
  const input = { ...EMPTY_INPUT, ...table, board: "", spectator: true };
  return (
    <>
      {meaning !== undefined ? (
        <CardText
          card={{ ...named, kind: "there", meaning, others: [], level: result!.interval_level, own: null, remark: "" }}
        />
      ) : (
        <CardText card={failure === null ? { ...named, kind: "asked" } : { ...named, kind: "failed", failure }} />
      )}
      {meaning !== undefined && <Chips meaning={meaning} />}
      <p class="card-links">
        <span class="hint">{t("Played: {system}", { system: cardText(systems[sideOf(seat)], null) })}</span>{" "}
        <a href={`/#${formatAnswer(input, index + 1)}`}>{t("Open in the explainer")}</a>
        {meaning !== undefined && glossaryOf(meaning) !== null && practice !== null && (
          <>
            {" "}
            <a href={practice}>{t("Practise")}</a>
          </>
        )}
      </p>
    </>
  );
}

interface AskedProps extends Omit<CallProps, "index"> {
  /** Why the calls end before the last one asked of; null where they do not. */
  fault: string | null;
  /** The same calls with the opponents passing; null where they are not in question. */
  uncontested: readonly Call[] | null;
  onUncontested: () => void;
}

/** The answer to a question of calls: the auction as it was read, and what its last call shows. */
export function AskedCallsCard({ fault, uncontested, onUncontested, ...call }: AskedProps) {
  const { auction } = call.table;
  return (
    <>
      {auction.length > 1 && (
        <p class="asked-calls">
          <CallsText auction={auction} />
        </p>
      )}
      {fault !== null && <ColouredLine class="complaint" text={fault} />}
      {auction.length > 0 && <MadeCallCard {...call} index={auction.length - 1} />}
      {uncontested !== null && (
        <p>
          <Button onClick={onUncontested}>
            {t("If the opponents pass:")} <CallsText auction={uncontested} />
          </Button>
        </p>
      )}
    </>
  );
}

/** An entry of the glossary as its page has it; undefined while it is awaited, null where there is none. */
export function EntryCard({ entry }: { entry: HTMLElement | null | undefined }) {
  if (entry === undefined) return <p class="hint">{t("asking …")}</p>;
  return (
    <>
      {entry === null ? (
        <p class="hint">{t("No such call or term is known. Ask like this: 2♣ in Acol, 1NT P 2♣, Stayman.")}</p>
      ) : (
        <dl
          class="glossary"
          ref={(list) => list?.replaceChildren(...[...entry.childNodes].map((node) => node.cloneNode(true)))}
        />
      )}
      <p class="card-links">
        <a href={`/glossary/${entry === null ? "" : `#${entry.id}`}`}>{t("The whole glossary")}</a>
      </p>
    </>
  );
}
