/** Width classes of a container. */

import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";

/** The greatest width of each class, in em; beyond them the container is wide. */
const BREAKPOINTS: readonly [number, string][] = [[45.5, "narrow"], [55.5, "middle"]];

/**
 * Set `data-room` on the container by its width. A container query would do the
 * same, but costs every step of the picture a second pass over all styles.
 */
export function useContainerWidth(box: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = box.current!;
    const measure = () => {
      const em = parseFloat(getComputedStyle(document.documentElement).fontSize);
      const width = element.clientWidth / em;
      element.dataset.room = BREAKPOINTS.find(([most]) => width <= most)?.[1] ?? "wide";
    };
    const watcher = new ResizeObserver(measure);
    measure();
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [box]);
}
