/** Deferred rendering: a step draws the visible boxes, one a frame, and the others later. */

import { useEffect, useRef, useState } from "preact/hooks";

import type { Explanation } from "../../service/types";
import type { State } from "../../state/state";

/** Longer than a key that is held takes to repeat. */
const REST_MS = 150;

/**
 * The moment to draw in a box, and what the box is to be given as its `ref`. An explanation is drawn
 * at once; a step through it in one of the next frames, one box in each, so that none takes long; out
 * of sight, once no step has been made for a while.
 */
export function useDeferredMoment(explanation: Explanation, moment: number): [number, (box: Element | null) => void] {
  const [box, setBox] = useState<Element | null>(null);
  const visible = useVisible(box);
  const drawn = useRef({ explanation, moment });
  const asked = useRef(drawn.current);
  const [, drawAgain] = useState(0);
  asked.current = { explanation, moment };
  if (drawn.current.explanation !== explanation) drawn.current = asked.current;
  useEffect(() => {
    const draw = () => {
      drawn.current = asked.current;
      drawAgain((times) => times + 1);
    };
    if (drawn.current.moment === moment) return undefined;
    if (visible) return scheduleDraw(drawn, draw);
    const resting = setTimeout(() => scheduleDraw(drawn, draw), REST_MS);
    return () => clearTimeout(resting);
  }, [visible, explanation, moment]);
  useEffect(() => () => void queue.delete(drawn), []);
  return [drawn.current.moment, setBox];
}

/** The draws scheduled, in order; one scheduled again keeps its place. */
const queue = new Map<object, () => void>();

/** Schedule a draw in a frame of its own, after those scheduled before. */
function scheduleDraw(who: object, draw: () => void): void {
  if (queue.size === 0) requestAnimationFrame(drawNext);
  queue.set(who, draw);
}

function drawNext(): void {
  const [next] = queue;
  if (next === undefined) return;
  const [who, draw] = next;
  queue.delete(who);
  draw();
  if (queue.size > 0) requestAnimationFrame(drawNext);
}

/** What a step through the auction changes. */
const STEPPED = ["moment", "selectedCall"];

/** The state, one and the same while only a step changes it; what that changes is out of date then. */
export function useStateBetweenSteps(state: State): State {
  const kept = useRef(state);
  const fields = Object.keys(state) as (keyof State)[];
  const same = fields.every((field) => STEPPED.includes(field) || state[field] === kept.current[field]);
  if (!same) kept.current = state;
  return kept.current;
}

/** Whether any of the box can be seen; true until that is known. */
function useVisible(box: Element | null): boolean {
  const [visible, setVisible] = useState(true);
  useEffect(() => {
    setVisible(true);
    if (box === null) return undefined;
    const watcher = new IntersectionObserver((entries) => setVisible(entries.at(-1)!.isIntersecting));
    watcher.observe(box);
    return () => watcher.disconnect();
  }, [box]);
  return visible;
}
