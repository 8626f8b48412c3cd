/** A grid of cells with one stop for the Tab key, walked with the arrow keys. */

import { useRef, useState } from "preact/hooks";

const STEPS: Record<string, [number, number]> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};

/** Return the cell that a key leads to in a grid with these row lengths; null for other keys. */
export function stepInGrid(
  widths: readonly number[],
  [row, column]: readonly [number, number],
  key: string,
): [number, number] | null {
  if (key === "Home") return [row, 0];
  if (key === "End") return [row, widths[row]! - 1];
  const step = STEPS[key];
  if (step === undefined) return null;
  const toRow = Math.min(Math.max(row + step[0], 0), widths.length - 1);
  const toColumn = Math.min(Math.max(column + step[1], 0), widths[toRow]! - 1);
  return [toRow, toColumn];
}

/** A click takes no focus, nor leaves it in a field: so the arrow keys step through the auction. */
function withoutFocus(event: MouseEvent, container: HTMLElement | null): void {
  event.preventDefault();
  const focused = document.activeElement;
  if (focused instanceof HTMLElement && !container?.contains(focused)) focused.blur();
}

/** Props for the container and for each cell of such a grid. */
export function useRovingGrid<T extends HTMLElement = HTMLDivElement>(widths: readonly number[]) {
  const container = useRef<T>(null);
  const [at, setAt] = useState<readonly [number, number]>([0, 0]);
  return {
    container: {
      ref: container,
      role: "toolbar" as const,
      onMouseDown: (event: MouseEvent) => withoutFocus(event, container.current),
      onKeyDown: (event: KeyboardEvent) => {
        const to = stepInGrid(widths, at, event.key);
        if (to === null) return;
        event.preventDefault();
        setAt(to);
        container.current?.querySelector<HTMLElement>(`[data-at="${to}"]`)?.focus();
      },
    },
    cell: (row: number, column: number) => ({
      "data-at": `${row},${column}`,
      tabIndex: at[0] === row && at[1] === column ? 0 : -1,
      onFocus: () => setAt([row, column]),
    }),
  };
}
