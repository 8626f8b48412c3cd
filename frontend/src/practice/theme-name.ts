/** The names of themes. */

import { t } from "../i18n/translate";
import type { Theme } from "../service/practice-boards";

/** The name of a theme, or its id where the system has no such theme; without a theme, of all of them. */
export function themeName(themes: readonly Theme[], id: string | null): string {
  if (id === null) return t("all kinds of boards");
  const theme = themes.find((one) => one.id === id);
  return theme === undefined ? id.replaceAll("_", " ") : t(theme.name);
}
