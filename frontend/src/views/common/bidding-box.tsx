/** The bidding box: a card for each call, those that are illegal greyed. */

import { useLayoutEffect, useRef } from "preact/hooks";

import { illegalReason, isLegal } from "../../bridge/auction";
import { type Call, callSymbol, LEVELS, spokenCall, suitOf } from "../../bridge/calls";
import { type Seat, STRAINS } from "../../bridge/table";
import { t } from "../../i18n/translate";
import { Button } from "./fields";
import { useRovingGrid } from "./focus";

const OTHER_CALLS: readonly Call[] = ["P", "X", "XX"];
const BIDS_BY_LEVEL = LEVELS.map((level) => STRAINS.map((strain): Call => `${level}${strain}`));
const BOX = [...BIDS_BY_LEVEL, OTHER_CALLS];
const BOX_WIDTHS = BOX.map((row) => row.length);

interface Props {
  dealer: Seat;
  auction: readonly Call[];
  /** Whether it only keeps its place until it is the player's turn. */
  waiting?: boolean;
  onCall: (call: Call) => void;
  /** Whether a call that is pointed at tells what it shows. */
  tells?: boolean;
}

export function BiddingBox({ dealer, auction, waiting = false, onCall, tells = true }: Props) {
  const grid = useRovingGrid(BOX_WIDTHS, (row, column) => isLegal(dealer, auction, BOX[row]![column]!));
  const levels = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => showLowestLevel(levels.current!), [auction, waiting]);
  const boxRow = (calls: readonly Call[], row: number) =>
    calls.map((call, column) => (
      <BoxCall
        call={call}
        reason={waiting ? t("it is not your turn") : illegalReason(dealer, auction, call)}
        onCall={onCall}
        tells={tells}
        cell={grid.cell(row, column)}
      />
    ));
  return (
    <div
      class="bidding-box"
      data-look-group
      aria-label={t("Bidding box")}
      aria-disabled={waiting || undefined}
      {...grid.container}
    >
      <div class="box-levels" ref={levels}>
        {BIDS_BY_LEVEL.map((bids, row) => (
          <div class="box-row">{boxRow(bids, row)}</div>
        ))}
      </div>
      <div class="box-row others">{boxRow(OTHER_CALLS, BIDS_BY_LEVEL.length)}</div>
    </div>
  );
}

/** Scroll the bids, where not all have room, to the lowest level that is legal. */
function showLowestLevel(levels: HTMLElement): void {
  const lowest = levels.querySelector<HTMLElement>(".box-call[aria-disabled='false']");
  if (lowest !== null) levels.scrollTop = lowest.parentElement!.offsetTop - levels.offsetTop;
}

interface BoxCallProps {
  call: Call;
  /** The reason for which it is illegal; null where it is legal. */
  reason: string | null;
  onCall: (call: Call) => void;
  tells: boolean;
  cell: object;
}

/** One card of the box: greyed when the call is illegal, with the reason, but never gone. */
function BoxCall({ call, reason, onCall, tells, cell }: BoxCallProps) {
  const suit = suitOf(call);
  return (
    <Button
      class={`box-call ${suit === null ? `box-${call}` : `suit-${suit}`}`}
      data-call={call}
      data-look={reason === null && tells ? `box:${call}` : undefined}
      aria-disabled={reason !== null}
      aria-label={spokenCall(call)}
      title={reason === null ? undefined : t("Not now: {reason}", { reason })}
      onClick={() => reason === null && onCall(call)}
      {...cell}
    >
      {callSymbol(call)}
    </Button>
  );
}
