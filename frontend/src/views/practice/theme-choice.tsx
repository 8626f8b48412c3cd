/** The choice of what boards are about, and how hard they are. */

import { msg, t } from "../../i18n/translate";
import { PRACTICE_LEVELS } from "../../practice/practice-link";
import type { Level, Theme } from "../../service/practice-boards";
import { Complaints, Select } from "../common/fields";

interface ThemeChoiceProps {
  id: string;
  themes: readonly Theme[];
  theme: string | null;
  /** Whether the system has no boards of the theme. */
  unknown?: boolean;
  onChange: (theme: string | null) => void;
}

export function ThemeChoice({ id, themes, theme, unknown = false, onChange }: ThemeChoiceProps) {
  const unknownText = t("There are no boards of the theme “{theme}” in this system. Choose another.", {
    theme: theme ?? "",
  });
  const about = themes.find((one) => one.id === theme)?.about;
  return (
    <div class="field">
      <label for={id}>{t("Theme")}</label>
      <select
        id={id}
        value={theme ?? ""}
        aria-describedby={`${id}-about`}
        onChange={(event) => onChange(event.currentTarget.value || null)}
      >
        <option value="">{t("all kinds of boards")}</option>
        {groupsOf(themes).map(([group, list]) => (
          <optgroup label={t(group)}>
            {list.map((one) => (
              <option value={one.id} selected={one.id === theme}>
                {t(one.name)}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <p class="hint" id={`${id}-about`}>
        {about !== undefined && t(about)}
      </p>
      <Complaints texts={[unknown ? unknownText : null]} />
    </div>
  );
}

function groupsOf(themes: readonly Theme[]): [string, Theme[]][] {
  const groups = new Map<string, Theme[]>();
  for (const theme of themes) groups.set(theme.group, [...(groups.get(theme.group) ?? []), theme]);
  return [...groups];
}

const LEVEL_NAMES: Record<Level | "", string> = {
  "": msg("mixed"),
  clear: msg("clear: nearly all make the same call"),
  usual: msg("usual: most make the same call"),
  close: msg("close: good players differ"),
};

interface LevelChoiceProps {
  id: string;
  level: Level | null;
  onChange: (level: Level | null) => void;
}

export function LevelChoice({ id, level, onChange }: LevelChoiceProps) {
  return (
    <Select
      label={t("How hard")}
      id={id}
      options={["", ...PRACTICE_LEVELS]}
      value={level ?? ""}
      text={(one) => t(LEVEL_NAMES[one])}
      onChange={(one) => onChange(one === "" ? null : one)}
    />
  );
}
