/** The auction as a diagram: every call a step, alerts marked; and the bar that steps through it. */

import { useLayoutEffect, useMemo, useRef } from "preact/hooks";

import { t } from "../../i18n/translate";
import { momentText } from "../../insight/format";
import { isArtificial } from "../../insight/message";
import type { CallMeaning, Explanation } from "../../service/types";
import type { Dispatch } from "../../state/state";
import { AuctionHead, AuctionRows, ToCall } from "../common/auction-table";
import { Button } from "../common/fields";
import { CallText } from "../common/pips";

interface StepProps {
  explanation: Explanation;
  moment: number;
  dispatch: Dispatch;
}

/** Steps by one call; it stays in sight while the page scrolls. */
export function StepBar({ explanation, moment, dispatch }: StepProps) {
  const go = (to: number) => dispatch({ type: "moment set", moment: to });
  const { length } = explanation.position.auction;
  if (length === 0) return null;
  return (
    <nav class="step-bar" aria-label={t("Step through the auction")}>
      <Button aria-disabled={moment === 0} onClick={() => go(0)}>
        {t("Start")}
      </Button>
      <StepButton label={t("Previous call")} sign="‹" disabled={moment === 0} onClick={() => go(moment - 1)} />
      <span class="moment-words">{momentText(explanation, moment)}</span>
      <StepButton label={t("Next call")} sign="›" disabled={moment === length} onClick={() => go(moment + 1)} />
    </nav>
  );
}

interface StepButtonProps {
  label: string;
  sign: string;
  disabled: boolean;
  onClick: () => void;
}

function StepButton({ label, sign, disabled, onClick }: StepButtonProps) {
  return (
    <Button class="step-arrow" aria-label={label} aria-disabled={disabled} onClick={onClick}>
      {sign}
    </Button>
  );
}

interface DiagramProps {
  explanation: Explanation;
  /** The call on the card. */
  shown: number | null;
  dispatch: Dispatch;
}

export function AuctionDiagram({ explanation, shown, dispatch }: DiagramProps) {
  const box = useRef<HTMLDivElement>(null);
  const { position, calls } = explanation;
  const { hand, seat, dealer, vulnerability, auction } = position;
  const drawn = useMemo(() => calls.map((call) => <CallMade meaning={call} />), [explanation]);
  useLayoutEffect(() => keepInSight(box.current), [shown, explanation]);
  return (
    <section class="panel diagram" aria-label={t("The auction, call by call")}>
      <div class="diagram-rows" ref={box}>
        <table>
          <AuctionHead vulnerability={vulnerability} own={hand === null ? null : seat} dealer={dealer} />
          <AuctionRows dealer={dealer} auction={auction} next={(next) => <ToCall seat={next} />}>
            {({ index }) => (
              <DiagramCell index={index} shown={shown} dispatch={dispatch}>
                {drawn[index]}
              </DiagramCell>
            )}
          </AuctionRows>
        </table>
      </div>
      <Marks calls={calls} />
    </section>
  );
}

interface CellProps {
  index: number;
  shown: number | null;
  dispatch: Dispatch;
  children: preact.ComponentChildren;
}

function DiagramCell({ index, shown, dispatch, children }: CellProps) {
  return (
    <Button
      class="step"
      data-call={index}
      data-look={`made:${index}`}
      aria-current={shown === index ? "step" : undefined}
      onClick={() => dispatch({ type: "call selected", index })}
    >
      {children}
    </Button>
  );
}

function CallMade({ meaning }: { meaning: CallMeaning }) {
  const alerted = isArtificial(meaning);
  return (
    <>
      <CallText call={meaning.call} />
      {alerted && (
        <span class="alert" aria-hidden="true">
          *
        </span>
      )}
      {meaning.unusual && <span class="unusual-mark" aria-hidden="true" />}
      {(alerted || meaning.unusual) && (
        <span class="unseen">
          {alerted && t(", artificial")}
          {meaning.unusual && t(", unusual")}
        </span>
      )}
    </>
  );
}

/** What the marks of this auction mean. */
function Marks({ calls }: { calls: readonly CallMeaning[] }) {
  const alerted = calls.some(isArtificial);
  const unusual = calls.some((call) => call.unusual);
  if (!alerted && !unusual) return null;
  return (
    <p class="hint marks" aria-hidden="true">
      {alerted && (
        <span>
          <span class="alert">*</span> {t("artificial")}
        </span>
      )}
      {unusual && (
        <span>
          <span class="unusual-mark" /> {t("an unusual call")}
        </span>
      )}
    </p>
  );
}

/** Scroll the rows, and only them, until the call on the card shows. */
function keepInSight(box: HTMLElement | null): void {
  const current = box?.querySelector<HTMLElement>("[aria-current]");
  if (box === null || !current) return;
  const row = current.closest("tr")!;
  box.scrollTop = row.offsetTop + row.offsetHeight - box.clientHeight;
}
