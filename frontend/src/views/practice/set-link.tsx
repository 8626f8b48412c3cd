/** The link of a set for the pupils: to copy, and as a QR code. */

import { SYSTEM_NAMES } from "../../bridge/systems";
import { plural, t } from "../../i18n/translate";
import { type ClassSet, formatSet } from "../../practice/class-set";
import { themeName } from "../../practice/theme-name";
import type { Theme } from "../../service/practice-boards";
import { ShareLink } from "./share-link";

interface Props {
  set: ClassSet;
  themes: readonly Theme[];
}

export function SetLink({ set, themes }: Props) {
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
      <ShareLink
        id="set-address"
        label={t("The link of the boards")}
        fragment={formatSet(set)}
        opens={t("Open the boards")}
      />
      <p class="hint">
        {t("At the end each pupil exports the progress and gives you the file.")}
      </p>
    </section>
  );
}
