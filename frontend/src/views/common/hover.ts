/**
 * Which call the user looks at: whatever carries `data-look` tells of its call when the pointer
 * rests on it, when the keyboard reaches it, or by touch.
 */

import type { Anchor, Look, Rect } from "../../state/inspection";
import type { Dispatch, State } from "../../state/state";

/** Long enough to go to a call and make it without being told of it. */
const REST_MS = 350;
/** From call to call, once a card is open. */
const NEXT_MS = 100;
/** Time to go from a call to its card. */
const LEAVE_MS = 250;
const LONG_PRESS_MS = 500;

/** The look that an attribute names: "made:3", "box:1NT", "next:X". */
export function lookOf(name: string | undefined): Look | null {
  const [kind, what] = (name ?? "").split(":");
  if (what === undefined || what === "") return null;
  if (kind === "made") return { kind, index: Number(what) };
  return kind === "box" || kind === "next" ? { kind, call: what } : null;
}

/** Listen to the whole page from now on. */
export function watchLooks(stateNow: () => State, dispatch: Dispatch): void {
  const watcher = new Watcher(stateNow, dispatch);
  document.addEventListener("pointermove", (event) => watcher.over(event), { passive: true });
  document.documentElement.addEventListener("pointerleave", () => watcher.leaveSoon());
  document.addEventListener("focusin", (event) => watcher.focused(event));
  document.addEventListener("focusout", (event) => watcher.blurred(event));
  document.addEventListener("keydown", (event) => watcher.key(event));
  document.addEventListener("pointerdown", (event) => watcher.down(event));
  document.addEventListener("pointerup", () => watcher.up());
  document.addEventListener("pointercancel", () => watcher.up());
  document.addEventListener("contextmenu", (event) => watcher.menu(event));
  document.addEventListener("click", (event) => watcher.click(event), { capture: true });
  addEventListener("scroll", () => watcher.moved(), { capture: true, passive: true });
  addEventListener("resize", () => watcher.moved(), { passive: true });
}

class Watcher {
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private looked: HTMLElement | null = null;
  /** What the pointer was moved to last; a page that moves under it changes nothing. */
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
    const element = lookable(target);
    const under = element ?? cardAt(target);
    if (under === this.under) return;
    this.under = under;
    const rest = this.stateNow().exploring.look === null ? REST_MS : NEXT_MS;
    if (element !== null) this.later(() => this.show(element), rest);
    else if (under !== null) clearTimeout(this.waiting);
    else this.leaveSoon();
  }

  leaveSoon(): void {
    this.under = null;
    this.later(() => this.leave(), LEAVE_MS);
  }

  focused({ target }: FocusEvent): void {
    const element = lookable(target);
    if (element !== null && (target as Element).matches(":focus-visible")) this.show(element);
  }

  blurred({ target }: FocusEvent): void {
    if (this.looked !== null && lookable(target) === this.looked) this.leave();
  }

  key(event: KeyboardEvent): void {
    if (event.key !== "Escape" || this.stateNow().exploring.look === null) return;
    event.preventDefault();
    this.leave();
  }

  /** A finger that stays on a call asks what it would show; one beside all calls closes. */
  down({ pointerType, target }: PointerEvent): void {
    this.touch = pointerType === "touch";
    this.pressed = false;
    const element = lookable(target);
    if (element === null) return cardAt(target) === null ? this.leave() : undefined;
    if (this.touch) this.later(() => this.press(element), LONG_PRESS_MS);
  }

  up(): void {
    if (this.touch) clearTimeout(this.waiting);
  }

  menu(event: Event): void {
    if (this.pressed) event.preventDefault();
  }

  /** A click on a call of the box makes it, unless it was to tell of it. */
  click(event: MouseEvent): void {
    const element = lookable(event.target);
    const look = lookOf(element?.dataset.look);
    if (element === null || look === null) return;
    clearTimeout(this.waiting);
    if (look.kind === "box") {
      if (!this.pressed && !this.stateNow().exploring.wondering) return;
      event.preventDefault();
      event.stopPropagation();
    }
    if (look.kind !== "made" || this.touch) this.show(element);
    this.pressed = false;
  }

  /** The card stays with its call when the page moves under it. */
  moved(): void {
    if (this.looked?.isConnected && this.stateNow().exploring.look !== null) this.tell(this.looked);
  }

  private press(element: HTMLElement): void {
    this.pressed = true;
    this.show(element);
  }

  private show(element: HTMLElement): void {
    clearTimeout(this.waiting);
    if (!element.isConnected) return;
    this.looked = element;
    this.tell(element);
  }

  private tell(element: HTMLElement): void {
    const look = lookOf(element.dataset.look);
    if (look !== null) this.dispatch({ type: "call looked at", look, anchor: anchorOf(element) });
  }

  private leave(): void {
    clearTimeout(this.waiting);
    this.looked = null;
    this.dispatch({ type: "looked away" });
  }

  private later(act: () => void, milliseconds: number): void {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(act, milliseconds);
  }
}

function lookable(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("[data-look]") : null;
}

function cardAt(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest(".call-card") : null;
}

function anchorOf(element: HTMLElement): Anchor {
  const group = element.closest("[data-look-group]");
  return { ...rectOf(element), around: group === null ? null : rectOf(group) };
}

function rectOf(element: Element): Rect {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left: left + scrollX, top: top + scrollY, width, height };
}
