/** A link on paper: a QR code, which in a file can be clicked. */

import { useMemo } from "preact/hooks";

import { addressOf, qrCode } from "../../export/download";

export function QrLink({ fragment, text }: { fragment: string; text: string }) {
  const address = addressOf(fragment);
  const svg = useMemo(() => qrCode(address), [address]);
  return (
    <a class="qr-link" href={address}>
      <span aria-hidden="true" dangerouslySetInnerHTML={{ __html: svg }} />
      {text}
    </a>
  );
}
