/** Stepping through the auction: every moment comes from the one answer. */

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

import type { Explanation } from "../explanation";
import type { Dispatch } from "../state";
import { seatAfter } from "../table";
import { momentWords } from "./calls";
import { CallText } from "./pips";
import { say } from "../words";

interface Props {
  explanation: Explanation;
  moment: number;
  dispatch: Dispatch;
  /** What stays in sight with the strip while the page scrolls. */
  children: ComponentChildren;
}

export function Scrubber({ explanation, moment, dispatch, children }: Props) {
  const strip = useRef<HTMLOListElement>(null);
  useEffect(() => keepInSight(strip.current), [moment, explanation]);
  const { dealer, auction } = explanation.position;
  const go = (to: number) => dispatch({ type: "moment set", moment: to });
  return (
    <nav class="scrubber" aria-label={say("Step through the auction")}>
      <StepButton label={say("Previous call")} sign="‹" disabled={moment === 0} onClick={() => go(moment - 1)} />
      <ol ref={strip}>
        <li>
          <button
            type="button"
            class="step start"
            aria-current={moment === 0 ? "step" : undefined}
            onClick={() => go(0)}
          >
            {say("Deal")}
          </button>
        </li>
        {auction.map((call, index) => (
          <li>
            <button
              type="button"
              class={explanation.calls[index]?.unusual ? "step unusual" : "step"}
              data-look={`made:${index}`}
              aria-current={moment === index + 1 ? "step" : undefined}
              onClick={() => go(index + 1)}
            >
              <span class="who">{seatAfter(dealer, index)}</span>
              <CallText call={call} />
              {explanation.calls[index]?.unusual && <span class="unseen">{say(", unusual")}</span>}
            </button>
          </li>
        ))}
      </ol>
      <StepButton
        label={say("Next call")}
        sign="›"
        disabled={moment === auction.length}
        onClick={() => go(moment + 1)}
      />
      <p class="moment-words" role="status">
        {momentWords(explanation, moment)}
      </p>
      {children}
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
