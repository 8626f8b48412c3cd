/** A link that holds a whole session: its boards as PBN, compressed, and who looks at them. */

import { boardsToPbn } from "../entry/boards-pbn";
import type { RecordedBoard } from "../service/boards";

const SESSION = "session";
const FORMAT = "deflate-raw";

/** The fragment of a session as a player sees it. */
export async function sessionFragment(boards: readonly RecordedBoard[], player: string): Promise<string> {
  const bytes = new TextEncoder().encode(boardsToPbn(boards));
  const packed = await through(bytes, new CompressionStream(FORMAT));
  const text = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(""));
  const fields = { [SESSION]: text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "") };
  return new URLSearchParams(player === "" ? fields : { ...fields, me: player }).toString();
}

export function isSession(fragment: string): boolean {
  return fragment.startsWith(`#${SESSION}=`);
}

/** The text of the boards, and who looks at them; null where it cannot be read. */
export async function readSession(fragment: string): Promise<{ text: string; player: string } | null> {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  try {
    const packed = atob((fields.get(SESSION) ?? "").replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(packed, (sign) => sign.charCodeAt(0));
    const text = new TextDecoder().decode(await through(bytes, new DecompressionStream(FORMAT)));
    return { text, player: fields.get("me") ?? "" };
  } catch {
    return null;
  }
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream) {
  const packed = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(packed).arrayBuffer());
}
