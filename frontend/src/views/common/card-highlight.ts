/** The card highlighted in every heat map: hovered, or pinned until it is released. */

import { useState } from "preact/hooks";

import type { Card } from "../../bridge/hand";
import type { Dispatch } from "../../state/state";

export interface CardHighlight {
  /** The card under the mouse or the focus. */
  hovered: Card | null;
  pinned: Card | null;
  hover: (card: Card | null) => void;
  /** Pin the card, or release it where it is pinned. */
  pin: (card: Card) => void;
  /** The value of `data-marked` for a card. */
  of: (card: Card) => "looked" | "pinned" | undefined;
}

/** Keep the hovered card in the component; the pinned one is part of the page's state. */
export function useCardHighlight(pinned: Card | null, dispatch: Dispatch): CardHighlight {
  const [looked, look] = useState<Card | null>(null);
  return {
    hovered: looked,
    pinned,
    hover: look,
    pin: (card) => {
      const free = card === pinned;
      if (free) look(null);
      dispatch({ type: "card pinned", card: free ? null : card });
    },
    of: (card) => (card === pinned ? "pinned" : card === looked ? "looked" : undefined),
  };
}

/** Return the handlers of a grid of cells with `data-card` or `data-own`, besides its own keys. */
export function highlightHandlers({ hover, pin }: CardHighlight, onGridKey: (event: KeyboardEvent) => void) {
  const pinAt = (event: Event) => {
    const card = cardAt(event);
    if (card !== null) pin(card);
  };
  return {
    onPointerOver: (event: PointerEvent) => {
      if (event.pointerType === "mouse") hover(cardAt(event));
    },
    onPointerLeave: () => hover(null),
    onFocusIn: (event: FocusEvent) => hover(cardAt(event)),
    onFocusOut: () => hover(null),
    onClick: pinAt,
    onKeyDown: (event: KeyboardEvent) => {
      onGridKey(event);
      if (event.key === "Escape") hover(null);
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
