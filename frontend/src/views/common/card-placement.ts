/** Placement of the card of a call. */

import type { Anchor, Rect } from "../../state/inspection";

const GAP = 6;

/**
 * Return the card's top left corner: beside the group of its call, else below or above it;
 * where there is no room, at that edge of what is in `sight` which is farther from the call.
 */
export function placeCard(
  anchor: Anchor,
  card: Pick<Rect, "width" | "height">,
  sight: Rect,
): Pick<Rect, "left" | "top"> {
  const block = anchor.around ?? anchor;
  const [right, bottom] = [sight.left + sight.width, sight.top + sight.height];
  const lowest = bottom - card.height - GAP;
  const beside = block.left + block.width + GAP;
  if (anchor.around !== null && beside + card.width + GAP <= right) {
    return { left: beside, top: clamp(anchor.top, sight.top + GAP, lowest) };
  }
  const middle = anchor.left + (anchor.width - card.width) / 2;
  const left = clamp(middle, sight.left + GAP, right - card.width - GAP);
  const below = block.top + block.height + GAP;
  const above = block.top - card.height - GAP;
  if (below + card.height <= bottom) return { left, top: Math.max(below, sight.top + GAP) };
  if (above >= sight.top) return { left, top: Math.min(above, lowest) };
  const isLow = anchor.top + anchor.height / 2 > sight.top + sight.height / 2;
  return { left, top: isLow ? sight.top + GAP : lowest };
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(Math.min(value, most), least);
}
