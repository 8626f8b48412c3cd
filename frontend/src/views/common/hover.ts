/**
 * Hover and focus listeners: an element that tells of a call has it inspected when the pointer
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

/** The elements of a page that tell of a call, and the card on which they do. */
export interface Inspector {
  /** The element at a place of the page; null where there is none. */
  find(place: Element): HTMLElement | null;
  /** Whether a card is open. */
  isOpen(): boolean;
  /** What a click on an element does: its call is shown beside what it does, in place of that, or not at all. */
  onClick(element: HTMLElement, press: Press): "shows" | "only shows" | "nothing";
  /** Show the card of an element, or move it where that has moved. */
  show(element: HTMLElement): void;
  close(): void;
}

interface Press {
  touch: boolean;
  /** Whether it was long, so that the call is shown already. */
  long: boolean;
}

/** Have the calls inspected that the state of the main page knows of. */
export function listenForInspection(stateNow: () => State, dispatch: Dispatch): void {
  listenFor({
    find: (place) => place.closest<HTMLElement>("[data-look]"),
    isOpen: () => stateNow().inspection.target !== null,
    // A click on a call of the box makes it, unless it was to tell of it.
    onClick: (element, { touch, long }) => {
      if (element.dataset["look"]!.startsWith("made")) {
        return touch && element.closest("[data-look-group]") !== null ? "shows" : "nothing";
      }
      return long || stateNow().inspection.inspectMode ? "only shows" : "nothing";
    },
    show: (element) => {
      const target = parseTarget(element.dataset["look"]);
      if (target !== null) dispatch({ type: "call inspected", target, anchor: anchorOf(element) });
    },
    close: () => dispatch({ type: "inspection ended" }),
  });
}

/** Add the listeners to the whole page. */
export function listenFor(inspector: Inspector): void {
  const listener = new InspectionListener(inspector);
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

  constructor(private readonly inspector: Inspector) {}

  over({ pointerType, target }: PointerEvent): void {
    if (pointerType === "touch") return;
    const element = this.at(target);
    const under = element ?? cardAt(target);
    if (under === this.under) return;
    this.under = under;
    const rest = this.inspector.isOpen() ? NEXT_MS : REST_MS;
    if (element !== null) this.later(() => this.show(element), rest);
    else if (under !== null) clearTimeout(this.timer);
    else this.leaveSoon();
  }

  leaveSoon(): void {
    this.under = null;
    this.later(() => this.leave(), LEAVE_MS);
  }

  focused({ target }: FocusEvent): void {
    const element = this.at(target);
    if (element !== null && (target as Element).matches(":focus-visible")) this.show(element);
  }

  blurred({ target }: FocusEvent): void {
    if (this.inspected !== null && this.at(target) === this.inspected) this.leave();
  }

  key(event: KeyboardEvent): void {
    if (event.key !== "Escape" || !this.inspector.isOpen()) return;
    event.preventDefault();
    this.leave();
  }

  /** A finger that stays on a call asks what it would show; one beside all calls closes. */
  down({ pointerType, target }: PointerEvent): void {
    this.touch = pointerType === "touch";
    this.pressed = false;
    const element = this.at(target);
    if (element === null) return cardAt(target) === null ? this.leave() : undefined;
    if (this.touch) this.later(() => this.press(element), LONG_PRESS_MS);
  }

  up(): void {
    if (this.touch) clearTimeout(this.timer);
  }

  menu(event: Event): void {
    if (this.pressed) event.preventDefault();
  }

  click(event: MouseEvent): void {
    const element = this.at(event.target);
    if (element === null) return;
    clearTimeout(this.timer);
    const does = this.inspector.onClick(element, { touch: this.touch, long: this.pressed });
    if (does === "only shows") {
      event.preventDefault();
      event.stopPropagation();
    }
    if (does !== "nothing") this.show(element);
    this.pressed = false;
  }

  /** The card stays with its call when the page moves under it. */
  moved(): void {
    if (this.inspected?.isConnected && this.inspector.isOpen()) this.inspector.show(this.inspected);
  }

  private press(element: HTMLElement): void {
    this.pressed = true;
    this.show(element);
  }

  private show(element: HTMLElement): void {
    clearTimeout(this.timer);
    if (!element.isConnected) return;
    this.inspected = element;
    this.inspector.show(element);
  }

  private leave(): void {
    clearTimeout(this.timer);
    this.inspected = null;
    this.inspector.close();
  }

  private at(target: EventTarget | null): HTMLElement | null {
    return target instanceof Element ? this.inspector.find(target) : null;
  }

  private later(act: () => void, milliseconds: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(act, milliseconds);
  }
}

function cardAt(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest(".call-card") : null;
}

/** The place of an element, for the card beside it. */
export function anchorOf(element: Element): Anchor {
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
