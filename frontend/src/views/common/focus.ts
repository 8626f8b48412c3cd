/** Move focus and scroll position: to the field at fault, to the answer, to the bidding box. */

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

/** Focus an element in place of a button that is gone, but not while a field is being filled in. */
export function focusUnlessTyping(element: HTMLElement | null): void {
  if (document.activeElement?.matches("input, select, textarea")) return;
  element?.focus({ preventScroll: true });
}
