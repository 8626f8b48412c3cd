/** How much room a box leaves to what is drawn in it. */

import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";

/** Up to which widths, in the size of the text, the picture has how much room; then it is wide. */
const ROOMS: readonly [number, string][] = [[45.5, "narrow"], [55.5, "middle"]];

/**
 * Says on the box, as `data-room`, how much room its width leaves. A container query would say the
 * same, but costs every step of the picture a second pass over all styles.
 */
export function useRoom(box: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = box.current!;
    const measure = () => {
      const em = parseFloat(getComputedStyle(document.documentElement).fontSize);
      const width = element.clientWidth / em;
      element.dataset.room = ROOMS.find(([most]) => width <= most)?.[1] ?? "wide";
    };
    const watcher = new ResizeObserver(measure);
    measure();
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [box]);
}
