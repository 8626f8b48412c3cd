/** How many tricks each seat takes in each strain, double dummy. */

import { highCardPoints, parseHand, suitText } from "../../bridge/hand";
import { type Seat, SEAT_NAMES, SEATS, type Strain, STRAINS, SUITS } from "../../bridge/table";
import { t } from "../../i18n/translate";
import { sourceText } from "../../insight/verdicts";
import type { RecordedBoard } from "../../service/boards";
import type { Review, ReviewRequest } from "../../service/types";
import { TableHead, TableRow } from "../common/fields";
import { StrainName, SuitName } from "../common/pips";

const COLUMNS: readonly Strain[] = [...STRAINS].reverse();

export function TricksTable({ makes }: { makes: NonNullable<Review["makes"]> }) {
  return (
    <section class="tricks" aria-labelledby="tricks-title">
      <h3 id="tricks-title">{t("Tricks double dummy")}</h3>
      <Tricks tricks={makes.tricks} />
      <p class="hint">{sourceText(makes.source)}</p>
    </section>
  );
}

/** What the file says of the deal: its tricks where they are not those of the review, and par. */
export function StatedTricks({
  stated,
  makes,
}: {
  stated: NonNullable<RecordedBoard["stated"]>;
  makes: Review["makes"];
}) {
  const { tricks, par } = stated;
  const isOther = ([seat, strain]: readonly [Seat, Strain]) =>
    ![makes?.tricks[seat][strain], null].includes(tricks![seat][strain]);
  const cells = SEATS.flatMap((seat) => STRAINS.map((strain) => [seat, strain] as const));
  return (
    <section class="tricks stated" aria-labelledby="stated-title">
      <h3 id="stated-title">{t("As the file says")}</h3>
      {tricks !== null &&
        (cells.some(isOther) ? <Tricks tricks={tricks} /> : <p>{t("The same tricks double dummy.")}</p>)}
      {par !== "" && <p>{t("Par: {par}", { par })}</p>}
    </section>
  );
}

function Tricks({ tricks }: { tricks: Readonly<Record<Seat, Readonly<Record<Strain, number | null>>>> }) {
  return (
    <table class="numbers">
      <TableHead names={[t("Declarer"), ...COLUMNS.map((strain) => <StrainName strain={strain} />)]} />
      <tbody>
        {SEATS.map((seat) => (
          <TableRow name={t(SEAT_NAMES[seat])} cells={COLUMNS.map((strain) => tricks[seat][strain] ?? "–")} />
        ))}
      </tbody>
    </table>
  );
}

/** The known hands around the table, as newspapers print them. */
export function DealDiagram({ hands }: { hands: ReviewRequest["hands"] }) {
  return (
    <section class="deal" aria-label={t("The deal")}>
      {SEATS.map((seat) => {
        const hand = hands[seat];
        return hand === null ? null : <DealtHand seat={seat} hand={hand} />;
      })}
    </section>
  );
}

function DealtHand({ seat, hand }: { seat: Seat; hand: string }) {
  const { cards } = parseHand(hand);
  return (
    <div class={`dealt dealt-${seat}`}>
      <h3>
        {t(SEAT_NAMES[seat])} <span class="hint">{t("{points} HCP", { points: highCardPoints(cards) })}</span>
      </h3>
      <ul>
        {SUITS.map((suit) => (
          <li>
            <SuitName suit={suit} /> {suitText(cards, suit)}
          </li>
        ))}
      </ul>
    </div>
  );
}
