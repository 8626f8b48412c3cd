/** The seconds that are left, counted down in sight; announced once, near the end. */

import { useEffect, useState } from "preact/hooks";

import { t } from "../../i18n/translate";

interface Props {
  /** In milliseconds of the clock. */
  deadline: number;
  /** The seconds at the beginning. */
  whole: number;
  onOver: () => void;
}

const TICK_MS = 200;
const NEAR_END = 10;

export function Countdown({ deadline, whole, onOver }: Props) {
  const [left, setLeft] = useState(() => secondsTo(deadline));
  useEffect(() => {
    const tick = () => {
      const now = secondsTo(deadline);
      setLeft(now);
      if (now === 0) onOver();
    };
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [deadline, onOver]);
  return (
    <div class={`countdown ${left <= NEAR_END ? "near-end" : ""}`}>
      <p role="timer" aria-live="off">
        {t("{count} s left", { count: left })}
      </p>
      <progress max={whole} value={left} aria-hidden="true" />
      <span class="unseen" role="status">
        {left <= NEAR_END && t("{count} seconds left", { count: NEAR_END })}
      </span>
    </div>
  );
}

function secondsTo(deadline: number): number {
  return Math.max(0, Math.ceil((deadline - Date.now()) / 1000));
}
