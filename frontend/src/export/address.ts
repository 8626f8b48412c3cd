/** Addresses of this page, as text and as QR codes. */

import { generate } from "lean-qr";
import { toSvgSource } from "lean-qr/extras/svg";

/** The whole address of a fragment of this page. */
export function addressOf(fragment: string): string {
  const { origin, pathname } = location;
  return `${origin}${pathname}#${fragment}`;
}

/** A text as a QR code, an SVG. */
export function qrCode(text: string): string {
  return toSvgSource(generate(text));
}
