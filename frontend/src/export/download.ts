/** Download of files, and the clipboard. */

import { generate } from "lean-qr";
import { toSvgSource } from "lean-qr/extras/svg";

/** Long enough for the browser to have taken the file over. */
const KEPT_MS = 10_000;

/** Have the browser save a file. */
export function download(name: string, content: Blob | string, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}

/** Copy a text to the clipboard; return false where the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

/** The old way, which also works where the site is not reached through https. */
function copySelected(text: string): boolean {
  const before = document.activeElement as HTMLElement | null;
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "unseen";
  document.body.append(area);
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  before?.focus();
  return copied;
}

/** The whole address of a fragment of this page. */
export function addressOf(fragment: string): string {
  const { origin, pathname } = location;
  return `${origin}${pathname}#${fragment}`;
}

/** A text as a QR code, an SVG. */
export function qrCode(text: string): string {
  return toSvgSource(generate(text));
}
