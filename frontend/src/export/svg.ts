/** SVG as text. */

export type Attributes = Readonly<Record<string, string | number>>;

/** An element with its attributes and, already written, what is in it. */
export function element(name: string, attributes: Attributes, ...inside: string[]): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(String(value))}"`);
  const start = `<${name}${written.join("")}`;
  return inside.length === 0 ? `${start}/>` : `${start}>${inside.join("")}</${name}>`;
}

/** Text between tags or in an attribute. */
export function escaped(text: string): string {
  const signs: Record<string, string> = {
    "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;",
  };
  return text.replace(/[&<>"']/g, (sign) => signs[sign]!);
}

/** A colour between two, "#rrggbb" each: the first at 0, the second at 1. */
export function mixed(first: string, second: string, share: number): string {
  const parts = [1, 3, 5].map((place) => {
    const [one, other] = [first, second].map((hex) => parseInt(hex.slice(place, place + 2), 16));
    return Math.round(one! + (other! - one!) * share).toString(16).padStart(2, "0");
  });
  return `#${parts.join("")}`;
}

/** A length with at most two decimals. */
export function rounded(length: number): number {
  return Math.round(100 * length) / 100;
}
