/** Stepping through the auction: every moment comes from the one answer. */

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";

import type { Call } from "../../bridge/calls";
import { type Seat, seatAfter } from "../../bridge/table";
import { t } from "../../i18n/translate";
import { momentText } from "../../insight/format";
import type { Explanation } from "../../service/types";
import type { Dispatch } from "../../state/state";
import { CallText } from "../common/pips";

interface Props {
  explanation: Explanation;
  moment: number;
  dispatch: Dispatch;
  /** The parts that stay visible with the strip while the page scrolls. */
  children: ComponentChildren;
}

export function Scrubber({ explanation, moment, dispatch, children }: Props) {
  const strip = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => keepInSight(strip.current), [moment, explanation]);
  const { dealer, auction } = explanation.position;
  const go = (to: number) => dispatch({ type: "moment set", moment: to });
  const calls = useMemo(
    () =>
      auction.map((call, index) => (
        <CallMade
          call={call}
          seat={seatAfter(dealer, index)}
          unusual={explanation.calls[index]?.unusual ?? false}
        />
      )),
    [explanation],
  );
  return (
    <nav class="scrubber" aria-label={t("Step through the auction")}>
      <StepButton label={t("Previous call")} sign="‹" disabled={moment === 0} onClick={() => go(moment - 1)} />
      <ol ref={strip}>
        <li>
          <button
            type="button"
            class="step start"
            aria-current={moment === 0 ? "step" : undefined}
            onClick={() => go(0)}
          >
            {t("Deal")}
          </button>
        </li>
        {auction.map((_, index) => (
          <li>
            <button
              type="button"
              class={explanation.calls[index]?.unusual ? "step unusual" : "step"}
              data-look={`made:${index}`}
              aria-current={moment === index + 1 ? "step" : undefined}
              onClick={() => go(index + 1)}
            >
              {calls[index]}
            </button>
          </li>
        ))}
      </ol>
      <StepButton
        label={t("Next call")}
        sign="›"
        disabled={moment === auction.length}
        onClick={() => go(moment + 1)}
      />
      {explanation.calls.some(({ unusual }) => unusual) && (
        <p class="hint unusual-key" aria-hidden="true">
          {t("an unusual call")}
        </p>
      )}
      <p class="moment-words" role="status">
        {momentText(explanation, moment)}
      </p>
      {children}
    </nav>
  );
}

interface CallMadeProps {
  call: Call;
  seat: Seat;
  unusual: boolean;
}

function CallMade({ call, seat, unusual }: CallMadeProps) {
  return (
    <>
      <span class="who">{seat}</span>
      <CallText call={call} />
      {unusual && <span class="unseen">{t(", unusual")}</span>}
    </>
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
    <button
      type="button"
      class="step-arrow"
      aria-label={label}
      aria-disabled={disabled}
      onClick={onClick}
    >
      {sign}
    </button>
  );
}

/** Scroll the strip, and only the strip, until the current step shows. */
function keepInSight(strip: HTMLElement | null): void {
  const current = strip?.querySelector<HTMLElement>("[aria-current]");
  if (strip === null || !current) return;
  strip.scrollLeft = current.offsetLeft - (strip.clientWidth - current.offsetWidth) / 2;
}
