/** A distribution as a small bar chart of a picture. */

import { bars } from "../insight/bars";
import { formatRange } from "../insight/format";
import type { Distribution } from "../service/types";
import { BAR, BAR_INSIDE, INK, label, LINE, SOFT_INK } from "./drawing";
import { element, escaped, rounded } from "./svg";

const HEIGHT = 56;

export interface Scale {
  x: number;
  /** The top of the tallest bar; the name stands above. */
  y: number;
  width: number;
  last: number;
  top: number;
  /** Write every so-manieth value under the axis. */
  tick: number;
}

/** Bars over their axis, and above them what they are of and their range. */
export function chart(name: string, ink: string, distribution: Distribution, scale: Scale): string {
  const { x, y, width, last, top, tick } = scale;
  const step = width / (last + 1);
  const base = y + HEIGHT;
  const drawn = bars(distribution, last, top).map(({ value, height, inside }) =>
    element("rect", {
      x: rounded(x + value * step),
      y: rounded(base - height * HEIGHT),
      width: rounded(step - 1),
      height: rounded(height * HEIGHT),
      fill: inside ? BAR_INSIDE : BAR,
    }),
  );
  const ticks = Array.from({ length: Math.floor(last / tick) + 1 }, (_, place) =>
    label(String(place * tick), {
      x: rounded(x + (place * tick + 0.5) * step), y: base + 13, "font-size": 10, fill: SOFT_INK,
      "text-anchor": "middle",
    }),
  );
  return element(
    "g",
    {},
    element(
      "text",
      { x, y: y - 8, "font-size": 13, fill: INK },
      element("tspan", { fill: ink }, escaped(name)),
      element("tspan", { dx: 6, "font-weight": 600 }, escaped(formatRange(distribution))),
    ),
    ...drawn,
    element("line", { x1: x, x2: x + width, y1: base, y2: base, stroke: LINE }),
    ...ticks,
  );
}
