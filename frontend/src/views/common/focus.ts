/** Move focus and scroll position: to the field at fault, to the answer, to the bidding box. */

import { useRef, useState } from "preact/hooks";

import { type Failure, type Field, firstField } from "../../service/failure";

/** The control that takes the focus when its field is at fault. */
const CONTROLS: Record<Exclude<Field, "page">, string> = {
  hand: "#hand",
  seat: "input[name=seat]:checked",
  dealer: "input[name=dealer]:checked",
  vulnerability: "input[name=vulnerability]:checked",
  auction: ".bidding-box [tabindex='0']",
  systems: "#system-ns",
};

/** Focus the first field at fault and show its errors; else show the answer. */
export function showOutcome(failure: Failure | null): void {
  const field = failure === null ? null : firstField(failure);
  const control = field === null ? null : document.querySelector<HTMLElement>(CONTROLS[field]);
  if (control === null) return showAnswer();
  control.focus({ preventScroll: true });
  document.getElementById(`${field}-complaint`)!.scrollIntoView({ block: "center" });
}

/** Focus the field of calls, whose text could not be read. */
export function showCallsFault(): void {
  document.getElementById("calls")!.focus({ preventScroll: true });
  document.getElementById("calls-complaint")!.scrollIntoView({ block: "center" });
}

/** Focus the place of the answer. */
export function focusAnswer(): void {
  document.getElementById("answer")?.focus({ preventScroll: true });
}

/** Show the answer from its beginning: on a narrow screen it lies below the entry. */
function showAnswer(): void {
  // What was clicked, such as an example, is gone by now.
  if (document.activeElement === document.body) focusAnswer();
  const start = document.querySelector(".entry-line, .problem") ?? document.querySelector(".outcome")!;
  const { top } = start.getBoundingClientRect();
  if (top < 0 || top > innerHeight / 2) start.scrollIntoView();
}

/** Focus the bidding box, where a branch waits for its first call. */
export function showBiddingBox(): void {
  const call = document.querySelector<HTMLElement>(CONTROLS.auction);
  call?.focus({ preventScroll: true });
  call?.scrollIntoView({ block: "center" });
}

/** Have links to the page in another language take along what is on show, close the menu, and skip to its content. */
export function listenForLinks(fragment: () => string, onSkip: () => void): void {
  document.querySelector(".languages")?.addEventListener("click", (event) => {
    const anchor = (event.target as Element).closest("a");
    if (anchor !== null) anchor.hash = fragment();
  });
  const menu = document.getElementById("menu");
  menu?.addEventListener("click", (event) => {
    // A link within the page would leave it open; a browser without popovers shows it always.
    if ((event.target as Element).closest("a") !== null && "hidePopover" in menu) menu.hidePopover();
  });
  document.querySelector(".skip")?.addEventListener("click", (event) => {
    // The address keeps the link to what is on show.
    event.preventDefault();
    onSkip();
  });
}

/** Focus an element in place of a button that is gone, but not while a field is being filled in. */
export function focusUnlessTyping(element: HTMLElement | null): void {
  if (document.activeElement?.matches("input, select, textarea")) return;
  element?.focus({ preventScroll: true });
}

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

type Cell = readonly [row: number, column: number];

/** Props for the container and for each cell of such a grid; Tab leads to the last cell, or the first that is open. */
export function useRovingGrid<T extends HTMLElement = HTMLDivElement>(
  widths: readonly number[],
  isOpen: (...cell: Cell) => boolean = () => true,
) {
  const container = useRef<T>(null);
  const [at, setAt] = useState<Cell>([0, 0]);
  const stop = isOpen(...at) ? at : (cellsOf(widths).find((cell) => isOpen(...cell)) ?? at);
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
      tabIndex: stop[0] === row && stop[1] === column ? 0 : -1,
      onFocus: () => setAt([row, column]),
    }),
  };
}

function cellsOf(widths: readonly number[]): Cell[] {
  return widths.flatMap((width, row) => Array.from({ length: width }, (_, column): Cell => [row, column]));
}
