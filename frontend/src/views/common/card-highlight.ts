/** Which card is marked in every heat map: looked at in passing, or kept until it is let go. */

import { useState } from "preact/hooks";

import type { Card } from "../../bridge/hand";
import type { Dispatch } from "../../state/state";

export interface Marking {
  /** The card under the mouse or the focus. */
  looked: Card | null;
  pinned: Card | null;
  look: (card: Card | null) => void;
  /** Keeps the card marked, or lets it go where it is the one that is kept. */
  pin: (card: Card) => void;
  /** How the card is marked, if it is. */
  of: (card: Card) => "looked" | "pinned" | undefined;
}

/** Looking is a matter of this view; what is pinned is part of the page's state. */
export function useMarking(pinned: Card | null, dispatch: Dispatch): Marking {
  const [looked, look] = useState<Card | null>(null);
  return {
    looked,
    pinned,
    look,
    pin: (card) => {
      const free = card === pinned;
      if (free) look(null);
      dispatch({ type: "card pinned", card: free ? null : card });
    },
    of: (card) => (card === pinned ? "pinned" : card === looked ? "looked" : undefined),
  };
}

/** What a grid of cells with `data-card` or `data-own` listens to, besides its own keys. */
export function markingHandlers(
  { look, pin }: Marking,
  onGridKey: (event: KeyboardEvent) => void,
) {
  const pinAt = (event: Event) => {
    const card = cardAt(event);
    if (card !== null) pin(card);
  };
  return {
    onPointerOver: (event: PointerEvent) => {
      if (event.pointerType === "mouse") look(cardAt(event));
    },
    onPointerLeave: () => look(null),
    onFocusIn: (event: FocusEvent) => look(cardAt(event)),
    onFocusOut: () => look(null),
    onClick: pinAt,
    onKeyDown: (event: KeyboardEvent) => {
      onGridKey(event);
      if (event.key === "Escape") look(null);
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      pinAt(event);
    },
  };
}

function cardAt(event: Event): Card | null {
  const cell = (event.target as Element).closest<HTMLElement>("[data-card], [data-own]");
  return cell?.dataset.card ?? cell?.dataset.own ?? null;
}
