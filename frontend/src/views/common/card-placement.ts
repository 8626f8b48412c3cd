/** Placement of the card of a call. */

import type { Anchor, Rect } from "../../state/inspection";

const GAP = 6;

/**
 * Return the card's top left corner: beside the group of its call, else below or above it;
 * where there is no room, at that edge of what is in `sight` which is farther from the call, or at
 * the other. Of these, the first that leaves the suggestion uncovered.
 */
export function placeCard(
  anchor: Anchor,
  card: Pick<Rect, "width" | "height">,
  sight: Rect,
): Pick<Rect, "left" | "top"> {
  const places = possiblePlaces(anchor, card, sight);
  const covers = (place: Place) => overlap({ ...place, ...card }, anchor.suggestion);
  return places.find((place) => !covers(place)) ?? places[0]!;
}

type Place = Pick<Rect, "left" | "top">;

function possiblePlaces(anchor: Anchor, card: Pick<Rect, "width" | "height">, sight: Rect): Place[] {
  const block = anchor.around ?? anchor;
  const [right, bottom] = [sight.left + sight.width, sight.top + sight.height];
  const [highest, lowest] = [sight.top + GAP, bottom - card.height - GAP];
  const level = clamp(anchor.top, highest, lowest);
  const middle = anchor.left + (anchor.width - card.width) / 2;
  const left = clamp(middle, sight.left + GAP, right - card.width - GAP);
  const beside = block.left + block.width + GAP;
  const before = block.left - card.width - GAP;
  const below = block.top + block.height + GAP;
  const above = block.top - card.height - GAP;
  const isLow = anchor.top + anchor.height / 2 > sight.top + sight.height / 2;
  const edges = isLow ? [highest, lowest] : [lowest, highest];
  const places: [Place, boolean][] = [
    [{ left: beside, top: level }, anchor.around !== null && beside + card.width + GAP <= right],
    [{ left, top: Math.max(below, highest) }, below + card.height <= bottom],
    [{ left, top: Math.min(above, lowest) }, above >= sight.top],
    [{ left: before, top: level }, anchor.around !== null && before >= sight.left + GAP],
    ...edges.map((top): [Place, boolean] => [{ left, top }, true]),
  ];
  return places.filter(([, fits]) => fits).map(([place]) => place);
}

function overlap(one: Rect, other: Rect | null): boolean {
  if (other === null) return false;
  const apart = one.left + one.width <= other.left || other.left + other.width <= one.left;
  return !apart && one.top < other.top + other.height && other.top < one.top + one.height;
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(Math.min(value, most), least);
}
