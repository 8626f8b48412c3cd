/** A link to pass on: to copy, and as a QR code. */

import { useState } from "preact/hooks";

import { addressOf, copyText, qrCode } from "../../export/download";
import { t } from "../../i18n/translate";
import { Button } from "../common/fields";
import { QrLink } from "../export/position-parts";

interface Props {
  id: string;
  label: string;
  fragment: string;
  /** What a click on the QR code opens; null for no click, where the link is another's. */
  opens: string | null;
  /** The page that it opens; this one without. */
  page?: string;
}

export function ShareLink({ id, label, fragment, opens, page }: Props) {
  const [copied, setCopied] = useState<{ address: string; done: boolean } | null>(null);
  const address = addressOf(fragment, page);
  const shown = copied?.address === address ? copied : null;
  return (
    <div class="share-link">
      <div class="field">
        <label for={id}>{label}</label>
        <input id={id} readOnly value={address} onFocus={(event) => event.currentTarget.select()} />
      </div>
      <div class="row">
        <Button onClick={async () => setCopied({ address, done: await copyText(address) })}>{t("Copy link")}</Button>
        <span class="hint" role="status">
          {shown?.done === true && t("Link copied.")}
          {shown?.done === false && t("Copying failed: select the link above.")}
        </span>
      </div>
      {opens === null ? (
        <div
          class="qr-code"
          role="img"
          aria-label={t("The same as a QR code")}
          dangerouslySetInnerHTML={{ __html: qrCode(address) }}
        />
      ) : (
        <QrLink fragment={fragment} text={opens} page={page} />
      )}
    </div>
  );
}
