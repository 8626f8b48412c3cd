/** The link of a set for the pupils: to copy, and as a QR code. */

import { useState } from "preact/hooks";

import { SYSTEM_NAMES } from "../../bridge/systems";
import { addressOf } from "../../export/address";
import { copyText } from "../../export/download";
import { plural, t } from "../../i18n/translate";
import { type ClassSet, formatSet } from "../../practice/class-set";
import { themeName } from "../../practice/theme-name";
import type { Theme } from "../../service/practice-boards";
import { QrLink } from "../export/qr-link";

interface Props {
  set: ClassSet;
  themes: readonly Theme[];
}

export function SetLink({ set, themes }: Props) {
  const [copied, setCopied] = useState<{ address: string; done: boolean } | null>(null);
  const address = addressOf(formatSet(set));
  const shown = copied?.address === address ? copied : null;
  return (
    <section class="set-link" aria-labelledby="set-link-title">
      <h3 id="set-link-title">{t("For the pupils")}</h3>
      <p role="status">
        {t("{boards}, {theme}. Both sides play {system}.", {
          boards: plural("{count} board", "{count} boards", set.boards.length),
          theme: themeName(themes, set.theme),
          system: t(SYSTEM_NAMES[set.system]),
        })}
      </p>
      <div class="field">
        <label for="set-address">{t("The link of the boards")}</label>
        <input
          id="set-address"
          readOnly
          value={address}
          onFocus={(event) => event.currentTarget.select()}
        />
      </div>
      <div class="row">
        <button
          type="button"
          class="quiet"
          onClick={async () => setCopied({ address, done: await copyText(address) })}
        >
          {t("Copy link")}
        </button>
        <span class="hint" role="status">
          {shown?.done === true && t("The link is copied.")}
          {shown?.done === false && t("Nothing could be copied: select the link above.")}
        </span>
      </div>
      <QrLink fragment={formatSet(set)} text={t("Open the boards")} />
      <p class="hint">
        {t("At the end each pupil exports the progress and gives you the file.")}
      </p>
    </section>
  );
}
