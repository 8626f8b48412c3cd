/**
 * Hover and focus listeners: an element with `data-look` has its call inspected when the pointer
 * rests on it, when the keyboard reaches it, or by touch.
 */

import type { Anchor, InspectionTarget, Rect } from "../../state/inspection";
import type { Dispatch, State } from "../../state/state";

/** Long enough to go to a call and make it without being told of it. */
const REST_MS = 350;
/** From call to call, once a card is open. */
const NEXT_MS = 100;
/** Time to go from a call to its card. */
const LEAVE_MS = 250;
const LONG_PRESS_MS = 500;

/** Parse the target that an attribute names: "made:3", "box:1NT". */
export function parseTarget(name: string | undefined): InspectionTarget | null {
  const [kind, what] = (name ?? "").split(":");
  if (what === undefined || what === "") return null;
  if (kind === "made") return { kind, index: Number(what) };
  return kind === "box" ? { kind, call: what } : null;
}

/** Add the listeners to the whole page. */
export function listenForInspection(stateNow: () => State, dispatch: Dispatch): void {
  const listener = new InspectionListener(stateNow, dispatch);
  document.addEventListener("pointermove", (event) => listener.over(event), { passive: true });
  document.documentElement.addEventListener("pointerleave", () => listener.leaveSoon());
  document.addEventListener("focusin", (event) => listener.focused(event));
  document.addEventListener("focusout", (event) => listener.blurred(event));
  document.addEventListener("keydown", (event) => listener.key(event));
  document.addEventListener("pointerdown", (event) => listener.down(event));
  document.addEventListener("pointerup", () => listener.up());
  document.addEventListener("pointercancel", () => listener.up());
  document.addEventListener("contextmenu", (event) => listener.menu(event));
  document.addEventListener("click", (event) => listener.click(event), { capture: true });
  addEventListener("scroll", () => listener.moved(), { capture: true, passive: true });
  addEventListener("resize", () => listener.moved(), { passive: true });
}

class InspectionListener {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private inspected: HTMLElement | null = null;
  /** The element the pointer was moved to last; a page that moves under it changes nothing. */
  private under: Element | null = null;
  private touch = false;
  /** Whether the press that goes on, or ended just now, has shown its call already. */
  private pressed = false;

  constructor(
    private readonly stateNow: () => State,
    private readonly dispatch: Dispatch,
  ) {}

  over({ pointerType, target }: PointerEvent): void {
    if (pointerType === "touch") return;
    const element = inspectableAt(target);
    const under = element ?? cardAt(target);
    if (under === this.under) return;
    this.under = under;
    const rest = this.stateNow().inspection.target === null ? REST_MS : NEXT_MS;
    if (element !== null) this.later(() => this.show(element), rest);
    else if (under !== null) clearTimeout(this.timer);
    else this.leaveSoon();
  }

  leaveSoon(): void {
    this.under = null;
    this.later(() => this.leave(), LEAVE_MS);
  }

  focused({ target }: FocusEvent): void {
    const element = inspectableAt(target);
    if (element !== null && (target as Element).matches(":focus-visible")) this.show(element);
  }

  blurred({ target }: FocusEvent): void {
    if (this.inspected !== null && inspectableAt(target) === this.inspected) this.leave();
  }

  key(event: KeyboardEvent): void {
    if (event.key !== "Escape" || this.stateNow().inspection.target === null) return;
    event.preventDefault();
    this.leave();
  }

  /** A finger that stays on a call asks what it would show; one beside all calls closes. */
  down({ pointerType, target }: PointerEvent): void {
    this.touch = pointerType === "touch";
    this.pressed = false;
    const element = inspectableAt(target);
    if (element === null) return cardAt(target) === null ? this.leave() : undefined;
    if (this.touch) this.later(() => this.press(element), LONG_PRESS_MS);
  }

  up(): void {
    if (this.touch) clearTimeout(this.timer);
  }

  menu(event: Event): void {
    if (this.pressed) event.preventDefault();
  }

  /** A click on a call of the box makes it, unless it was to tell of it. */
  click(event: MouseEvent): void {
    const element = inspectableAt(event.target);
    const target = parseTarget(element?.dataset.look);
    if (element === null || target === null) return;
    clearTimeout(this.timer);
    if (target.kind === "box") {
      if (!this.pressed && !this.stateNow().inspection.inspectMode) return;
      event.preventDefault();
      event.stopPropagation();
    }
    if (target.kind !== "made" || this.touch) this.show(element);
    this.pressed = false;
  }

  /** The card stays with its call when the page moves under it. */
  moved(): void {
    if (this.inspected?.isConnected && this.stateNow().inspection.target !== null) this.publish(this.inspected);
  }

  private press(element: HTMLElement): void {
    this.pressed = true;
    this.show(element);
  }

  private show(element: HTMLElement): void {
    clearTimeout(this.timer);
    if (!element.isConnected) return;
    this.inspected = element;
    this.publish(element);
  }

  private publish(element: HTMLElement): void {
    const target = parseTarget(element.dataset.look);
    if (target !== null) this.dispatch({ type: "call inspected", target, anchor: anchorOf(element) });
  }

  private leave(): void {
    clearTimeout(this.timer);
    this.inspected = null;
    this.dispatch({ type: "inspection ended" });
  }

  private later(act: () => void, milliseconds: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(act, milliseconds);
  }
}

function inspectableAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("[data-look]") : null;
}

function cardAt(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest(".call-card") : null;
}

function anchorOf(element: HTMLElement): Anchor {
  const group = element.closest("[data-look-group]");
  const suggestion = document.querySelector("[data-uncovered]");
  return {
    ...rectOf(element),
    around: group === null ? null : rectOf(group),
    suggestion: suggestion === null ? null : rectOf(suggestion),
  };
}

function rectOf(element: Element): Rect {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left: left + scrollX, top: top + scrollY, width, height };
}
