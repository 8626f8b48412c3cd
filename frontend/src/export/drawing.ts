/** Common parts of exported pictures: sheet, colours, texts, bars of chances. */

import { callSymbol } from "../bridge/calls";
import { type Suit, SUIT_SYMBOLS, SUITS } from "../bridge/table";
import { t } from "../i18n/translate";
import { bars } from "../insight/distribution";
import { formatRange } from "../insight/format";
import type { Distribution, Explanation } from "../service/types";

export interface Picture {
  /** A whole SVG file. */
  svg: string;
  width: number;
  height: number;
}

/** The width of a picture, and from where to where it is drawn on. */
export const WIDTH = 568;
export const LEFT = 16;
export const RIGHT = WIDTH - LEFT;

// The light colours of the page: a file knows no dark scheme, and paper is white.
export const INK = "#1c2320";
export const SOFT_INK = "#545d57";
const LINE = "#dcd6c7";
export const SUNK = "#efebe0";
export const MADE = "#e1ede5";
const BAR = "#b9c6cf";
const BAR_INSIDE = "#317ab9";
export const SUIT_INK: Record<Suit, string> = { S: INK, H: "#c01826", D: "#ad5200", C: "#16713a" };

const MOST_CALLS_NAMED = 7; // a title stays within the narrowest picture

interface Sheet {
  title: string;
  /** The text alternative of the picture. */
  description: string;
  width: number;
  height: number;
  explanation: Explanation;
}

/** A standalone SVG file: white, with its title above and where it comes from below. */
export function sheet({ title, description, width, height, explanation }: Sheet, ...drawn: string[]): Picture {
  const size = { width, height };
  const svg = element(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      ...size,
      viewBox: `0 0 ${width} ${height}`,
      role: "img",
      "aria-label": title,
      "font-family": "system-ui, 'DejaVu Sans', sans-serif",
    },
    element("title", {}, escaped(title)),
    element("desc", {}, escaped(description)),
    element("rect", { ...size, fill: "#ffffff" }),
    label(title, { x: LEFT, y: 32, "font-size": 18, "font-weight": 600 }),
    ...drawn,
    label(origin(explanation), { x: LEFT, y: height - 10, "font-size": 10, fill: SOFT_INK }),
  );
  return { svg, width, height };
}

/** Return the title of a picture, with the calls before it. */
export function titleOf(what: string, { position }: Explanation, moment: number): string {
  if (moment === 0) return t("{what} before the first call", { what });
  const calls = position.auction.slice(0, moment).map(callSymbol);
  const last = calls.slice(-MOST_CALLS_NAMED).join(" ");
  const text = calls.length > MOST_CALLS_NAMED ? `… ${last}` : last;
  return t("{what} after {calls}", { what, calls: text });
}

function origin({ model, interval_level }: Explanation): string {
  return t("Chances in per cent; what is usual holds in at least {share} % of cases. BridgeViz, {model}", {
    share: Math.round(100 * interval_level),
    model: `${model.name} ${model.version}`,
  });
}

/** Parts of a picture, moved so far to the right and down. */
export function moved(x: number, y: number, ...parts: string[]): string {
  return element("g", { transform: `translate(${x} ${y})` }, ...parts);
}

export function label(text: string, attributes: Attributes): string {
  return element("text", { fill: INK, ...attributes }, escaped(text));
}

/** The same with its pips in their colours. */
export function colouredText(text: string, attributes: Attributes): string {
  const parts = text.split(/([♠♥♦♣])/).map((part) => {
    const suit = SUITS.find((each) => SUIT_SYMBOLS[each] === part);
    return suit === undefined ? escaped(part) : element("tspan", { fill: SUIT_INK[suit] }, part);
  });
  return element("text", { fill: INK, ...attributes }, ...parts);
}

/** Lines of text, one below the other. */
export function paragraph(lines: readonly string[], step: number, attributes: Attributes): string {
  const top = Number(attributes.y);
  return lines.map((line, row) => colouredText(line, { ...attributes, y: top + row * step })).join("");
}

// Chinese breaks after any sign but one that the next line cannot begin with.
const WIDE = "\\u2e80-\\u9fff\\uff00-\\uffef";
const CLOSING = "，。、；：？！）";
const PIECES = new RegExp(`（*(?:[${WIDE}]|[^\\s${WIDE}]+(?:\\u00a0%)?)[${CLOSING}]*\\s*`, "g");
const WIDE_SIGNS = new RegExp(`[${WIDE}]`, "g");
/** The room of a sign as a share of the letters' size; a file does not know how wide they come out. */
const SIGN_WIDTH = 0.6;

/** A text on as many lines as it takes at this width, its letters of this size. */
export function linesOf(text: string, width: number, size: number): string[] {
  const lines = (text.match(PIECES) ?? []).reduce<string[]>((found, piece) => {
    const last = found.at(-1);
    const fits = last !== undefined && size * widthOf((last + piece).trimEnd()) <= width;
    return fits ? [...found.slice(0, -1), last + piece] : [...found, piece];
  }, []);
  return lines.map((line) => line.trimEnd());
}

function widthOf(text: string): number {
  const wide = text.match(WIDE_SIGNS)?.length ?? 0;
  return wide + SIGN_WIDTH * (text.length - wide);
}

/** A chance as a bar that would fill its whole width if it were certain. */
export function chanceBar(chance: number, x: number, y: number, width: number): string {
  const bar = { x, y, height: 14, rx: 3 };
  return (
    element("rect", { ...bar, width, fill: SUNK }) +
    element("rect", { ...bar, width: Math.max(1, rounded(chance * width)), fill: BAR_INSIDE })
  );
}

export type Attributes = Readonly<Record<string, string | number>>;

/** An element with its attributes and, already written, what is in it. */
export function element(name: string, attributes: Attributes, ...inside: string[]): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(String(value))}"`);
  const start = `<${name}${written.join("")}`;
  return inside.length === 0 ? `${start}/>` : `${start}>${inside.join("")}</${name}>`;
}

/** Text between tags or in an attribute. */
export function escaped(text: string): string {
  const signs: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replace(/[&<>"']/g, (sign) => signs[sign]!);
}

/** A colour between two, "#rrggbb" each: the first at 0, the second at 1. */
export function mixed(first: string, second: string, share: number): string {
  const parts = [1, 3, 5].map((place) => {
    const [one, other] = [first, second].map((hex) => parseInt(hex.slice(place, place + 2), 16));
    return Math.round(one! + (other! - one!) * share)
      .toString(16)
      .padStart(2, "0");
  });
  return `#${parts.join("")}`;
}

/** A length with at most two decimals. */
export function rounded(length: number): number {
  return Math.round(100 * length) / 100;
}

const HEIGHT = 56;

interface Scale {
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
      x: rounded(x + (place * tick + 0.5) * step),
      y: base + 13,
      "font-size": 10,
      fill: SOFT_INK,
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
